import { number, pluralForm } from '../forms.ts';

/** Lists of things of one name, and lists as values that nodes run for. */
export const lists = {
  forEach: 'For each item',
  failed: (count: number) => `${number(count)} failed`,
  missing: 'Failed',
  selectFiles: 'Choose files',
  addFilesTo: (label: string, count: number) =>
    count === 0
      ? `${label}: choose files`
      : `${label}: ${pluralForm(count, ['# file', '# files'])}, add more`,
  sending: (summary: string, count: number) => `${summary} · ${number(count)} on the way`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  removeFile: (name: string) => `Remove ${name}`,
  furtherFiles: (count: number) => `And ${number(count)} more`,
  item: (position: number) => `item ${number(position)}`,
  itemsOf: (title: string) => `Items of ${title}`,
  openItems: 'Show the items in a table',
  strip: 'Item in view',
  /** Which of several nodes of one name. */
  oneOf: (position: number, count: number) => `${position} of ${count}`,
  /** Where a name stands for a file, and several have it. */
  sameName: (name: string, count: number) => `${count} files are called “${name}”: the newest is used.`,
} as const;
