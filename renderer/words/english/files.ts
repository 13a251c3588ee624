import { pluralForm, withCounts, number } from '../forms.ts';

/** The files beside the canvas. */
export const files = {
  search: 'Search files',
  scope: 'Files of',
  thisProject: 'This project',
  allProjects: 'All projects',
  origin: 'Where they come from',
  origins: { all: 'Any origin', upload: 'Uploaded', run: 'Made by runs' },
  kind: 'Kind of file',
  kinds: { all: 'All kinds', image: 'Pictures', video: 'Videos', audio: 'Sounds', file: 'Others' },
  order: 'Order',
  orders: { newest: 'Newest', name: 'By name', largest: 'Largest', kind: 'By kind' },
  tag: 'Tag',
  anyTag: 'Any tag',
  list: 'Files',
  none: 'No files yet',
  noneText: 'Drop photos, sounds or other files on the canvas.',
  noneHere: 'No files in this project yet',
  noMatch: 'No file matches',
  elsewhere: 'Look in all projects',
  also: (names: readonly string[]) => `also ${names.join(', ')}`,
  equalFiles: (count: number) => pluralForm(count, { one: '# equal file', other: '# equal files' }),
  look: 'Look closely',
  save: 'Save a copy…',
  copyId: 'Copy its id',
  copyLink: 'Copy a link',
  idCopied: 'The id of the file is copied',
  linkCopied: 'A link is copied. It opens the file for an hour, also without a key.',
  notCopied: 'Nothing was copied',
  rename: 'Rename…',
  renameTitle: 'Rename the file',
  renameText: 'On this computer. The service and others know it by the name that it came with.',
  name: 'Name',
  tags: 'Tags…',
  tagsTitle: (name: string) => `Tags of ${name}`,
  tagsText: 'Words with commas between them, on this computer.',
  tagsField: 'Tags',
  delete: 'Delete…',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'It is gone from the service for everybody. That cannot be undone.',
  deleteUsed: 'It can be deleted once nothing uses it any more.',
  deleteNow: 'Delete the file',
  looking: 'Looking where it is used…',
  /** @param nodes the only one, or how many. */
  usedByNodes: (nodes: string) => `Used by ${nodes}`,
  usedByProjects: (names: readonly string[]) =>
    `Used by ${withCounts(names).join(', ')}. Take it out there first.`,
  usedByTemplates: (names: readonly string[]) =>
    `Part of the ${pluralForm(names.length, { one: 'template', other: 'templates' }).replace(/^\d+ /, '')} ${withCounts(names).join(', ')}. It stays while they are there.`,
  usedHere: (names: readonly string[]) =>
    `Used on the canvas by ${withCounts(names).join(', ')}. Delete the node or give it another file first.`,
  copiesTitle: (name: string) => `Delete ${name} and its equal files?`,
  copiesText: (count: number) =>
    `${number(count)} files have the same content. Choose which of them go from the service, for everybody; that cannot be undone.`,
  copies: 'Equal files',
  copyUnused: 'Nothing uses it.',
  moreCopies: (count: number) =>
    `${pluralForm(count, { one: '# more is', other: '# more are' })} not listed here. Delete these first.`,
  deleteMany: (count: number) => pluralForm(count, { one: 'Delete # file', other: 'Delete # files' }),
  deletedMany: (count: number) =>
    pluralForm(count, { one: '# file was deleted', other: '# files were deleted' }),
  notDeletedMany: (count: number) =>
    pluralForm(count, { one: '# file was not deleted', other: '# files were not deleted' }),
  unusedFiles: {
    open: 'Files that nothing uses…',
    title: 'Files that nothing uses',
    text: 'Uploads that no project and no template of the service uses, and nothing on this computer can bring back. They go for everybody; that cannot be undone.',
    list: 'Files used nowhere',
    reasonList: 'What is kept',
    none: 'Every upload is used somewhere.',
    onlyLocal: 'Only the local workspace tells what uses its files.',
    noSelection: 'Choose a file first.',
    /** @param size of those that go. */
    found: (count: number, size: string) =>
      `${pluralForm(count, { one: '# file is used nowhere', other: '# files are used nowhere' })}; those that are chosen take ${size}.`,
    more: (count: number) => `${pluralForm(count, { one: '# more goes', other: '# more go' })} with them.`,
    remove: (count: number) => pluralForm(count, { one: 'Delete # file', other: 'Delete # files' }),
    reasons: {
      project: (count: number) =>
        `${pluralForm(count, { one: '# file stays: a project uses it', other: '# files stay: projects use them' })}.`,
      template: (count: number) =>
        `${pluralForm(count, { one: '# file stays: a template has it', other: '# files stay: templates have them' })}.`,
      running: (count: number) =>
        `${pluralForm(count, { one: '# file stays: a run reads it now', other: '# files stay: runs read them now' })}.`,
      history: (count: number) =>
        `${pluralForm(count, { one: '# file stays: a version in the history shows it', other: '# files stay: versions in the history show them' })}.`,
      undo: (count: number) =>
        `${pluralForm(count, { one: '# file stays: Undo can bring it back', other: '# files stay: Undo can bring them back' })}.`,
      batch: (count: number) =>
        `${pluralForm(count, { one: '# file stays: a grid or batch has it', other: '# files stay: grids or batches have them' })}.`,
      run: (count: number) =>
        `${pluralForm(count, { one: '# file stays: a result in the gallery was made with it', other: '# files stay: results in the gallery were made with them' })}.`,
      snippet: (count: number) =>
        `${pluralForm(count, { one: '# file stays: a snippet holds it', other: '# files stay: snippets hold them' })}.`,
      group: (count: number) =>
        `${pluralForm(count, { one: '# file stays: a group of the library holds it', other: '# files stay: groups of the library hold them' })}.`,
    },
  },
  /** What can bring a file back or run with it again, each a sentence. */
  missedBy: {
    history: 'A version in the history uses this file.',
    undo: 'Undo on the canvas can bring back a node that uses this file, or a change that is not saved yet uses it. Once the file is deleted, that node is empty.',
    batch: 'A grid or batch uses this file.',
    run: 'A result in the gallery was made with this file, and cannot be made again without it.',
    snippet: 'A snippet uses this file.',
    group: 'A group of the library uses this file.',
  },
  /** The same of an equal file further down, in brief. */
  missedAsAbove: (uses: string) => `As above: ${uses}.`,
  missedBriefly: {
    history: 'version in the history',
    undo: 'Undo or a change that is not saved yet',
    batch: 'grid or batch',
    run: 'result in the gallery',
    snippet: 'snippet',
    group: 'group of the library',
  },
  unused: 'No project and no template uses it.',
  isResult: 'It is a result: its tile in the gallery then has no picture and no content any more.',
  unknownUses: 'Other projects are not looked through: the service refuses where one of them uses it.',
  deleted: (name: string) => `${name} was deleted`,
  notDeleted: (name: string) => `${name} was not deleted`,
  notChanged: 'The file was not changed',
} as const;
