import { isFileValue, isListValue, isMissing, type JsonValue, type NodeValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, choice, invalid, list } from '../pins.ts';
import { itemsOf, nameOf } from './list-values.ts';

/** Characters of JSON that a value may have. */
const MAX_LENGTH = 5_000_000;

export const listCollect = defineNode({
  type: 'list/collect',
  title: 'Collect',
  description:
    'Makes one JSON value of a list, for nodes that work on data. Files become their names; what is missing becomes null or is left out.',
  icon: 'braces',
  tags: ['json', 'array', 'gather', 'together', 'data'],
  inputs: {
    list: list(any('List')),
    missing: choice('Missing items', ['null', 'leave out', 'stop'], { default: 'null' }),
  },
  outputs: { json: { label: 'JSON', type: 'json' } },
  async run({ list, missing }, execution) {
    const items = await itemsOf(execution, list.value);
    const values = items.flatMap((item, at): JsonValue[] => {
      if (!isMissing(item)) return [jsonOf(item.value)];
      if (missing === 'stop') throw invalid(`${nameOf(item, at)} is missing: ${item.error.message}`);
      return missing === 'null' ? [null] : [];
    });
    if (JSON.stringify(values).length > MAX_LENGTH)
      throw invalid('The list is too long for one value. Take a part of it with Slice.');
    return { json: values };
  },
});

function jsonOf(value: NodeValue): JsonValue {
  if (isFileValue(value)) return value.filename;
  if (isListValue(value)) return value.items.map((item) => (isMissing(item) ? null : jsonOf(item.value)));
  return value as JsonValue;
}
