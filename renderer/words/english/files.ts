import { pluralForm, withCounts, number } from '../forms.ts';

/** The files beside the canvas. */
export const files = {
  search: 'Search files',
  scope: 'Files of',
  thisProject: 'This project',
  allProjects: 'All projects',
  origin: 'Where they come from',
  origins: { all: 'Uploaded and made', upload: 'Uploaded', run: 'Made by runs' },
  kind: 'Kind of file',
  kinds: { all: 'All kinds', image: 'Pictures', video: 'Videos', audio: 'Sounds', file: 'Others' },
  order: 'Order',
  orders: { newest: 'Newest', name: 'By name', largest: 'Largest', kind: 'By kind' },
  tag: 'Tag',
  anyTag: 'Any tag',
  list: 'Files',
  none: 'No files yet',
  noneText: 'Drop photos, sounds or other files on the canvas.',
  noMatch: 'No file matches',
  elsewhere: 'Look in all projects',
  also: (names: readonly string[]) => `also ${names.join(', ')}`,
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
  unused: 'No project and no template uses it.',
  unknownUses: 'Other projects are not looked through: the service refuses where one of them uses it.',
  deleted: (name: string) => `${name} was deleted`,
  notDeleted: (name: string) => `${name} was not deleted`,
  notChanged: 'The file was not changed',
} as const;
