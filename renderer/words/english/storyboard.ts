import { pluralForm } from '../forms.ts';

/** The board of scenes and shots. */
export const storyboard = {
  /** Of fields of another program that went along. @param asText whole numbers that stay as text. */
  foreignFields: (asText: number) =>
    'Patchbay does not show them. They stay with their shots and go out with “Export as JSON”.' +
    (asText === 0
      ? ''
      : ` ${pluralForm(asText, { one: '# long number', other: '# long numbers' })} of other programs keep their digits as text.`),
  entrance: {
    label: 'How it comes in',
    /** As it is printed beside the length of the shot. */
    printed: (transition: 'dissolve' | 'fade', length: string): string =>
      `In: ${transition === 'fade' ? 'Fade' : 'Dissolve'} ${length}`,
    /** @param length of the transition, written out. */
    comesIn(transition: string, length: string, isFirst: boolean): string {
      if (transition === 'cut') return 'In: Cut';
      if (transition === 'dissolve') {
        return isFirst ? 'In: Dissolve, with nothing before it' : `In: Dissolve, ${length}`;
      }
      if (transition === 'fade') return `In: Fade from black, ${length}`;
      return `In: ${transition}, played as a cut`;
    },
  },
  noneDetail:
    'Put scenes and shots in order before anything is made. Drop pictures here to begin with them, or bring a storyboard that was exported as JSON.',
  noPicture: 'It has no picture yet.',
  withoutPicture: (shots: number) => `${shots} ${shots === 1 ? 'shot has' : 'shots have'} no picture yet`,
  onlyFirst: (remainingCount: number) =>
    remainingCount === 1
      ? 'A timeline takes its first picture. The other one stays on the board.'
      : `A timeline takes its first picture. The ${remainingCount} others stay on the board.`,
  /** @param number of the shot. */
  severalTitle: (pictures: number, number: string) => `${pictures} pictures became panels of shot ${number}`,
  severalDetail: 'A timeline shows the first panel of a shot.',
  severalSplit: 'Make a shot of each',
  stepPanelsToShots: 'make shots of panels',
  stepAdd: (files: number, isSound: boolean) =>
    isSound
      ? pluralForm(files, { one: 'add # sound', other: 'add # sounds' })
      : pluralForm(files, { one: 'add # picture', other: 'add # pictures' }),
  becomesCut: (transition: string) => `It begins with a ${transition}, which becomes a cut on a timeline.`,
  staysBehind: (shots: number) =>
    `${shots} ${shots === 1 ? 'shot has' : 'shots have'} something that does not come to a timeline`,
  markedAtShots: 'They are marked at their shots.',
  noOtherProblems: 'They are marked at their shots. The storyboard has no other problems.',
  shotMenu: (number: string) => `More for shot ${number}`,
  noProblems: 'The storyboard has no problems',
  withProblems: (shots: number) => `${shots} ${shots === 1 ? 'shot' : 'shots'} with problems`,
  notPlaced: 'The file was not added',
  notPlacedDetail: 'Drop it on a shot, or on an empty place of the board to make a new shot of it.',
  coming: (files: number) => (files === 1 ? 'A file is coming' : `${files} files are coming`),
  make: 'Make a picture',
  makeTitle: (shots: number, number: string) =>
    shots === 1 ? `Make a picture for shot ${number}` : `Make a picture for each of ${shots} shots`,
  makeHint:
    'The words of the shot go into what makes it. Its run is in the project, and its picture comes first in the shot.',
  byModel: 'Picture model',
  noModels: (isLocal: boolean) =>
    isLocal ? 'None is connected. Connect one under Models.' : 'None is connected at this service.',
  prompt: 'Prompt',
  promptIsEmpty: 'Say what the picture should show.',
  wordsArePrompts: 'The words of each shot are its prompt.',
  addedToPrompts: 'Added to each prompt, such as a style',
  modelIs: (model: string) => `Model: ${model}`,
  pictures: 'Pictures',
  picturesOfEach: 'Pictures for each shot',
  size: 'Size',
  sizeOfModel: 'Chosen by the model',
  forBare: (shots: number) =>
    pluralForm(shots, {
      one: 'For the one shot without a picture',
      other: 'For all # shots without a picture',
    }),
  leftWithoutWords: (shots: number) =>
    pluralForm(shots, {
      one: '# shot has no words and is left out.',
      other: '# shots have no words and are left out.',
    }),
  byTemplate: 'Template',
  byNode: 'Node of this project',
  noTemplates: 'No template can be run yet',
  noTemplatesDetail: 'Publish a project as a template, or make pictures with a node of this project.',
  noNodes: 'No node of this project makes pictures, videos or sounds',
  noNodesDetail: 'Add one in the graph, or take a template.',
  wordsInto: 'Words of the shot go into',
  wordsNowhere: 'Nothing',
  wordsOfShot: 'Words of the shot',
  wordsOfEach: 'Each shot gives its own words.',
  noOwnWords: 'Without words, what is written there now is taken.',
  noWords: (shots: number) =>
    `${shots} of the shots ${shots === 1 ? 'has no words: it takes' : 'have no words: they take'} what is written there now.`,
  newVariation: 'Another picture each time, also of the same words',
  makeOne: 'Make the picture',
  makeSeveral: (shots: number) => `Make ${shots} pictures`,
  starting: 'Starting',
  making: 'Being made',
  stopping: 'Stopping',
  stop: 'Stop making the picture',
  notMade: 'Not made',
  again: 'Try again',
  fetchPaid: 'Fetch the picture, which is paid',
  dismiss: 'Leave it',
  panel: (number: number, name: string) => (name === '' ? `Panel ${number}` : `Panel ${number}: ${name}`),
  panelWords: 'Name and words…',
  panelFirst: 'Show in the frame',
  panelLeft: 'Move to the left',
  panelRight: 'Move to the right',
  panelRemove: 'Remove the panel',
  stepMovePanel: 'move a panel',
  /** What the service says against a shot. @param field of the shot; empty for all of it. */
  refusedField: (field: string, message: string) =>
    field === '' ? `The service refuses it: ${message}` : `The service refuses its ${field}: ${message}`,
  refused: 'The service does not take this storyboard',
  panelTitle: (number: number) => `Name and words of panel ${number}`,
  panelName: 'Name',
  panelDescription: 'What it shows',
  stepPanelWords: 'write on a panel',
  done: 'Done',
  stepMade: 'make a picture',
  stepSwapped: 'take another take',
  takesTitle: 'What made the picture',
  notMadeByRun: 'No run that this computer has seen made this file. It was added from elsewhere.',
  shotGone: 'The picture is made, but its shot is gone',
  shotGoneDetail: 'The gallery has it.',
  notStopped: 'The service finishes this run',
  notStoppedDetail:
    'It cannot be stopped from here. Its picture does not go into the shot; the gallery has it.',
  animatic: {
    animatic: 'Animatic',
    shotBefore: 'The shot before',
    pause: 'Pause',
    play: 'Play',
    nextShot: 'The next shot',
    positionAnimatic: 'Place in the animatic',
    label: (seconds: string, seconds2: string): string => `${seconds} of ${seconds2}`,
    soundOn: 'Sound on',
    soundDisabled: 'Sound off',
    shot: (count: string): string => `Shot ${count}`,
  },
  boardActions: {
    addScene: 'add a scene',
    addShot: 'add a shot',
    duplicate: (count: number): string => `duplicate ${pluralForm(count, ['# shot', '# shots'])}`,
    delete: (count: number): string => `delete ${pluralForm(count, ['# shot', '# shots'])}`,
    merge: (count: number): string => `merge ${pluralForm(count, ['# shot', '# shots'])}`,
    splitShot: 'split a shot',
    add: (count: number): string => `add ${pluralForm(count, ['# shot', '# shots'])}`,
    moveScene: 'move a scene',
    move: (count: number): string => `move ${pluralForm(count, ['# shot', '# shots'])}`,
  },
  boardRows: {
    row: (from: number): string => `row ${from}`,
  },
  boardToolbar: {
    formatOf: (ratio: string): string => `Format: ${ratio}`,
    check: 'Check',
    addScene: 'Add scene',
    timeline: 'Timeline…',
    play: 'Play',
    overflowStoryboard: 'More of the storyboard',
    fromScript: 'Add from a script…',
    importAppend: 'Import and append…',
    importReplace: 'Import and replace…',
    savePdfPicture: 'Save as PDF or picture…',
    exportJson: 'Export as JSON',
    format: 'Format',
    nameStoryboard: 'Name of the storyboard',
    nameStoryboard2: 'name the storyboard',
    aspectRatio: 'Aspect ratio',
    changeAspectRatio: 'change the aspect ratio',
    secondsShotLength: 'Seconds of a shot without a length',
    changeDefaultLength: 'change the default length',
  },
  fileDialog: {
    selectPicture: 'Choose a picture',
    fromComputer: 'From this computer…',
    searchFiles: 'Search files',
    noFilesYet: 'No files yet',
    noFileMatches: 'No file matches',
    fromComputerDropShot: 'Take one from this computer, or drop it on a shot.',
  },
  frame: {
    link: 'A link; not imported',
    document: 'A document',
    notFound: 'File not found here',
    notPicture: 'Not a picture',
    noPicture: 'No picture',
  },
  panelStrip: {
    panels: 'Panels',
  },
  sceneSection: {
    to: 'to',
    dragScene: 'Drag the scene',
    nameScene: (count: number): string => `Name of scene ${count}`,
    scene: (count: number): string => `Scene ${count}`,
    renameScene: 'rename a scene',
    scene2: (count: number): string => `About scene ${count}`,
    when: 'Where and when, who is there',
    writeScene: 'write about a scene',
    shotsOf: (name: string): string => `Shots of ${name}`,
    addShot: 'Add shot',
    moveScene: 'move a scene',
    overflowFor: (name: string): string => `More for ${name}`,
    addShotEnd: 'Add a shot at the end',
    moveUp: 'Move up',
    moveDown: 'Move down',
    deleteScene: (count: number): string =>
      `Delete the scene and its ${pluralForm(count, ['# shot', '# shots'])}`,
    deleteScene2: 'delete a scene',
  },
  secondsField: {
    seconds: 'Seconds',
  },
  picturesTexts: {
    picturesShot: 'several pictures in one shot',
  },
  shotCard: {
    shot: ({
      number,
      length,
      words,
      isSelected,
    }: {
      number: string;
      length: string;
      words: string;
      isSelected: boolean;
    }): string => `Shot ${number}, ${length}: ${words}${isSelected ? ', selected' : ''}`,
    frameOf: (number: string): string => `Frame of shot ${number}:`,
    noDescription: 'No description',
    selectPanel: 'choose a panel',
    removePanel: 'remove a panel',
    changeLength: 'change a length',
    changeTransition: 'change a transition',
    happens: 'What happens',
    happens2: 'What happens?',
    writeShot: 'write a shot',
    notes: 'Notes',
    notesCameraSoundLight: 'Notes: camera, sound, light',
    nameShot: 'Name of the shot',
    name: 'Name',
    nameShot2: 'name a shot',
    addPicture: 'Add a picture',
    dropPicturePMake: 'Drop a picture, choose with P, make with G',
  },
  shotProblems: {
    shotNeitherPictureNor: 'The shot has neither a picture nor words.',
    lastsSecondsGetsDefault: 'It lasts 0 seconds, so it gets the default length in a timeline.',
  },
  storyboardFile: {
    correctInFile: (at: string, problem: string, further: number): string =>
      `“${at}”: ${problem}${further > 0 ? ` ${pluralForm(further, ['# more problem', '# more problems'])}.` : ''} Correct that in the file and import it again.`,
    theFile: 'The file',
    storyboardExportedJson: (reason: string): string =>
      `${reason} Choose a storyboard that was exported as JSON.`,
    fileNotStoryboardExported: 'This file is not a storyboard. Choose one that was exported as JSON.',
    notStoryboard: 'This is not what a storyboard has here.',
    storyboardNotImported: 'The storyboard was not imported',
    appendStoryboard: 'append a storyboard',
    importStoryboard: 'import a storyboard',
    storedAnotherProgram: (count: number): string =>
      `Kept ${pluralForm(count, ['# field', '# fields'])} of another program`,
  },
  storyboardPage: {
    loadingStoryboard: 'Loading the storyboard',
    storyboardCannot: (count: number): string =>
      `This storyboard has ${pluralForm(count, ['# problem', '# problems'])} and cannot be shown`,
    projectNoLongerExists: 'This project no longer exists',
    storyboardCouldNotRead: 'The storyboard could not be read',
    deletedBelongsAnotherAccount: 'It was deleted, or it belongs to another account.',
    startStoryboard: 'start a storyboard',
    projectNoStoryboardYet: 'This project has no storyboard yet',
    importStoryboard: 'Import storyboard…',
    startStoryboard2: 'Start a storyboard',
    fromScript: 'From a script…',
  },
  toTimelineDialog: {
    makeTimeline: 'Make the timeline',
    loadingTimeline: 'Loading the timeline',
    timelineCouldNotRead: 'The timeline could not be read',
    timelineBoard: 'timeline made of the board',
    eachShotClipWhen:
      'Each shot becomes a clip. When the storyboard changes, make it again: what you edit on the timeline stays.',
    changedBoardOverEdited: 'What changed on the board comes over. What was edited on the timeline stays.',
    bringStoryboardTimeline: 'Bring the storyboard to the timeline',
    makeTimeline2: 'Make timeline',
    updateTimeline: 'Update timeline',
    trackLocked: (name: string): string =>
      `The track “${name}” is locked. Unlock it on the timeline and come back.`,
    name: 'Name',
    frameRate: 'Frame rate',
    fps: (rate: number): string => `${rate} fps`,
    size: 'Size',
    secondsShotLength: 'Seconds of a shot without a length',
  },
  toTimelineReport: {
    beginsWith: (transition: string): string => `begins with a ${transition}, which a timeline does not have`,
    clip: 'A clip',
    shotNumber: (number: string): string => `Shot ${number}`,
    changedBoardTimeline: 'was changed on the board and on the timeline; it stays as on the timeline',
    noShotAnyBut: 'has no shot any more, but was edited on the timeline; it stays',
    deletedTimelineButShot: 'was deleted on the timeline, but its shot was changed since; it comes back',
    timelineCannot: 'The timeline cannot be made',
    timelineBeing: 'The timeline is being made',
    timelineEverythingBoard: 'The timeline has everything that is on the board.',
    editedPositions: 'Edited in both places',
    transitionsCuts: 'Transitions that become cuts',
    andOverflow: (value: number): string => `And ${value} more.`,
  },
  useFiles: {
    fileNotAdded: 'The file was not added',
    wasDropped: 'What was dropped',
  },
  clipsOfShot: {
    bringOver: 'Choose “Timeline…” to bring it over.',
  },
  useShot: {
    shotNoLongerStoryboard: 'This shot is no longer on the storyboard',
    clipTimelineUntilYou: 'Its clip stays on the timeline until you delete it there or update the timeline.',
  },
  useStoryboardFile: {
    storyboardFile: 'Storyboard file',
  },
} as const;
