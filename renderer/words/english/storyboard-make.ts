/** What people read in `renderer/storyboard/make`, by the file that shows it. */
export const storyboardMake = {
  makeRun: {
    runButNoPicture: 'The run is done, but it made no picture, video or sound.',
    itWasStopped: 'It was stopped.',
    templateFailed: 'The template failed.',
    runFailed: 'The run failed.',
  },
  makeSource: {
    beingCreated: 'What is being made',
  },
  nodeForm: {
    output: 'Output',
  },
} as const;
