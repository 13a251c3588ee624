import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { editorPanels as english } from '../english/editor-panels.ts';

export const editorPanels: Translated<typeof english> = {
  canvasClash: {
    appearanceNode: 'Aussehen eines Knotens',
    routeWire: 'Verlauf eines Kabels',
    youDeleted: (item) => `${item}, hier gelöscht`,
    theyDeleted: (item) => `${item}, von anderen gelöscht`,
    singleTile: (toLowerCase) => `eine Kachel, ${toLowerCase}`,
    onlyConnectedChanged: 'nur Verbundenes oder Geändertes',
    noLabel: (field) => `nicht ${field}`,
  },
  conflictDialog: {
    titleOf: (title) => `Titel von ${title}`,
    youDeleted: (title) => `${title}, hier gelöscht`,
    theyDeleted: (title) => `${title}, von anderen gelöscht`,
    wire: (name) => `Kabel zu ${name}`,
    from: (titleOf) => `von ${titleOf}`,
    somebodyChangedSameThing: 'Jemand hat dasselbe geändert',
    everythingElseMerged: 'Alles andere ist zusammengeführt. Wählen, was bleibt.',
    postponed: 'Später',
    saveChoice: 'Auswahl speichern',
    keep: 'Eigene behalten',
    applyRemote: 'Fremde übernehmen',
  },
  fileActions: {
    notSaved: (filename) => `${filename} wurde nicht gespeichert`,
  },
  fileRow: {
    addCanvas: 'Auf die Arbeitsfläche legen',
    usedBy: 'Verwendet von',
    dragCanvasPressEnter: (filename) =>
      `${filename}. Auf die Arbeitsfläche ziehen oder mit der Eingabetaste hinzufügen.`,
  },
  filesPanel: {
    filesYouAddWhen: 'Hinzugefügte Dateien werden gesendet, sobald der Dienst wieder da ist.',
    filesCouldNotRead: 'Die Dateien waren nicht lesbar',
    add: 'Hinzufügen',
  },
  inspectorMedia: {
    save: (fileName) => `${fileName} speichern`,
  },
  inspectorPanel: {
    previewOfFile: 'Vorschau der Datei',
    noSuchType: (type) =>
      `Dieser Dienst hat keinen Knotentyp ${type}. Der Knoten und seine Kabel bleiben, wie sie sind; hier kann er nicht laufen. Ihn ersetzen, oder das Projekt bei dem Dienst öffnen, für den es gemacht wurde.`,
    noSelected: 'Nichts ist ausgewählt',
    selectNodeSeeInputs:
      'Einen Knoten auswählen, um seine Eingänge und Ergebnisse zu sehen, oder mehrere, um Gemeinsames zu ändern.',
    nodeFailed: 'Dieser Knoten ist fehlgeschlagen.',
    title: 'Titel',
    inputs: 'Eingänge',
    label: (count, count2) => `${count} bis ${count2}`,
    from: (count) => `ab ${count}`,
    upTo: (count) => `bis ${count}`,
    noService: 'diesem Dienst nicht bekannt',
    connectTo: (value) => `${value} verbinden mit…`,
    disconnect: (value) => `${value} abziehen`,
    results: 'Ergebnisse',
    resultsChangedSince: 'Ergebnisse, seitdem geändert',
  },
  outlineItems: {
    framesNotesLinesWires: 'Rahmen, Notizen, Linien und Kabel mit Namen',
  },
  outlinePanel: {
    searchOutline: 'Gliederung durchsuchen',
    noYet: 'Noch keine Knoten',
    addFromPalettePress: 'Einen aus der Palette hinzufügen oder auf der Arbeitsfläche Tab drücken.',
    nodesOrderTheyRun: 'Knoten in der Reihenfolge, in der sie laufen',
    unknownType: 'Unbekannter Typ',
    from: (list) => `von ${list}`,
  },
  palettePanel: {
    addedCanvas: 'Zur Arbeitsfläche hinzugefügt',
    searchNodes: 'Knoten suchen',
    nodeTypesCouldNot: 'Die Knotentypen waren nicht lesbar',
    noTypeMatches: (query) => `Kein Knotentyp passt zu „${query}“.`,
  },
  paletteSnippets: {
    snippets: 'Bausteine',
    searchRenameDeleteSnippets: 'Bausteine suchen, umbenennen und löschen',
  },
  saveState: {
    conflict: 'Konflikt',
    somebodyChangedSameField: 'Jemand hat dasselbe Feld geändert. Wählen, welcher Wert bleibt.',
    keyNeeded: 'Schlüssel fehlt',
    serviceNoLongerAccepts: (storageLabel) => `Der Dienst nimmt den Schlüssel nicht mehr an. ${storageLabel}`,
    deleted: 'Anderswo gelöscht',
    projectDeletedServiceScreen:
      'Dieses Projekt wurde beim Dienst gelöscht. Was auf dem Bildschirm ist, ist noch hier.',
    framesNotesOnly: 'Rahmen und Notizen nur hier',
    everythingElseSavedVersion: (message, version) =>
      `${message} Alles andere ist als Version ${version} gespeichert.`,
  },
  selectionInspector: {
    valueOf: (title, count) => `${title} von ${pluralForm(count, ['# Knoten', '# Knoten'])}`,
    mixedOf: (title, count) => `${title} von ${pluralForm(count, ['# Knoten', '# Knoten'])}, gemischt`,
    selected: (count) => `${pluralForm(count, ['# Knoten', '# Knoten'])} ausgewählt`,
    youChangeChangesAll: (title) => `${title}. Änderungen hier gelten für alle.`,
    commonInputs: 'Gemeinsame Eingänge',
    changeOf: (title, count) => `${title} von ${pluralForm(count, ['# Knoten', '# Knoten'])} ändern`,
    byWire: (wired) => `${wired} per Kabel`,
  },
  switchesPanel: {
    goToFrame: (name) => `Zum Rahmen ${name}`,
    goTo: (name) => `Zu ${name}`,
    noSwitchedDisabled: 'Nichts ist abgeschaltet',
    nodesYouMuteM:
      'Stummgeschaltete (M), eingefrorene (F) und gesperrte (L) Knoten stehen hier mit ihren Schaltern.',
    switches: 'Schalter',
    allIn: (title) => `alles in ${title}`,
  },
};
