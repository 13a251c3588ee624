import { pluralForm, number } from '../forms.ts';

const rows = { one: '# row', other: '# rows' };
const values = { one: '# value', other: '# values' };

/** Making a batch: which column of a table fills which input. */
export const batches = {
  saveResults: 'Save results',
  /** Why results cannot be saved. */
  nothingRan: 'Nothing has run yet. Run the batch first: then there are results to save.',
  /** Why a grid cannot be saved. */
  noCellDone: 'No cell has a result yet. Run the grid first: then there is something to save.',
  title: '3. Which column goes where',
  from: (name: string, count: number) => `${name} · ${pluralForm(count, rows)}`,
  fills: (column: string) => `Column ${column} fills`,
  notUsed: 'Not used',
  guess: 'Guess',
  aboutGuess: 'Chosen by its name. Look whether it is right, or choose another input.',
  wants: {
    number: (input: string, column: string, count: string) =>
      `${input} wants numbers: none of the ${count} values of ${column} is one. Choose another input.`,
    boolean: (input: string, column: string, count: string) =>
      `${input} wants yes or no: none of the ${count} values of ${column} is either. Choose another input.`,
    color: (input: string, column: string, count: string) =>
      `${input} wants colors: none of the ${count} values of ${column} is one. Choose another input.`,
    file: (input: string, column: string, count: string) =>
      `${input} wants files: no file here has one of the ${count} names in ${column}. Upload them first, or choose another input.`,
    choice: (input: string, column: string, count: string) =>
      `${input} takes a few words only: none of the ${count} values of ${column} is one. Choose another input.`,
  },
  whollyWrong: (reason: string, count: string) => `None of the ${count} values fits: ${reason}.`,
  someWrong: (invalid: number, filled: number, reason: string) =>
    `${number(invalid)} of ${pluralForm(filled, values)} ${invalid === 1 ? 'does' : 'do'} not fit: ${reason}.`,
  comma: 'What a comma means in this column',
  commaUnknown: 'Choose what a comma means',
  commaDecimal: 'Comma before decimals: 1,024 is 1.024',
  commaThousands: 'Comma between thousands: 1,024 is 1024',
  commaMixed: 'As each value shows it',
  commaSeen: 'As the other values of this column show it.',
  wall: {
    label: 'Earlier outputs beside the new ones',
    hint: (keys: { accept: string; reject: string; compare: string; undo: string }): string =>
      `Arrows go from one to the next. ${keys.accept} keeps the new one, ${keys.reject} drops it, ${keys.compare} compares it with the earlier, ${keys.undo} takes the last mark back.`,
    previous: 'Earlier',
    newOutput: 'New',
    accepted: 'Keeps the new one',
    rejected: 'Dropped',
    pending: 'Waits',
    running: 'Being made',
    missing: 'Not listed any more',
    failed: 'Not made',
    noMarkUndo: 'There is no mark to take back.',
    markNotSaved: 'The mark was not saved',
    noCompare: 'There is nothing new to compare yet.',
    sourceHint:
      'These values are those of the earlier output. Open it as it was in the gallery to go on with its graph.',
  },
  batchControls: {
    run: 'Run',
    stopped2: 'Stopped',
    paused: 'Paused',
    running2: 'Running',
    allFinished: (count: string): string => `All ${count} done`,
    ofFinished: (value: number, total: number): string => `${value} of ${total} done`,
    running: (submitted: number): string => `${submitted} running`,
    failed: (failed: number): string => `${failed} failed`,
    stopped: (canceled: number): string => `${canceled} stopped`,
    skipped: (skipped: number): string => `${skipped} skipped`,
    noStarted: 'Not started',
    finished: 'Ended',
    runs: 'Runs',
    pause: 'Pause',
    stop: 'Stop',
    retry: (count: string): string => `Retry ${count}`,
    runLastSingle: 'Run the last one',
    runAlternative: (count: string): string => `Run the other ${count}`,
    continueWith: 'Continue with',
    limits: 'Limits',
    limitRuns: 'Limit of runs',
    limitCredits: 'Limit of credits',
  },
  batchOutputs: {
    row: (count: string, batchOutputLabel: string): string => `Row ${count}, ${batchOutputLabel}`,
  },
  batchRow: {
    skipped: 'Skipped',
    stopped: 'Stopped',
    failed: 'Failed',
    running: 'Running',
    pending: 'Waiting',
    changeValuesRow: (value: number): string => `Change the values of row ${value}`,
    row2: (row: number, value: string): string => `Row ${row}: ${value}`,
    tryRowRetry: (row: number): string => `Try row ${row} again`,
    rowNotTriedRetry: 'The row was not tried again',
    openRow: (label: string, value: number): string => `Open ${label} of row ${value}`,
  },
  batchRows: {
    onlyDidNotWork: (count: string): string => `Only the ${count} that did not work`,
    firstVisible: (count: string): string => `The first ${count} are shown.`,
    rows: 'Rows',
    row: 'Row',
    state: 'State',
    result: 'Result',
    retry: 'Again',
  },
  batchValues: {
    pastedTable: 'pasted table',
    values: 'Values',
    valuesRowEachRun: '2. Values, a row for each run',
    selectCsvFile: 'Choose a CSV file',
    folderFiles: 'Choose a folder of files',
    reading: 'Reading…',
    sendingFiles: 'Sending files…',
    pasteTableFirstRow: 'Or paste a table; its first row names the columns',
    applyPastedTable: 'Use the pasted table',
    csvFile: 'CSV file',
    folderFiles2: 'Folder of files',
  },
  batchView: {
    didNotWork: 'That did not work',
    batchCouldNotRead: 'This batch could not be read',
    allBatches: 'All batches',
    removeBatch: 'Remove the batch',
    removeBatch2: 'Remove this batch',
    tableCsv: 'Table as CSV',
    everyRowInputsResult: 'Every row with its inputs, result and cost',
    everythingZip: 'Everything as ZIP',
    tableFileEachResult: 'The table, and a file for each result',
  },
  batchesPage: {
    newBatch: 'New batch',
    allBatches: 'All batches',
    batchesCouldNotRead: 'The batches could not be read',
    batches: 'Batches',
    noBatchesYet: 'No batches yet',
    runTemplateProjectEach:
      'Run a template or a project once for each row of a table, or each file of a folder.',
  },
  cellValues: {
    neitherYesNorNo: (quoted: string): string => `${quoted} is neither yes nor no`,
    noFile: (quoted: string): string => `there is no file ${quoted}`,
    notColor: (quoted: string): string => `${quoted} is not a color`,
    notSingle: (quoted: string, choices: string): string => `${quoted} is not one of ${choices}`,
    notNumber: (quoted: string): string => `${quoted} is not a number`,
    lessThan: (text: string, min: number): string => `${text} is less than ${min}`,
    overflowThan: (text: string, max: number): string => `${text} is more than ${max}`,
    row: (count: string, summary: string): string => `Row ${count}: ${summary}.`,
  },
  columnList: {
    theyGraph: (count: number): string =>
      pluralForm(count, ['# input stays as it is in the graph', '# inputs stay as they are in the graph']),
    columns: 'Columns',
  },
  decodeTable: {
    kind: 'a table, such as CSV',
    splitMakeBatchEach: 'Split it, and make a batch of each part.',
  },
  firstRows: {
    firstRows: 'First rows',
    firstRowsAllThem: (mAXROWS: number, count: string): string =>
      `The first ${mAXROWS} of ${count} rows; all of them run.`,
    notFitWillSkipped: (count: number): string =>
      `${pluralForm(count, ['# row does', '# rows do'])} not fit and will be skipped.`,
    andOverflow: (count: string): string => `And ${count} more.`,
  },
  matchColumns: {
    columnsInputs: 'Columns and inputs',
    noCanSetFrom: 'Nothing of this can be set from a table: it has no inputs that hold a value.',
    batchSetsMostInputs: (mAXBATCHFIELDS: number): string =>
      `A batch sets at most ${mAXBATCHFIELDS} inputs. Leave some as they are.`,
    checkRows: 'Check the rows',
    createBatch: 'Create the batch',
    allRowsFit: 'All rows fit.',
    checking: 'Checking…',
    writingRow: (count: string): string => `Writing row ${count}…`,
    tryFirstRow: 'Try the first row',
    tryFirst: (tried: number): string => `Try the first ${tried}`,
  },
  mendRow: {
    row: (count: string): string => `Row ${count}`,
    changeDidNotFit: 'Change what did not fit. An empty field leaves the input as it is.',
    runRow: 'Run the row',
    saveRun: 'Save and run with the others',
  },
  newBatch: {
    toRun: 'What to run',
    toRun2: '1. What to run',
    templateProject: 'Template or project',
    kinds: { template: 'Templates', project: 'Projects' },
    searchSources: 'Search templates and projects',
    noSource: 'No template or project has this name.',
    loading: 'Loading…',
    select: 'Choose…',
  },
  readTable: {
    oddQuotes: (cells: string): string =>
      `${cells} quotes that do not match. Look at the rows below before you run them.`,
    disarmed: (cells: number): string =>
      `${pluralForm(cells, ['# cell has', '# cells have'])} an apostrophe before what spreadsheets take for a formula; it was left out.`,
    rowThanColumnsLeave: (row: number, mAXCOLUMNS: number): string =>
      `Row ${row} has more than ${mAXCOLUMNS} columns. Leave out what is not needed.`,
    tableThanRowsSplit: (count: string): string =>
      `The table has more than ${count} rows. Split it, and make a batch of each part.`,
    rowCellLongerThan: (value: number, value2: number): string =>
      `Row ${value} has a cell longer than ${value2} KB. Shorten it, or look for a quote that is never closed.`,
    readingFinished: 'Reading was ended.',
    tableEmptyNeedsRow: 'The table is empty. It needs a row of names and a row of values.',
    tableOnlyRowFirst: 'The table has only one row. Its first row names the columns; values follow below.',
    columnsNameTheirCalled: (renamed: string): string =>
      `Columns without a name of their own are now called ${renamed}.`,
    fewerCellsThanColumns: (rowsText: string): string =>
      `${rowsText} more or fewer cells than there are columns: missing cells are empty, extra ones are left out.`,
    singleCell: 'One cell has',
    cellsHave: (oddQuotes: number): string => `${oddQuotes} cells have`,
    singleRow: 'One row has',
    rowsHave: (count: string): string => `${count} rows have`,
    column: (value: number): string => `Column ${value}`,
  },
  readValues: {
    file: 'File',
    noFilesFolderAnother: 'There are no files in this folder. Choose another.',
    sendingFile: (count: string, count2: string): string => `Sending file ${count} of ${count2}…`,
    furtherUnreadable: (count: number): string =>
      `${pluralForm(count, { one: '# more file', other: '# more files' })} cannot be read here either.`,
    couldNot: (name: string, describeProblem: string): string =>
      `${name} could not be sent: ${describeProblem}`,
  },
  saveResultsTexts: {
    resultsNotSaved: 'The results were not saved',
  },
} as const;
