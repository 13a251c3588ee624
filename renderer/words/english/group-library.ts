import { number, pluralForm } from '../forms.ts';

/** The library of groups, files with groups, and templates as groups. */
export const groupLibrary = {
  title: 'Group library',
  /** A section of the palette. */
  groups: 'Groups',
  manage: 'Search, rename, export and delete groups',
  empty:
    'Nothing is saved yet. Select a group on the canvas and choose “Save to the library…” in its menu, or import a file.',
  search: 'Search groups',
  noMatch: 'No group matches.',
  importFile: 'Import a file…',
  exportFile: (name: string) => `Export ${name} as a file`,
  rename: (name: string) => `Rename ${name}`,
  newName: (name: string) => `New name of ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleteQuestion: (name: string) =>
    `Delete “${name}” with all its versions? Projects that use it keep what they have.`,
  confirmDelete: 'Delete',
  versionInfo: (version: string, nodes: number) =>
    `Version ${version} · ${pluralForm(nodes, ['# node', '# nodes'])}`,
  imported: (name: string) => `“${name}” is in your library`,
  couldNotRead: (problem: string) => `The group library could not be read. ${problem}`,
  unavailable: 'Groups cannot be saved here.',

  saveTitle: 'Save to the library',
  saveHelp: 'Its nodes, wires, values and pins are saved on this computer, for all projects and services.',
  name: 'Name',
  nameFirst: 'Give the group a name.',
  saveAsVersion: (version: number) => `Save as version ${number(version)}`,
  saveAsGroup: 'Save as a new group',
  saved: (name: string, version: number) => `“${name}” is in your library as version ${number(version)}`,
  saveStep: 'save group to the library',
  sizeExceeded: 'This group is too large for the library. Take a part of it out first.',
  selectGroup: 'Select one group, or open it, to save it.',

  insertStep: (name: string) => `add group ${name}`,
  missingTypes: (types: string) =>
    `This service lacks node types of this group, so it was not placed: ${types}. Use it with the service it was made for.`,
  linkedOlder: (name: string, version: string) =>
    `Linked with “${name}” as it is in this project, version ${version}. A newer one is there: choose “Update from its source…”.`,

  theFile: 'The file',
  makeSmaller: 'Export a smaller group.',
  foreign: 'This is no file with a group. Choose one that was exported from the group library.',
  newerFormat: 'This group was made by a later Patchbay. Update Patchbay to import it.',
  damaged: (path: string) =>
    `This file with a group is damaged${path === '' ? '' : ` at ${path}`}. Export it once more.`,
  incomplete: 'This file with a group is incomplete: parts of the group are missing. Export it once more.',
  recursive: 'This group contains itself, so it cannot be used. Take it out of itself where it was made.',
  templateUnusable: 'This template cannot be placed as a group: it has no nodes.',

  newerTile: 'New version',
  updateTitle: (name: string) => `Update ${name}`,
  upToDate: 'It is as its source has it.',
  sourceMissing: 'Its source is gone: it stays as it is.',
  updateInstances: (count: number) => pluralForm(count, ['Update # instance', 'Update # instances']),
  updated: (count: number) => pluralForm(count, ['# instance is up to date', '# instances are up to date']),
  updateStep: 'update group',
  inAll: (count: number) =>
    pluralForm(count, ['Would change in the one instance', 'Would change in all # instances']),
  inSome: (numbers: string, count: number) =>
    pluralForm(count, [`Would change in instance ${numbers}`, `Would change in instances ${numbers}`]),
  unchanged: 'Nothing changes in its instances: only the version is noted.',
  pinAdded: (pin: string) => `The pin ${pin} is added`,
  pinRemoved: (pin: string) => `The pin ${pin} is taken off; what it holds stays with its node`,
  keeps: 'Values of its pins, and wires from outside, stay as each instance has them.',
  fromTemplate: 'From a template',
} as const;
