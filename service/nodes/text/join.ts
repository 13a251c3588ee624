import { isListValue, isMissing, type JsonValue, type ListValue, type NodeValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { acceptingLists, boolean, invalid, json, optional, text, TEXT_LIMIT } from '../pins.ts';

export const textJoin = defineNode({
  type: 'text/join',
  title: 'Join',
  description: 'Puts texts together with a separator between them: the entries of a list first, then A to D.',
  icon: 'combine',
  tags: ['concatenate', 'combine', 'append', 'list', 'merge'],
  inputs: {
    list: optional(acceptingLists(json('List'))),
    a: optional(text('A')),
    b: optional(text('B')),
    c: optional(text('C')),
    d: optional(text('D')),
    separator: text('Separator', { multiline: true, default: ' ' }),
    skipEmpty: boolean('Leave out empty', { default: true }),
  },
  outputs: { text: { label: 'Text', type: 'text' } },
  run({ list, a, b, c, d, separator, skipEmpty }) {
    const entries = entriesOf(list);
    const words = entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
    const segments = [...words, ...[a, b, c, d].filter((segment) => segment !== undefined)];
    const filtered = skipEmpty ? segments.filter((segment) => segment !== '') : segments;
    const length = filtered.reduce((sum, segment) => sum + segment.length + separator.length, 0);
    if (length > TEXT_LIMIT) throw invalid('The joined text would be too long. Join fewer pieces.');
    return { text: filtered.join(separator) };
  },
});

/** A list as its entries, missing ones left out; one thing is a list of one. */
function entriesOf(list: JsonValue | ListValue | undefined): readonly NodeValue[] {
  if (list === undefined || list === null) return [];
  if (isListValue(list)) return list.items.flatMap((item) => (isMissing(item) ? [] : [item.value]));
  return Array.isArray(list) ? list : [list];
}
