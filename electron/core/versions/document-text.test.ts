import { expect, test } from 'vitest';
import { emptyCanvas } from '#shared/canvas/items.ts';
import type { Graph } from '#shared/graph/index.ts';
import { documentText, readDocumentText } from './document-text.ts';

const graph: Graph = {
  nodes: [{ id: 'a', type: 'image/blur', title: 'A', position: null, inputs: {} }],
  connections: [],
};
const note = { text: 'Look', position: { x: 0, y: 0 }, size: { width: 200, height: 100 } };

test('frames and notes are part of a version, and a version without any reads as before', async () => {
  const canvas = { ...emptyCanvas(), notes: { n: note } };
  expect(readDocumentText(await documentText({ ...graph, canvas }))).toEqual({ ...graph, canvas });
  const plain = await documentText(graph);
  expect([await documentText({ ...graph, canvas: emptyCanvas() }), readDocumentText(plain)]).toEqual([
    plain,
    graph,
  ]);
});

test('frames and notes that cannot be read leave the graph', async () => {
  const text = (await documentText(graph)).replace(/}$/, ',"canvas":{"version":9}}');
  expect(readDocumentText(text)).toEqual(graph);
});
