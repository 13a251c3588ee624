import { compareNumbers } from '#shared/reading/decimal.ts';
import { stableStringify } from '#shared/graph/stable-json.ts';
import { isFileValue, type NodeValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, choice, describeValue, invalid } from '../pins.ts';

const TESTS = ['equal', 'not equal', 'less', 'at most', 'greater', 'at least', 'contains'] as const;
type Test = (typeof TESTS)[number];

export const logicCompare = defineNode({
  type: 'logic/compare',
  title: 'Compare',
  description:
    'Asks a question about two values: equal, less, greater, or whether A contains B. Numbers written as text compare as numbers.',
  icon: 'scale',
  tags: ['equal', 'less', 'greater', 'contains', 'condition', 'test'],
  inputs: {
    a: any('A', { default: null }),
    test: choice('Test', TESTS, { default: 'equal' }),
    b: any('B', { default: null }),
  },
  outputs: { result: { label: 'Result', type: 'boolean' } },
  run: ({ a, b, test }) => ({ result: evaluate(a, b, test) }),
});

function evaluate(a: NodeValue, b: NodeValue, test: Test): boolean {
  switch (test) {
    case 'equal':
      return same(a, b);
    case 'not equal':
      return !same(a, b);
    case 'less':
      return order(a, b) < 0;
    case 'at most':
      return order(a, b) <= 0;
    case 'greater':
      return order(a, b) > 0;
    case 'at least':
      return order(a, b) >= 0;
    case 'contains':
      return contains(a, b);
    default:
      return test satisfies never;
  }
}

function same(a: NodeValue, b: NodeValue): boolean {
  // A file is what is in it, whatever it is called.
  if (isFileValue(a) && isFileValue(b)) return a.blob === b.blob;
  const difference = numeric(a, b);
  if (difference !== null) return difference === 0;
  return stableStringify(a) === stableStringify(b);
}

function order(a: NodeValue, b: NodeValue): number {
  const difference = numeric(a, b);
  if (difference !== null) return difference;
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'en', { numeric: true });
  throw invalid(`${describeValue(a)} and ${describeValue(b)} have no order. Compare numbers, or two texts.`);
}

function contains(a: NodeValue, b: NodeValue): boolean {
  if (typeof a === 'string') return a.includes(typeof b === 'string' ? b : JSON.stringify(b));
  if (Array.isArray(a)) return a.some((entry) => same(entry, b));
  if (typeof a === 'object' && a !== null && !isFileValue(a))
    return typeof b === 'string' && Object.hasOwn(a, b);
  throw invalid(`A must be text, a list or an object to contain something, but is ${describeValue(a)}.`);
}

/** How two numbers stand to each other, also as text; null where one is none. */
const numeric = (a: NodeValue, b: NodeValue): number | null =>
  isNumeric(a) && isNumeric(b) ? compareNumbers(a, b) : null;

const isNumeric = (value: NodeValue): value is number | string =>
  typeof value === 'number' || typeof value === 'string';
