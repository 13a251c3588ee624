import { expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { applyWithInverse, applyLenient } from './operations.ts';
import { planTextReplacement } from './replace-text.ts';
import type { Graph, NodeCatalog, NodeTypePins } from './types.ts';

const types: Record<string, NodeTypePins> = {
  'test/words': {
    inputs: [
      { name: 'text', type: 'text(multiline)' },
      { name: 'fit', type: 'choice(sea|sky)' },
      { name: 'ink', type: 'color' },
      { name: 'data', type: 'json' },
      { name: 'file', type: 'image' },
    ],
    outputs: [],
  },
};
const catalog: NodeCatalog = { pinsOf: (type) => types[type] };
const words = (id: string, text: string) => ({
  id,
  type: 'test/words',
  inputs: { text: { type: 'string', value: text } },
});
const graphOf = (...nodes: Graph['nodes']): Graph => ({ nodes, connections: [] });
const textsOf = ({ nodes }: Graph) => nodes.map(({ inputs }) => inputs?.['text']?.value);

it('replaces words in texts whatever their case, and counts them before', () => {
  const graph = graphOf(words('a', 'Sea, sea. SEA'), words('b', 'Sky'), words('c', 'oversea'));
  const plan = planTextReplacement(graph, 'sea', 'lake', catalog);
  expect(plan).toMatchObject({ count: 4, nodeIds: ['a', 'c'] });
  expect(textsOf(applyLenient(graph, plan.operations).graph)).toEqual([
    'lake, lake. lake',
    'Sky',
    'overlake',
  ]);
});

it('takes both sides by the letter', () => {
  const graph = graphOf(words('a', 'f(x)? $1 a.b'));
  const find = (text: string, by: string) =>
    textsOf(applyLenient(graph, planTextReplacement(graph, text, by, catalog).operations).graph)[0];
  expect(find('(x)?', '$&')).toBe('f$& $1 a.b');
  expect(find('.', '-')).toBe('f(x)? $1 a-b');
  expect(find('', '-')).toBe('f(x)? $1 a.b');
});

it('choices, colors, files, JSON and nodes to be left alone stay', () => {
  const held = {
    fit: { type: 'string', value: 'sea' },
    ink: { type: 'string', value: 'sea' },
    data: { type: 'json', value: { sea: 'sea' } },
    file: { type: 'file', value: 'sea.png' },
  };
  const graph = graphOf({ id: 'a', type: 'test/words', inputs: held }, words('b', 'sea'));
  const plan = planTextReplacement(graph, 'sea', 'lake', catalog, (id) => id === 'b');
  expect(plan).toEqual({ operations: [], count: 0, nodeIds: [], exceeding: [] });
});

it('a text that would become too long stays and is named', () => {
  const graph = graphOf(words('a', 'e'.repeat(10_000)), words('b', 'e'));
  const plan = planTextReplacement(graph, 'e', 'x'.repeat(1000), catalog);
  expect(plan).toMatchObject({ count: 1, nodeIds: ['b'], exceeding: ['a'] });
});

it('undo restores every document to the byte', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { maxLength: 6 }),
      fc.string({ maxLength: 2 }),
      fc.string(),
      (texts, find, by) => {
        const graph = graphOf(...texts.map((text, index) => words(`n${index}`, text)));
        const { operations } = planTextReplacement(graph, find, by, catalog);
        const applied = applyWithInverse(graph, operations, catalog);
        expect(applied.ok).toBe(true);
        const back = applied.ok ? applyLenient(applied.graph, applied.inverse).graph : null;
        expect(JSON.stringify(back)).toBe(JSON.stringify(graph));
      },
    ),
  );
});
