import { pluralForm, formatList } from '../forms.ts';

/** The list of projects, and what makes one. */
export const projects = {
  importTitle: 'Import project',
  importDescription: (service: string) =>
    `Makes a new project in ${service} from an exported project (.patchbay), or from a film edited elsewhere: .otio, .otioz, an .otiod folder, .edl, or .xml of FCP 7.`,
  notAProject: (file: string) =>
    `${file} can’t be imported. Choose a project that ends in .patchbay, or a timeline that ends in .otio, .otioz, .zip, .edl or .xml.`,
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
  /** What is deleted along with a project. */
  goesWithIt: (nodes: number) =>
    nodes === 0
      ? 'Its canvas is empty; a storyboard or a timeline goes with it. '
      : `${pluralForm(nodes, { one: 'Its node goes', other: 'Its # nodes and their wires go' })} with it. `,
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
  storyboardName: 'Storyboard',
  filmName: 'Film',
} as const;
