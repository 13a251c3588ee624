/** What people read in `renderer/ui`, by the file that shows it. */
export const ui = {
  entireDocument: 'document',
  menu: { menu: 'Menu' },
  inputLabel: { aFile: 'a file', yes: 'Yes', no: 'No' },
  outputPosition: {
    row: (row: number): string => `Row ${row}`,
    grid: (name: string): string => `Grid “${name}”`,
    batch: (name: string): string => `Batch “${name}”`,
    deleted: 'A deleted grid or batch',
    ofSomebody: 'A grid or batch of somebody else',
    ofPerson: (name: string): string => `A grid or batch of ${name}`,
  },
  startedBy: {
    somebody: 'by somebody else',
    by: (name: string): string => `by ${name}`,
  },
  colorField: {
    notFinished: (text: string): string =>
      `“${text}” is not finished. Type #8040c0, a name such as teal, or rgb(128 64 192).`,
    selectColor: (label: string): string => `${label}: choose a color`,
    asText: (label: string): string => `${label}, as text`,
  },
  colorPicker: {
    hexName: (label: string): string => `${label}: hex or name`,
    shade: 'Saturation and brightness',
    shadeIs: (saturation: number, brightness: number): string =>
      `Saturation ${saturation} %, brightness ${brightness} %`,
    hue: 'Hue',
    opacity: 'Opacity',
    pickColorFromScreen: 'Pick a color from the screen',
    inThisProject: 'In this project',
    recent: 'Recent',
  },
  colorText: {
    notColor: (text: string): string =>
      `“${text}” is not a color. Type #8040c0, a name such as teal, or rgb(128 64 192).`,
    colorMixOklab: (last: string, share: number, first: string): string =>
      `color-mix(in oklab, ${last} ${share}%, ${first})`,
  },
  estimateLabel: {
    approximately: 'About',
    showsAfterRuns: (capital: string): string => `${capital}. How long it takes shows after a few runs.`,
    costNotYet: 'cost not known yet',
    timeCostNotYet: 'Time and cost are not known yet: they show after a few runs.',
    costNotYet2: 'Cost not known yet',
    upTo: (median: string, high: string): string => `${median} (up to ${high})`,
    atLeast: (range: string): string => `at least ${range}`,
    underS: 'Under 1 s',
    atLeast2: 'At least',
    most: (price: string): string => `up to ${price}`,
    dependsOnSwitch: (count: number): string =>
      count === 1
        ? 'One node runs only if a switch takes it.'
        : `${count} nodes run only if a switch takes them.`,
    atMost: (roundedDuration: string): string => `, at most ${roundedDuration}`,
  },
  fileChoice: {
    noFileYet: 'No file yet',
    dropWindow: 'Or drop one on the window.',
    selectAnother: 'Choose another…',
    selectFile: 'Choose a file…',
    selectFolder: 'Choose a folder…',
  },
  format: {
    free: 'free',
    yesterday: 'Yesterday',
    today: 'Today',
    lately: 'just now',
    ms: (round: number): string => `${round} ms`,
    minS: (minutes: number, padStart: string): string => `${minutes} min ${padStart} s`,
    hMin: (floor: number, padStart: string): string => `${floor} h ${padStart} min`,
    credits: (creditAmount: string): string => `${creditAmount} credits`,
  },
  numberText: {
    otherUnit: (units: string, typed: string): string =>
      `This is a number of ${units}: “${typed}” does not fit.`,
    twoKinds: 'Units of two kinds cannot be added. Type one kind.',
    twoUnits: 'Two numbers with units cannot be multiplied. Leave out one unit.',
    byZero: 'Nothing can be divided by 0.',
    byUnit: 'A number cannot be divided by one with a unit. Leave out the unit.',
    units: {
      seconds: 'seconds',
      milliseconds: 'milliseconds',
      minutes: 'minutes',
      pixels: 'pixels',
      degrees: 'degrees',
      hertz: 'hertz',
      decibels: 'decibels',
      percent: 'percent',
    },
    percentWriteNumberItself: 'Percent of what? Write the number itself.',
    percentFieldEmptyType: 'Percent of what? The field is empty: type a number first.',
    notNumberWrite: (displayed: string, floor: number, value: number): string =>
      `${displayed} is not a whole number. Write ${floor} or ${value}.`,
    number: 'That is too long for a number.',
    numberLarge: 'That number is too large.',
    label: (value: string, min: string): string => `${value} is too small: ${min} or more.`,
    largeLess: (value: string, max: string): string => `${value} is too large: ${max} or less.`,
    notFinishedTypeSum: (text: string): string => `“${text}” is not finished. Type the rest of the sum.`,
  },
  numberTokens: {
    manyDigits: (text: string): string =>
      `“${text}” has more digits than a number can hold. Use a text for it.`,
    otherMark: (text: string): string =>
      `“${text}” has another decimal mark than the rest of its column. Write all of them alike.`,
    asPrograms: (text: string, value: number): string =>
      `“${text}” is written as programs do. Write ${value}.`,
    typeNumber: 'Type a number, or a sum such as 1920/2.',
    canReadTwoWrite: (text: string, thousands: number, decimals: string): string =>
      `“${text}” can be read in two ways. Write ${thousands}, or ${decimals}0.`,
    canReadTwoWrite2: (text: string, thousands: number, decimals: string): string =>
      `“${text}” can be read in two ways. Write ${thousands}, or ${decimals} with a point.`,
    canReadTwoWrite3: (text: string, thousands: number, decimals: string): string =>
      `“${text}” can be read in two ways. Write ${thousands}, or ${decimals} with a comma.`,
    notNumber: (toWellFormed: string, hINT: string): string => `“${toWellFormed}” is not a number.${hINT}`,
  },
  problemList: {
    problems: 'Problems',
  },
  toasts: {
    label: (nameOf: string): string => `In “${nameOf}”`,
  },
  cachedAsOf: {
    offlineAsOf: 'As of {time}, offline.',
  },
} as const;
