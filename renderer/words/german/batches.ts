import { pluralForm, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { batches as english } from '../english/batches.ts';

const values = (count: number): string => pluralForm(count, ['# Wert', '# Werten']);

export const batches: Translated<typeof english> = {
  saveResults: 'Ergebnisse speichern',
  nothingRan: 'Noch ist nichts gelaufen. Zuerst den Stapel ausführen: Dann gibt es Ergebnisse zu speichern.',
  noCellDone:
    'Noch hat keine Zelle ein Ergebnis. Zuerst das Raster ausführen: Dann gibt es etwas zu speichern.',
  title: '3. Welche Spalte wohin gehört',
  from: (name, count) => `${name} · ${pluralForm(count, ['# Zeile', '# Zeilen'])}`,
  fills: (column) => `Spalte ${column} füllt`,
  notUsed: 'Nicht verwendet',
  guess: 'Vermutung',
  aboutGuess: 'Nach dem Namen gewählt. Prüfen, ob es stimmt, oder einen anderen Eingang auswählen.',
  wants: {
    number: (input, column, count) =>
      `${input} braucht Zahlen: Keiner der ${count} Werte von ${column} ist eine. Einen anderen Eingang auswählen.`,
    boolean: (input, column, count) =>
      `${input} braucht ja oder nein: Keiner der ${count} Werte von ${column} ist eines davon. Einen anderen Eingang auswählen.`,
    color: (input, column, count) =>
      `${input} braucht Farben: Keiner der ${count} Werte von ${column} ist eine. Einen anderen Eingang auswählen.`,
    file: (input, column, count) =>
      `${input} braucht Dateien: Keine Datei hier hat einen der ${count} Namen in ${column}. Zuerst hochladen oder einen anderen Eingang auswählen.`,
    choice: (input, column, count) =>
      `${input} nimmt nur bestimmte Wörter: Keiner der ${count} Werte von ${column} ist eines davon. Einen anderen Eingang auswählen.`,
  },
  whollyWrong: (reason, count) => `Keiner der ${count} Werte passt: ${reason}.`,
  someWrong: (invalid, filled, reason) =>
    `${number(invalid)} von ${values(filled)} ${invalid === 1 ? 'passt' : 'passen'} nicht: ${reason}.`,
  comma: 'Was ein Komma in dieser Spalte bedeutet',
  commaUnknown: 'Wählen, was ein Komma bedeutet',
  commaDecimal: 'Als Dezimalkomma: 1,024 ist gut eins',
  commaThousands: 'Zwischen Tausendern: 1,024 ist 1024',
  commaMixed: 'Wie jeder Wert es zeigt',
  commaSeen: 'Wie die anderen Werte dieser Spalte es zeigen.',
  wall: {
    label: 'Frühere Ausgaben neben den neuen',
    hint: (keys) =>
      `Die Pfeile führen von einer zur nächsten. ${keys.accept} behält die neue, ${keys.reject} verwirft sie, ${keys.compare} vergleicht sie mit der früheren, ${keys.undo} nimmt die letzte Markierung zurück.`,
    previous: 'Früher',
    newOutput: 'Neu',
    accepted: 'Die neue bleibt',
    rejected: 'Verworfen',
    pending: 'Wartet',
    running: 'Entsteht',
    missing: 'Nicht mehr gelistet',
    failed: 'Nicht entstanden',
    noMarkUndo: 'Es gibt keine Markierung, die sich zurücknehmen lässt.',
    markNotSaved: 'Die Markierung wurde nicht gespeichert',
    noCompare: 'Es gibt noch nichts Neues zum Vergleichen.',
    sourceHint:
      'Diese Werte sind die der früheren Ausgabe. Sie in der Galerie öffnen, wie sie war, um mit ihrem Graphen weiterzumachen.',
  },
  batchControls: {
    run: 'Ausführen',
    stopped2: 'Angehalten',
    paused: 'Pausiert',
    running2: 'Läuft',
    allFinished: (count) => `Alle ${count} fertig`,
    ofFinished: (value, total) => `${value} von ${total} fertig`,
    running: (submitted) => pluralForm(submitted, ['# läuft', '# laufen']),
    failed: (failed) => `${failed} fehlgeschlagen`,
    stopped: (canceled) => `${canceled} angehalten`,
    skipped: (skipped) => `${skipped} übersprungen`,
    noStarted: 'Nicht gestartet',
    finished: 'Beendet',
    runs: 'Läufe',
    pause: 'Pausieren',
    stop: 'Anhalten',
    retry: (count) => `${count} wiederholen`,
    runLastSingle: 'Den letzten ausführen',
    runAlternative: (count) => `Die übrigen ${count} ausführen`,
    continueWith: 'Fortsetzen mit',
    limits: 'Limits',
    limitRuns: 'Limit der Läufe',
    limitCredits: 'Limit an Credits',
  },
  batchOutputs: {
    row: (count, batchOutputLabel) => `Zeile ${count}, ${batchOutputLabel}`,
  },
  batchRow: {
    skipped: 'Ausgelassen',
    stopped: 'Angehalten',
    failed: 'Fehlgeschlagen',
    running: 'Läuft',
    pending: 'Wartet',
    changeValuesRow: (value) => `Werte von Zeile ${value} ändern`,
    row2: (row, value) => `Zeile ${row}: ${value}`,
    tryRowRetry: (row) => `Zeile ${row} erneut versuchen`,
    rowNotTriedRetry: 'Die Zeile wurde nicht erneut versucht',
    openRow: (label, value) => `${label} von Zeile ${value} öffnen`,
  },
  batchRows: {
    onlyDidNotWork: (count) => `Nur die ${count}, die nicht geklappt haben`,
    firstVisible: (count) => `Die ersten ${count} sind zu sehen.`,
    rows: 'Zeilen',
    row: 'Zeile',
    state: 'Zustand',
    result: 'Ergebnis',
    retry: 'Erneut',
  },
  batchValues: {
    pastedTable: 'Eingefügte Tabelle',
    values: 'Werte',
    valuesRowEachRun: '2. Werte, eine Zeile je Lauf',
    selectCsvFile: 'CSV-Datei auswählen',
    folderFiles: 'Ordner mit Dateien auswählen',
    reading: 'Liest…',
    sendingFiles: 'Dateien werden gesendet…',
    pasteTableFirstRow: 'Oder eine Tabelle einfügen; ihre erste Zeile benennt die Spalten',
    applyPastedTable: 'Eingefügte Tabelle verwenden',
    csvFile: 'CSV-Datei',
    folderFiles2: 'Ordner mit Dateien',
  },
  batchView: {
    didNotWork: 'Das hat nicht geklappt',
    batchCouldNotRead: 'Dieser Stapel war nicht lesbar',
    allBatches: 'Alle Stapel',
    removeBatch: 'Stapel entfernen',
    removeBatch2: 'Diesen Stapel entfernen',
    tableCsv: 'Tabelle als CSV',
    everyRowInputsResult: 'Jede Zeile mit Eingaben, Ergebnis und Kosten',
    everythingZip: 'Alles als ZIP',
    tableFileEachResult: 'Die Tabelle und eine Datei je Ergebnis',
  },
  batchesPage: {
    newBatch: 'Neuer Stapel',
    allBatches: 'Alle Stapel',
    batchesCouldNotRead: 'Die Stapel waren nicht lesbar',
    batches: 'Stapel',
    noBatchesYet: 'Noch keine Stapel',
    runTemplateProjectEach:
      'Eine Vorlage oder ein Projekt einmal für jede Zeile einer Tabelle oder jede Datei eines Ordners ausführen.',
  },
  cellValues: {
    neitherYesNorNo: (quoted) => `${quoted} ist weder ja noch nein`,
    noFile: (quoted) => `es gibt keine Datei ${quoted}`,
    notColor: (quoted) => `${quoted} ist keine Farbe`,
    notSingle: (quoted, choices) => `${quoted} gehört nicht zu ${choices}`,
    notNumber: (quoted) => `${quoted} ist keine Zahl`,
    lessThan: (text, min) => `${text} ist weniger als ${min}`,
    overflowThan: (text, max) => `${text} ist mehr als ${max}`,
    row: (count, summary) => `Zeile ${count}: ${summary}.`,
  },
  columnList: {
    theyGraph: (count) =>
      pluralForm(count, [
        '# Eingang bleibt, wie er im Graphen ist',
        '# Eingänge bleiben, wie sie im Graphen sind',
      ]),
    columns: 'Spalten',
  },
  decodeTable: {
    kind: 'eine Tabelle, etwa als CSV',
    splitMakeBatchEach: 'Aufteilen und aus jedem Teil einen Stapel machen.',
  },
  firstRows: {
    firstRows: 'Erste Zeilen',
    firstRowsAllThem: (mAXROWS, count) =>
      `Die ersten ${mAXROWS} von ${count} Zeilen; alle werden ausgeführt.`,
    notFitWillSkipped: (count) =>
      pluralForm(count, [
        '# Zeile passt nicht und wird übersprungen.',
        '# Zeilen passen nicht und werden übersprungen.',
      ]),
    andOverflow: (count) => `Und ${count} weitere.`,
  },
  matchColumns: {
    columnsInputs: 'Spalten und Eingänge',
    noCanSetFrom: 'Hier lässt sich nichts aus einer Tabelle setzen: Es gibt keine Eingänge mit einem Wert.',
    batchSetsMostInputs: (mAXBATCHFIELDS) =>
      `Ein Stapel setzt höchstens ${mAXBATCHFIELDS} Eingänge. Einige lassen, wie sie sind.`,
    checkRows: 'Zeilen prüfen',
    createBatch: 'Stapel anlegen',
    allRowsFit: 'Alle Zeilen passen.',
    checking: 'Prüft…',
    writingRow: (count) => `Schreibt Zeile ${count}…`,
    tryFirstRow: 'Erste Zeile versuchen',
    tryFirst: (tried) => `Die ersten ${tried} versuchen`,
  },
  mendRow: {
    row: (count) => `Zeile ${count}`,
    changeDidNotFit: 'Ändern, was nicht gepasst hat. Ein leeres Feld lässt den Eingang, wie er ist.',
    runRow: 'Zeile ausführen',
    saveRun: 'Speichern und mit den anderen ausführen',
  },
  newBatch: {
    toRun: 'Was ausgeführt wird',
    toRun2: '1. Was ausgeführt wird',
    templateProject: 'Vorlage oder Projekt',
    kinds: { template: 'Vorlagen', project: 'Projekte' },
    searchSources: 'Vorlagen und Projekte suchen',
    noSource: 'Keine Vorlage und kein Projekt heißt so.',
    loading: 'Lädt…',
    select: 'Auswählen…',
  },
  readTable: {
    oddQuotes: (cells) =>
      `${cells} Anführungszeichen, die nicht zusammenpassen. Die Zeilen unten vor dem Ausführen ansehen.`,
    disarmed: (cells) =>
      `${pluralForm(cells, ['# Zelle hat', '# Zellen haben'])} einen Apostroph vor etwas, das Tabellenprogramme für eine Formel halten; er wurde weggelassen.`,
    rowThanColumnsLeave: (row, mAXCOLUMNS) =>
      `Zeile ${row} hat mehr als ${mAXCOLUMNS} Spalten. Weglassen, was nicht gebraucht wird.`,
    tableThanRowsSplit: (count) =>
      `Die Tabelle hat mehr als ${count} Zeilen. Aufteilen und aus jedem Teil einen Stapel machen.`,
    rowCellLongerThan: (value, value2) =>
      `Zeile ${value} hat eine Zelle mit mehr als ${value2} KB. Kürzen oder nach einem Anführungszeichen suchen, das nie geschlossen wird.`,
    readingFinished: 'Das Lesen wurde beendet.',
    tableEmptyNeedsRow: 'Die Tabelle ist leer. Sie braucht eine Zeile mit Namen und eine mit Werten.',
    tableOnlyRowFirst:
      'Die Tabelle hat nur eine Zeile. Die erste benennt die Spalten; darunter folgen die Werte.',
    columnsNameTheirCalled: (renamed) => `Spalten ohne eigenen Namen heißen jetzt ${renamed}.`,
    fewerCellsThanColumns: (rowsText) =>
      `${rowsText} mehr oder weniger Zellen, als es Spalten gibt: Fehlende sind leer, überzählige entfallen.`,
    singleCell: 'Eine Zelle hat',
    cellsHave: (oddQuotes) => `${oddQuotes} Zellen haben`,
    singleRow: 'Eine Zeile hat',
    rowsHave: (count) => `${count} Zeilen haben`,
    column: (value) => `Spalte ${value}`,
  },
  readValues: {
    file: 'Datei',
    noFilesFolderAnother: 'In diesem Ordner sind keine Dateien. Einen anderen auswählen.',
    sendingFile: (count, count2) => `Datei ${count} von ${count2} wird gesendet…`,
    furtherUnreadable: (count) =>
      `${pluralForm(count, { one: '# weitere Datei kann', other: '# weitere Dateien können' })} hier ebenfalls nicht gelesen werden.`,
    couldNot: (name, describeProblem) => `${name} ließ sich nicht senden: ${describeProblem}`,
  },
  saveResultsTexts: {
    resultsNotSaved: 'Die Ergebnisse wurden nicht gespeichert',
  },
};
