import { describe, expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { operationsOn } from '#shared/testing/graphs.ts';
import { rerunRequest } from '#shared/desk/run-again.ts';
import { emptyGraph, withInputOverrides, type Graph } from '#shared/graph/index.ts';
import type { PatchOperation, RunInputValue } from '#shared/api/index.ts';
import { openTestBench, type TestBench } from './testing/test-bench.ts';
import { graphEdit } from './testing/graph-edits.ts';

/** What became of the nodes of one run, by their ids, with the keys that the engine's cache used. */
async function run(bench: TestBench, accountId: string, request: object) {
  const { id } = await bench.create(request, accountId);
  await bench.untilEvent(id, ({ type }) => /^run\.(succeeded|failed)$/.test(type), accountId);
  const nodes = new Map<string, { type: string; key: unknown; isReusable: boolean }>();
  for (const { nodeId, type, data } of await bench.events(id, {}, accountId)) {
    if (nodeId && ['node.succeeded', 'node.cached', 'node.failed'].includes(type)) {
      nodes.set(nodeId, { type, key: data?.['key'], isReusable: data?.['reusable'] === true });
    }
  }
  return nodes;
}

/** The graph as it is recorded: text of the graph that was sent, and what the run put over it. */
const recorded = (graph: Graph, overrides: Parameters<typeof withInputOverrides>[1]): Graph =>
  withInputOverrides(JSON.parse(JSON.stringify(graph)) as Graph, overrides);

/** Four nodes that can run; what they are wired and set to is for the edits. */
const base: PatchOperation[] = ['n1', 'n2', 'n3', 'n4'].map((id, index) => ({
  op: 'addNode',
  node: { id, type: 'test/mix', title: null, inputs: { a: { type: 'number', value: index } } },
}));

const number = (value: number): RunInputValue => ({ type: 'number', value });

/** The nodes below one, itself included. */
function below(graph: Graph, nodeId: string): Set<string> {
  const found = new Set([nodeId]);
  for (const id of found) {
    for (const { from, to } of graph.connections) if (from[0] === id) found.add(to[0]);
  }
  return found;
}

describe('what made an output is run once more', () => {
  it('as it was, it has the keys of the cache and makes nothing anew; with one change, only what is below it', async () => {
    const bench = await openTestBench();
    let accounts = 0;
    let reused = 0;
    let changed = 0;
    // What lacks an input is refused as a whole, and is no run that made something.
    const complete = graphEdit.filter((edit) => edit.op !== 'addNode' || edit.node.type !== 'test/need');
    const edits = fc.array(complete, { minLength: 14, maxLength: 14 });
    const later = fc.array(complete, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(edits, later, fc.nat(3), fc.nat(40), async (start, after, over, pick) => {
        accounts += 1;
        const accountId = bench.addAccount(`someone ${accounts}`);
        const graph = operationsOn(emptyGraph, [...base, ...start], bench.ctx.nodes).graph;
        const able = graph.nodes.filter(({ type }) => type === 'test/mix' || type === 'test/pass');
        const target = able[pick % Math.max(1, able.length)];
        if (target === undefined) return;
        const request = { nodes: [...graph.nodes], connections: [...graph.connections] };
        const overrides = { [target.id]: { a: number(over) } };
        const first = await run(bench, accountId, { graph: request, inputOverrides: overrides });
        const asItWas = recorded(graph, overrides);
        // What happens to the project meanwhile, and what its runs add to the cache, changes nothing.
        const edited = operationsOn(graph, after, bench.ctx.nodes).graph;
        await run(bench, accountId, {
          graph: { nodes: [...edited.nodes], connections: [...edited.connections] },
        });

        const again = rerunRequest({ graph: asItWas, targetNodeIds: [] }, null);
        if (again === null) throw new Error('A recorded graph can be run.');
        const second = await run(bench, accountId, again);
        expect([...second.keys()].toSorted()).toEqual([...first.keys()].toSorted());
        for (const [id, before] of first) {
          expect(second.get(id)?.key).toBe(before.key);
          if (!before.isReusable) continue;
          expect([id, second.get(id)?.type]).toEqual([id, 'node.cached']);
          reused += 1;
        }

        const wired = asItWas.connections.some(({ to }) => to[0] === target.id && to[1] === 'a');
        if (wired) return;
        const change = { nodeId: target.id, input: 'a', value: number(over + 100) };
        const once = rerunRequest({ graph: asItWas, targetNodeIds: [] }, change);
        if (once === null) throw new Error('A recorded graph can be run.');
        const third = await run(bench, accountId, once);
        const reached = below(asItWas, target.id);
        const differs = [...first].filter(([id, { key }]) => third.get(id)?.key !== key).map(([id]) => id);
        expect(differs.toSorted()).toEqual([...first.keys()].filter((id) => reached.has(id)).toSorted());
        const madeAnew = [...first].filter(
          ([id, { isReusable }]) => isReusable && !reached.has(id) && third.get(id)?.type !== 'node.cached',
        );
        expect(madeAnew).toEqual([]);
        changed += 1;
      }),
      { numRuns: 15 },
    );
    // Not for want of anything to reuse or to change.
    expect(reused).toBeGreaterThan(20);
    expect(changed).toBeGreaterThan(3);
  });
});
