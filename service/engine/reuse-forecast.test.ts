import { describe, expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { operationsOn } from '#shared/testing/graphs.ts';
import type { PatchOperation, PublicRunEvent } from '#shared/api/index.ts';
import { linkedGraph } from '#shared/graph/linked-graph.ts';
import { NodeKeys } from '#shared/graph/node-keys.ts';
import { forecastRun, type RunForecast } from '#shared/graph/run-forecast.ts';
import { targetOf } from '#shared/graph/operation-table.ts';
import { emptyGraph, stableStringify, type Graph } from '#shared/graph/index.ts';
import { publicInputs, publicSource } from '#service/providers/shown-type.ts';
import { graphEdit } from './testing/graph-edits.ts';
import { openTestBench, type TestBench } from './testing/test-bench.ts';

/** A client's view of runs: keys brought up edit by edit, and what the events of runs said of results. */
function openPage(bench: TestBench) {
  const { nodes } = bench.ctx;
  const results = new Map<string, boolean>();
  let graph: Graph = emptyGraph;
  const keys = new NodeKeys(linkedGraph(graph), (type) => {
    const definition = nodes.get(type);
    return definition ? { inputs: publicInputs([], definition), source: publicSource([], definition) } : null;
  });
  return {
    graph: () => graph,
    edit(operation: PatchOperation): void {
      const applied = operationsOn(graph, [operation], nodes);
      const before = graph;
      graph = applied.graph;
      const target = targetOf(operation);
      const ends = target.kind === 'wire' ? [target.from[0], target.to[0]] : [target.nodeId];
      const below = before.connections.filter(({ from }) => from[0] === ends[0]).map(({ to }) => to[0]);
      keys.refresh(linkedGraph(graph), [...ends, ...below]);
    },
    forecast: (): RunForecast =>
      forecastRun({
        graph,
        keys,
        results: { isReused: (key) => results.get(key) },
        requiredInputs: (type) => {
          const definition = nodes.get(type);
          if (definition === undefined) return null;
          return publicInputs([], definition)
            .filter((pin) => !('default' in pin))
            .map(({ name }) => name);
        },
      }),
    keyOf: (id: string) => keys.keyOf(id),
    read(event: PublicRunEvent): void {
      const { key, reusable } = event.data ?? {};
      if (typeof key === 'string' && typeof reusable === 'boolean') results.set(key, reusable);
    },
  };
}

/** The bench as one account uses it. */
const asAccount = (bench: TestBench, accountId: string) => ({
  create: (body: unknown) => bench.create(body, accountId),
  events: (runId: string) => bench.events(runId, {}, accountId),
  ended: (runId: string) =>
    bench.untilEvent(runId, ({ type }) => /^run\.(succeeded|failed)$/.test(type), accountId),
});

type Page = ReturnType<typeof openPage>;

/** What the results of a run followed from, by value: what the engine reuses by. */
function contentOf(graph: Graph, nodeId: string, outputs: ReadonlyMap<string, unknown>): string {
  const node = graph.nodes.find(({ id }) => id === nodeId)!;
  const held = new Map<string, unknown>(
    Object.entries(node.inputs ?? {}).map(([name, input]) => [name, input.value]),
  );
  if (node.type === 'test/mix' && !held.has('c')) held.set('c', 1);
  for (const { from, to } of graph.connections) {
    if (to[0] === nodeId) held.set(to[1], outputs.get(from[0]) ?? null);
  }
  return stableStringify([node.type, Object.fromEntries([...held].filter(([, value]) => value !== null))]);
}

/** Runs what can run; @returns what became of the nodes, and which of them had equal inputs before. */
async function runOnce(
  account: ReturnType<typeof asAccount>,
  page: Page,
  forecast: RunForecast,
  seen: Set<string>,
) {
  const graph = page.graph();
  const targetNodeIds = forecast.targetNodeIds ?? [];
  const created = await account.create({
    graph: { nodes: [...graph.nodes], connections: [...graph.connections] },
    targetNodeIds,
  });
  await account.ended(created.id);
  const ended = { cached: new Set<string>(), executed: new Set<string>(), equal: new Set<string>() };
  const outputs = new Map<string, unknown>();
  for (const event of await account.events(created.id)) {
    const { nodeId, type } = event;
    if (!nodeId || !['node.succeeded', 'node.cached', 'node.failed'].includes(type)) continue;
    const content = contentOf(graph, nodeId, outputs);
    if (seen.has(content)) ended.equal.add(nodeId);
    (type === 'node.cached' ? ended.cached : ended.executed).add(nodeId);
    if (type === 'node.failed') continue;
    seen.add(content);
    expect(event.data?.['key']).toBe(page.keyOf(nodeId));
    page.read(event);
    const made = event.data?.['outputs'] as { out?: { value: unknown } };
    outputs.set(nodeId, made.out?.value);
  }
  return ended;
}

const withTimeout = (all: ReadonlySet<string>, some: Iterable<string>): string[] =>
  [...some].filter((id) => all.has(id));

describe('what a page says of a run before it', () => {
  it('is what the run does: what it calls reused is reused, and the rest runs but for what has equal inputs by value', async () => {
    const bench = await openTestBench();
    const steps = fc.array(fc.array(graphEdit, { minLength: 1, maxLength: 6 }), {
      minLength: 2,
      maxLength: 4,
    });
    let accounts = 0;
    let reuses = 0;
    let exact = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(graphEdit, { minLength: 15, maxLength: 15 }),
        steps,
        async (start, rounds) => {
          accounts += 1;
          // Nothing is made yet for an account of its own.
          const account = asAccount(bench, bench.addAccount(`someone ${accounts}`));
          const page = openPage(bench);
          const seen = new Set<string>();
          for (const edits of [start, ...rounds, []]) {
            for (const operation of edits) page.edit(operation);
            const forecast = page.forecast();
            const able = page.graph().nodes.filter(({ id }) => !forecast.blockers.has(id));
            expect(forecast.runs.size + forecast.reused.size).toBe(able.length);
            if (able.length === 0) continue;
            const { cached, executed, equal } = await runOnce(account, page, forecast, seen);
            const reached = new Set([...cached, ...executed]);
            expect(withTimeout(forecast.reused, executed)).toEqual([]);
            expect(withTimeout(forecast.reused, cached)).toEqual(withTimeout(reached, forecast.reused));
            for (const id of withTimeout(forecast.runs, cached)) expect(equal).toContain(id);
            for (const id of forecast.blockers.keys()) expect(reached).not.toContain(id);
            reuses += withTimeout(forecast.reused, cached).length;
            if (withTimeout(forecast.runs, cached).length === 0) exact += 1;
          }
        },
      ),
      { numRuns: 12 },
    );
    // Not for want of anything to reuse.
    expect(reuses).toBeGreaterThan(20);
    expect(exact).toBeGreaterThan(20);
  });
});
