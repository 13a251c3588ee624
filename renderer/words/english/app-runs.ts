import { pluralForm } from '../forms.ts';

/** What people read in `renderer/app/runs`, by the file that shows it. */
export const appRuns = {
  runCopyLine: {
    project: 'the project',
    resultsRunCouldNot: 'The results of this run could not be read',
    projectShows: 'What this project shows',
    runHadRunYou: (name: string, exactTime: string): string =>
      `This is ${name} as a run of ${exactTime} had it, with what that run made. What you change here changes this copy only.`,
    backProject: 'Back to the project',
  },
  runDiff: {
    created: 'Made',
    readingRuns: 'Reading the runs…',
    leastTheseRunsNot:
      'At least one of these runs was not recorded on this computer, so it is not known what differs.',
    inputsDiffer: 'Inputs that differ',
    none: 'None.',
    graph: 'Graph',
    runs: 'Runs',
    file: 'File',
    readingRun: 'Reading the run…',
    notRecordedComputer: 'How it was made was not recorded on this computer.',
    run: 'Run',
    openProject: 'Open the project',
    open: 'Open as it was',
    createdFrom: 'Made from',
    output: 'Output',
  },
  run: {
    length: 'Length',
    pixels: 'Pixels',
    size: 'Size',
    type: 'Type',
    file2: 'File',
    version: 'Version',
    time: 'Time',
    cost: 'Cost',
    file: (slice: string): string => `file ${slice}`,
    graphSame: 'The graph is the same.',
    graphSameNodesValues: 'The graph has the same nodes, with other values or wires.',
    graphAdded: (count: number): string => `The graph has ${pluralForm(count, ['# node', '# nodes'])} more.`,
    graphRemoved: (count: number): string =>
      `The graph has ${pluralForm(count, ['# node', '# nodes'])} less.`,
    graphAddedRemoved: (added: number, removed: number): string =>
      `The graph has ${pluralForm(added, ['# node', '# nodes'])} more and ${pluralForm(removed, ['# node', '# nodes'])} less.`,
  },
  runLabel: {
    nodesRun: (count: number): string => pluralForm(count, ['# node runs', '# nodes run']),
    nodesRunEstimate: (count: number): string =>
      pluralForm(count, ['about # node runs', 'about # nodes run']),
    reused: (count: number): string => pluralForm(count, ['# is reused', '# are reused']),
    cannotRunYet: (size: number): string => `${size} cannot run yet`,
    run: 'Run',
    runsGraph: 'Runs the graph.',
    runOf: (able: number, count: number): string =>
      `Run ${able} of ${pluralForm(count, ['# node', '# nodes'])}`,
    runOf2: (able: number, all: number): string => `Run ${able} of ${all}`,
    noChangedSinceLast: 'Nothing has changed since the last run: its results are used again.',
    runRetry: 'Run again',
  },
  traceOutput: {
    newProject: 'a new project',
    isCover: 'It is the cover of the project now',
    isCoverOf: (project: string): string => `It is the cover of “${project}” now`,
    cannot: 'It cannot be opened as it was',
    graphNotComputer: 'Its graph is not on this computer.',
    someInputsMayHad: 'Some inputs may have had other values',
    startRunNotComputer: 'The start of this run was not seen on this computer.',
    couldNot: 'It could not be opened as it was',
    coverNotChanged: 'The cover was not changed',
  },
  useProjectRuns: {
    run: (toLowerCase: string): string => `Run ${toLowerCase}`,
    runCouldNotRead: 'The run could not be read',
  },
  useRunActions: {
    run: 'a run',
    runYet: 'There is nothing to run yet',
    addNodeFromPalette: 'Add a node from the palette first.',
    runNotStarted: 'The run was not started',
    runNotStopped: 'The run was not stopped',
    noRunNeedsService: 'Not run: a run needs the service',
    cannotReachedYourEdits: 'It cannot be reached now. Your edits go out when it is back; press Run then.',
    noRunBecauseYour: 'Not run, because your last changes could not be saved',
    runGraphScreen: 'Run the graph on screen',
    goTo: (titleOf: string): string => `Go to ${titleOf}`,
    noRunYouMuted: 'Not run: what you asked for is muted or frozen',
    unmuteNodeMUnfreeze: 'Unmute a node (M) or unfreeze it (F) first.',
    nodesRun: (able: number, count: number): string => `${able} of ${count} nodes run`,
    noRunCanRun: 'Not run: nothing can run yet',
    cannotRunEither: (named: string, count: number): string =>
      `${named} ${pluralForm(count, ['# other node', '# other nodes'])} cannot run either.`,
  },
} as const;
