import * as fc from '../testing/property.ts';
import { describe, expect, test } from 'vitest';
import { graphArbitrary } from '../testing/graphs.ts';
import { compareGraphs, countChanges, restoreField, restoreNode } from './compare.ts';
import { findNode, inputConnections } from './graph.ts';
import { applyOperations, applyLenient } from './operations.ts';
import { graphThumbnail, THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH } from './sketch.ts';
import type { Graph, GraphNode } from './types.ts';

const base: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', title: 'Photo', position: { x: 0, y: 0 } },
    {
      id: 'blur',
      type: 'image/blur',
      title: null,
      position: { x: 300, y: 0 },
      inputs: { sigma: { type: 'number', value: 3 } },
    },
    { id: 'out', type: 'output/image', position: { x: 600, y: 0 } },
  ],
  connections: [
    { from: ['photo', 'image'], to: ['blur', 'image'] },
    { from: ['blur', 'image'], to: ['out', 'image'] },
  ],
};

const after = (graph: Graph, ...operations: Parameters<typeof applyOperations>[1]): Graph => {
  const applied = applyOperations(graph, operations);
  if (!applied.ok) throw new Error(applied.rejection.reason);
  return applied.graph;
};

describe('comparing', () => {
  test('says what came, went, changed and moved, with both values', () => {
    const now = after(
      base,
      { op: 'removeNode', nodeId: 'photo' },
      { op: 'addNode', node: { id: 'noise', type: 'image/noise' } },
      { op: 'connect', from: ['noise', 'image'], to: ['blur', 'image'] },
      { op: 'setNodeInput', nodeId: 'blur', input: 'sigma', value: { type: 'number', value: 9 } },
      { op: 'setNodeTitle', nodeId: 'blur', title: 'Soft' },
      { op: 'moveNode', nodeId: 'out', position: { x: 900, y: 0 } },
    );
    const comparison = compareGraphs(base, now);
    expect(comparison.nodes.map(({ kind, nodeId }) => `${kind} ${nodeId}`)).toEqual([
      'changed blur',
      'moved out',
      'added noise',
      'removed photo',
    ]);
    const [blur] = comparison.nodes;
    expect(blur?.kind === 'changed' && blur.fields).toEqual([
      { field: 'title', before: null, after: 'Soft' },
      {
        field: 'input',
        input: 'sigma',
        before: { type: 'number', value: 3 },
        after: { type: 'number', value: 9 },
      },
    ]);
    expect(comparison.removedWires).toEqual([base.connections[0]]);
    expect(comparison.addedWires).toEqual([{ from: ['noise', 'image'], to: ['blur', 'image'] }]);
    expect(countChanges(comparison)).toEqual({ added: 1, removed: 1, changed: 1, moved: 1, wires: 2 });
  });

  test('finds nothing between a graph and its copy, whatever the order', () => {
    const copy = structuredClone({
      nodes: base.nodes.toReversed(),
      connections: base.connections.toReversed(),
    });
    expect(compareGraphs(base, copy)).toEqual({ nodes: [], addedWires: [], removedWires: [] });
  });

  test('of any two graphs, both ways tell the same', () => {
    fc.assert(
      fc.property(graphArbitrary, graphArbitrary, (one, two) => {
        const there = countChanges(compareGraphs(one, two));
        const back = countChanges(compareGraphs(two, one));
        expect(back).toEqual({ ...there, added: there.removed, removed: there.added });
      }),
    );
  });
});

describe('bringing back', () => {
  test('a node comes back with its values and the wires that still have both ends', () => {
    const now = after(
      base,
      { op: 'removeNode', nodeId: 'blur' },
      { op: 'addNode', node: { id: 'noise', type: 'image/noise' } },
    );
    expect(compareGraphs(base, after(now, ...restoreNode(now, base, 'blur'))).nodes).toMatchObject([
      { kind: 'added', nodeId: 'noise' },
    ]);
    expect(compareGraphs(base, after(now, ...restoreNode(now, base, 'blur'))).removedWires).toEqual([]);
    // An input that was plugged elsewhere meanwhile keeps its new wire; a wire from a node that is gone stays away.
    const busy = after(
      now,
      { op: 'connect', from: ['noise', 'image'], to: ['out', 'image'] },
      { op: 'removeNode', nodeId: 'photo' },
    );
    const restored = after(busy, ...restoreNode(busy, base, 'blur'));
    expect(restored.connections).toEqual([{ from: ['noise', 'image'], to: ['out', 'image'] }]);
  });

  test('a node that came later goes; one that nobody knows is left alone', () => {
    const now = after(base, { op: 'addNode', node: { id: 'noise', type: 'image/noise' } });
    expect(restoreNode(now, base, 'noise')).toEqual([{ op: 'removeNode', nodeId: 'noise' }]);
    expect(restoreNode(base, base, 'nothing')).toEqual([]);
  });

  test('of any two graphs, a restored node is as it was, and its wires too where they can be', () => {
    fc.assert(
      fc.property(graphArbitrary, graphArbitrary, (version, now) => {
        for (const { id } of version.nodes) {
          const { graph, refused: rejected } = applyLenient(now, restoreNode(now, version, id));
          const [was, is] = [findNode(version, id)!, findNode(graph, id)!];
          const alone = (node: GraphNode): Graph => ({ nodes: [node], connections: [] });
          expect(compareGraphs(alone(was), alone(is)).nodes).toEqual([]);
          // Where the old wire would close a cycle by now, the present one stays.
          const wires = inputConnections(rejected.length > 0 ? now : version, id).concat(
            inputConnections(version, id),
          );
          for (const wire of inputConnections(graph, id)) expect(wires).toContainEqual(wire);
        }
      }),
      { numRuns: fc.runs(60) },
    );
  });

  test('every field change undoes itself', () => {
    fc.assert(
      fc.property(graphArbitrary, graphArbitrary, (version, now) => {
        for (const change of compareGraphs(version, now).nodes) {
          if (change.kind !== 'changed' && change.kind !== 'moved') continue;
          if (change.fields.some(({ field }) => field === 'type')) continue;
          const operations = change.fields.flatMap((field) => restoreField(change.nodeId, field));
          const { graph } = applyLenient(now, operations);
          const left = compareGraphs(version, graph).nodes.filter(({ nodeId }) => nodeId === change.nodeId);
          expect(left).toEqual([]);
        }
      }),
      { numRuns: fc.runs(60) },
    );
  });
});

describe('a sketch', () => {
  test('stays small and inside its frame for any graph', () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) => ({
      id: `n${index}`,
      type: ['image/blur', 'text/join', 'other/thing'][index % 3]!,
      position: { x: (index % 100) * 300, y: Math.floor(index / 100) * 260 },
    }));
    const connections = nodes.slice(1).map(({ id }, index) => ({
      from: [`n${index}`, 'o'] as [string, string],
      to: [id, 'i'] as [string, string],
    }));
    const sketch = graphThumbnail({ nodes, connections });
    expect(JSON.stringify(sketch).length).toBeLessThan(10_000);
    expect(sketch.boxes.length).toBeGreaterThan(50);
    for (const [x, y, width, height] of sketch.boxes) {
      expect(x >= 0 && x + width <= THUMBNAIL_WIDTH && y >= 0 && y + height <= THUMBNAIL_HEIGHT).toBe(true);
    }
  });

  test('of nothing is nothing, and one node does not fill the frame', () => {
    expect(graphThumbnail({ nodes: [], connections: [] })).toEqual({ boxes: [], wires: [] });
    const [[, , width] = [0, 0, 99]] = graphThumbnail({ nodes: [base.nodes[0]!], connections: [] }).boxes;
    expect(width).toBeLessThan(THUMBNAIL_WIDTH / 3);
  });
});
