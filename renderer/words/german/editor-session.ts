import type { Translated } from '../translated.ts';
import type { editorSession as english } from '../english/editor-session.ts';

export const editorSession: Translated<typeof english> = {
  recreateProject: {
    storyboardName: 'das Storyboard',
    timelineName: 'die Zeitleiste',
  },
  sessionWiring: {
    connect: 'Verbinden',
    disconnect: 'Kabel abziehen',
    replug: 'Kabel umstecken',
  },
  bookmarks: {
    allNineBookmarksSet:
      'Alle neun Lesezeichen sind gesetzt. Alt+Umschalt und eine Ziffer setzt dieses hierher.',
    setBookmark: (digit) => `Lesezeichen ${digit} setzen`,
    bookmarkAltBack: (digit, digit2) => `Lesezeichen ${digit} ist hier. Alt+${digit2} führt zurück.`,
    noBookmarkYetAlt: (digit, digit2) =>
      `Lesezeichen ${digit} gibt es noch nicht. Alt+Umschalt+${digit2} setzt es auf die jetzige Ansicht.`,
  },
  converting: {
    convertBy: (title) => `Mit ${title} umwandeln`,
    convertNodes: (count) => `Mit ${count} Knoten umwandeln`,
  },
  editorSession: {
    deleteStep: 'Löschen',
    disconnectStep: 'Kabel abziehen',
    changeInput: (label) => `${label} ändern`,
    redone: 'Wiederholt',
    reverted: 'Rückgängig gemacht',
    rename: 'Umbenennen',
    file2: 'Datei',
    anotherWindowMiddleChange:
      'Ein anderes Fenster ist mitten in einer Änderung. Erneut versuchen, wenn sie dort fertig ist.',
    deletedNode: 'Gelöschter Knoten',
    file: (ending) => `${ending}-Datei`,
    add: (title) => `${title} hinzufügen`,
    deleteNode: 'Knoten löschen',
    deleteNodes: (count) => `${count} Knoten löschen`,
    wireJoinedRetry: 'Das Kabel wurde wieder verbunden.',
    wiresJoinedRetry: (rejoined) => `${rejoined} Kabel wurden wieder verbunden.`,
    butChangedSince: (label, label2) => `${label}, außer was andere seitdem geändert haben: ${label2}`,
    leftChangedSince: (label) => `Bleibt, wie es ist, weil andere es seitdem geändert haben: ${label}`,
  },
  frameSelection: {
    moveOutFrame: 'Aus dem Rahmen rücken',
  },
  insertNode: {
    insertWire: (value) => `${value} in das Kabel einfügen`,
  },
  passLabel: {
    from: (label, titleOf) => `${label}, von ${titleOf}`,
  },
  replacing: {
    replacedBy: (nodes, title) => `${nodes} durch ${title}`,
    replaced: 'Ersetzt',
    loses: (segments) => `verliert ${segments}`,
    noReplacedLockedUnlock: (titleOf) => `Nicht ersetzt: „${titleOf}“ ist gesperrt. Zuerst entsperren.`,
    nodeTypeBeingRead: 'Dieser Knotentyp wird noch gelesen. In einem Moment erneut versuchen.',
    replaceNode: 'Knoten ersetzen',
    replaceNodes: (count) => `${count} Knoten ersetzen`,
    replacedNodes: (count) => `${count} Knoten ersetzt`,
  },
  routeWires: {
    theseManyWiresRoute:
      'Das sind zu viele Kabel, um sie auf einmal zu verlegen. Die gemeinten auswählen und verlegen.',
    noWirePassesUnder: 'Kein Kabel verläuft hier unter einem Knoten.',
    wires: (left) => `${left} Kabel`,
    foundNoNodesMove: (wires) =>
      `Kein Weg um die Knoten herum: ${wires}. Knoten auseinanderrücken und erneut verlegen.`,
  },
  runOutlook: {
    serviceNoNodeType: (value) => `Dieser Dienst hat keinen Knotentyp ${value}.`,
    circleWiresCutThem: 'Der Knoten liegt in einem Kreis aus Kabeln. Eines davon abziehen.',
    waitsCannotRun: (titleOf) => `Wartet auf ${titleOf}, was nicht laufen kann.`,
  },
  sessionArranging: {
    arrange: 'Aufräumen',
    distribute: 'Verteilen',
    align: 'Ausrichten',
    nudge: 'Verschieben',
    move: 'Verschieben',
    insertWire: 'In das Kabel einfügen',
    moveNodes: (size) => `${size} Knoten verschieben`,
  },
  sessionClipboard: {
    paste: (nodes) => `${nodes} einfügen`,
    duplicate: 'Duplizieren',
    node: 'ein Knoten',
    copiedSelection: 'Auswahl kopiert',
    copiedNode: 'Knoten kopiert',
    copiedNodes: (count) => `${count} Knoten kopiert`,
    noCopiedBrowserDoes:
      'Nicht kopiert: Der Browser lässt die Seite nicht in die Zwischenablage schreiben. Die Tastatur verwenden.',
    nodes: (many) => `${many} Knoten`,
    noPastedBrowserDoes:
      'Nicht eingefügt: Der Browser lässt die Seite die Zwischenablage nicht lesen. Die Tastatur verwenden.',
  },
  sessionItems: {
    note: 'Notiz',
    frame: 'Rahmen',
    line: 'Linie',
    arrow: 'Pfeil',
    violet: 'Violett',
    blue: 'Blau',
    teal: 'Türkis',
    green: 'Grün',
    red: 'Rot',
    gray: 'Grau',
    emptyNote: 'Leere Notiz',
    addFrame: 'Rahmen hinzufügen',
    addNote: 'Notiz hinzufügen',
    drawArrow: 'Pfeil zeichnen',
    drawLine: 'Linie zeichnen',
    renameFrame: 'Rahmen umbenennen',
    writeNote: 'Notiz schreiben',
    item: (kind, id) => `item ${kind} ${id}`,
    changeColor: 'Farbe ändern',
    openFrame: 'Rahmen ausklappen',
    collapseFrame: 'Rahmen einklappen',
    frameFitsAlreadyLies: 'Der Rahmen passt schon, oder es liegt nichts darin.',
    fitFrame: 'Rahmen anpassen',
  },
  sessionReroutes: {
    wire: 'ein Kabel',
    straightenWires: 'Kabelpunkte entfernen',
    routeWires: 'Kabel verlegen',
    addPointWire: 'Kabelpunkt hinzufügen',
    movePointWire: 'Kabelpunkt verschieben',
    removePointWire: 'Kabelpunkt entfernen',
    wires: (count) => `${count} Kabel`,
    draw: (target) => `${target} zeichnen`,
    showName: (target) => `${target} als Namen zeigen`,
    renameWire: 'Kabel umbenennen',
  },
  sessionSnippets: {
    snippetsCouldNotRead: (describeProblem) => `Die Bausteine waren nicht lesbar. ${describeProblem}`,
    noSelectedSelectSave: 'Nichts ist ausgewählt. Die Knoten auswählen, die gespeichert werden sollen.',
    selectionLargeSnippetSelect: 'Diese Auswahl ist zu groß für einen Baustein. Weniger Knoten auswählen.',
    savedYourSnippets: (name) => `„${name}“ ist unter den Bausteinen gespeichert`,
    position: (name) => `„${name}“ einsetzen`,
    snippetsCannotSaved: 'Bausteine können hier nicht gespeichert werden.',
  },
  sessionUploads: {
    changedWhileUploadedUpload: (label, filename) =>
      `${label} wurde während des Uploads von „${filename}“ geändert und bleibt, wie es jetzt ist. Der Upload ist in Dateien.`,
  },
  stateToggles: {
    makeNarrower: 'Schmaler machen',
    makeWider: 'Breiter machen',
    node: 'ein Knoten',
    nodes: (count) => `${count} Knoten`,
    selectRunsPast: 'Durchleitung wählen',
    freezeTheseNodesMake:
      'Hier gibt es nichts einzufrieren: Diese Knoten haben keine Ergebnisse, die andere verwenden.',
    noResultRunYet: (titleOf) =>
      `${titleOf} hat noch kein Ergebnis eines Laufs. Zuerst ausführen, dann einfrieren.`,
    nodesNoResultsYet: (count) =>
      `${count} Knoten haben noch keine Ergebnisse. Zuerst ausführen, dann einfrieren.`,
    resultProjectRunsBefore: (count) =>
      `Das Ergebnis von ${count} ist zu lang, um es mit dem Projekt aufzubewahren, daher wird weiter ausgeführt.`,
    lockedLUnlocksRetry: 'Gesperrt. L entsperrt wieder.',
    showAllInputs: 'Alle Eingänge anzeigen',
    makeWiderNarrower: 'Breite ändern',
  },
  textNode: {
    clipboardOnlyBlankText: 'In der Zwischenablage ist nur leerer Text. Text, Knoten oder Dateien kopieren.',
    textClipboardLongerThan: (count) =>
      `Der Text in der Zwischenablage ist länger als ${count} Zeichen. Als Datei speichern und diese hier ablegen.`,
    serviceNoNodeText:
      'Dieser Dienst hat keinen Knoten für Text. Eine Notiz hinzufügen und den Text dort einfügen.',
  },
};
