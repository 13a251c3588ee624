import { pluralForm } from '../forms.ts';

/** What people read in `renderer/editor/node`, by the file that shows it. */
export const editorNode = {
  colorEntries: {
    color: 'Color',
  },
  inputMenu: {
    vary: (value: string): string => `Vary ${value}…`,
  },
  itemMenu: {
    gray: 'Gray',
    open: (href: string): string => `Open ${href}`,
  },
  jsonDialog: {
    jsonValueCheckedYou: 'A JSON value. It is checked as you type.',
    saveValue: 'Save value',
    somebodyChangedValueWhile:
      'Somebody changed this value while you were editing. Saving replaces theirs; Cancel keeps it.',
  },
  nodeBand: {
    notRun: (reason: string): string => `Not run: ${reason}`,
    cannotRun: (blockReason: string): string => `Cannot run: ${blockReason}`,
    nodeFailed: 'This node failed.',
  },
  nodeExpected: {
    free: 'Free',
    estimateFrom: (samples: number, cost: string, time: string): string =>
      `${pluralForm(samples, ['From # earlier run', 'From # earlier runs'])}: ${cost}, ${time}.`,
    noYet: 'Not known yet',
    showsAfterRuns: 'How long it takes shows after a few runs.',
    costsShowAfterRuns: 'What it costs and how long it takes show after a few runs.',
    unknownCost: 'an unknown cost',
    seldomOverflowThan: (typical: string, high: string): string => `${typical}, seldom more than ${high}`,
  },
  nodeMenu: {
    none: 'None',
    passesThroughWhileMuted: 'Passes through while muted',
    changeColor: 'change the color',
  },
  nodePreview: {
    noPreview: 'No preview',
    deletedFile: 'This file was deleted. Choose another one.',
    fileDrop: 'Choose a file or drop one',
    runView: 'Run to see this',
    previewOf: (title: string): string => `Preview of ${title}`,
    doubleClickSeeFull: 'Double-click to see it at full size',
    changedSince: 'Changed since',
  },
  nodeSize: {
    makeWiderNarrower: 'make wider or narrower',
    dragMakeWiderNarrower: 'Drag to make it wider or narrower. Double-click for the usual width.',
  },
  nodeTools: {
    runTo: (title: string): string => `Run to ${title}`,
    menuOf: (title: string): string => `Menu of ${title}`,
  },
  nodeView: {
    needsWireValue: ': needs a wire or a value',
    changedSince2: 'changed since',
    unknownType: (type: string): string => `Unknown type ${type}`,
    serviceNoNodeType: (type: string): string => `The service has no node type ${type}. It stays as it is.`,
    showAllInputs: (title: string): string => `Show all inputs of ${title}`,
    overflow: (count: number): string => `${count} more`,
    changedSince: (describePhase: string): string => `${describePhase}, changed since`,
    progressOf: (title: string): string => `Progress of ${title}`,
    noService: 'not known to this service',
    stored: 'kept as it is',
  },
  nodeWords: {
    doubleClickReadAll: 'Double-click to read all of it',
    runView: 'Run to see this',
  },
  outputLine: {
    changedSince: (line: string): string => `Changed since: ${line}`,
    noService: 'not known to this service',
  },
  pickButton: {
    number: (label: string, value: number): string => `${label}, number ${value}`,
    select: (label: string): string => `Choose ${label}`,
  },
  titleField: {
    titleNode: 'Title of the node',
  },
  uploadStrip: {
    pauseUpload: (filename: string): string => `Pause the upload of ${filename}`,
    resumeUpload: (filename: string): string => `Resume the upload of ${filename}`,
    cancelUpload: (filename: string): string => `Cancel the upload of ${filename}`,
    uploadOf: (filename: string): string => `Upload of ${filename}`,
    doUpload: (filename: string): string => `What to do about the upload of ${filename}`,
  },
  valueWidget: {
    emptyValue: 'empty',
    mixed: 'Mixed',
    change: (title: string): string => `change ${title}`,
    label: (title: string, titleOf: string): string => `${title} of ${titleOf}`,
    select: 'Choose…',
    edit: (label: string): string => `Edit ${label}`,
    selectAnotherFile: (label: string, name: string): string => `${label}: ${name}. Choose another file`,
    selectFile: (label: string): string => `Choose a file for ${label}`,
    selectFile2: 'Choose file…',
    fromFiles: 'Choose from Files',
    clear: (label: string): string => `Clear ${label}`,
    clearFile: 'clear the file',
  },
  modelField: {
    select: (label: string): string => `Choose ${label}`,
    search: 'Find a model',
    loading: 'Asking what there is…',
    unknown: 'Choose a Provider first.',
    noList: 'This service keeps no list. Type the name of the model.',
    byDefault: 'usual',
    fitting: 'For this',
    remaining: 'Others',
    unavailable: (provider: string, model: string): string =>
      `${provider} does not offer ${model}, or no longer. Choose another one.`,
    price: {
      call: (amount: string): string => `${amount} each`,
      second: (amount: string): string => `${amount} a second`,
      minute: (amount: string): string => `${amount} a minute`,
      characters: (amount: string): string => `${amount} per 1,000 characters`,
      tokens: (amount: string): string => `${amount} per 1,000 tokens in`,
    },
  },
  seedDice: {
    roll: (label: string): string => `Another number for ${label}`,
  },
  stateMarks: {
    muted: 'Muted: runs skip it. Press to unmute.',
    frozen: 'Frozen: runs use its last result. Press to unfreeze.',
    locked: 'Locked: it cannot be moved, changed or deleted. Press to unlock.',
    unmute: (title: string): string => `Unmute ${title}`,
    unfreeze: (title: string): string => `Unfreeze ${title}`,
    unlock: (title: string): string => `Unlock ${title}`,
  },
} as const;
