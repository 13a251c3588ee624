import { defineNode } from '../define-node.ts';
import { anyNumber, invalid } from '../pins.ts';
import { makeList, MAX_LIST_ITEMS, namedItems } from './list-values.ts';

export const listRange = defineNode({
  type: 'list/range',
  title: 'Number range',
  description: 'Makes a list of numbers from one to another in even steps, both ends included.',
  icon: 'ruler-dimension-line',
  tags: ['sequence', 'series', 'count', 'loop', 'steps', 'each'],
  inputs: {
    from: anyNumber('From', { default: 1 }),
    to: anyNumber('To', { default: 10 }),
    step: anyNumber('Step', { default: 1 }),
  },
  outputs: { list: { label: 'List', type: 'list(number)' } },
  async run({ from, to, step }, execution) {
    if (step === 0) throw invalid('Step must not be 0. Set how far the numbers are apart.');
    // The direction follows from the ends.
    const size = Math.abs(step);
    const count = Math.floor(Math.abs(to - from) / size + 1e-9) + 1;
    if (count > MAX_LIST_ITEMS)
      throw invalid(
        `That would be ${count.toLocaleString('en')} numbers; at most ${MAX_LIST_ITEMS.toLocaleString('en')} fit. Set a larger step.`,
      );
    const signed = to < from ? -size : size;
    // Sums of fractions drift apart; products do not, and 15 digits are what people mean.
    const numbers = Array.from({ length: count }, (_, at) => Number((from + at * signed).toPrecision(15)));
    return { list: await makeList(execution, namedItems('number', numbers)) };
  },
});
