import { describe, expect, test } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import { EditableGraph } from '#shared/api/schemas/documents.ts';
import { applyLenient, sameGraph, type Graph } from '#shared/graph/index.ts';
import * as fc from '#shared/testing/property.ts';
import { createRedactor } from './redact.ts';
import { BundledEdits, replayEdits } from './replay.ts';

const redactor = createRedactor(new Uint8Array(32).fill(3));
const ids = fc.constantFrom('a', 'b', 'c');
const position = fc.record({ x: fc.integer(), y: fc.integer() });
const operation = fc.oneof(
  fc
    .tuple(ids, fc.string())
    .map(([id, title]): PatchOperation => ({ op: 'addNode', node: { id, type: 'text/template', title } })),
  ids.map((nodeId): PatchOperation => ({ op: 'removeNode', nodeId })),
  fc.tuple(ids, position).map(([nodeId, at]): PatchOperation => ({ op: 'moveNode', nodeId, position: at })),
  fc.tuple(ids, fc.string()).map(([nodeId, value]): PatchOperation => ({
    op: 'setNodeInput',
    nodeId,
    input: 'text',
    value: { value },
  })),
);
const transactions = fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { maxLength: 6 });

/** A project as a session left it, and the bundle of it. */
function sessionOf(saves: PatchOperation[][], waits: PatchOperation[][]) {
  const start: Graph = { nodes: [{ id: 'a', type: 'text/template', title: 'First' }], connections: [] };
  let screen = start;
  let version = 4;
  const saved = saves.flatMap((operations) => {
    const { graph, applied } = applyLenient(screen, operations);
    if (applied.length === 0) return [];
    screen = graph;
    version += 1;
    return [{ fromVersion: version - 1, toVersion: version, operations: applied }];
  });
  const savedVersion = version;
  const journal = waits.flatMap((operations, index) => {
    const { graph, applied } = applyLenient(screen, operations);
    if (applied.length === 0) return [];
    screen = graph;
    const entry = { id: `e${index}`, label: 'edit', at: '', baseVersion: version, operations: applied };
    return [{ t: 'entry', writer: 'w', entry }];
  });
  const bundled = BundledEdits.parse({
    document: { version: 4, graph: redactor.edits(start) },
    saved: saved.map((one) => ({ ...one, operations: redactor.edits(one.operations) })),
    journal: journal.map((line) => redactor.edits(line)),
  });
  return { bundled, screen, savedVersion };
}

describe('the edits of a bundle, played again', () => {
  test('make the project that was on screen, with its texts hidden', () => {
    fc.assert(
      fc.property(transactions, transactions, (saves, waits) => {
        const { bundled, screen, savedVersion } = sessionOf(saves, waits);
        const replayed = replayEdits(bundled);
        expect(replayed.version).toBe(savedVersion);
        expect(sameGraph(replayed.graph, EditableGraph.parse(redactor.edits(screen)))).toBe(true);
      }),
      { numRuns: fc.runs(300) },
    );
  });

  test('say where a saved edit does not fit what was there', () => {
    const { bundled } = sessionOf([[{ op: 'moveNode', nodeId: 'a', position: { x: 1, y: 2 } }]], []);
    bundled.document!.graph = { nodes: [], connections: [] };
    expect(() => replayEdits(bundled)).toThrow(/version 5/);
  });

  test('leave out what was taken, and put in what a merge put in its place', () => {
    const line = (id: string, x: number) => ({
      id,
      label: 'move',
      operations: [{ op: 'moveNode' as const, nodeId: 'a', position: { x, y: 0 } }],
    });
    const { bundled } = sessionOf([], []);
    const { graph } = replayEdits({
      ...bundled,
      journal: [
        { t: 'entry', entry: line('e1', 1) },
        { t: 'entry', entry: line('e2', 2) },
        { t: 'taken', entryIds: ['e2'] },
        { t: 'replaced', entryIds: ['e1'], entries: [line('e3', 3)] },
        { t: 'something of a later version' },
      ],
    });
    expect(graph.nodes[0]?.position).toEqual({ x: 3, y: 0 });
  });
});
