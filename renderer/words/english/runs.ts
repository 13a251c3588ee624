import { pluralForm } from '../forms.ts';

export const runs = {
  notStarted: 'The run was not started',
  isShown: 'This run is on the canvas already.',
  /** Which graph a run executed; null where it was none of the saved ones: nodes were muted or frozen, or edits not saved. */
  graphOf: (version: number | null) => (version === null ? 'as on the canvas' : `version ${version}`),
  template: 'from a template',
  /** Of a grid or batch, whose values are seldom those of the canvas. */
  ofBatch: 'with the values of a grid or batch',
  /** Of a graph that ran once more, with nothing changed. */
  onceMore: 'once more as it was',
  moreChanges: (count: number) => `${count} more`,
  /** Of a run that exported a film. */
  film: 'exported film',
  exportOf: (filename: string) => `Export of “${filename}”`,
  /** What the Run button does where the rest is reused. @param isExact false where the service has not said so. */
  runNodes: (count: number, isExact: boolean) =>
    `Run ${isExact ? '' : 'about '}${pluralForm(count, { one: '# node', other: '# nodes' })}`,
  /** @param label of an output, as `PNG · 2 kB`. @param times how often a run made the same. */
  madeTimes: (label: string, times: number) =>
    times === 1 ? label : `${pluralForm(times, { one: '# time', other: '# times' })} · ${label}`,
  notSet: (pin: string) => `${pin} is not set.`,
  /** @param feeder the muted node whose wire ends at the pin. */
  feederMuted: (feeder: string, pin: string) => `${feeder} is muted, and gives no ${pin}.`,
  /** @param price `30 credits`; null where none is set. */
  perhapsCharged: (price: string | null) => (price === null ? 'perhaps charged' : `perhaps charged ${price}`),
  /** On the node; the whole sentence is beside it. */
  bandOf: (price: string | null) =>
    price === null ? 'No answer. Perhaps charged.' : `No answer. Perhaps charged ${price}.`,
  /** Asks a model once more whose answer is lost. */
  askAgain: (price: string | null) => (price === null ? 'Ask again' : `Ask again · ${price}`),
  askAgainMany: (count: number) => `Ask ${count} again`,
  mutedNode: 'Muted: runs go past it',
  advanceRun: {
    nodeFailed: 'This node failed without saying why.',
    runFailed: 'The run failed without saying why.',
  },
  applyDialog: {
    cancel: 'Cancel',
    close: 'Close',
    applyOutputsProject: 'Apply outputs to the project',
    eachOutputInputNode: 'Each output becomes an input node that holds it, ready to be wired on.',
    applyEdit: 'Apply as an edit',
    apply: (count: number): string => `Apply ${pluralForm(count, ['# output', '# outputs'])}`,
    yourLastChangesCould: (message: string): string =>
      `Your last changes could not be saved first. ${message} `,
    leastOutput: 'Choose at least one output.',
    projectAlreadyThemWill: 'The project already holds them: nothing will change.',
    inputNodesWillAdded: (additions: number): string =>
      pluralForm(additions, [
        '# input node will be added beside the node it came from',
        '# input nodes will be added, each beside the node it came from',
      ]),
    willAddAndUpdate: (added: string, updated: string): string => `${added}, and ${updated}.`,
    willNewResult: (count: number): string =>
      `${pluralForm(count, ['# input node', '# input nodes'])} will hold the new result`,
    outputsApply: 'Outputs to apply',
    runCurrentVersion: 'Run the current version',
    runVersion: (value: number): string => `Run version ${value}`,
    runUsedGraphNodes:
      'The run used a graph of its own: nodes were muted or frozen, or edits were not saved. Its outputs are applied as an edit of the project as it is now. One undo takes the edit back.',
    runUsedGraphNot: 'The run used a graph that was not saved.',
    runUsedVersion: (projectVersion: number): string => `The run used version ${projectVersion}.`,
    runUsedVersionProject: (projectVersion: number, value: number): string =>
      `The run used version ${projectVersion}, the project is now at version ${value}.`,
    projectChangedSinceRun: 'The project has changed since this run.',
    runDidNotFinish: 'This run did not finish.',
    runCurrentVersionGet: (used: string): string =>
      ` ${used} Run the current version to get results that match it, or apply these as an edit of the project as it is now. One undo takes the edit back.`,
  },
  batchLine: {
    unknownComputer: 'A grid or batch of another computer',
    tableLocation: 'Its table is on the computer that started it',
    remoteRuns: 'Runs of a grid or batch of another computer',
    allComplete: 'all done',
    batch: 'Batch',
    grid: 'Grid',
    ofFinished: (count: string, count2: string): string => `${count} of ${count2} done`,
    failed: (count: string): string => `${count} failed`,
    openThe: (toLowerCase: string): string => `Open the ${toLowerCase}`,
    runsCouldNotRead: 'Its runs could not be read. Close this line and open it again.',
    runsOf: (name: string): string => `Runs of “${name}”`,
    page: (count: number): string => `${pluralForm(count, ['# more run', '# more runs'])} on its own page`,
    run: (value: number): string => `Run ${value}`,
  },
  compareRuns: {
    leastTheseRunsNo: 'At least one of these runs has no output that can be shown. Mark others.',
    runsNotCompared: 'The runs were not compared',
  },
  describeRun: {
    stopped: 'Stopped',
    failed: 'Failed',
    finished: 'Finished',
    running: 'Running',
    canceling: 'Stopping',
    runningFinished: (over: number, total: number): string => `Running, ${over} of ${total} done`,
    pending: 'Waiting for its turn',
  },
  followRun: {
    serviceNoLongerRun: 'The service no longer has this run.',
  },
  outputs: {
    value: (stringify: string): string => `value ${stringify}`,
  },
  outputCard: {
    openFullSize: (label: string): string => `Open ${label} at full size`,
    changedSince: 'Changed since',
    markCompare: (label: string): string => `Mark ${label} to compare it`,
    copy: (label: string): string => `Copy ${label}`,
    saveAs: (label: string): string => `Save ${label} as…`,
  },
  outputGallery: {
    outputsRun: 'Outputs of the run',
  },
  itemsTable: {
    item: 'Item',
    from: 'From',
    openInput: (label: string, position: string): string => `Open ${label} of item ${position}`,
    open: (position: string): string => `Open the result of item ${position}`,
    runOnly: (position: string): string => `Run item ${position} only`,
    inputsUnavailable: 'What went into this item is not listed here. Run the node again to try what failed.',
    failedFirst: 'Failed first',
    failedItems: 'Failed items',
    furtherItems: (count: string): string => `And ${count} more`,
    showItems: 'Show items',
    retryFailed: 'Try failed again',
    close: 'Close the items',
    noItems: 'No items yet',
    noItemsText: 'Run the graph. Each item of the list is then a row here.',
  },
  outputsDrawer: {
    compare2: 'Compare',
    noOutputsYet: 'No outputs yet',
    pressRun: 'Press Run. What the last nodes of the graph make is shown here, large enough to judge.',
    applyOutputs: 'Apply outputs…',
    closeOutputs: 'Close outputs',
    runNoOutputs: 'This run made no outputs',
    lastNodesGaveNo: 'Its last nodes gave no result. The canvas shows what each node made.',
    runFailedBeforeHad: 'This run failed before it had an output',
    runsPanelNodesUntil: 'The Runs panel says why. What its nodes made until then is on the canvas.',
    runStoppedBeforeHad: 'This run was stopped before it had an output',
    nodesUntilThenCanvas: 'What its nodes made until then is on the canvas. Press Run to start again.',
    outputsAppearWhenRun: 'Outputs appear here when the run ends',
    untilThenEachNode: 'Until then each node on the canvas shows what it made.',
    graphChangedSinceRun: 'The graph has changed since this run. Run again to bring its outputs up to date.',
    graphChangedSince: 'The graph has changed since',
    changedSince: (count: number, total: number): string => `${count} of ${total} changed since`,
    compare: (count: number): string => `Compare ${count}`,
    saveAll: 'Save all',
  },
  runList: {
    runsOn: (value: number): string => `Runs, ${value} going on`,
    runsProject: 'Runs of this project',
    compare: (count: number): string => `Compare ${count}`,
    runCouldNot: 'This run could not be opened',
    markRunCompare: (labelOfTime: string): string => `Mark the run of ${labelOfTime} to compare it`,
    unknownTime: 'an unknown time',
    runsProjectCouldNot: 'The runs of this project could not be read',
    newRunsWork: 'New runs still work.',
    noRunYet: 'Nothing has run yet',
    pressRunSeeProgress: 'Press Run to see progress, messages and results here.',
  },
  runNotices: {
    finishedWord: 'finished',
    failedWord: 'failed',
    open: 'Open',
    outputs: 'Outputs',
    wasStopped: 'was stopped',
    runsFinishedWhileYou: 'Runs that finished while you were away',
    label: (count: number): string => `and ${pluralForm(count, ['# more run', '# more runs'])}`,
    dismissAll: 'Dismiss all',
    label2: (project: string): string => ` of “${project}”`,
    outputsReady: 'Its outputs are ready.',
    openPatchbaySee: 'Open Patchbay to see why.',
    showOutputs: 'Show outputs',
    openProject: 'Open the project',
    openTemplate: 'Open the template',
  },
  runPanel: {
    runsNeedServiceThose: 'Runs need the service; those under way go on there.',
    theRun: 'Stopping the run',
    runStarted: 'The run has started',
    runFinished: (count: number): string =>
      `The run has finished with ${pluralForm(count, ['# output', '# outputs'])}`,
    runFailed: (value: string): string => `The run failed. ${value}`,
    runStopped: 'The run was stopped',
    runWaits: 'The run waits for its turn',
    connectionCutUpStopped: 'The connection was cut. It is taken up again where it stopped.',
    noLiveConnectionProgress: 'No live connection. Progress is asked for every few seconds.',
    runNotStopped: 'The run was not stopped',
    runVisible: 'Run shown',
    show: (count: number): string => `Show ${pluralForm(count, ['# output', '# outputs'])}`,
    stop: 'Stop',
    progressRun: 'Progress of the run',
    goNode: 'Go to the node',
    nodes: 'Nodes',
    nodesRun: 'Nodes of the run',
    progressOf: (titleOf: string): string => `Progress of ${titleOf}`,
    show2: (count: number): string => `Show ${pluralForm(count, ['# more node', '# more nodes'])}`,
    log: 'Log',
    logRun: 'Log of the run',
  },
  runState: {
    runFailed: 'The run failed without saying why.',
  },
  runTitles: {
    deletedNode: 'Deleted node',
  },
  useRunListCommands: {
    runNotStopped: 'The run was not stopped',
  },
};
