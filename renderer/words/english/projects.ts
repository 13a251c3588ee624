import { CUT_ENDINGS, FOLDER_ENDING } from '#shared/timeline/cut-formats.ts';
import { formatAlternatives, formatList, number, pluralForm } from '../forms.ts';

const shots = (count: number): string => pluralForm(count, { one: '# shot', other: '# shots' });
const clips = (count: number): string => pluralForm(count, { one: '# clip', other: '# clips' });

/** Before projects are deleted. Null is what could not be counted. */
const deletion = {
  counting: 'Counting what is deleted…',
  /** What is lost with so many projects. */
  removed: (contents: {
    projects: number;
    nodes: number;
    boards: { count: number; shots: number } | null;
    timelines: { count: number; clips: number } | null;
  }) => {
    const { nodes, boards, timelines } = contents;
    const items = [
      pluralForm(nodes, { one: '# node', other: '# nodes' }),
      boards === null
        ? 'what is on the storyboard'
        : `${pluralForm(boards.count, { one: '# storyboard', other: '# storyboards' })} with ${shots(boards.shots)}`,
      timelines === null
        ? 'what is on the timeline'
        : `${pluralForm(timelines.count, { one: '# timeline', other: '# timelines' })} with ${clips(timelines.clips)}`,
      'all earlier versions',
    ];
    const isPresent = [true, boards?.count !== 0, timelines?.count !== 0, true];
    const list = formatList(items.filter((_item, at) => isPresent[at]));
    return `${pluralForm(contents.projects, { one: 'Deleted with it', other: 'Deleted with them' })}: ${list}.`;
  },
  /** What is not lost. */
  remains: ({ runs, outputs }: { runs: number | null; outputs: number | null }) => {
    if (runs === null || outputs === null) {
      return 'What runs made stays in the gallery, and uploaded files stay in Files.';
    }
    if (runs === 0 && outputs === 0) return 'Uploaded files stay in Files.';
    const of = pluralForm(runs, { one: '# run', other: '# runs' });
    const list = pluralForm(outputs, { one: `# output of ${of} stays`, other: `# outputs of ${of} stay` });
    return `${list} in the gallery, and uploaded files stay in Files.`;
  },
  bringBack: 'This cannot be undone. Only an exported file brings it back.',
  exportFirst: 'Export first…',
};

/** The list of projects, and what makes one. */
export const projects = {
  keepOrDelete: '. You can keep it, or delete it as it is now.',
  offlineNote: (name: string | null): string =>
    `Projects opened on this computer can be edited; the changes go out when ${name ?? 'the service'} is back. New projects, new names and deletions need it.`,
  starterPhotoMissing: 'The photo of the starter could not be read. Try again.',
  importTitle: 'Import project',
  importDescription: (service: string) =>
    `Makes a new project in ${service} from an exported project (.patchbay), or from a film edited elsewhere (${formatAlternatives([...CUT_ENDINGS, FOLDER_ENDING])}).`,
  notAProject: (file: string) =>
    `${file} can’t be imported. Choose a project that ends in .patchbay, or a timeline that ends in ${formatAlternatives(CUT_ENDINGS)}.`,
  /** What came with an imported project; nodes are named where it has some, or nothing else. */
  importedWith: ({ nodes, shots, clips, files }: Record<'nodes' | 'shots' | 'clips' | 'files', number>) => {
    const film = [
      ...(shots > 0 ? [pluralForm(shots, { one: '# shot', other: '# shots' })] : []),
      ...(clips > 0 ? [pluralForm(clips, { one: '# clip', other: '# clips' })] : []),
    ];
    return formatList([
      ...(nodes > 0 || film.length === 0 ? [pluralForm(nodes, { one: '# node', other: '# nodes' })] : []),
      ...film,
      ...(files > 0 ? [pluralForm(files, { one: '# file', other: '# files' })] : []),
    ]);
  },
  /** What Patchbay is, for somebody who sees it for the first time. */
  lead: 'Make pictures, sound and text with nodes wired together on a canvas, plan a film on a storyboard, and cut it on a timeline.',
  deletion,
  keys: 'Arrow keys lead to the other projects. Enter opens one, Space chooses it, F2 renames it.',
  none: 'No projects yet',
  noneDetail: 'A project holds a canvas of nodes, a storyboard and a timeline.',
  filmOf: (length: string) => `a film of ${length}`,
  continueWith: 'Continue',
  /** Where it is gone on with. */
  continuesOn: { graph: 'Graph', timeline: 'Timeline', storyboard: 'Storyboard' },
  startFrom: 'Start from',
  showStarters: (count: number) =>
    `Show ${pluralForm(count, { one: '# graph', other: '# graphs' })} to start from`,
  hideStarters: 'Hide the graphs',
  moreWaysToBegin: 'More ways to begin',
  notCreated: 'The project was not created',
  photoToBegin: 'Photo to start from',
  aPhoto: 'A photo…',
  aText: 'Words',
  aTemplate: 'A template',
  aStoryboard: 'A storyboard',
  aFilm: 'A film',
  emptyAlready: 'This project is still empty: begin here',
  forProject: {
    serviceNotYet: 'The service has not answered yet',
    newProjectOpensWhen:
      'The new project opens when it does. If you try again, no second project comes of it.',
  },
  deleteProjectDialog: {
    cancel: 'Cancel',
    wasDeleted: (name: string): string => `“${name}” was deleted`,
    alreadyRemoved: (name: string): string => `“${name}” was already gone`,
    changedSince: (name: string): string => `“${name}” was changed since`,
    delete: (name: string): string => `Delete “${name}”?`,
    alreadyRemoved2: 'It is already gone.',
    keepIt: 'Keep it',
    deleteAnyway: 'Delete anyway',
    deleteProject: 'Delete project',
    someoneSomethingChangedProject: (value: string | number, count: number): string =>
      `Someone or something changed this project after you asked to delete it. It is now at version ${value} with ${pluralForm(count, ['# node', '# nodes'])}, changed `,
  },
  deleteProjectsDialog: {
    deleted: (count: number): string => `${pluralForm(count, ['# project', '# projects'])} deleted`,
    notDeleted: (count: number): string => `${pluralForm(count, ['# project', '# projects'])} not deleted`,
    delete: (count: number): string => `Delete ${pluralForm(count, ['# project', '# projects'])}?`,
    delete2: (count: number): string => `Delete ${pluralForm(count, ['# project', '# projects'])}`,
    andOverflow: (value: number): string => `and ${value} more`,
  },
  exportProjects: {
    exportStopped: 'The export was stopped.',
  },
  noProjects: {
    projectsCouldNotRead: 'The projects could not be read',
    noProjectCalled: (search: string): string => `No project is called “${search}”`,
    namesSearchedTryFewer: 'Names are searched. Try fewer letters.',
    typoLimit: (count: number): string =>
      `For typing errors only the newest ${number(count)} projects were looked through.`,
    showAllProjects: 'Show all projects',
  },
  projectCard: {
    select: (name: string): string => `Choose ${name}`,
    projectName: 'Project name',
    actionsFor: (name: string): string => `Actions for ${name}`,
  },
  projectOrder: {
    latest: 'Newest',
    name: 'Name',
    lastChanged: 'Last changed',
    lastOpen: 'Last opened',
  },
  projectsGrid: {
    projects: 'Projects',
  },
  projectsHeader: {
    projects: 'Projects',
    searchProjects: 'Search projects',
    sortProjects: 'Sort projects',
    import: 'Import…',
    selectedProjects: 'Chosen projects',
    clearSelection: 'Clear selection',
    selected: (count: number): string => `${pluralForm(count, ['# project', '# projects'])} chosen`,
    export: 'Export',
    delete: 'Delete…',
  },
  projectsPage: {
    matches: (count: number, hasNext: boolean): string =>
      `${pluralForm(count, ['# project', '# projects'])}${hasNext ? ' and more' : ''}`,
    showOverflowProjects: 'Show more projects',
    newProject: 'New project',
  },
  queries: {
    renamedMeanwhile: (currentName: string): string => `It was renamed to “${currentName}” meanwhile.`,
  },
  useProjectActions: {
    newName: 'a new name',
    newProject: 'a new project',
    projectNotCreated: 'The project was not created',
    notRenamed: (name: string): string => `“${name}” was not renamed`,
    callIt: (name: string): string => `Call it “${name}”`,
    wasCreated: (name: string): string => `“${name}” was made`,
    open: 'Open',
    notDuplicated: (name: string): string => `“${name}” was not duplicated`,
    exported: (count: number): string => `${pluralForm(count, ['# project', '# projects'])} exported`,
  },
  /** What a project is called that begins with words. */
  textCard: 'Text card',
} as const;
