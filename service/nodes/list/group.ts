import { isMissing, LIST_KIND, type ListItem } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, invalid, list, number, optional } from '../pins.ts';
import { itemsOf, keyOf, makeList, readItems } from './list-values.ts';

export const listGroup = defineNode({
  type: 'list/group',
  title: 'Group',
  description:
    'Makes a list of lists: so many items together, or those with the same entry of a second list. Groups are in the order of their first items.',
  icon: 'box',
  tags: ['chunk', 'partition', 'split', 'by', 'batch'],
  inputs: {
    list: list(any('List')),
    by: optional(list(any('By'))),
    size: number('Size', { min: 1, max: 100_000, step: 1, default: 3 }),
  },
  outputs: {
    groups: { label: 'Groups', type: 'list(list(any))' },
    keys: { label: 'Keys', type: 'list(any)' },
  },
  async run({ list, by, size }, execution) {
    const items = await itemsOf(execution, list.value);
    const entries = by === undefined ? null : await readItems(execution, by);
    if (entries !== null && entries.length !== items.length)
      throw invalid(`The list has ${items.length} items and By ${entries.length}. Give both as many.`);
    const groups = new Map<string, { key: ListItem; items: ListItem[] }>();
    for (const [at, item] of items.entries()) {
      const entry = entries?.[at];
      const key: ListItem =
        entry === undefined
          ? { value: Math.floor(at / size) + 1 }
          : isMissing(entry)
            ? entry
            : { value: entry.value };
      const name = isMissing(key) ? `missing ${key.error.message}` : keyOf(key.value);
      const group = groups.get(name) ?? { key, items: [] };
      group.items.push(item);
      groups.set(name, group);
    }
    const found = [...groups.values()];
    const trace = (at: number) => [`group ${at + 1}`];
    return {
      groups: await makeList(
        execution,
        found.map((group, at) => ({ value: { kind: LIST_KIND, items: group.items }, trace: trace(at) })),
      ),
      keys: await makeList(
        execution,
        found.map(({ key }, at) => ({ ...key, trace: trace(at) })),
      ),
    };
  },
});
