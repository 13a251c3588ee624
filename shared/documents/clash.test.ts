import { expect, test } from 'vitest';
import { emptyCanvas, type CanvasItems } from '../canvas/items.ts';
import { mergeCanvas } from '../canvas/merge.ts';
import { mergeDocuments } from '../document/merge.ts';
import { rebase, type Graph } from '../graph/index.ts';
import { clashId, clashRule, deletedBy } from './clash.ts';

/** What the merges of all parts of a project say of two people who changed the same. */

interface Item {
  id: string;
  name?: string;
  note?: string;
}
const inDocument = (base: Item[], mine: Item[], theirs: Item[]) =>
  mergeDocuments({ items: base }, { items: mine }, { items: theirs }, new Map([['note', '\n']])).clashes;

const graph = (title: string): Graph => ({
  nodes: [{ id: 'a', type: 't/t', title, position: { x: 0, y: 0 }, inputs: {} }],
  connections: [],
});
const inGraph = (theirs: Graph, removes = false) =>
  rebase(
    graph('Old'),
    [removes ? { op: 'removeNode', nodeId: 'a' } : { op: 'setNodeTitle', nodeId: 'a', title: 'Mine' }],
    theirs,
  ).clashes;

const note = (text: string | null): CanvasItems => ({
  ...emptyCanvas(),
  notes:
    text === null
      ? {}
      : { a: { text, position: { x: 0, y: 0 }, size: { width: 100, height: 100 }, color: 'yellow' } },
});
const inCanvas = (mine: string | null, theirs: string | null) =>
  mergeCanvas(note('old'), note(mine), note(theirs)).clashes;

const a = { id: 'a' };
const all = [
  [inGraph(graph('Theirs')), 'asked', null],
  [inGraph(graph('Theirs'), true), 'asked', 'mine'],
  [inGraph({ nodes: [], connections: [] }), 'asked', 'theirs'],
  [inCanvas('mine', 'theirs'), 'asked', null],
  [inCanvas(null, 'theirs'), 'asked', 'mine'],
  [inCanvas('mine', null), 'asked', 'theirs'],
  [inDocument([a], [{ ...a, name: 'mine' }], [{ ...a, name: 'theirs' }]), 'mine', null],
  [inDocument([a], [], [{ ...a, name: 'theirs' }]), 'changed', 'mine'],
  [inDocument([a], [{ ...a, name: 'mine' }], []), 'changed', 'theirs'],
  [inDocument([a], [{ ...a, note: 'mine' }], [{ ...a, note: 'theirs' }]), 'both', null],
] as const;

test('each clash has one rule, and says who deleted what the other changed', () => {
  expect(all.map(([clashes]) => clashes.map((clash) => [clashRule(clash), deletedBy(clash)]))).toEqual(
    all.map(([, rule, deleter]) => [[rule, deleter]]),
  );
});

test('clashes of different fields have different ids, in whichever part of a project they are', () => {
  const fields = [0, 1, 3, 4, 6, 7, 9].flatMap((index) => (all[index]?.[0] ?? []).map(clashId));
  expect(new Set(fields).size).toBe(7);
  expect(inGraph(graph('Theirs')).map(clashId)).toEqual(inGraph(graph('Else')).map(clashId));
});
