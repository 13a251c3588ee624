import { foldText } from '#shared/search/index.ts';
import { isMissing, type ListItem, type NodeValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, boolean, choice, invalid, list, optional, text } from '../pins.ts';
import { compareValues, itemsOf, LIST_OUTPUT, makeList, readItems } from './list-values.ts';

const TESTS = ['is not empty', 'is', 'is not', 'contains', 'is more than', 'is less than'] as const;

export const listFilter = defineNode({
  type: 'list/filter',
  title: 'Filter list',
  description:
    'Leaves in a list the items that pass a test, or for which a list of yes and no says yes. What could not be made stays, with its reason.',
  icon: 'list-filter',
  tags: ['where', 'select', 'condition', 'remove', 'keep'],
  inputs: {
    list: list(any('List')),
    by: optional(list(boolean('Yes or no'))),
    test: choice('Item', TESTS, { default: 'is not empty' }),
    value: text('Than', { default: '' }),
    invert: boolean('The others', { default: false, exposed: false }),
  },
  outputs: LIST_OUTPUT,
  async run({ list, by, test, value, invert }, execution) {
    const items = await itemsOf(execution, list.value);
    if (by !== undefined) {
      const answers = await readItems(execution, by);
      if (answers.length !== items.length)
        throw invalid(
          `The list has ${items.length} items and Yes or no ${answers.length}. Give both as many.`,
        );
      const selected = items.filter((item, at) => {
        const answer = answers[at]!;
        return isMissing(item) || !('value' in answer) || answer.value !== invert;
      });
      return { list: await makeList(execution, selected) };
    }
    const isMatch = (item: ListItem) => isMissing(item) || passes(item.value, test, value) !== invert;
    return { list: await makeList(execution, items.filter(isMatch)) };
  },
});

function passes(item: NodeValue, test: (typeof TESTS)[number], value: string): boolean {
  const words = typeof item === 'string' ? item : JSON.stringify(item);
  const number = Number(value);
  const expected =
    typeof item === 'number' && value.trim() !== '' && Number.isFinite(number) ? number : value;
  switch (test) {
    case 'is not empty':
      return item !== null && words.trim() !== '' && words !== '[]' && words !== '{}';
    case 'is':
      return item === expected || words === value;
    case 'is not':
      return item !== expected && words !== value;
    case 'contains':
      return foldText(words).includes(foldText(value));
    case 'is more than':
      return compareValues(item, expected) > 0;
    case 'is less than':
      return compareValues(item, expected) < 0;
    default:
      return test satisfies never;
  }
}
