import { defineNode } from '../define-node.ts';
import { anyNumber, choice, invalid } from '../pins.ts';

const OPERATIONS = {
  add: (a: number, b: number) => a + b,
  subtract: (a: number, b: number) => a - b,
  multiply: (a: number, b: number) => a * b,
  divide: (a: number, b: number) => a / b,
  remainder: (a: number, b: number) => a % b,
  power: (a: number, b: number) => a ** b,
  smaller: (a: number, b: number) => Math.min(a, b),
  larger: (a: number, b: number) => Math.max(a, b),
  average: (a: number, b: number) => a / 2 + b / 2,
  distance: (a: number, b: number) => Math.abs(a - b),
} as const;
type Operation = keyof typeof OPERATIONS;

export const numberMath = defineNode({
  type: 'number/math',
  title: 'Math',
  description: 'Calculates with two numbers: sum, difference, product, quotient, power and more.',
  icon: 'calculator',
  tags: ['add', 'subtract', 'multiply', 'divide', 'sum', 'plus', 'minus', 'times', 'min', 'max'],
  inputs: {
    operation: choice('Operation', Object.keys(OPERATIONS) as Operation[], { default: 'add' }),
    a: anyNumber('A', { default: 0 }),
    b: anyNumber('B', { default: 0 }),
  },
  outputs: { number: { label: 'Number', type: 'number' } },
  run({ operation, a, b }) {
    if (b === 0 && (operation === 'divide' || operation === 'remainder')) {
      throw invalid('A number cannot be divided by 0. Give B another value.');
    }
    const result = OPERATIONS[operation](a, b);
    if (Number.isFinite(result)) return { number: result };
    throw invalid(`${a} ${operation} ${b} has no result that is a number. Use other values.`);
  },
});
