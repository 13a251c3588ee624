import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { appEditor as english } from '../english/app-editor.ts';

export const appEditor: Translated<typeof english> = {
  editorLoading: {
    openingProject: 'Das Projekt wird geöffnet',
  },
  editorNotices: {
    recoveredPending: (count) =>
      pluralForm(count, [
        '# Änderung vom letzten Mal wurde zurückgeholt und wartet auf den Dienst.',
        '# Änderungen vom letzten Mal wurden zurückgeholt und warten auf den Dienst.',
      ]),
    recoveredSaving: (count) =>
      pluralForm(count, [
        '# Änderung vom letzten Mal wurde zurückgeholt und wird gespeichert.',
        '# Änderungen vom letzten Mal wurden zurückgeholt und werden gespeichert.',
      ]),
    cannotReachedProjectYou: (name, exactTime) =>
      `${name} ist nicht erreichbar. Das ist das Projekt, wie es hier am ${exactTime} bekannt war; es lässt sich weiter bearbeiten, und die Änderungen werden gesendet, sobald der Dienst wieder da ist.`,
    notices: 'Hinweise',
    noticesProject: 'Hinweise zu diesem Projekt',
  },
  editorPage: {
    projectNoLongerExists: 'Dieses Projekt gibt es nicht mehr',
    projectCouldNot: 'Das Projekt ließ sich nicht öffnen',
    deletedBelongsAnotherAccount: 'Es wurde gelöscht oder gehört zu einem anderen Konto.',
    cannotReachedProjectNot: (name) =>
      `${name} ist nicht erreichbar, und dieses Projekt war auf diesem Computer noch nie geöffnet. Es öffnet sich, sobald der Dienst wieder da ist.`,
    goConnections: 'Zu den Verbindungen',
    allProjects: 'Alle Projekte',
  },
  editorPanels: {
    switches: 'Schalter',
    files: 'Dateien',
    outline: 'Gliederung',
    nodes: 'Knoten',
    leftPanel: 'Linke Seitenleiste',
    hideLeftPanel: 'Linke Seitenleiste ausblenden',
    widthLeftPanel: 'Breite der linken Seitenleiste',
    details: 'Details',
    rightPanel: 'Rechte Seitenleiste',
    hideRightPanel: 'Rechte Seitenleiste ausblenden',
    widthRightPanel: 'Breite der rechten Seitenleiste',
  },
  editorResults: {
    apply: (count) => pluralForm(count, ['# Ausgabe übernehmen', '# Ausgaben übernehmen']),
    appliedEdit: (count) =>
      pluralForm(count, ['# Ausgabe als Änderung übernommen', '# Ausgaben als Änderung übernommen']),
    outputsNotApplied: 'Die Ausgaben wurden nicht übernommen',
    applied: (count) => pluralForm(count, ['# Ausgabe übernommen', '# Ausgaben übernommen']),
  },
  editorTrouble: {
    keyRejected: (name) => `${name} nimmt den API-Schlüssel nicht mehr an. Weiterarbeiten ist möglich.`,
    notBroughtOver: (names) => `Nicht übernommen werden konnte: ${names}.`,
    beingSavedHere: (count) =>
      pluralForm(count, [
        '# Änderung wird auf diesem Computer gespeichert.',
        '# Änderungen werden auf diesem Computer gespeichert.',
      ]),
    waitHere: (count) =>
      pluralForm(count, [
        '# Änderung wartet auf diesem Computer.',
        '# Änderungen warten auf diesem Computer.',
      ]),
    untilThenHere: (problem, count) =>
      `${problem} ${pluralForm(count, ['Bis dahin ist # Änderung nur in diesem Fenster: Es offen lassen.', 'Bis dahin sind # Änderungen nur in diesem Fenster: Es offen lassen.'])}`,
    inThisWindow: (problem, count) =>
      `${problem} ${pluralForm(count, ['# Änderung ist bis dahin nur in diesem Fenster: Es offen lassen, das Übrige geschieht von selbst.', '# Änderungen sind bis dahin nur in diesem Fenster: Es offen lassen, das Übrige geschieht von selbst.'])}`,
    enterKey: 'Schlüssel eingeben',
    theService: 'Der Dienst',
    retry: (name) => `„${name}“ ist wieder da`,
    projectNotRecreated: 'Das Projekt wurde nicht neu angelegt',
    recreateFrom: 'Von hier aus neu anlegen',
    projectDeletedEverythingScreen:
      'Dieses Projekt wurde anderswo gelöscht. Alles auf dem Bildschirm ist noch hier',
    serviceNeverHad: (count) =>
      `, mit ${pluralForm(count, ['# Änderung, die der Dienst nie hatte', '# Änderungen, die der Dienst nie hatte'])}`,
  },
  editorWorkspace: {
    canvas: 'Arbeitsfläche',
    heightOutputs: 'Höhe der Ausgaben',
  },
  openRunOutput: {
    unavailable:
      'Dieses Element ist beim Lauf nicht aufgeführt. Seinen Knoten noch einmal ausführen, um es anzusehen.',
    fileNot: 'Die Datei wurde nicht geöffnet',
  },
  projectPage: {
    skipContent: 'Zum Inhalt springen',
  },
  projectTitle: {
    projectNotRenamed: 'Das Projekt wurde nicht umbenannt',
    callIt: (name) => `„${name}“ nennen`,
    projectName: 'Projektname',
  },
  projectViews: {
    viewsProject: 'Ansichten des Projekts',
  },
  publishCanvas: {
    widthPublishPanel: 'Breite des Bereichs zum Veröffentlichen',
  },
  runButton: {
    overflowRun: 'Weitere Arten auszuführen',
    stopsRunShiftClick: 'Hält den Lauf an. Umschalt-Klick startet einen weiteren daneben.',
  },
  useLive: {
    livePreviewsNeedService: 'Live-Vorschauen brauchen einen Dienst.',
    livePreviewsLocalWorkspace: (name) =>
      `Live-Vorschauen gibt es im lokalen Arbeitsbereich: Bei ${name} kann jeder Lauf kosten.`,
    livePreviewsWhenService: 'Live-Vorschauen gibt es wieder, sobald der Dienst zurück ist.',
  },
  useNodeRequests: {
    nodeNoLongerGraph: 'Der Knoten ist nicht mehr im Graphen',
    galleryShowsGraph: 'Seine Ergebnisse bleiben. Die Galerie zeigt den Graphen, wie er war.',
  },
  varyInputs: {
    no: 'Nein',
    yes: 'Ja',
    fileName: 'Eine Datei ohne Namen',
  },
  varyRequests: {
    notInGraph: (count) =>
      pluralForm(count, [
        '# Knoten des Rasters ist nicht mehr im Graphen.',
        '# Knoten des Rasters sind nicht mehr im Graphen.',
      ]),
    inGraph: (count) =>
      pluralForm(count, ['# Wert des Rasters ist im Graphen', '# Werte des Rasters sind im Graphen']),
    applyValuesGrid: 'Werte eines Rasters verwenden',
    valuesCouldNotUsed: 'Die Werte ließen sich nicht verwenden',
    undo: 'Rückgängig',
  },
};
