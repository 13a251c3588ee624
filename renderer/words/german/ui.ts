import type { Translated } from '../translated.ts';
import type { ui as english } from '../english/ui.ts';

export const ui: Translated<typeof english> = {
  entireDocument: 'Dokument',
  menu: { menu: 'Menü' },
  inputLabel: { aFile: 'eine Datei', yes: 'Ja', no: 'Nein' },
  outputPosition: {
    row: (row) => `Zeile ${row}`,
    grid: (name) => `Raster „${name}“`,
    batch: (name) => `Stapel „${name}“`,
    deleted: 'Ein gelöschtes Raster oder ein gelöschter Stapel',
    ofSomebody: 'Ein Raster oder Stapel von jemand anderem',
    ofPerson: (name) => `Ein Raster oder Stapel von ${name}`,
  },
  startedBy: {
    somebody: 'von jemand anderem',
    by: (name) => `von ${name}`,
  },
  colorField: {
    notFinished: (text) =>
      `„${text}“ ist unvollständig. #8040c0, einen Namen wie teal oder rgb(128 64 192) eingeben.`,
    selectColor: (label) => `${label}: Farbe auswählen`,
    asText: (label) => `${label}, als Text`,
  },
  colorPicker: {
    hexName: (label) => `${label}: Hex oder Name`,
    shade: 'Sättigung und Helligkeit',
    shadeIs: (saturation, brightness) => `Sättigung ${saturation} %, Helligkeit ${brightness} %`,
    hue: 'Farbton',
    opacity: 'Deckkraft',
    pickColorFromScreen: 'Farbe vom Bildschirm aufnehmen',
    inThisProject: 'In diesem Projekt',
    recent: 'Zuletzt',
  },
  colorText: {
    notColor: (text) =>
      `„${text}“ ist keine Farbe. #8040c0, einen Namen wie teal oder rgb(128 64 192) eingeben.`,
    colorMixOklab: (last, share, first) => `color-mix(in oklab, ${last} ${share}%, ${first})`,
  },
  estimateLabel: {
    approximately: 'Etwa',
    showsAfterRuns: (capital) => `${capital}. Wie lange es dauert, zeigt sich nach einigen Läufen.`,
    costNotYet: 'Kosten noch nicht bekannt',
    timeCostNotYet: 'Dauer und Kosten sind noch nicht bekannt: Sie zeigen sich nach einigen Läufen.',
    costNotYet2: 'Kosten noch nicht bekannt',
    upTo: (median, high) => `${median} (bis ${high})`,
    atLeast: (range) => `mindestens ${range}`,
    underS: 'Unter 1 s',
    atLeast2: 'Mindestens',
    most: (price) => `bis zu ${price}`,
    dependsOnSwitch: (count) =>
      count === 1
        ? 'Ein Knoten läuft nur, wenn eine Weiche ihn nimmt.'
        : `${count} Knoten laufen nur, wenn eine Weiche sie nimmt.`,
    atMost: (roundedDuration) => `, höchstens ${roundedDuration}`,
  },
  fileChoice: {
    noFileYet: 'Noch keine Datei',
    dropWindow: 'Oder eine auf dem Fenster ablegen.',
    selectAnother: 'Andere auswählen…',
    selectFile: 'Datei auswählen…',
    selectFolder: 'Ordner auswählen…',
  },
  format: {
    free: 'kostenlos',
    yesterday: 'Gestern',
    today: 'Heute',
    lately: 'gerade eben',
    ms: (round) => `${round} ms`,
    minS: (minutes, padStart) => `${minutes} min ${padStart} s`,
    hMin: (floor, padStart) => `${floor} h ${padStart} min`,
    credits: (creditAmount) => `${creditAmount} Credits`,
  },
  numberText: {
    otherUnit: (units, typed) => `Das ist eine Zahl in ${units}: „${typed}“ passt nicht.`,
    twoKinds: 'Einheiten von zwei Arten lassen sich nicht addieren. Eine Art eingeben.',
    twoUnits: 'Zwei Zahlen mit Einheiten lassen sich nicht multiplizieren. Eine Einheit weglassen.',
    byZero: 'Durch 0 lässt sich nicht teilen.',
    byUnit: 'Eine Zahl lässt sich nicht durch eine mit Einheit teilen. Die Einheit weglassen.',
    units: {
      seconds: 'Sekunden',
      milliseconds: 'Millisekunden',
      minutes: 'Minuten',
      pixels: 'Pixeln',
      degrees: 'Grad',
      hertz: 'Hertz',
      decibels: 'Dezibel',
      percent: 'Prozent',
    },
    percentWriteNumberItself: 'Prozent wovon? Die Zahl selbst eingeben.',
    percentFieldEmptyType: 'Prozent wovon? Das Feld ist leer: Zuerst eine Zahl eingeben.',
    notNumberWrite: (displayed, floor, value) =>
      `${displayed} ist keine ganze Zahl. ${floor} oder ${value} eingeben.`,
    number: 'Das ist zu lang für eine Zahl.',
    numberLarge: 'Diese Zahl ist zu groß.',
    label: (value, min) => `${value} ist zu klein: ${min} oder mehr.`,
    largeLess: (value, max) => `${value} ist zu groß: ${max} oder weniger.`,
    notFinishedTypeSum: (text) => `„${text}“ ist nicht vollständig. Den Rest der Rechnung eingeben.`,
  },
  numberTokens: {
    manyDigits: (text) =>
      `„${text}“ hat mehr Ziffern, als eine Zahl fassen kann. Dafür einen Text verwenden.`,
    otherMark: (text) =>
      `„${text}“ hat ein anderes Dezimalzeichen als der Rest der Spalte. Alle gleich schreiben.`,
    asPrograms: (text, value) => `„${text}“ ist geschrieben wie in Programmen. ${value} schreiben.`,
    typeNumber: 'Eine Zahl eingeben, oder eine Rechnung wie 1920/2.',
    canReadTwoWrite: (text, thousands, decimals) =>
      `„${text}“ kann zweierlei bedeuten. ${thousands} eingeben oder ${decimals}0.`,
    canReadTwoWrite2: (text, thousands, decimals) =>
      `„${text}“ kann zweierlei bedeuten. ${thousands} eingeben oder ${decimals} mit einem Punkt.`,
    canReadTwoWrite3: (text, thousands, decimals) =>
      `„${text}“ kann zweierlei bedeuten. ${thousands} eingeben oder ${decimals} mit einem Komma.`,
    notNumber: (toWellFormed, hINT) => `„${toWellFormed}“ ist keine Zahl.${hINT}`,
  },
  problemList: {
    problems: 'Probleme',
  },
  toasts: {
    label: (nameOf) => `In „${nameOf}“`,
  },
  cachedAsOf: {
    offlineAsOf: 'Stand {time}, offline.',
  },
};
