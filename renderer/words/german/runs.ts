import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { runs as english } from '../english/runs.ts';

export const runs: Translated<typeof english> = {
  notStarted: 'Der Lauf wurde nicht gestartet',
  isShown: 'Dieser Lauf ist schon auf der Arbeitsfläche.',
  graphOf: (version) => (version === null ? 'wie auf der Arbeitsfläche' : `Version ${version}`),
  template: 'aus einer Vorlage',
  ofBatch: 'mit den Werten eines Rasters oder Stapels',
  onceMore: 'noch einmal, wie es war',
  moreChanges: (count) => `${count} weitere`,
  film: 'exportierter Film',
  exportOf: (filename) => `Export von „${filename}“`,
  runNodes: (count, isExact) =>
    isExact
      ? pluralForm(count, ['# Knoten ausführen', '# Knoten ausführen'])
      : pluralForm(count, ['Etwa # ausführen', 'Etwa # ausführen']),
  madeTimes: (label, times) => (times === 1 ? label : `${pluralForm(times, ['#-mal', '#-mal'])} · ${label}`),
  notSet: (pin) => `${pin} ist nicht gesetzt.`,
  feederMuted: (feeder, pin) => `${feeder} ist stummgeschaltet und gibt nichts an ${pin}.`,
  perhapsCharged: (price) => (price === null ? 'vielleicht berechnet' : `vielleicht ${price} berechnet`),
  bandOf: (price) =>
    price === null ? 'Keine Antwort. Vielleicht berechnet.' : `Keine Antwort. Vielleicht ${price} berechnet.`,
  askAgain: (price) => (price === null ? 'Erneut fragen' : `Erneut fragen · ${price}`),
  askAgainMany: (count) => `${count} erneut fragen`,
  mutedNode: 'Stummgeschaltet: Läufe gehen daran vorbei',
  advanceRun: {
    nodeFailed: 'Dieser Knoten ist fehlgeschlagen, ohne einen Grund zu nennen.',
    runFailed: 'Der Lauf ist fehlgeschlagen, ohne einen Grund zu nennen.',
  },
  applyDialog: {
    cancel: 'Abbrechen',
    close: 'Schließen',
    applyOutputsProject: 'Ausgaben in das Projekt übernehmen',
    eachOutputInputNode:
      'Jede Ausgabe wird ein Eingangsknoten, der sie enthält und weiter verbunden werden kann.',
    applyEdit: 'Als Änderung übernehmen',
    apply: (count) => pluralForm(count, ['# Ausgabe übernehmen', '# Ausgaben übernehmen']),
    yourLastChangesCould: (message) =>
      `Die letzten Änderungen ließen sich vorher nicht speichern. ${message} `,
    leastOutput: 'Mindestens eine Ausgabe auswählen.',
    projectAlreadyThemWill: 'Das Projekt enthält sie schon: Nichts wird sich ändern.',
    inputNodesWillAdded: (additions) =>
      pluralForm(additions, [
        '# Eingangsknoten kommt neben dem Knoten hinzu, von dem er stammt',
        '# Eingangsknoten kommen hinzu, jeder neben dem Knoten, von dem er stammt',
      ]),
    willAddAndUpdate: (added, updated) => `${added}, und ${updated}.`,
    willNewResult: (count) =>
      pluralForm(count, [
        '# Eingangsknoten erhält das neue Ergebnis',
        '# Eingangsknoten erhalten das neue Ergebnis',
      ]),
    outputsApply: 'Ausgaben zum Übernehmen',
    runCurrentVersion: 'Jetzige Version ausführen',
    runVersion: (value) => `Version ${value} ausführen`,
    runUsedGraphNodes:
      'Der Lauf hatte einen eigenen Graphen: Knoten waren stummgeschaltet oder eingefroren, oder Änderungen waren nicht gespeichert. Seine Ausgaben werden als Änderung am Projekt übernommen, wie es jetzt ist. Einmal Rückgängig nimmt sie zurück.',
    runUsedGraphNot: 'Der Lauf hatte einen Graphen, der nicht gespeichert war.',
    runUsedVersion: (projectVersion) => `Der Lauf hatte Version ${projectVersion}.`,
    runUsedVersionProject: (projectVersion, value) =>
      `Der Lauf hatte Version ${projectVersion}, das Projekt ist jetzt bei Version ${value}.`,
    projectChangedSinceRun: 'Das Projekt hat sich seit diesem Lauf geändert.',
    runDidNotFinish: 'Dieser Lauf wurde nicht fertig.',
    runCurrentVersionGet: (used) =>
      ` ${used} Die jetzige Version ausführen, um passende Ergebnisse zu erhalten, oder diese als Änderung am Projekt übernehmen, wie es jetzt ist. Einmal Rückgängig nimmt sie zurück.`,
  },
  batchLine: {
    unknownComputer: 'Ein Raster oder Stapel eines anderen Computers',
    tableLocation: 'Seine Tabelle liegt auf dem Computer, der es gestartet hat',
    remoteRuns: 'Läufe eines Rasters oder Stapels eines anderen Computers',
    allComplete: 'alle fertig',
    batch: 'Stapel',
    grid: 'Raster',
    ofFinished: (count, count2) => `${count} von ${count2} fertig`,
    failed: (count) => `${count} fehlgeschlagen`,
    openThe: (toLowerCase) => `Öffnen: ${toLowerCase}`,
    runsCouldNotRead: 'Die Läufe waren nicht lesbar. Diese Zeile schließen und wieder öffnen.',
    runsOf: (name) => `Läufe von „${name}“`,
    page: (count) =>
      pluralForm(count, ['# weiterer Lauf auf eigener Seite', '# weitere Läufe auf eigener Seite']),
    run: (value) => `Lauf ${value}`,
  },
  compareRuns: {
    leastTheseRunsNo:
      'Mindestens einer dieser Läufe hat keine Ausgabe, die gezeigt werden kann. Andere markieren.',
    runsNotCompared: 'Die Läufe wurden nicht verglichen',
  },
  describeRun: {
    stopped: 'Angehalten',
    failed: 'Fehlgeschlagen',
    finished: 'Fertig',
    running: 'Läuft',
    canceling: 'Hält an',
    runningFinished: (over, total) => `Läuft, ${over} von ${total} fertig`,
    pending: 'Wartet, bis es an der Reihe ist',
  },
  followRun: {
    serviceNoLongerRun: 'Der Dienst hat diesen Lauf nicht mehr.',
  },
  outputs: {
    value: (stringify) => `Wert ${stringify}`,
  },
  outputCard: {
    openFullSize: (label) => `${label} in voller Größe öffnen`,
    changedSince: 'Seitdem geändert',
    markCompare: (label) => `${label} zum Vergleichen markieren`,
    copy: (label) => `${label} kopieren`,
    saveAs: (label) => `${label} speichern unter…`,
  },
  outputGallery: {
    outputsRun: 'Ausgaben des Laufs',
  },
  itemsTable: {
    item: 'Element',
    from: 'Aus',
    openInput: (label, position) => `${label} von Element ${position} öffnen`,
    open: (position) => `Ergebnis von Element ${position} öffnen`,
    runOnly: (position) => `Nur Element ${position} ausführen`,
    inputsUnavailable:
      'Was in dieses Element einging, ist hier nicht aufgeführt. Den Knoten noch einmal ausführen, um Fehlgeschlagenes zu wiederholen.',
    failedFirst: 'Fehlgeschlagene zuerst',
    failedItems: 'Fehlgeschlagene Elemente',
    furtherItems: (count) => `Und ${count} weitere`,
    showItems: 'Elemente zeigen',
    retryFailed: 'Fehlgeschlagene wiederholen',
    close: 'Elemente schließen',
    noItems: 'Noch keine Elemente',
    noItemsText: 'Den Graphen ausführen. Jedes Element der Liste ist dann eine Zeile.',
  },
  outputsDrawer: {
    compare2: 'Vergleichen',
    noOutputsYet: 'Noch keine Ausgaben',
    pressRun:
      'Ausführen drücken. Was die letzten Knoten des Graphen erstellen, steht dann hier, groß genug für ein Urteil.',
    applyOutputs: 'Ausgaben übernehmen…',
    closeOutputs: 'Ausgaben schließen',
    runNoOutputs: 'Dieser Lauf hat keine Ausgaben ergeben',
    lastNodesGaveNo:
      'Die letzten Knoten haben kein Ergebnis geliefert. Die Arbeitsfläche zeigt, was jeder Knoten ergeben hat.',
    runFailedBeforeHad: 'Dieser Lauf ist fehlgeschlagen, bevor er eine Ausgabe hatte',
    runsPanelNodesUntil:
      'Der Grund steht unter Läufe. Was die Knoten bis dahin ergeben haben, ist auf der Arbeitsfläche.',
    runStoppedBeforeHad: 'Dieser Lauf wurde angehalten, bevor er eine Ausgabe hatte',
    nodesUntilThenCanvas:
      'Was die Knoten bis dahin ergeben haben, ist auf der Arbeitsfläche. Ausführen drücken, um neu zu beginnen.',
    outputsAppearWhenRun: 'Ausgaben erscheinen hier, wenn der Lauf endet',
    untilThenEachNode: 'Bis dahin zeigt jeder Knoten auf der Arbeitsfläche, was er ergeben hat.',
    graphChangedSinceRun:
      'Der Graph hat sich seit diesem Lauf geändert. Erneut ausführen, um die Ausgaben auf den neuesten Stand zu bringen.',
    graphChangedSince: 'Der Graph hat sich seitdem geändert',
    changedSince: (count, total) => `${count} von ${total} seitdem geändert`,
    compare: (count) => `${count} vergleichen`,
    saveAll: 'Alle speichern',
  },
  runList: {
    runsOn: (value) => pluralForm(value, ['Läufe, # läuft', 'Läufe, # laufen']),
    runsProject: 'Läufe dieses Projekts',
    compare: (count) => `${count} vergleichen`,
    runCouldNot: 'Dieser Lauf ließ sich nicht öffnen',
    markRunCompare: (labelOfTime) => `Lauf von ${labelOfTime} zum Vergleichen markieren`,
    unknownTime: 'unbekannter Zeit',
    runsProjectCouldNot: 'Die Läufe dieses Projekts waren nicht lesbar',
    newRunsWork: 'Neue Läufe gehen trotzdem.',
    noRunYet: 'Noch ist nichts gelaufen',
    pressRunSeeProgress: 'Ausführen drücken, um Fortschritt, Meldungen und Ergebnisse hier zu sehen.',
  },
  runNotices: {
    finishedWord: 'ist fertig',
    failedWord: 'ist fehlgeschlagen',
    open: 'Öffnen',
    outputs: 'Ausgaben',
    wasStopped: 'wurde angehalten',
    runsFinishedWhileYou: 'Läufe, die inzwischen geendet haben',
    label: (count) => pluralForm(count, ['und # weiterer Lauf', 'und # weitere Läufe']),
    dismissAll: 'Alle ausblenden',
    label2: (project) => ` von „${project}“`,
    outputsReady: 'Die Ausgaben sind fertig.',
    openPatchbaySee: 'Patchbay öffnen, um den Grund zu sehen.',
    showOutputs: 'Ausgaben anzeigen',
    openProject: 'Projekt öffnen',
    openTemplate: 'Vorlage öffnen',
  },
  runPanel: {
    runsNeedServiceThose: 'Läufe brauchen den Dienst; begonnene gehen dort weiter.',
    theRun: 'Der Lauf wird angehalten',
    runStarted: 'Der Lauf hat begonnen',
    runFinished: (count) => `Der Lauf ist fertig, mit ${pluralForm(count, ['# Ausgabe', '# Ausgaben'])}`,
    runFailed: (value) => `Der Lauf ist fehlgeschlagen. ${value}`,
    runStopped: 'Der Lauf wurde angehalten',
    runWaits: 'Der Lauf wartet, bis er an der Reihe ist',
    connectionCutUpStopped: 'Die Verbindung ist abgerissen. Es geht weiter, wo sie abbrach.',
    noLiveConnectionProgress: 'Keine Live-Verbindung. Der Fortschritt wird alle paar Sekunden erfragt.',
    runNotStopped: 'Der Lauf wurde nicht angehalten',
    runVisible: 'Gezeigter Lauf',
    show: (count) => pluralForm(count, ['# Ausgabe anzeigen', '# Ausgaben anzeigen']),
    stop: 'Anhalten',
    progressRun: 'Fortschritt des Laufs',
    goNode: 'Zum Knoten gehen',
    nodes: 'Knoten',
    nodesRun: 'Knoten des Laufs',
    progressOf: (titleOf) => `Fortschritt von ${titleOf}`,
    show2: (count) => pluralForm(count, ['# weiteren Knoten anzeigen', '# weitere Knoten anzeigen']),
    log: 'Protokoll',
    logRun: 'Protokoll des Laufs',
  },
  runState: {
    runFailed: 'Der Lauf ist fehlgeschlagen, ohne einen Grund zu nennen.',
  },
  runTitles: {
    deletedNode: 'Gelöschter Knoten',
  },
  useRunListCommands: {
    runNotStopped: 'Der Lauf wurde nicht angehalten',
  },
};
