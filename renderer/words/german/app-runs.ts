import { number, pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { appRuns as english } from '../english/app-runs.ts';

export const appRuns: Translated<typeof english> = {
  runCopyLine: {
    project: 'das Projekt',
    resultsRunCouldNot: 'Die Ergebnisse dieses Laufs waren nicht lesbar',
    projectShows: 'Was dieses Projekt zeigt',
    runHadRunYou: (name, exactTime) =>
      `Stand: ${name}, wie ein Lauf vom ${exactTime} es hatte, mit seinen Ergebnissen. Änderungen hier ändern nur diese Kopie.`,
    backProject: 'Zurück zum Projekt',
  },
  runDiff: {
    created: 'Entstanden',
    readingRuns: 'Die Läufe werden gelesen…',
    leastTheseRunsNot:
      'Mindestens einer dieser Läufe wurde auf diesem Computer nicht aufgezeichnet, daher ist nicht bekannt, was sich unterscheidet.',
    inputsDiffer: 'Eingaben, die sich unterscheiden',
    none: 'Keine.',
    graph: 'Graph',
    runs: 'Läufe',
    file: 'Datei',
    readingRun: 'Der Lauf wird gelesen…',
    notRecordedComputer: 'Wie es entstanden ist, wurde auf diesem Computer nicht aufgezeichnet.',
    run: 'Lauf',
    openProject: 'Projekt öffnen',
    open: 'Öffnen, wie es war',
    createdFrom: 'Entstanden aus',
    output: 'Ausgabe',
  },
  run: {
    length: 'Länge',
    pixels: 'Pixel',
    size: 'Größe',
    type: 'Art',
    file2: 'Datei',
    graphAdded: (count) => `Der Graph hat ${pluralForm(count, ['# Knoten', '# Knoten'])} mehr.`,
    graphRemoved: (count) => `Der Graph hat ${pluralForm(count, ['# Knoten', '# Knoten'])} weniger.`,
    graphAddedRemoved: (added, removed) =>
      `Der Graph hat ${pluralForm(added, ['# Knoten', '# Knoten'])} mehr und ${pluralForm(removed, ['# Knoten', '# Knoten'])} weniger.`,
    version: 'Version',
    time: 'Zeit',
    cost: 'Kosten',
    file: (slice) => `Datei ${slice}`,
    graphSame: 'Der Graph ist derselbe.',
    graphSameNodesValues: 'Der Graph hat dieselben Knoten, mit anderen Werten oder Kabeln.',
  },
  runLabel: {
    nodesRun: (count) => pluralForm(count, ['# Knoten läuft', '# Knoten laufen']),
    nodesRunEstimate: (count) => pluralForm(count, ['etwa # Knoten läuft', 'etwa # Knoten laufen']),
    reused: (count) => pluralForm(count, ['# wird wiederverwendet', '# werden wiederverwendet']),
    cannotRunYet: (size) => pluralForm(size, ['# kann noch nicht laufen', '# können noch nicht laufen']),
    run: 'Ausführen',
    runsGraph: 'Führt den Graphen aus.',
    runOf: (able, count) => `${able} von ${number(count)} ausführen`,
    runOf2: (able, all) => `${able} von ${all} ausführen`,
    noChangedSinceLast:
      'Seit dem letzten Lauf hat sich nichts geändert: Seine Ergebnisse werden wiederverwendet.',
    runRetry: 'Erneut ausführen',
  },
  traceOutput: {
    newProject: 'ein neues Projekt',
    isCover: 'Es ist jetzt das Titelbild des Projekts',
    isCoverOf: (project) => `Es ist jetzt das Titelbild von „${project}“`,
    cannot: 'Es lässt sich nicht öffnen, wie es war',
    graphNotComputer: 'Der Graph ist nicht auf diesem Computer.',
    someInputsMayHad: 'Manche Eingänge können andere Werte gehabt haben',
    startRunNotComputer: 'Der Beginn dieses Laufs war auf diesem Computer nicht zu sehen.',
    couldNot: 'Es ließ sich nicht öffnen, wie es war',
    coverNotChanged: 'Das Titelbild wurde nicht geändert',
  },
  useProjectRuns: {
    run: (toLowerCase) => `Lauf ${toLowerCase}`,
    runCouldNotRead: 'Der Lauf war nicht lesbar',
  },
  useRunActions: {
    run: 'ein Lauf',
    runYet: 'Noch gibt es nichts auszuführen',
    addNodeFromPalette: 'Zuerst einen Knoten aus der Palette hinzufügen.',
    runNotStarted: 'Der Lauf wurde nicht gestartet',
    runNotStopped: 'Der Lauf wurde nicht angehalten',
    noRunNeedsService: 'Nicht ausgeführt: Ein Lauf braucht den Dienst',
    cannotReachedYourEdits:
      'Der Dienst ist gerade nicht erreichbar. Die Änderungen werden gesendet, sobald er wieder da ist; dann Ausführen drücken.',
    noRunBecauseYour: 'Nicht ausgeführt, weil die letzten Änderungen nicht gespeichert werden konnten',
    runGraphScreen: 'Den Graphen auf dem Bildschirm ausführen',
    goTo: (titleOf) => `Zu ${titleOf} gehen`,
    noRunYouMuted: 'Nicht ausgeführt: Das Gewünschte ist stummgeschaltet oder eingefroren',
    unmuteNodeMUnfreeze: 'Zuerst bei einem Knoten die Stummschaltung aufheben (M) oder ihn auftauen (F).',
    nodesRun: (able, count) => `${able} von ${count} Knoten laufen`,
    noRunCanRun: 'Nicht ausgeführt: Noch kann nichts laufen',
    cannotRunEither: (named, count) =>
      `${named} ${pluralForm(count, ['# weiterer Knoten kann', '# weitere Knoten können'])} auch nicht laufen.`,
  },
};
