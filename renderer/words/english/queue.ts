import { pluralForm } from '../forms.ts';

/** What people read in `renderer/queue`, by the file that shows it. */
export const queue = {
  list: {
    recentlyFinished: 'Recently finished',
    open: 'Open',
    showResults: 'Show results',
  },
  labels: {
    rowCount: (completed: number, total: number): string =>
      `${completed} of ${pluralForm(total, ['# row', '# rows'])}`,
    cellCount: (completed: number, total: number): string =>
      `${completed} of ${pluralForm(total, ['# cell', '# cells'])}`,
    spent: (amount: string): string => `${amount} so far`,
    runOf: (count: number, owner: string): string => `Run ${count} of “${owner}”`,
    run: (count: number): string => `Run ${count}`,
    waitsService: 'Waits for the service',
    startsNext: 'Starts next',
    inLine: (ordinal: string): string => `${ordinal} in line`,
    usually: (duration: string): string => `usually ${duration}`,
    usuallyMost: (duration: string, most: string): string => `usually ${duration}, at most ${most}`,
    serviceDoesNot: 'the service does not answer',
    serviceDoesNotRun: 'The service does not answer; the run goes on there',
    label: (value: number, count: number): string =>
      `${value} of ${pluralForm(count, ['# node', '# nodes'])}`,
    noStarted: 'Not started',
    failed: (failed: number): string => `${failed} failed`,
    uploadOf: 'Upload of',
    exportOf: 'Export of',
    importOf: 'Import of',
    savingOf: 'Saving of',
    finished: 'Finished',
    running: (running: number): string => `${running} running`,
    pending: (value: number): string => `${value} waiting`,
    noRunning: 'Nothing is running',
  },
  notificationHint: {
    youGetNoticeWhen: 'You get a notice when a run ends while you look elsewhere',
    browserShowsNoNotices: 'This browser shows no notices of this page',
    allowThemBrowsersSettings:
      'Allow them in the browser’s settings of this site; then switch them on in Settings.',
    notifyMeWhenRuns: 'Notify me when runs end',
  },
  queueList: {
    currentNext: 'Now and next',
  },
  queuePage: {
    queue: 'Queue',
    doesNotRunsGoes: (connectionName: string): string =>
      `${connectionName} does not answer. What it runs goes on there; this list goes on once it answers.`,
    runStartsNext: (connectionName: string): string => `${connectionName} decides which run starts next.`,
    queueCouldNotRead: 'The queue could not be read',
    noRunning: 'Nothing is running',
    pressRunProjectStart:
      'Press Run in a project, start a grid or a batch, or add a file: it is listed here until it ends, whichever page you are on.',
    currentNext: 'Now and next',
    noRunning2: 'Nothing is running.',
    recentlyFinished: 'Recently finished',
  },
  queueRow: {
    hadAlreadyFinished: 'It had already ended',
    runNotStopped: 'The run was not stopped',
    runNot: 'The run was not moved',
    alreadyStarted: 'It has already started',
    progressOf: (name: string): string => `Progress of ${name}`,
    moveFront: (name: string): string => `Move ${name} to the front`,
    open: (name: string): string => `Open ${name}`,
    open2: 'Open',
    stop: (name: string): string => `Stop ${name}`,
    notMove: 'It was not moved',
    pause: (name: string): string => `Pause ${name}`,
    notPaused: 'It was not paused',
    resume: (name: string): string => `Resume ${name}`,
    notResumed: 'It was not resumed',
    notStopped: 'It was not stopped',
    notCanceled: 'It was not canceled',
    notTriedRetry: 'It was not tried again',
    tryRetry: (name: string): string => `Try again: ${name}`,
    cancel: (name: string): string => `Cancel ${name}`,
  },
  queueWatch: {
    failed: (failed: number): string => `, ${failed} failed`,
    finished: (title: string): string => `${title} finished`,
    finished2: (count: number, failed: string): string =>
      `${pluralForm(count, ['# run', '# runs'])} done${failed}.`,
    paused: (title: string): string => `${title} paused`,
  },
} as const;
