import { pluralForm } from '../forms.ts';

/** An output at full size. The words of buttons stand in the names of what they do. */
export const viewer = {
  grounds: {
    checker: 'Checkerboard',
    light: 'Light',
    dark: 'Dark',
  },
  /** Of an output whose text has no word. */
  emptyText: 'Empty text',
  compare: 'Compare',
  details: 'Details',
  copy: 'Copy',
  save: 'Save',
  more: 'More',
  ground: 'Behind the picture',
  star: (label: string) => `Star ${label}`,
  removeStar: (label: string) => `Remove the star from ${label}`,
  starNotSaved: 'The star was not saved',
  notInGallery: 'The gallery does not list this. Only what is listed there can have a star.',
  blinkView: {
    stopBlinking: 'Stop blinking',
    blink: 'Blink',
  },
  compareBar: {
    second: 'Second',
    first: 'First',
    difference: 'Difference',
    blink: 'Blink',
    slider: 'Slider',
    side: 'Side by side',
    compareOutputs: (count: number): string => `Compare ${count} outputs`,
    differsBetweenRuns: 'What differs between the runs',
    toCompare: 'How to compare',
  },
  compareView: {
    differsBetweenRuns: 'What differs between the runs',
  },
  differenceView: {
    picturesCouldNotRead: 'One of the pictures could not be read, so there is no difference to show.',
    differenceOfAnd: (label: string, label2: string): string => `Difference of ${label} and ${label2}`,
    label: 'Gain',
    times: (amplification: number): string => `${amplification} times`,
    comparing: 'Comparing…',
    secondPixelsFitted: (width: number, height: number, width2: number, height2: number): string =>
      `The second is ${width} × ${height} pixels and was fitted to ${width2} × ${height2}.`,
    theyEqual: 'They are equal.',
    lessThan: 'less than 0.1',
    pixelsDifferMost: (percentText: string, largest: number): string =>
      `${percentText} % of the pixels differ, by ${largest} of 255 at most.`,
  },
  dragOut: {
    dragLimit: (limit: number): string =>
      `More than ${limit} files are too many to drag at once. Save them as a ZIP instead.`,
    patchbayItselfNotResponding: 'Patchbay itself is not responding.',
    cannotDragged: (nameOf: string): string => `${nameOf} cannot be dragged`,
    beingPrepared: 'Still being prepared',
    dragRetry: 'Drag it again in a moment.',
    dragDesktop: 'Drag to the desktop',
    dragDesktopAnotherProgram: 'Drag this to the desktop or into another program',
  },
  imageStage: {
    fileEmptyBytesRun: 'This file is empty: it has 0 bytes. Run the node again to make it anew.',
    fileNotPictureSave: 'This file is not a picture. Save it to look at it.',
    smallerThanMegapixelsThan: (megapixels: string): string =>
      `Shown smaller than it is: ${megapixels} megapixels are more than a page can hold. Zoom to 100 % to see a part at its own pixels, or save it to work with all of them.`,
    pictureCouldNotSave: 'This picture could not be shown. Save it or open it with another program.',
    preview: (fileId: string): string => `${fileId} preview`,
  },
  mediaPlayer: {
    couldNotOpenSystem:
      'It could not be played here. Open it with the system, or save it and open it with another program.',
    playerOf: (label: string): string => `Player of ${label}`,
  },
  openWithSystem: {
    notOpen: (name: string): string => `${name} was not opened`,
    newTab: 'Opened in a new tab',
    browserCannotStartPrograms:
      'A browser cannot start other programs. The Patchbay app opens files with their own program.',
  },
  pixelLine: {
    copies: 'copies it',
    pixels: (count: string, count2: string): string => `${count} × ${count2} pixels`,
    label: (x: number, y: number): string => `at ${x}, ${y}`,
  },
  saveChoices: {
    saved: 'How it is saved',
    includeSettingsSavedFiles: 'Include the settings in saved files',
    graphCanNoKeys:
      'The graph that made it, so that it can be opened again. No keys, no places on this computer.',
    choiceNotSaved: 'The choice was not saved',
    markSavedFiles: 'Say in the file how much models made',
    markHint: 'As the IPTC and other programs read it, with the models that were used.',
  },
  /** How much of an output came from models. */
  provenance: {
    short: (share: string): string => {
      if (share === 'all') return 'By a model';
      if (share === 'part') return 'In part by a model';
      return share === 'nothing' ? 'No model' : 'Models not known';
    },
    fully: (models: string): string =>
      models === '' ? 'A model made all of it.' : `All of it was made by ${models}.`,
    partly: (models: string): string =>
      models === '' ? 'A model made a part of it.' : `A part of it was made by ${models}.`,
    none: 'No model made any of it.',
    silent: (count: number): string =>
      `${pluralForm(count, ['A file in it does', '# files in it do'])} not say where it came from, so the saved file claims nothing.`,
    ambiguous:
      'Only some of its branches or items are by a model, and which of them this is was not recorded.',
    types: (types: string): string =>
      `Whether a model made it is not known: it went through ${types}, which is not known here.`,
    unknown: 'Whether a model made it is not known.',
    format: 'Files of this kind have no place to say so.',
    signed: 'It has a manifest of its own, which any change would break: it is saved as it is.',
    sizeExceeded: 'It is too large to be written anew, so the file does not say how much models made.',
    unsupportedFiles: (count: number): string =>
      `${pluralForm(count, ['# file has', '# files have'])} no place to say how much models made`,
  },
  saveFolder: {
    savedFolder: (name: string): string => `Saved in the folder ${name}`,
    couldNotRead: (count: number): string =>
      `${pluralForm(count, ['# output', '# outputs'])} could not be read`,
    folderSaveThoseMissing: (name: string): string =>
      `The others are in the folder ${name}. Save those that are missing again when the service has them.`,
    outputsNotSaved: 'The outputs were not saved',
  },
  saveOutput: {
    savedSettings: (name: string): string => `${name} is saved without its settings`,
    notSaved: (name: string): string => `${name} was not saved`,
    runNotOpenRun: 'Which run made it is not known. Open its run in the history and save it from there.',
    savedSettings2: (count: number): string =>
      `${pluralForm(count, ['# output', '# outputs'])} saved without settings`,
    graphsThemNotComputer: 'The graphs that made them are not on this computer.',
    outputsNotSaved: 'The outputs were not saved',
    copied: (label: string): string => `Copied ${label}`,
    notCopied: (label: string): string => `${label} was not copied`,
    clipboardDidNotSave: 'The clipboard did not take it. Save it instead.',
  },
  sideBySide: {
    videoCouldNotSave: 'This video could not be played here. Save it to look at it.',
  },
  textDiff: {
    onlyBeginnings: 'Only the beginnings were compared: the texts are long.',
    theseTextsDifferMuch: 'These texts differ too much to compare line by line. Look at them side by side.',
    theyEqual: 'They are equal.',
    only: (count: number, label: string, count2: number, label2: string): string =>
      `${pluralForm(count, ['# line', '# lines'])} only in “${label}”, ${pluralForm(count2, ['# line', '# lines'])} only in “${label2}”.`,
    differences: 'Differences',
  },
  textLines: {
    theText: 'The text',
    compared: 'It is compared as it is.',
  },
  textStage: {
    cannotShow: 'cannot be shown here. Open it with the system, or save it.',
    fileEmptyBytes: 'This file is empty: it has 0 bytes.',
  },
  timedStage: {
    fileEmptyBytesRun: 'This file is empty: it has 0 bytes. Run the node again to make it anew.',
    couldNotOpenSystem:
      'It could not be played here. Open it with the system, or save it and open it with another program.',
    noWaveformCouldSound: 'No waveform could be made of this sound. It can still be played.',
    positionIn: (label: string): string => `Place in ${label}`,
  },
  transportBar: {
    playback: 'Playback',
    speed: 'Speed',
    pause: 'Pause',
    play: 'Play',
    position: 'Position',
    soundOn: 'Sound on',
    soundDisabled: 'Sound off',
    volume: 'Volume',
  },
  videoPicture: {
    noPictureCould: 'No picture could be made of it',
  },
  viewedItem: {
    number: 'Number',
    file: 'File',
    sound: 'Sound',
    video: 'Video',
    image: 'Image',
    text: 'Text',
    yesNo: 'Yes or no',
  },
  viewedText: {
    onlyFirstMillionCharacters: (count: string): string =>
      `Only the first million of ${count} characters are shown. Save it to read all of it.`,
    onlyFirstSaveRead: (bytes: string, bytes2: string): string =>
      `Only the first ${bytes} of ${bytes2} are shown. Save it to read all of it.`,
  },
  viewerBar: {
    zoom: 'Zoom',
    screenPixelsEachPixel: 'Screen pixels for each pixel of the picture',
    fit: 'Fit',
    label: (value: number, count: number): string => ` · ${value} of ${count}`,
  },
  viewerStore: {
    twoFourOutputsCompare: 'Choose two to four outputs to compare.',
    outputsManyCompareTwo: (count: number): string =>
      `${count} outputs are too many to compare at once. Choose two to four.`,
  },
  viewer: {
    details: 'Details',
    previousOutput: 'Previous output',
    nextOutput: 'Next output',
    pointPixelPictureFirst: 'Point at a pixel of the picture first',
    colorBeingReadFrom: 'The color is still being read from the original',
    leavePointerThenCopy: 'Leave the pointer where it is for a moment, then copy it.',
    copied: (hex: string): string => `Copied ${hex}`,
    colorNotCopied: 'The color was not copied',
  },
} as const;
