/** The board of scenes and shots. */
export const storyboard = {
  make: 'Make a picture',
  makeTitle: (shots: number, number: string) =>
    shots === 1 ? `Make a picture for shot ${number}` : `Make a picture for each of ${shots} shots`,
  makeHint:
    'The words of the shot go into what makes it. Its run is in the project, and its picture comes first in the shot.',
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
  stepMade: 'make a picture',
  shotGone: 'The picture is made, but its shot is gone',
  shotGoneDetail: 'The gallery has it.',
  notStopped: 'The service finishes this run',
  notStoppedDetail:
    'It cannot be stopped from here. Its picture does not go into the shot; the gallery has it.',
} as const;
