import { pluralForm } from '../forms.ts';

/** What people read in `renderer/variants`, by the file that shows it. */
export const variants = {
  axisColors: {
    manyColors: 'Say how many colors.',
    rampColors: (mINRAMP: number, mAXRAMP: number): string => `A ramp has ${mINRAMP} to ${mAXRAMP} colors.`,
  },
  axisEditor: {
    randomSeeds: 'Random seeds',
    betweenTwoColors: 'Between two colors',
    singleTextLine: 'One text a line',
    textsLines: 'Texts of several lines',
    input: 'Input',
    kindValues: 'Kind of values',
    leaveOut: (label: string): string => `Leave out ${label}`,
    values: (count: number): string => `${count} values`,
    andOverflow: (hiddenCount: number): string => ` and ${hiddenCount} more`,
    from: 'From',
    toIncluded: 'To, included',
    step: 'Step',
    singleValueLine: 'One value a line',
    valuesLineBetweenThem: (bETWEENTEXTS: string): string =>
      `Values, with a line ${bETWEENTEXTS} between them`,
    valuesCommasSemicolonsBetween: 'Values, with commas or semicolons between them',
    manySeeds: 'How many seeds',
    newSeeds: 'New seeds',
    projectNoFilesFit: 'This project has no files that fit. Drop some on the canvas first.',
    files: 'Files',
    applyCurrent: (filename: string): string => `${filename} – in use now`,
  },
  axisList: {
    notColor: (text: string): string => `“${text}” is not a color. Write #8040c0, or a name such as teal.`,
    neitherYesNorNo: (item: string): string => `“${item}” is neither yes nor no.`,
    yes: 'Yes',
    noLabel: 'No',
    notSingle: (item: string, choices: string): string => `“${item}” is not one of ${choices}.`,
    beginsWriteSemicolonsBetween: (item: string): string =>
      `“${item}” begins with 0. Write semicolons between values that have commas.`,
    notNumber: (item: string): string => `“${item}” is not a number.`,
    lessThanLeastInput: (value: number, min: number): string =>
      `${value} is less than ${min}, the least this input takes.`,
    thanMostInput: (value: number, max: number): string =>
      `${value} is more than ${max}, the most this input takes.`,
  },
  axisValues: {
    theseValuesAxis: (count: string, count2: string): string =>
      `These are ${count} values; one axis takes ${count2}.`,
    twiceThemOut: (double: string): string => `“${double}” is there twice. Take one of them out.`,
    writeValuesCommasBetween: 'Write values with commas between them.',
    rangeBeginsEnds: 'Say where the range begins and ends.',
    manySeeds: 'Say how many seeds.',
    addColorsTry: 'Add the colors to try.',
    manyColors: 'Say how many colors.',
    writeValueLine: 'Write one value a line.',
    writeTextsLineBetween: (bETWEENTEXTS: string): string =>
      `Write texts with a line ${bETWEENTEXTS} between them.`,
    selectFiles: 'Choose the files.',
    stepMustNot: 'The step must not be 0.',
    theseValuesLargerStep: (count: string): string => `These are ${count} values. Take a larger step.`,
  },
  cellSize: {
    fitPage: 'fit the page',
  },
  colorAxis: {
    colors: 'Colors',
    color: (value: number): string => `Color ${value}`,
    applyOut: (color: string): string => `Take out ${color}`,
    addColor: 'Add a color',
    colorsProject: 'Colors of this project',
    add: (color: string): string => `Add ${color}`,
    ramp: (key: string): string => `ramp ${key}`,
    many: 'How many',
  },
  gridCell: {
    dropped: 'Dropped',
    removeStar: 'Remove the star',
    removeStarS: 'Remove the star (S)',
    starS: 'Star (S)',
    bringBack: 'Bring back',
    bringBackX: 'Bring back (X)',
    dropX: 'Drop (X)',
    skipped: 'Skipped',
    stopped: 'Stopped',
    noOutput: 'No output',
  },
  gridCost: {
    stopsAfter: (count: number, count2: string): string =>
      `Stops after ${pluralForm(count, ['# run', '# runs'])} of ${count2}.`,
    costsNotYetRun:
      'What this costs is not known yet, so one run at a time finds it out; none is begun that may pass the limit.',
    thanLimitCreditsStops: 'More than the limit of credits: it stops before the end.',
    limitCreditsMayStop: 'The limit of credits may stop it before the end.',
  },
  gridOptions: {
    axis: (value: number): string => `Axis ${value}`,
    page: 'Page',
    output: 'Output',
    showDropped: (count: string): string => `Show ${count} dropped`,
    sizeCells: 'Size of the cells',
  },
  gridTable: {
    resultsOf: (name: string): string => `Results of ${name}`,
  },
  gridView: {
    gridCouldNotRead: 'This grid could not be read',
    allGrids: 'All grids',
    didNotWork: 'That did not work',
    singlePicture: 'As one picture',
    pagePicture: 'This page as a picture',
    pngLabels: 'PNG with labels',
    asPdf: 'As PDF',
    singlePageLabels: 'One page with labels',
    allPagesLabels: 'All pages with labels',
    everythingZip: 'Everything as ZIP',
    tableFileEachResult: 'A table, and a file for each result that is not dropped',
    removeGrid: 'Remove this grid',
    resultsProject: 'The results stay in the project.',
    removeGrid2: 'Remove the grid',
  },
  gridsPage: {
    gridsCouldNotRead: 'The grids could not be read',
    grids: 'Grids',
    noGridsYet: 'No grids yet',
    varyThreeInputsSee:
      'Vary one to three inputs and see every combination beside the others, then keep the best.',
    varyInput: 'Vary an input',
  },
  useGridCommands: {
    isDropped: (value: string): string => `${value} is dropped`,
    resultYouDropped: (value: string): string => `${value} is a result you dropped`,
    valuesGraphAllSame: 'Its values are in the graph all the same.',
    ctrlClickTwoFour: 'Hold Ctrl and click two to four results, or star them, then compare.',
    noCompareYet: 'Nothing to compare yet',
  },
  useMarks: {
    markNotSaved: 'The mark was not saved',
    noMarkUndo: 'There is no mark to undo',
    undo: 'Undo',
  },
  varyDialog: {
    vary: 'Vary',
    everyCombinationTheseValues:
      'Every combination of these values is one run. They come beside each other in a grid, where you can skip some before you press Run.',
    createGrid: 'Create the grid',
    limits: 'Limits',
    yesStartAll: (count: number): string => `Yes, start all ${pluralForm(count, ['# run', '# runs'])}`,
    beforeStarts: 'Before it starts',
    noInputGraphValue: 'No input of this graph holds a value of its own. Cut a wire or add a node first.',
    varyAnotherInput: 'Vary another input',
    limitRuns: 'Limit of runs',
    limitCredits: 'Limit of credits',
    runsManyGridFewer: (count: string, count2: string): string =>
      `${count} runs are too many; a grid takes ${count2}. Take fewer values.`,
  },
} as const;
