import { CUT_ENDINGS, FOLDER_ENDING } from '#shared/timeline/cut-formats.ts';
import { formatAlternatives, formatList, number, pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { projects as english } from '../english/projects.ts';

const shots = (count: number): string => pluralForm(count, ['# Shot', '# Shots']);
const clips = (count: number): string => pluralForm(count, ['# Clip', '# Clips']);

export const projects: Translated<typeof english> = {
  keepOrDelete: '. Es lässt sich behalten oder so löschen, wie es jetzt ist.',
  offlineNote: (name) =>
    `Projekte, die auf diesem Computer geöffnet waren, lassen sich bearbeiten; die Änderungen gehen hinaus, wenn ${name ?? 'der Dienst'} wieder da ist. Neue Projekte, neue Namen und das Löschen brauchen ihn.`,
  starterPhotoMissing: 'Das Foto der Starthilfe war nicht lesbar. Erneut versuchen.',
  importTitle: 'Projekt importieren',
  importDescription: (service) =>
    `Legt ein neues Projekt an in ${service}, aus einem exportierten Projekt (.patchbay) oder einem anderswo geschnittenen Film (${formatAlternatives([...CUT_ENDINGS, FOLDER_ENDING])}).`,
  notAProject: (file) =>
    `${file} lässt sich nicht importieren. Ein Projekt mit der Endung .patchbay oder eine Zeitleiste mit der Endung ${formatAlternatives(CUT_ENDINGS)} auswählen.`,
  importedWith: ({ nodes, shots: shotCount, clips: clipCount, files }) => {
    const film = [...(shotCount > 0 ? [shots(shotCount)] : []), ...(clipCount > 0 ? [clips(clipCount)] : [])];
    return formatList([
      ...(nodes > 0 || film.length === 0 ? [pluralForm(nodes, ['# Knoten', '# Knoten'])] : []),
      ...film,
      ...(files > 0 ? [pluralForm(files, ['# Datei', '# Dateien'])] : []),
    ]);
  },
  lead: 'Bilder, Ton und Text aus Knoten machen, die auf einer Arbeitsfläche durch Kabel verbunden sind, einen Film auf einem Storyboard planen und ihn auf einer Zeitleiste schneiden.',
  deletion: {
    counting: 'Es wird gezählt, was gelöscht wird…',
    removed: (contents) => {
      const { nodes, boards, timelines } = contents;
      const items = [
        pluralForm(nodes, ['# Knoten', '# Knoten']),
        boards === null
          ? 'was auf dem Storyboard ist'
          : `${pluralForm(boards.count, ['# Storyboard', '# Storyboards'])} mit ${shots(boards.shots)}`,
        timelines === null
          ? 'was auf der Zeitleiste ist'
          : `${pluralForm(timelines.count, ['# Zeitleiste', '# Zeitleisten'])} mit ${clips(timelines.clips)}`,
        'alle früheren Versionen',
      ];
      const isPresent = [true, boards?.count !== 0, timelines?.count !== 0, true];
      return `Damit gelöscht: ${formatList(items.filter((_item, at) => isPresent[at]))}.`;
    },
    remains: ({ runs, outputs }) => {
      if (runs === null || outputs === null) {
        return 'Ergebnisse von Läufen bleiben in der Galerie, und hochgeladene Dateien bleiben in Dateien.';
      }
      if (runs === 0 && outputs === 0) return 'Hochgeladene Dateien bleiben in Dateien.';
      const of = pluralForm(runs, ['# Lauf', '# Läufen']);
      const list = pluralForm(outputs, [`# Ausgabe von ${of} bleibt`, `# Ausgaben von ${of} bleiben`]);
      return `${list} in der Galerie, und hochgeladene Dateien bleiben in Dateien.`;
    },
    bringBack: 'Das lässt sich nicht rückgängig machen. Nur eine exportierte Datei holt es zurück.',
    exportFirst: 'Zuerst exportieren…',
  },
  keys: 'Pfeiltasten führen zu den anderen Projekten. Die Eingabetaste öffnet eines, die Leertaste wählt es aus, F2 benennt es um.',
  none: 'Noch keine Projekte',
  noneDetail: 'Ein Projekt enthält eine Arbeitsfläche mit Knoten, ein Storyboard und eine Zeitleiste.',
  filmOf: (length) => `ein Film von ${length}`,
  continueWith: 'Weiterarbeiten',
  continuesOn: { graph: 'Graph', timeline: 'Zeitleiste', storyboard: 'Storyboard' },
  startFrom: 'Beginnen mit',
  showStarters: (count) =>
    pluralForm(count, ['# Graphen zum Beginnen anzeigen', '# Graphen zum Beginnen anzeigen']),
  hideStarters: 'Graphen ausblenden',
  moreWaysToBegin: 'Weitere Anfänge',
  notCreated: 'Das Projekt wurde nicht angelegt',
  photoToBegin: 'Foto für den Anfang',
  aPhoto: 'Ein Foto…',
  aText: 'Text',
  aTemplate: 'Eine Vorlage',
  aStoryboard: 'Ein Storyboard',
  aFilm: 'Ein Film',
  emptyAlready: 'Dieses Projekt ist noch leer: hier beginnen',
  forProject: {
    serviceNotYet: 'Der Dienst hat noch nicht geantwortet',
    newProjectOpensWhen:
      'Das neue Projekt öffnet sich, sobald er es tut. Ein weiterer Versuch legt kein zweites an.',
  },
  deleteProjectDialog: {
    cancel: 'Abbrechen',
    wasDeleted: (name) => `„${name}“ wurde gelöscht`,
    alreadyRemoved: (name) => `„${name}“ war schon weg`,
    changedSince: (name) => `„${name}“ wurde seitdem geändert`,
    delete: (name) => `„${name}“ löschen?`,
    alreadyRemoved2: 'Es ist schon weg.',
    keepIt: 'Behalten',
    deleteAnyway: 'Trotzdem löschen',
    deleteProject: 'Projekt löschen',
    someoneSomethingChangedProject: (value, count) =>
      `Dieses Projekt wurde geändert, nachdem das Löschen verlangt war. Es ist jetzt bei Version ${value} mit ${pluralForm(count, ['# Knoten', '# Knoten'])}, geändert `,
  },
  deleteProjectsDialog: {
    deleted: (count) => pluralForm(count, ['# Projekt gelöscht', '# Projekte gelöscht']),
    notDeleted: (count) => pluralForm(count, ['# Projekt nicht gelöscht', '# Projekte nicht gelöscht']),
    delete: (count) => pluralForm(count, ['# Projekt löschen?', '# Projekte löschen?']),
    delete2: (count) => pluralForm(count, ['# Projekt löschen', '# Projekte löschen']),
    andOverflow: (value) => `und ${value} weitere`,
  },
  exportProjects: {
    exportStopped: 'Der Export wurde angehalten.',
  },
  noProjects: {
    projectsCouldNotRead: 'Die Projekte waren nicht lesbar',
    noProjectCalled: (search) => `Kein Projekt heißt „${search}“`,
    namesSearchedTryFewer: 'Gesucht wird in Namen. Weniger Buchstaben versuchen.',
    typoLimit: (count) => `Nach Tippfehlern wurde nur in den neuesten ${number(count)} Projekten gesucht.`,
    showAllProjects: 'Alle Projekte anzeigen',
  },
  projectCard: {
    select: (name) => `${name} auswählen`,
    projectName: 'Projektname',
    actionsFor: (name) => `Aktionen für ${name}`,
  },
  projectOrder: {
    latest: 'Neueste',
    name: 'Name',
    lastChanged: 'Zuletzt geändert',
    lastOpen: 'Zuletzt geöffnet',
  },
  projectsGrid: {
    projects: 'Projekte',
  },
  projectsHeader: {
    projects: 'Projekte',
    searchProjects: 'Projekte suchen',
    sortProjects: 'Projekte sortieren',
    import: 'Importieren…',
    selectedProjects: 'Ausgewählte Projekte',
    clearSelection: 'Auswahl aufheben',
    selected: (count) => pluralForm(count, ['# Projekt ausgewählt', '# Projekte ausgewählt']),
    export: 'Exportieren',
    delete: 'Löschen…',
  },
  projectsPage: {
    matches: (count, hasNext) =>
      `${pluralForm(count, ['# Projekt', '# Projekte'])}${hasNext ? ' und weitere' : ''}`,
    showOverflowProjects: 'Mehr Projekte anzeigen',
    newProject: 'Neues Projekt',
  },
  queries: {
    renamedMeanwhile: (currentName) => `Es wurde inzwischen in „${currentName}“ umbenannt.`,
  },
  useProjectActions: {
    newName: 'ein neuer Name',
    newProject: 'ein neues Projekt',
    projectNotCreated: 'Das Projekt wurde nicht angelegt',
    notRenamed: (name) => `„${name}“ wurde nicht umbenannt`,
    callIt: (name) => `„${name}“ nennen`,
    wasCreated: (name) => `„${name}“ wurde angelegt`,
    open: 'Öffnen',
    notDuplicated: (name) => `„${name}“ wurde nicht dupliziert`,
    exported: (count) => pluralForm(count, ['# Projekt exportiert', '# Projekte exportiert']),
  },
  textCard: 'Textkarte',
};
