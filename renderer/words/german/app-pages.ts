import type { Translated } from '../translated.ts';
import type { appPages as english } from '../english/app-pages.ts';

export const appPages: Translated<typeof english> = {
  changeKeysDialog: {
    currentKeys: (scope, keys) => `${scope}. Jetzt: ${keys === '' ? 'keine' : keys}.`,
    keyLoses: (title) => `„${title}“ hat diese Taste jetzt und verliert sie.`,
    keyNeededAnother: (title) => `Diese Taste wird hier gebraucht: ${title}. Eine andere wählen.`,
    keysOf: (title) => `Tasten für „${title}“`,
    backNone: 'Zurück auf keine',
    backTo: (chords) => `Zurück auf ${chords}`,
    noKey: 'Keine Taste',
    newKeys: 'Neue Tasten',
    pressNewKeys: 'Die neuen Tasten drücken',
  },
  helpHome: {
    tourNeedsProject: 'Die Tour braucht ein Projekt',
    makeProjectsPageFirst: 'Zuerst auf der Seite Projekte eines anlegen.',
    tourCouldNotBegin: 'Die Tour konnte nicht beginnen',
  },
  languageSetting: {
    language: 'Sprache',
    pageReloads:
      'Für Menüs, Seiten, Zahlen und Datumsangaben. Die Seite wird dann neu geladen; nichts geht verloren.',
    asTheSystem: 'Wie das System',
  },
  onActiveConnection: {
    connectionsCouldNotRead: 'Die Verbindungen waren nicht lesbar',
  },
  outputsPage: {
    gallery: 'Galerie',
  },
  runLimits: {
    limitNotSaved: 'Das Limit wurde nicht gespeichert',
    limitsRuns: 'Limits für Läufe',
    beforeCostlyRun: (name) => `Vor einem teuren Lauf fragen: ${name}`,
    whenRunMayCost:
      'Wenn ein Lauf mehr als so viele Credits kosten kann oder seine Kosten nicht bekannt sind. Leer: nie.',
    credits: (name) => `Credits ohne Nachfrage bei ${name}`,
  },
  saveDiagnostics: {
    diagnosticsSaved: 'Diagnose gespeichert',
    noKeysFilesNames:
      'Schlüssel, Dateien, Namen und getippte Texte sind nicht darin. Was darin ist, steht in der README.',
    diagnosticsNotSaved: 'Die Diagnose wurde nicht gespeichert',
  },
  settingsPage: {
    visible: 'Eingeblendet',
    stopped: 'Angehalten',
    running: 'Läuft',
    starting: 'Startet',
    noRunning: 'Läuft nicht',
    settings: 'Einstellungen',
    settingsCouldNotRead: 'Die Einstellungen waren nicht lesbar',
    settingNotSaved: 'Die Einstellung wurde nicht gespeichert',
    theme: 'Erscheinungsbild',
    markSavedFiles: 'In gespeicherten Dateien sagen, wie viel von Modellen stammt',
    markHint:
      'Bilder und Filme tragen die Herkunft nach IPTC: alles, ein Teil oder nichts daran ist von einem Modell, und von welchem.',
    includeSettingsSavedFiles: 'Einstellungen in gespeicherte Dateien aufnehmen',
    graphOutputWhoeverFile:
      'Der Graph, aus dem eine Ausgabe entstanden ist, damit sie sich mit der Datei wieder öffnen lässt. Er enthält Prompts, aber keine Schlüssel, keine signierten Adressen und keine Orte auf diesem Computer.',
    hintsCanvas: 'Hinweise auf der Arbeitsfläche',
    newcomerCanTryEach: 'Was sich am Anfang ausprobieren lässt; jeder verschwindet, wenn es getan ist.',
    showRetry: 'Wieder anzeigen',
    movingCanvas: 'Auf der Arbeitsfläche bewegen',
    scrollingDoesEditor: 'Was Scrollen im Editor tut.',
    mouseWheelZooms: 'Maus: Rad zoomt',
    trackpadScrollPans: 'Trackpad: Scrollen verschiebt',
    fingerCanvas: 'Ein Finger auf der Arbeitsfläche',
    emptyCanvasTwoFingers:
      'Auf der leeren Arbeitsfläche. Zwei Finger verschieben und zoomen immer; ist ein Stift in der Nähe, tun Finger nichts.',
    movesView: 'Bewegt die Ansicht',
    drawsSelection: 'Zieht eine Auswahl auf',
    snapNodesGrid: 'Knoten am Gitter ausrichten',
    proxiesHeavyFilms: 'Proxys für schwere Filme',
    mediaLargerThanScreen:
      'Medien, die größer als der Bildschirm sind, eine variable Framerate haben oder hier nicht abspielbar sind, werden als kleine Kopien abgespielt. Exporte nehmen die Originale.',
    guidesWhileDragging: 'Hilfslinien beim Ziehen',
    linesThroughEdgesMiddles:
      'Linien durch Kanten und Mitten von Nachbarn und gleiche Abstände. Strg oder ⌘ halten, um einen Knoten frei zu setzen.',
    localServiceStartingRetry: 'Der lokale Dienst startet neu',
    couldNotStarted: 'Start nicht möglich',
    onThisComputer: 'Auf diesem Computer',
    localService: 'Lokaler Dienst',
    keepsYourLocalProjects: 'Bewahrt die lokalen Projekte auf und führt sie hier aus.',
    startRetry: 'Neu starten',
    keys: 'Schlüssel',
    diagnostics: 'Diagnose',
    whoeverHelpsYouSolve:
      'Für alle, die bei einem Problem helfen. Schlüssel, Dateien, Namen und getippte Texte sind nicht darin.',
    saveDiagnostics: 'Diagnose speichern…',
    version: 'Version',
    label: (version, value) => `${version} auf ${value}`,
  },
  shortcutSections: {
    commandsKeys: 'Befehle ohne Tasten',
  },
  shortcutsPage: {
    keysNotChanged: 'Die Tasten wurden nicht geändert',
    commandsCommandPaletteWell:
      'Befehle finden sich auch in der Befehlspalette, außer denen zu einem einzelnen Listeneintrag oder Anschluss: ',
    resetAllKeys: 'Alle Tasten zurücksetzen',
    searchShortcuts: 'Tastenkürzel suchen',
    searchNameKey: 'Nach Name oder Taste suchen',
    noShortcutMatches: 'Kein passendes Tastenkürzel',
    tryAnotherWordKey: 'Ein anderes Wort versuchen oder eine Taste wie Strg.',
    changed: 'geändert',
    changeKeys: (title) => `Tasten für „${title}“ ändern`,
  },
  timelinePreviewPage: {
    timelineFile: 'Datei einer Zeitleiste',
    previewOnlySaved: 'Nur Vorschau; nichts wird gespeichert',
    differentFromFile: 'Was anders ist als in der Datei',
    differences: (count) => `${count} Unterschiede`,
    import: 'Importieren…',
    noFileOpen: 'Keine Datei ist offen',
    previewNotSavedWhen: 'Eine Vorschau übersteht das Neuladen der Seite nicht.',
    selectFile: 'Datei auswählen…',
  },
};
