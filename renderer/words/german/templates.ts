import { number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { templates as english } from '../english/templates.ts';

export const templates: Translated<typeof english> = {
  manageTemplate: {
    managesItself: (name) =>
      `${name} veröffentlicht seine Vorlagen selbst und erstellt auch ihre Schlüssel: Die API hat dafür keinen Aufruf.`,
  },
  callable: (isLocal) =>
    isLocal
      ? 'Auf diesem Computer, mit dem Schlüssel des Formulars'
      : 'Von überall, mit dem Schlüssel des Formulars',
  reach: (isLocal) =>
    isLocal
      ? 'Programme auf diesem Computer können diese Adresse aufrufen, solange Patchbay läuft. Sie bleibt bei einem Neustart von Patchbay gleich, es sei denn, ein anderes Programm belegt den Port. Andere Computer erreichen sie nicht.'
      : 'Wer den Schlüssel hat, kann diese Adresse aufrufen.',
  key: (hasKey) =>
    hasKey === false
      ? 'Dieses Formular hat noch keinen Schlüssel. Unter Schlüssel und Aufrufe einen erstellen.'
      : 'Der Schlüssel gehört nur zu diesem Formular und wird nur beim Erstellen gezeigt. „Schlüssel erneuern“ erstellt einen anderen, der ihn ersetzt.',
  published:
    'Auf der Seite Vorlagen lässt es sich als Formular ausführen. Auch Programme können es aufrufen, mit diesem Schlüssel.',
  keyOnce:
    'Den Schlüssel jetzt kopieren: Er wird nur dieses eine Mal gezeigt. „Schlüssel erneuern“ auf der Seite der Vorlage erstellt einen anderen.',
  openAsProject: 'Als Projekt öffnen',
  aboutOpening: 'Legt ein eigenes Projekt aus dieser Vorlage an, mit dem, was hier ausgefüllt ist.',
  notOpened: 'Das Projekt wurde nicht angelegt',
  reachesNothing: 'erreicht keine Ausgabe',
  resultPlace: 'Ausgaben erscheinen hier',
  noResult: 'Die Eingaben ausfüllen und ausführen.',
  copyText: {
    copied: (label) => `${label} kopiert`,
    notCopied: (label) => `${label} wurde nicht kopiert`,
    selectCopyKeyboard: 'Auswählen und mit der Tastatur kopieren.',
  },
  pastRuns: {
    runsCouldNotRead: 'Frühere Läufe waren nicht lesbar',
    runsComputer: 'Läufe auf diesem Computer',
  },
  publishDialog: {
    thisService: 'Dieser Dienst',
    publishTemplate: 'Als Vorlage veröffentlichen',
    publishesTemplatesItself: (name) => `${name} veröffentlicht Vorlagen selbst`,
    doesNotAcceptTemplates:
      'Von hier werden keine Vorlagen angenommen. Beim Betreiber des Dienstes nachfragen oder das Projekt exportieren und im lokalen Arbeitsbereich veröffentlichen.',
    projectCouldNotRead: 'Das Projekt war nicht lesbar',
    fillInputsGetOutputs:
      'Andere füllen die Eingaben aus und erhalten die Ausgaben; das Projekt selbst bleibt privat.',
  },
  publishFields: {
    missingInputs: (names, count) =>
      `${names} ${count === 1 ? 'ist' : 'sind'} nicht mehr im Projekt, oder dort ist etwas eingesteckt. Andere auswählen oder ohne veröffentlichen.`,
    noInputCallersCannot:
      'Keine Eingabe ist ausgewählt, daher lässt sich beim Aufruf nichts ändern. Oben eine Eingabe hinzufügen oder noch einmal drücken, um ohne zu veröffentlichen.',
    noChangesCallersThey: 'Für Aufrufe ändert sich nichts: Sie erhalten die Ergebnisse des neuen Stands.',
    callersDifferent: 'Für Aufrufe ist das anders:',
    publishAs: 'Veröffentlichen als',
    newState: (name) => `Ein neuer Stand von ${name}`,
    newTemplate: 'Eine neue Vorlage',
    name: 'Name',
    category: 'Kategorie',
    none: 'Keine',
    description: 'Beschreibung',
  },
  publishForm: {
    typeText: 'Text',
    typePicture: 'Bild',
    typeSound: 'Ton',
    typeNumber: 'Zahl',
    typeColor: 'Farbe',
    typeChoice: 'Auswahl',
    typeVideo: 'Video',
    typeFile: 'Datei',
    typeAny: 'Beliebiges',
    yesNo: 'ja oder nein',
  },
  publishPanel: {
    inputOf: (name) => `Eingang: ${name}`,
    outputOf: (name) => `Ausgang: ${name}`,
    publishTemplate: 'Als Vorlage veröffentlichen',
    projectCouldNotRead: 'Das Projekt war nicht lesbar',
    clickRoundMarksCanvas:
      'Auf die runden Marken auf der Arbeitsfläche klicken, um Eingaben und Ausgaben auszuwählen, oder sie unten nach Namen suchen.',
  },
  publishPicture: {
    picture: 'Bild',
    none: 'Keines',
    picture2: (value) => `Bild ${value}`,
    notUploaded: (name, problem) => `${name} wurde nicht hochgeladen: ${problem}`,
    projectRunResultsCan:
      'Ist das Projekt einmal gelaufen, lassen sich auch seine Ergebnisse hier auswählen.',
    pictureFile: 'Bilddatei',
    upload: 'Hochladen…',
  },
  publishPins: {
    inputs: 'Eingaben',
    inputsEachCallProject: 'Ohne Eingaben ergibt jeder Aufruf, was das Projekt ergibt.',
    addInput: 'Eingabe hinzufügen',
    findInputPlugged: 'Einen Eingang suchen, in dem kein Kabel steckt',
    addOutput: 'Ausgabe hinzufügen',
    findOutput: 'Ausgabe suchen',
  },
  publishRows: {
    showCanvas: (title) => `${title} auf der Arbeitsfläche anzeigen`,
    dragAnotherPosition: (label) => `${label} an eine andere Stelle ziehen`,
    nameOf: (label) => `Name von ${label}`,
    moveUp: (label) => `${label} nach oben`,
    moveDown: (label) => `${label} nach unten`,
    applyOut: (label) => `${label} herausnehmen`,
    inputs: 'Eingaben',
    required: 'Pflicht',
    projectWhenEmpty: 'Leer: wie im Projekt',
    onByDefault: 'Anfangs ein',
    defaultOf: (label) => `Vorgabe von ${label}`,
    default: 'Vorgabe',
  },
  runResult: {
    step: (index, count) => `Schritt ${index} von ${count}`,
    starting: 'Startet',
    stopped: 'Angehalten',
    failed: 'Fehlgeschlagen',
    complete: 'Fertig',
    running: 'Läuft',
    accepted: 'Angenommen',
    pending: 'Wartet, bis es an der Reihe ist',
    progressRun: 'Fortschritt des Laufs',
    runNoOutputs: 'Der Lauf hat keine Ausgaben ergeben.',
    noFinished: 'Nicht fertig geworden',
    runFailed: 'Der Lauf ist fehlgeschlagen.',
  },
  templateDetail: {
    formOf: (name) => `Formular: ${name}`,
    templateNoLongerExists: 'Diese Vorlage gibt es nicht mehr',
    templateCouldNotRead: 'Die Vorlage war nicht lesbar',
    deletedBelongsAnotherAccount: 'Sie wurde gelöscht oder gehört zu einem anderen Konto.',
    templateCannotRunYet: 'Diese Vorlage kann noch nicht laufen',
    needsFormRunMake: 'Zum Ausführen braucht sie ein Formular. Unten eines anlegen oder einschalten.',
    needsFormRunWhoever:
      'Zum Ausführen braucht sie ein Formular. Der Betreiber des Dienstes kann eines anlegen.',
    form: 'Formular',
    formCouldNotRead: 'Das Formular war nicht lesbar',
    run: 'Arten, sie auszuführen',
    run2: 'Hier ausführen',
    result: 'Ergebnis',
    callFrom: 'Von anderswo aufrufen',
    changed: ' · geändert ',
  },
  templatesPage: {
    allTemplates: 'Alle Vorlagen',
    templates: 'Vorlagen',
    searchTemplates: 'Vorlagen suchen',
    onlyThoseCanRun: 'Nur ausführbare',
    startingRunNeedsService: 'Um einen Lauf zu starten, braucht es den Dienst.',
    templatesCouldNotRead: 'Die Vorlagen waren nicht lesbar',
    noTemplateFits: 'Keine Vorlage passt',
    typoLimit: (count) => `Nach Tippfehlern wurde nur in den neuesten ${number(count)} Vorlagen gesucht.`,
    showAllTemplates: 'Alle Vorlagen anzeigen',
    showOverflowTemplates: 'Mehr Vorlagen anzeigen',
    noDescription: 'Keine Beschreibung',
    noTemplatesYet: 'Noch keine Vorlagen',
    templateProjectInputsOutputs:
      'Eine Vorlage ist ein Projekt mit ausgewählten Eingaben und Ausgaben, das andere ausführen können. Zuerst ein Projekt öffnen, dann Datei → Als Vorlage veröffentlichen…',
    templateProjectInputsOutputs2:
      'Eine Vorlage ist ein Projekt mit ausgewählten Eingaben und Ausgaben, das andere ausführen können. Dieser Dienst veröffentlicht sie selbst.',
  },
  usePublishForm: {
    publish: 'Veröffentlichen',
    publishInputs: 'Ohne Eingaben veröffentlichen',
    viewChanges: 'Ansehen, was sich ändert',
    publishNewState: 'Neuen Stand veröffentlichen',
  },
};
