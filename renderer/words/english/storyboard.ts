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
} as const;
