import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { editorCanvas as english } from '../english/editor-canvas.ts';

export const editorCanvas: Translated<typeof english> = {
  connectionDrag: {
    noConnected: (reason) => `Nicht verbunden: ${reason}`,
  },
  droppedText: {
    addedFileUseWords:
      'Sie wurde als Datei hinzugefügt; um den Text zu verwenden, in einen Textknoten einfügen.',
    thanKbText: (name, asFile) => `„${name}“ hat mehr als 64 KB Text. ${asFile}`,
    notText: (name, asFile) => `„${name}“ ist kein einfacher Text. ${asFile}`,
  },
  drops: {
    addName: (name) => `${name} hinzufügen`,
    mismatch: (name, base) =>
      `${name} passt hier nicht. Gebraucht wird: ${{ image: 'Bild', video: 'Video', audio: 'Ton' }[base] ?? base}.`,
    leftOut: (nodes, types) => `${nodes} ausgelassen: Dieser Dienst hat nicht ${types}.`,
    file: 'eine Datei',
    addFiles: (count) => `${count} Dateien hinzufügen`,
    addedAsList: (count) => `${count} Dateien sind eine Liste: Ein Knoten, der sie bekommt, läuft für jede.`,
    asNodes: 'Lieber einzelne Knoten',
    wasDropped: 'Was abgelegt wurde',
    droppedNotYourFiles:
      'Was abgelegt wurde, ist keine der eigenen Dateien. Aus der Leiste Dateien herüberziehen.',
    aNodeWas: 'Ein Knoten wurde',
    nodesWere: (count) => `${count} Knoten wurden`,
  },
  canvasControls: {
    noYet: 'Noch ist hier nichts',
    dropPhotoDoubleClick: 'Ein Foto hier ablegen oder doppelklicken, um einen Knoten hinzuzufügen.',
    addNode: 'Knoten hinzufügen',
    zoom: 'Zoom',
    zoomLevel: 'Zoomstufe',
    zoomPins: 'Hineinzoomen, um Anschlüsse auszuwählen',
  },
  canvasItems: {
    note: 'Notiz',
    frame: 'Rahmen',
    doubleClickWrite: 'Doppelklicken, um zu schreiben',
    titleFrame: 'Titel des Rahmens',
    title: 'Titel',
    textNote: 'Text der Notiz',
    writeNote: 'Notiz schreiben',
  },
  canvasLines: {
    dragDrawArrowEsc: 'Ziehen, um einen Pfeil zu zeichnen. Esc beendet das Zeichnen.',
    dragDrawLineEsc: 'Ziehen, um eine Linie zu zeichnen. Esc beendet das Zeichnen.',
  },
  pass: {
    passesThrough: (titleOf) => `Was geht durch ${titleOf} hindurch?`,
    wiresFitOutputYou:
      'Mehrere Kabel passen zum Ausgang. Das gewählte wird bei Stummschaltung an die folgenden Knoten weitergegeben.',
    noneThem: 'Keines davon',
    wiresFit: 'Passende Kabel',
  },
  connectPicker: {
    searchPins: 'Anschlüsse suchen',
  },
  convertPicker: {
    insertBetween: (sentence) => `${sentence} Dazwischen setzen:`,
  },
  findNode: {
    findNode: 'Knoten suchen',
    findNodeTitleType: 'Knoten nach Titel, Typ oder Wert suchen',
    noProjectMatches: 'Kein passender Knoten in diesem Projekt.',
    nodesFound: 'Gefundene Knoten',
    replaceFound: 'Gefundenes ersetzen',
    unknownType: 'Unbekannter Typ',
  },
  gestureOverlay: {
    translateScale: (x, y, zoom) => `translate(${x} ${y}) scale(${zoom})`,
    connectTo: (pinLabel) => `Verbinden mit ${pinLabel}`,
    dropAddNode: 'Loslassen, um einen Knoten hinzuzufügen',
  },
  guideLines: {
    translateScale: (x, y, zoom) => `translate(${x} ${y}) scale(${zoom})`,
  },
  minimap: {
    overviewProject: 'Übersicht des Projekts',
  },
  heat: {
    title: 'Wärmekarte',
    colorBy: 'Knoten färben nach',
    close: 'Die Wärmekarte schließen',
    measures: { time: 'Zeit', cost: 'Kosten', failures: 'Fehlschlägen', reuse: 'Wiederverwendung' },
    least: 'am wenigsten',
    most: (value) => `am meisten: ${value}`,
    allRuns: 'alle Läufe',
    percent: (value) => `${value}\u00A0%`,
    reading: 'Wird gelesen, was Läufe gebraucht haben…',
    noRuns: 'Noch kein Lauf dieses Projekts ist zu Ende. Erst ausführen, dann wiederkommen.',
    none: {
      time: 'Kein Knoten hat Zeit gebraucht.',
      cost: 'Kein Knoten hat etwas gekostet.',
      failures: 'Kein Knoten ist fehlgeschlagen.',
      reuse: 'Kein Ergebnis wurde wiederverwendet.',
    },
    ofRuns: (count) => (count === 1 ? 'Aus dem letzten Lauf' : `Aus den letzten ${count} Läufen`),
  },
  nameWire: {
    wireName: 'Dem Kabel einen Namen geben.',
    renameWire: 'Kabel umbenennen',
    allWiresNameFrom: 'Alle Kabel mit Namen vom selben Ausgang erhalten ihn.',
    rename: 'Umbenennen',
    name: 'Name',
  },
  nodeSearch: {
    beingRead: 'wird gelesen',
    none: (verb) => `${verb} nichts`,
  },
  quickAdd: {
    snippet: 'Baustein',
    addNode: 'Knoten hinzufügen',
    searchNodes: 'Knoten suchen',
    searchFits: 'Passendes suchen',
    noTypeMatches: 'Kein passender Knotentyp.',
    readingNodeTypes: 'Die Knotentypen werden gelesen…',
    nodeTypes: 'Knotentypen',
  },
  replaceFound: {
    replaced: (count, nodes) =>
      `${pluralForm(count, ['#-mal ersetzt', '#-mal ersetzt'])} in ${pluralForm(nodes, ['# Knoten', '# Knoten'])}`,
    replaceTimes: (count) => pluralForm(count, ['#-mal ersetzen', '#-mal ersetzen']),
    replaceText: 'Text ersetzen',
    replace: (find) => `„${find}“ ersetzen`,
    wouldStayed: (count) =>
      `; ${pluralForm(count, ['# Text wäre zu lang geworden und blieb', '# Texte wären zu lang geworden und blieben'])}`,
    replaceWords: 'Wörter ersetzen durch',
    replaceBy: 'Ersetzen durch',
    texts: (count) => `In den Texten von ${pluralForm(count, ['# Knoten', '# Knoten'])}`,
    theseWordsNoText: 'Diese Wörter stehen in keinem Text',
    replaceWith: (count) => `${pluralForm(count, ['# Knoten', '# Knoten'])} ersetzen durch…`,
  },
  replacePicker: {
    rerouted: (count) =>
      pluralForm(count, [
        '# Kabel geht zu einem Anschluss mit anderem Namen.',
        '# Kabel gehen zu einem Anschluss mit anderem Namen.',
      ]),
    keepsEverything: 'behält alles',
    wireFromTo: (from, to) => `Kabel: ${from} nach ${to}`,
    replaceWith: (titleOfAll) => `${titleOfAll} ersetzen durch…`,
    searchNodeTypes: 'Knotentypen suchen',
    noTypeMatches: 'Kein anderer Knotentyp passt.',
    readingNodeTypes: 'Die Knotentypen werden gelesen…',
    nodeTypes: 'Knotentypen',
    beingRead: 'wird gelesen',
    wiresValues: (title) => `Was mit Kabeln und Werten geschieht bei ${title}`,
    allWiresValues: 'Alle Kabel und Werte bleiben.',
    theseFall: (title) => `Bei ${title} fällt weg:`,
    andOverflow: (value) => `und ${value} weitere`,
  },
  snippetsDialog: {
    snippetName: 'Dem Baustein einen Namen geben.',
    saveSnippet: 'Als Baustein speichern',
    valuesWiresBetweenNodes:
      'Werte, Kabel zwischen den Knoten, Rahmen und Notizen werden mitgespeichert, auf diesem Computer.',
    name: 'Name',
    someNot: (name) => `Ein Teil von „${name}“ fehlt hier`,
    serviceNoneNodeTypes:
      'Dieser Dienst hat keinen der Knotentypen. Mit dem Dienst verwenden, für den der Baustein gemacht ist.',
    serviceDoesNotThese:
      'Dieser Dienst hat diese Knotentypen nicht. Die anderen Knoten lassen sich ohne sie einsetzen.',
    positionRemainder: 'Den Rest einsetzen',
    snippets: 'Bausteine',
    noSavedYetSelect:
      'Noch ist nichts gespeichert. Knoten auf der Arbeitsfläche auswählen und in ihrem Menü „Als Baustein speichern…“ wählen.',
    searchSnippets: 'Bausteine suchen',
    noSnippetMatches: 'Kein passender Baustein.',
    newName: (name) => `Neuer Name von ${name}`,
    delete: (name) => `„${name}“ löschen?`,
    delete2: 'Löschen',
    rename: (name) => `${name} umbenennen`,
    delete3: (name) => `${name} löschen`,
  },
  editorCanvas: {
    nodeCanvas: 'Arbeitsfläche der Knoten',
  },
  nodes: {
    translateScale: (x, y, zoom) => `translate(${x} ${y}) scale(${zoom})`,
  },
  runningWires: {
    translateScale: (x, y, zoom) => `translate(${x} ${y}) scale(${zoom})`,
  },
};
