import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { editorNode as english } from '../english/editor-node.ts';

export const editorNode: Translated<typeof english> = {
  colorEntries: {
    color: 'Farbe',
  },
  inputMenu: {
    vary: (value) => `${value} variieren…`,
  },
  itemMenu: {
    gray: 'Grau',
    open: (href) => `${href} öffnen`,
  },
  jsonDialog: {
    jsonValueCheckedYou: 'Ein JSON-Wert. Er wird beim Tippen geprüft.',
    saveValue: 'Wert speichern',
    somebodyChangedValueWhile:
      'Jemand hat diesen Wert während der Bearbeitung geändert. Speichern ersetzt den fremden; Abbrechen behält ihn.',
  },
  nodeBand: {
    notRun: (reason) => `Nicht ausgeführt: ${reason}`,
    cannotRun: (blockReason) => `Kann nicht laufen: ${blockReason}`,
    nodeFailed: 'Dieser Knoten ist fehlgeschlagen.',
  },
  nodeExpected: {
    free: 'Kostenlos',
    estimateFrom: (samples, cost, time) =>
      `${pluralForm(samples, ['Nach # früherem Lauf', 'Nach # früheren Läufen'])}: ${cost}, ${time}.`,
    noYet: 'Noch nicht bekannt',
    showsAfterRuns: 'Wie lange es dauert, zeigt sich nach einigen Läufen.',
    costsShowAfterRuns: 'Was es kostet und wie lange es dauert, zeigt sich nach einigen Läufen.',
    unknownCost: 'unbekannte Kosten',
    seldomOverflowThan: (typical, high) => `${typical}, selten mehr als ${high}`,
  },
  nodeMenu: {
    none: 'Keine',
    passesThroughWhileMuted: 'Geht bei Stummschaltung hindurch',
    changeColor: 'Farbe ändern',
  },
  nodePreview: {
    noPreview: 'Keine Vorschau',
    deletedFile: 'Diese Datei wurde gelöscht. Eine andere wählen.',
    fileDrop: 'Datei auswählen oder ablegen',
    runView: 'Ausführen, um es zu sehen',
    previewOf: (title) => `Vorschau von ${title}`,
    doubleClickSeeFull: 'Doppelklicken, um es in voller Größe zu sehen',
    changedSince: 'Seitdem geändert',
  },
  nodeSize: {
    makeWiderNarrower: 'Breite ändern',
    dragMakeWiderNarrower: 'Ziehen, um die Breite zu ändern. Doppelklicken für die übliche Breite.',
  },
  nodeTools: {
    runTo: (title) => `Bis ${title} ausführen`,
    menuOf: (title) => `Menü von ${title}`,
  },
  nodeView: {
    needsWireValue: ': braucht ein Kabel oder einen Wert',
    changedSince2: 'seitdem geändert',
    unknownType: (type) => `Unbekannter Typ ${type}`,
    serviceNoNodeType: (type) => `Der Dienst hat keinen Knotentyp ${type}. Er bleibt, wie er ist.`,
    showAllInputs: (title) => `Alle Eingänge von ${title} anzeigen`,
    overflow: (count) => `${count} weitere`,
    changedSince: (describePhase) => `${describePhase}, seitdem geändert`,
    progressOf: (title) => `Fortschritt von ${title}`,
    noService: 'diesem Dienst nicht bekannt',
    stored: 'bleibt, wie es ist',
  },
  nodeWords: {
    doubleClickReadAll: 'Doppelklicken, um alles zu lesen',
    runView: 'Ausführen, um es zu sehen',
  },
  outputLine: {
    changedSince: (line) => `Seitdem geändert: ${line}`,
    noService: 'diesem Dienst nicht bekannt',
  },
  pickButton: {
    number: (label, value) => `${label}, Nummer ${value}`,
    select: (label) => `${label} auswählen`,
  },
  titleField: {
    titleNode: 'Titel des Knotens',
  },
  uploadStrip: {
    pauseUpload: (filename) => `Upload von ${filename} anhalten`,
    resumeUpload: (filename) => `Upload von ${filename} fortsetzen`,
    cancelUpload: (filename) => `Upload von ${filename} abbrechen`,
    uploadOf: (filename) => `Upload von ${filename}`,
    doUpload: (filename) => `Was mit dem Upload von ${filename} geschehen soll`,
  },
  valueWidget: {
    emptyValue: 'leer',
    mixed: 'Verschieden',
    change: (title) => `Wert ändern: ${title}`,
    label: (title, titleOf) => `${title} von ${titleOf}`,
    select: 'Auswählen…',
    edit: (label) => `${label} bearbeiten`,
    selectAnotherFile: (label, name) => `${label}: ${name}. Andere Datei auswählen`,
    selectFile: (label) => `Datei für ${label} auswählen`,
    selectFile2: 'Datei auswählen…',
    fromFiles: 'Aus Dateien wählen',
    clear: (label) => `${label} leeren`,
    clearFile: 'Datei entfernen',
  },
  modelField: {
    select: (label) => `${label} wählen`,
    search: 'Ein Modell suchen',
    loading: 'Wird nachgefragt…',
    unknown: 'Zuerst einen Anbieter wählen.',
    noList: 'Dieser Dienst führt keine Liste. Den Namen des Modells eingeben.',
    byDefault: 'üblich',
    fitting: 'Hierfür',
    remaining: 'Andere',
    unavailable: (provider, model) =>
      `${provider} bietet ${model} nicht oder nicht mehr an. Ein anderes wählen.`,
    price: {
      call: (amount) => `je ${amount}`,
      second: (amount) => `${amount} je Sekunde`,
      minute: (amount) => `${amount} je Minute`,
      characters: (amount) => `${amount} je 1.000 Zeichen`,
      tokens: (amount) => `${amount} je 1.000 Token hinein`,
    },
  },
  seedDice: {
    roll: (label) => `Eine andere Zahl für ${label}`,
  },
  stateMarks: {
    muted: 'Stummgeschaltet: Läufe überspringen ihn. Drücken, um das aufzuheben.',
    frozen: 'Eingefroren: Läufe verwenden sein letztes Ergebnis. Drücken, um ihn aufzutauen.',
    locked: 'Gesperrt: Er lässt sich nicht bewegen, ändern oder löschen. Drücken, um ihn zu entsperren.',
    unmute: (title) => `Stummschaltung von ${title} aufheben`,
    unfreeze: (title) => `${title} auftauen`,
    unlock: (title) => `${title} entsperren`,
  },
};
