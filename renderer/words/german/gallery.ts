import { pluralForm, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { gallery as english } from '../english/gallery.ts';

export const gallery: Translated<typeof english> = {
  onlyStarred: 'Nur mit Stern',
  collectionMade: (name) => `Sammlung „${name}“ wurde angelegt`,
  collectionHolds: (outputs) => pluralForm(outputs, ['Die Ausgabe ist darin.', 'Die # Ausgaben sind darin.']),
  starred: 'Mit Stern',
  stackSeeds: 'Zusammenfassen, was sich nur im Seed unterscheidet',
  stack: 'Zusammenfassen',
  showHidden: 'Ausgeblendete anzeigen',
  hidden: 'Ausgeblendet',
  day: 'Tag',
  dayBefore: 'Der Tag davor',
  dayAfter: 'Der Tag danach',
  noDay: 'Einen Tag in der Form 2026-11-24 eingeben.',
  again: 'Erneut ausführen',
  againWithChange: 'Noch einmal mit einer Änderung',
  whatChanges: 'Was sich ändert',
  nothingChanges: 'Nichts, wie es war',
  aboutNothing:
    'Aufbewahrte frühere Ergebnisse werden wiederverwendet, sodass nur Knoten, die jedes Mal etwas Neues liefern, einen weiteren Take ergeben.',
  runAsItWas: 'Erneut ausführen, wie es war',
  runOnce: 'Einmal ausführen',
  keep: 'Ausführen und behalten',
  projectChanged:
    'Das Projekt hat sich seit diesem Lauf geändert. Wird der Wert behalten, läuft er darin, wie es jetzt ist.',
  newValue: 'Neuer Wert',
  sameAsBefore: 'Das ist der bisherige Wert. Ändern, um auszuführen.',
  runningAgain: 'Läuft erneut',
  runningWith: (change) => `Läuft erneut mit ${change}`,
  joins: 'Die neue Ausgabe kommt hier zu den anderen.',
  remake: {
    title: 'Einmal ändern, neu machen',
    description:
      'Jede gewählte Ausgabe wird aus ihrem eigenen Graphen neu gemacht, mit dieser einen Änderung. Die früheren bleiben.',
    noInputs:
      'Keine dieser Ausgaben hat einen Eingang, der sich hier ändern lässt, oder ihre Graphen sind nicht auf diesem Computer.',
    previous: 'Frühere Ausgabe',
    run: (count) => `${pluralForm(count, ['# Ausgabe', '# Ausgaben'])} machen`,
    limit: 'Anhalten, bevor sie mehr kosten, in Credits',
    partial: (count, total) =>
      `${number(count)} von ${number(total)} haben diesen Eingang; die anderen bleiben, wie sie sind.`,
    coverage: (count, total) => `in ${number(count)} von ${number(total)}`,
  },
  filterByInput: 'Nach dem Wert eines Eingangs filtern',
  inputs: 'Eingaben',
  input: 'Eingang',
  chooseInput: 'Eingang auswählen',
  noInputsYet:
    'Sobald etwas gelaufen ist, lassen sich Ausgaben nach Modell, Seed, Prompt und jedem anderen Eingang finden.',
  value: 'Wert',
  chooseValue: 'Wert auswählen',
  searchValues: 'Werte suchen',
  noValueFits: 'Kein Wert enthält diese Wörter.',
  outputs: (count) => pluralForm(count, ['# Ausgabe', '# Ausgaben']),
  from: 'Von',
  to: 'Bis',
  showRange: 'Diese Zahlen anzeigen',
  range: (from, to) =>
    from === undefined
      ? `bis ${number(to ?? 0)}`
      : to === undefined
        ? `ab ${number(from)}`
        : `${number(from)} bis ${number(to)}`,
  asTheyCome: 'Alle Eingänge haben ihre Vorgabewerte.',
  inputsUnknown: 'Die Eingaben sind auf diesem Computer nicht bekannt.',
  untouched: (count) => pluralForm(count, ['# Eingang mit Vorgabewert', '# Eingänge mit Vorgabewerten']),
  untouchedOf: (node) =>
    node === '' ? 'Eingaben mit Vorgabewerten' : `Eingänge von ${node} mit Vorgabewerten`,
  varied: 'Was variiert wurde',
  inputsOf: (node) => (node === '' ? 'Verwendete Eingaben' : `Eingänge von ${node}`),
  showWhole: 'Alles anzeigen',
  showLess: 'Weniger anzeigen',
  againWithAnother: (input) => `Noch einmal, anderer Wert: ${input}`,
  dialog: {
    run: 'ein Lauf',
    graphRunNotComputer:
      'Der Graph dieses Laufs ist nicht auf diesem Computer. Stattdessen das Projekt ausführen.',
    open: 'Öffnen, wie es war',
  },
  run: {
    thisNode: 'Dieser Knoten',
    runOpen: 'Einmal ausführen oder öffnen, wie es war.',
    notProjectAny: (title, alternative) => `${title} ist nicht mehr im Projekt. ${alternative}`,
    projectFromWire: (label, title, alternative) =>
      `Im Projekt kommt ${label} von ${title} jetzt aus einem Kabel. ${alternative}`,
    resultValuesGridTried:
      'Dieses Ergebnis hat die Werte, die sein Raster versucht hat. Im Projekt behalten, läuft dieser Wert mit denen des Projekts.',
    projectChangedSinceRun:
      'Das Projekt hat sich seit diesem Lauf geändert. Dort behalten, läuft der Wert mit dem Projekt, wie es jetzt ist, und auch anderes kann anders aussehen.',
    noProjectChangeCould: 'Es gibt kein Projekt, in dem sich die Änderung behalten ließe.',
    projectCannotReadChange:
      'Das Projekt ist nicht lesbar, daher lässt sich die Änderung nicht darin behalten. Einmal ausführen.',
  },
  collectDialog: {
    addCollection: (count) =>
      pluralForm(count, [
        '# Ausgabe zu einer Sammlung hinzufügen',
        '# Ausgaben zu einer Sammlung hinzufügen',
      ]),
    collections: 'Sammlungen',
    newCollection: 'Neue Sammlung…',
  },
  collectionsMenu: {
    rename2: 'Umbenennen',
    collectionNotChanged: 'Die Sammlung wurde nicht geändert',
    addedTo: (name) => `Zu „${name}“ hinzugefügt`,
    undo: 'Rückgängig',
    outCollection: 'Aus der Sammlung genommen',
    collectionNot: 'Die Sammlung wurde nicht angelegt',
    collectionDeleted: (name) => `Sammlung „${name}“ wurde gelöscht`,
    outputsRemain: 'Ihre Ausgaben bleiben.',
    collection: 'Sammlung',
    allOutputs: 'Alle Ausgaben',
    actionsCollection: (name) => `Aktionen für die Sammlung ${name}`,
    rename: 'Umbenennen…',
    deleteCollection: 'Sammlung löschen',
    renameCollection: 'Sammlung umbenennen',
    newCollection: 'Neue Sammlung',
    createCollection: 'Sammlung anlegen',
    name: 'Name',
  },
  deleteDialog: {
    noFile: (values, isAmong) =>
      `${values === 1 && isAmong ? 'hat' : 'haben'} keine Datei zum Löschen: Was ein Lauf geantwortet hat, bleibt bei ihm. Hier ${values === 1 ? 'wird der Wert' : 'werden die Werte'} ausgeblendet und über „Ausgeblendete anzeigen“ wiedergefunden.`,
    values: 'Werte',
    hide: (count) => pluralForm(count, ['# Wert ausblenden', '# Werte ausblenden']),
    delete: (count) => pluralForm(count, ['# Ausgabe löschen', '# Ausgaben löschen']),
    fileDeletedServiceGood:
      'Die Datei wird beim Dienst endgültig gelöscht. Eine Datei, die ein Projekt verwendet, bleibt, und das Projekt wird genannt. Um eine Ausgabe nur nicht mehr zu sehen, ausblenden.',
    theirFilesDeletedService:
      'Die Dateien werden beim Dienst endgültig gelöscht. Dateien, die ein Projekt verwendet, bleiben, und das Projekt wird genannt. Um Ausgaben nur nicht mehr zu sehen, ausblenden.',
    amongThem: (count) => `${pluralForm(count, ['# Wert', '# Werte'])} darunter`,
  },
  deleteOutputs: {
    aProject: 'einem Projekt',
    someUsed: (count, users) =>
      pluralForm(count, [
        `# Datei wird verwendet von ${users} und bleibt deshalb beim Dienst. Sie zuerst dort herausnehmen, dann erneut löschen.`,
        `# Dateien werden verwendet von ${users} und bleiben deshalb beim Dienst. Sie zuerst dort herausnehmen, dann erneut löschen.`,
      ]),
    allUsed: (count, users) =>
      pluralForm(count, [
        `Die Datei wird verwendet von ${users} und bleibt deshalb beim Dienst. Sie zuerst dort herausnehmen, dann erneut löschen.`,
        `Die Dateien werden verwendet von ${users} und bleiben deshalb beim Dienst. Sie zuerst dort herausnehmen, dann erneut löschen.`,
      ]),
    notDeleted: (count) =>
      pluralForm(count, ['# Ausgabe wurde nicht gelöscht', '# Ausgaben wurden nicht gelöscht']),
    overflow: (remainingCount) => `${remainingCount} weitere`,
    deleted: (count) => pluralForm(count, ['# Ausgabe gelöscht', '# Ausgaben gelöscht']),
    valuesNoFileService:
      'Werte haben keine Datei beim Dienst, die sich löschen ließe: Sie werden hier ausgeblendet.',
    hidden: (count) => pluralForm(count, ['# Wert ausgeblendet', '# Werte ausgeblendet']),
    deletedHidden: (count, count2) =>
      `${pluralForm(count, ['# Ausgabe', '# Ausgaben'])} gelöscht, ${pluralForm(count2, ['# Wert', '# Werte'])} ausgeblendet`,
  },
  outputOrigins: {
    title: (times) => `${times}-mal entstanden`,
    hint: 'Dasselbe Bild oder dieselbe Datei, Byte für Byte.',
    origin: (title, from) => `${title}, ${from}`,
    showRun: 'Zeigen, was dieser Lauf ergeben hat',
  },
  detailsPanel: {
    models: 'Modelle',
    size: 'Größe',
    type: 'Art',
    cost: 'Kosten',
    time: 'Dauer',
    made: 'Entstanden',
    version: 'Version',
    location: 'Ort',
    project: 'Projekt',
    detailsOutput: 'Details der Ausgabe',
    closeDetails: 'Details schließen',
    openFullSize: (title) => `${title} in voller Größe öffnen`,
    fileDeleted: 'Die Datei wurde gelöscht. Wie sie entstanden ist, ist noch bekannt.',
    pictureCannotWhenService:
      'Das Bild kann gerade nicht gezeigt werden. Es erscheint, sobald der Dienst wieder da ist.',
    detailsCouldNotRead: 'Die Details waren nicht lesbar',
    open: 'Öffnen, wie es war',
    retrySingleChange: 'Noch einmal mit einer Änderung…',
    createdFrom: 'Entstanden aus',
    openProject: 'Projekt öffnen',
    createdBy: 'Entstanden in',
    startedBy: 'Ausgeführt',
    allRun: 'Alle aus diesem Lauf',
    allBatch: 'Alle aus diesem Stapel',
    allGrid: 'Alle aus diesem Raster',
    applyCover: 'Als Titelbild verwenden',
    note: 'Notiz',
  },
  filterBar: {
    anyTime: 'Jederzeit',
    today: 'Heute',
    lastDays: 'Letzte 7 Tage',
    lastDays2: 'Letzte 30 Tage',
    onADay: 'An einem Tag…',
    filterOutputs: 'Ausgaben filtern',
    searchOutputs: 'Ausgaben suchen',
    namesPromptsNotes: 'Namen, Prompts, Notizen',
    kind: 'Art',
    allKinds: 'Alle Arten',
    node: 'Knoten',
    allNodes: 'Alle Knoten',
    time: 'Zeit',
    hidden: 'Ausgeblendet',
    filters: 'Filter',
    removeFilter: (label) => `Filter ${label} entfernen`,
  },
  gallery: {
    reading: (count) =>
      pluralForm(count, [' · # früherer Lauf wird gelesen', ' · # frühere Läufe werden gelesen']),
    pendingChanges: (count) =>
      `· ${pluralForm(count, ['# Änderung wartet', '# Änderungen warten'])} auf den Dienst`,
    pendingReason:
      'Sterne, Notizen und Sammlungen, die hier geändert wurden, liegen auf diesem Computer. Der Dienst, und mit ihm alle anderen, bekommt sie, sobald er antwortet.',
    stackOf: (title) => `${title}, zusammengefasst`,
    runOf: (title) => `Lauf von ${title}`,
    selected: (count) => pluralForm(count, ['# Ausgabe ausgewählt', '# Ausgaben ausgewählt']),
    outputsCouldNotRead: 'Die Ausgaben waren nicht lesbar',
    noOutputsMatch: 'Keine passenden Ausgaben',
    changeRemoveFilterSee: 'Einen Filter ändern oder entfernen, um mehr zu sehen.',
    tryAnotherWordFewer:
      'Ein anderes Wort versuchen oder weniger: Gesucht wird in Namen, Prompts und Notizen.',
    showAllOutputs: 'Alle Ausgaben anzeigen',
    reading2: (count) =>
      pluralForm(count, ['# früherer Lauf wird gelesen…', '# frühere Läufe werden gelesen…']),
    noBeenYet: 'Noch ist nichts entstanden',
    runsMakeCollectedFrom:
      'Was Läufe ergeben, wird hier vom ersten an gesammelt: auch aus nie gespeicherten Graphen und aus Vorlagen.',
  },
  labels: {
    numbers: 'Zahlen',
    sounds: 'Audio',
    videos: 'Videos',
    images: 'Bilder',
    alternativeFiles: 'Andere Dateien',
    texts: 'Texte',
    yesNo: 'Ja oder nein',
  },
  makerFilter: {
    batches: 'Stapel',
    grids: 'Raster',
    singleRuns: 'Einzelne Läufe',
    deletedGridsBatches: 'Gelöschte Raster und Stapel',
    createdBy: 'Entstanden in',
    createdAll: 'Woher auch immer',
  },
  outputTile: {
    removeStar: 'Stern entfernen',
    star: 'Stern setzen',
    differSeed: (stackSize) => `${stackSize}, die sich nur im Seed unterscheiden`,
    copies: (times) => `× ${times}`,
    copyCount: (times) => `${times}-mal entstanden`,
    inTheStack: (stackSize) => `${stackSize} zusammengefasst`,
    starred: 'mit Stern',
    fileDeleted: 'die Datei wurde gelöscht',
    fileDeleted2: 'Die Datei wurde gelöscht',
    pictureCannot: 'Das Bild kann gerade nicht gezeigt werden',
  },
  selectionBar: {
    remake: 'Einmal ändern, neu machen…',
    countLabel: (count) => (count === 1 ? 'Ausgabe ausgewählt' : 'Ausgaben ausgewählt'),
    newCollection: 'Neue Sammlung…',
    selectedOutputs: 'Ausgewählte Ausgaben',
    compare: 'Vergleichen',
    saveZip: 'Als ZIP speichern',
    saveAs: 'Speichern unter…',
    addCollection: 'Zu Sammlung hinzufügen',
    applyOut: 'Herausnehmen',
    removeStar: 'Stern entfernen',
    star: 'Stern setzen',
    showRetry: 'Wieder anzeigen',
    hide: 'Ausblenden',
    delete: 'Löschen…',
    copy: 'Kopieren',
    details: 'Details',
    saveFolder: 'Als Ordner speichern…',
    asFolder: 'Als Ordner…',
  },
  useGalleryCommands: {
    cannotCreatedRetry: (title) => `„${title}“ lässt sich nicht noch einmal erzeugen`,
    inputsNotComputer: 'Die Eingaben sind auf diesem Computer nicht bekannt.',
  },
  useOutputActions: {
    hiddenOutputs: (count) => pluralForm(count, ['# Ausgabe ausgeblendet', '# Ausgaben ausgeblendet']),
    visibleAgain: (count) =>
      pluralForm(count, ['# Ausgabe wieder eingeblendet', '# Ausgaben wieder eingeblendet']),
    fileDeletedService: 'Die Datei wurde beim Dienst gelöscht',
    theseFilesDeletedService: 'Diese Dateien wurden beim Dienst gelöscht',
    changeOpenRun:
      'Wie es entstanden ist, ist noch bekannt: „Noch einmal mit einer Änderung“ oder „Öffnen, wie es war“ wählen und ausführen.',
    outputsNotChanged: 'Die Ausgaben wurden nicht geändert',
    undo: 'Rückgängig',
    notSaved: (title) => `„${title}“ wurde nicht gespeichert`,
    notCopied: (title) => `„${title}“ wurde nicht kopiert`,
  },
};
