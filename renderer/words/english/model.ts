/** What people read in `renderer/model`, by the file that shows it. */
export const model = {
  modelFailures: {
    connectModel: 'Connect a model',
    openModels: 'Open Models',
  },
  nodeRunState: {
    pending: 'waiting',
    running: 'running',
    complete: 'done',
    reused: 'reused',
    failed: 'failed',
    skipped: 'skipped',
    notRun: 'not run',
    reusedFromLastRun: 'reused from the last run',
  },
  numberLimits: {
    integerSteps: 'whole steps',
    label: (min: string, max: string): string => `${min} to ${max}`,
    orOverflow: (min: string): string => `${min} or more`,
    orLess: (max: string): string => `${max} or less`,
    stepsOf: (step: string): string => `steps of ${step}`,
    label2: (range: string, steps: string): string => `${range}, in ${steps}`,
    label3: (steps: string): string => `In ${steps}`,
  },
  readJson: {
    theText: 'The text',
    shortenIt: 'Shorten it.',
    numberQuotesKeepText: (literal: string): string =>
      `${literal} is too long for a number here. Put it in quotes to keep it as text.`,
  },
  storedList: {
    theList: 'The list',
  },
  undoOrderStorage: {
    steps: 'Steps',
  },
} as const;
