import { pluralForm, number } from '../forms.ts';

/** The gallery of outputs. */
export const gallery = {
  onlyStarred: 'Only starred',
  collectionMade: (name: string): string => `Collection “${name}” was made`,
  /** @param outputs at least one. */
  collectionHolds: (outputs: number): string =>
    pluralForm(outputs, { one: 'The output is in it.', other: 'The # outputs are in it.' }),
  starred: 'Starred',
  stackSeeds: 'Stack what differs in the seed alone',
  stack: 'Stack',
  showHidden: 'Show what is hidden',
  hidden: 'Hidden',
  day: 'Day',
  dayBefore: 'The day before',
  dayAfter: 'The day after',
  noDay: 'Write a day as 2026-11-24.',
  again: 'Run again',
  againWithChange: 'Again with one change',
  whatChanges: 'What changes',
  nothingChanges: 'Nothing, as it was',
  aboutNothing:
    'What is kept of earlier results is used again, so that only nodes that give something new each time make another take.',
  runAsItWas: 'Run again as it was',
  runOnce: 'Run once',
  keep: 'Run and keep',
  projectChanged: 'The project has changed since this run. Kept, the value runs in it as it is now.',
  newValue: 'New value',
  sameAsBefore: 'This is the value it had. Change it to run.',
  runningAgain: 'Running again',
  runningWith: (change: string) => `Running again with ${change}`,
  joins: 'The new output joins the others here.',
  remake: {
    title: 'Change once, make again',
    description:
      'Each chosen output is made again from its own graph, with this one change. The earlier ones stay.',
    noInputs:
      'None of these outputs has an input that can be changed here, or their graphs are not on this computer.',
    previous: 'Earlier output',
    run: (count: number): string => `Make ${pluralForm(count, ['# output', '# outputs'])}`,
    limit: 'Stop before they cost more, in credits',
    partial: (count: number, total: number): string =>
      `${number(count)} of ${number(total)} have this input; the others stay as they are.`,
    coverage: (count: number, total: number): string => `in ${number(count)} of ${number(total)}`,
  },
  filterByInput: 'Filter by the value of an input',
  inputs: 'Inputs',
  input: 'Input',
  chooseInput: 'Choose an input',
  noInputsYet:
    'Once something has run, its outputs can be found by model, seed, prompt and every other input.',
  value: 'Value',
  chooseValue: 'Choose a value',
  searchValues: 'Search values',
  noValueFits: 'No value has these words.',
  outputs: (count: number) => pluralForm(count, { one: '# output', other: '# outputs' }),
  from: 'From',
  to: 'To',
  showRange: 'Show these numbers',
  /** The numbers of an input that is filtered by; without a bound it is open on that side. */
  range: (from: number | undefined, to: number | undefined) =>
    from === undefined
      ? `up to ${number(to ?? 0)}`
      : to === undefined
        ? `from ${number(from)}`
        : `${number(from)} to ${number(to)}`,
  /** What an output was made from, where every input holds what its node type gives it. */
  asTheyCome: 'All inputs have their default values.',
  inputsUnknown: 'Its inputs are not known on this computer.',
  untouched: (count: number) =>
    pluralForm(count, { one: '# input at its default', other: '# inputs at their defaults' }),
  /** @param node what the node is called; empty of the fields of a form. */
  untouchedOf: (node: string) =>
    node === '' ? 'Inputs at their defaults' : `Inputs of ${node} at their defaults`,
  varied: 'What was varied',
  /** @param node what the node is called; empty of the fields of a form. */
  inputsOf: (node: string) => (node === '' ? 'Inputs it was made from' : `Inputs of ${node}`),
  showWhole: 'Show all of it',
  showLess: 'Show less',
  againWithAnother: (input: string) => `Again with another ${input}`,
  dialog: {
    run: 'a run',
    graphRunNotComputer: 'The graph of this run is not on this computer. Run its project instead.',
    open: 'Open as it was',
  },
  run: {
    thisNode: 'This node',
    runOpen: 'Run once, or open it as it was.',
    notProjectAny: (title: string, alternative: string): string =>
      `${title} is not in the project any more. ${alternative}`,
    projectFromWire: (label: string, title: string, alternative: string): string =>
      `In the project, ${label} of ${title} comes from a wire now. ${alternative}`,
    resultValuesGridTried:
      'This result has the values that its grid tried. Kept in the project, this value runs with those that the project has.',
    projectChangedSinceRun:
      'The project has changed since this run. Kept there, the value runs with the project as it is now, and other things may look different too.',
    noProjectChangeCould: 'There is no project that the change could be kept in.',
    projectCannotReadChange: 'The project cannot be read, so the change cannot be kept in it. Run once.',
  },
  collectDialog: {
    addCollection: (count: number): string =>
      `Add ${pluralForm(count, ['# output', '# outputs'])} to a collection`,
    collections: 'Collections',
    newCollection: 'New collection…',
  },
  collectionsMenu: {
    rename2: 'Rename',
    collectionNotChanged: 'The collection was not changed',
    addedTo: (name: string): string => `Added to “${name}”`,
    undo: 'Undo',
    outCollection: 'Taken out of the collection',
    collectionNot: 'The collection was not made',
    collectionDeleted: (name: string): string => `Collection “${name}” was deleted`,
    outputsRemain: 'Its outputs stay.',
    collection: 'Collection',
    allOutputs: 'All outputs',
    actionsCollection: (name: string): string => `Actions for the collection ${name}`,
    rename: 'Rename…',
    deleteCollection: 'Delete the collection',
    renameCollection: 'Rename the collection',
    newCollection: 'New collection',
    createCollection: 'Create the collection',
    name: 'Name',
  },
  deleteDialog: {
    noFile: (values: number, isAmong: boolean): string =>
      `${values === 1 && isAmong ? 'has' : 'have'} no file to delete: what a run answered stays with it. Here ${values === 1 ? 'it is' : 'they are'} put out of sight, and found again by “Show what is hidden”.`,
    values: 'Values',
    hide: (count: number): string => `Hide ${pluralForm(count, ['# value', '# values'])}`,
    delete: (count: number): string => `Delete ${pluralForm(count, ['# output', '# outputs'])}`,
    fileDeletedServiceGood:
      'Its file is deleted at the service for good. A file that a project uses stays, and you are told which project. To put an output out of sight only, hide it.',
    theirFilesDeletedService:
      'Their files are deleted at the service for good. Files that a project uses stay, and you are told which project. To put outputs out of sight only, hide them.',
    amongThem: (count: number): string => `${pluralForm(count, ['# value', '# values'])} among them`,
  },
  deleteOutputs: {
    aProject: 'a project',
    someUsed: (count: number, users: string): string =>
      pluralForm(count, [
        `# file is used by ${users}, so the service keeps it. Take it out there, then delete again.`,
        `# files are used by ${users}, so the service keeps them. Take them out there, then delete again.`,
      ]),
    allUsed: (count: number, users: string): string =>
      pluralForm(count, [
        `Its file is used by ${users}, so the service keeps it. Take it out there, then delete again.`,
        `Their files are used by ${users}, so the service keeps them. Take them out there, then delete again.`,
      ]),
    notDeleted: (count: number): string =>
      pluralForm(count, ['# output was not deleted', '# outputs were not deleted']),
    overflow: (remainingCount: number): string => `${remainingCount} more`,
    deleted: (count: number): string => `${pluralForm(count, ['# output', '# outputs'])} deleted`,
    valuesNoFileService:
      'Values have no file at the service that could be deleted: they are put out of sight here.',
    hidden: (count: number): string => `${pluralForm(count, ['# value', '# values'])} hidden`,
    deletedHidden: (count: number, count2: number): string =>
      `${pluralForm(count, ['# output', '# outputs'])} deleted, ${pluralForm(count2, ['# value', '# values'])} hidden`,
  },
  outputOrigins: {
    title: (times: number): string => `Made ${pluralForm(times, ['# time', '# times'])}`,
    hint: 'The same picture or file, to the byte.',
    origin: (title: string, from: string): string => `${title}, ${from}`,
    showRun: 'Show what this run made',
  },
  detailsPanel: {
    models: 'Models',
    size: 'Size',
    type: 'Type',
    cost: 'Cost',
    time: 'Time',
    made: 'Made',
    version: 'Version',
    location: 'Place',
    project: 'Project',
    detailsOutput: 'Details of the output',
    closeDetails: 'Close the details',
    openFullSize: (title: string): string => `Open ${title} at full size`,
    fileDeleted: 'The file was deleted. How it was made is still known.',
    pictureCannotWhenService: 'The picture cannot be shown now. It is shown when the service is back.',
    detailsCouldNotRead: 'The details could not be read',
    open: 'Open as it was',
    retrySingleChange: 'Again with one change…',
    createdFrom: 'Made from',
    openProject: 'Open the project',
    createdBy: 'Made by',
    startedBy: 'Run',
    allRun: 'All of this run',
    allBatch: 'All of this batch',
    allGrid: 'All of this grid',
    applyCover: 'Use as cover',
    note: 'Note',
  },
  filterBar: {
    anyTime: 'Any time',
    today: 'Today',
    lastDays: 'Last 7 days',
    lastDays2: 'Last 30 days',
    onADay: 'On a day…',
    filterOutputs: 'Filter outputs',
    searchOutputs: 'Search outputs',
    namesPromptsNotes: 'Names, prompts, notes',
    kind: 'Kind',
    allKinds: 'All kinds',
    node: 'Node',
    allNodes: 'All nodes',
    time: 'Time',
    hidden: 'Hidden',
    filters: 'Filters',
    removeFilter: (label: string): string => `Remove the filter ${label}`,
  },
  gallery: {
    reading: (count: number): string =>
      ` · reading ${pluralForm(count, ['# earlier run', '# earlier runs'])}`,
    pendingChanges: (count: number): string =>
      `· ${pluralForm(count, ['# change waits', '# changes wait'])} for the service`,
    pendingReason:
      'Stars, notes and collections changed here are on this computer. They go to the service, and to others, once it answers.',
    stackOf: (title: string): string => `Stack of ${title}`,
    runOf: (title: string): string => `Run of ${title}`,
    selected: (count: number): string => `${pluralForm(count, ['# output', '# outputs'])} chosen`,
    outputsCouldNotRead: 'The outputs could not be read',
    noOutputsMatch: 'No outputs match',
    changeRemoveFilterSee: 'Change or remove a filter to see more.',
    tryAnotherWordFewer: 'Try another word, or fewer: names, prompts and notes are searched.',
    showAllOutputs: 'Show all outputs',
    reading2: (count: number): string => `Reading ${pluralForm(count, ['# earlier run', '# earlier runs'])}…`,
    noBeenYet: 'Nothing has been made yet',
    runsMakeCollectedFrom:
      'What runs make is collected here, from the first on: also of graphs that were never saved, and of templates.',
  },
  labels: {
    numbers: 'Numbers',
    sounds: 'Sounds',
    videos: 'Videos',
    images: 'Images',
    alternativeFiles: 'Other files',
    texts: 'Texts',
    yesNo: 'Yes or no',
  },
  makerFilter: {
    batches: 'Batches',
    grids: 'Grids',
    singleRuns: 'Single runs',
    deletedGridsBatches: 'Deleted grids and batches',
    createdBy: 'Made by',
    createdAll: 'Made by all',
  },
  outputTile: {
    removeStar: 'Remove the star',
    star: 'Star',
    differSeed: (stackSize: number): string => `${stackSize} that differ in the seed alone`,
    copies: (times: number): string => `× ${times}`,
    copyCount: (times: number): string => `made ${pluralForm(times, ['# time', '# times'])}`,
    inTheStack: (stackSize: number): string => `${stackSize} in the stack`,
    starred: 'starred',
    fileDeleted: 'the file was deleted',
    fileDeleted2: 'The file was deleted',
    pictureCannot: 'The picture cannot be shown now',
  },
  selectionBar: {
    remake: 'Change once, make again…',
    countLabel: (count: number): string => (count === 1 ? 'output chosen' : 'outputs chosen'),
    newCollection: 'New collection…',
    selectedOutputs: 'Chosen outputs',
    compare: 'Compare',
    saveZip: 'Save as ZIP',
    saveAs: 'Save as…',
    addCollection: 'Add to collection',
    applyOut: 'Take out of it',
    removeStar: 'Remove the star',
    star: 'Star',
    showRetry: 'Show again',
    hide: 'Hide',
    delete: 'Delete…',
    copy: 'Copy',
    details: 'Details',
    saveFolder: 'Save as folder…',
    asFolder: 'As folder…',
  },
  useGalleryCommands: {
    cannotCreatedRetry: (title: string): string => `“${title}” cannot be made again`,
    inputsNotComputer: 'Its inputs are not known on this computer.',
  },
  useOutputActions: {
    hiddenOutputs: (count: number): string => pluralForm(count, ['# output hidden', '# outputs hidden']),
    visibleAgain: (count: number): string =>
      pluralForm(count, ['# output shown again', '# outputs shown again']),
    fileDeletedService: 'The file was deleted at the service',
    theseFilesDeletedService: 'These files were deleted at the service',
    changeOpenRun:
      'How it was made is still known: choose “Again with one change” or “Open as it was”, and run it.',
    outputsNotChanged: 'The outputs were not changed',
    undo: 'Undo',
    notSaved: (title: string): string => `“${title}” was not saved`,
    notCopied: (title: string): string => `“${title}” was not copied`,
  },
} as const;
