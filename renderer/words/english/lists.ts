import { number } from '../forms.ts';

/** Lists of things of one name, and lists as values that nodes run for. */
export const lists = {
  forEach: 'For each item',
  failed: (count: number) => `${number(count)} failed`,
  item: (position: number) => `item ${number(position)}`,
  itemsOf: (title: string) => `Items of ${title}`,
  openItems: 'Show the items in a table',
  strip: 'Item in view',
  /** Which of several nodes of one name. */
  oneOf: (position: number, count: number) => `${position} of ${count}`,
  /** Where a name stands for a file, and several have it. */
  sameName: (name: string, count: number) => `${count} files are called “${name}”: the newest is used.`,
} as const;
