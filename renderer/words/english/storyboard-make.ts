/** What people read in `renderer/storyboard/make`, by the file that shows it. */
export const storyboardMake = {
  makeRun: {
    mutedOrFrozen: 'This node is muted or frozen in the graph. Switch that off there, or take another node.',
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
