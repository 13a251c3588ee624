import { expect, test } from 'vitest';
import { applyLenient, emptyGraph, withInputOverrides, type Graph } from '#shared/graph/index.ts';
import { operationArbitrary } from '#shared/testing/graphs.ts';
import * as fc from '#shared/testing/property.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createRunSources, RunRequest } from './run-sources.ts';

function openSources() {
  const database = openTestDatabase();
  return { database, sources: createRunSources(database) };
}

const recordOf = (runId: string, graph: Graph | null, request: Partial<RunRequest> = {}) => ({
  connectionId: 'local',
  runId,
  projectId: 'prj_1',
  projectVersion: 1,
  request: RunRequest.parse(request),
  graph,
  at: '2026-01-01T00:00:00.000Z',
});

test('whatever is edited between and after runs, each opens with exactly the graph that it ran', () => {
  const { sources } = openSources();
  let runs = 0;
  const steps = fc.array(
    fc.record({
      edits: fc.array(operationArbitrary, { maxLength: 6 }),
      seed: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(steps, (history) => {
      let graph = emptyGraph;
      const ran = history.map(({ edits, seed }) => {
        graph = applyLenient(graph, edits).graph;
        runs += 1;
        const [node] = graph.nodes;
        const inputOverrides =
          seed === null || node === undefined
            ? {}
            : { [node.id]: { a: { type: 'number' as const, value: seed } } };
        sources.record(recordOf(`run_${runs}`, graph, { inputOverrides }));
        return { runId: `run_${runs}`, executed: withInputOverrides(graph, inputOverrides) };
      });
      for (const { runId, executed } of ran) {
        expect(sources.graphOf('local', runId)).toEqual(JSON.parse(JSON.stringify(executed)));
      }
    }),
  );
});

test('the same graph is stored once, and goes with the last run that had it', () => {
  const { database, sources } = openSources();
  const graph = { nodes: [{ id: 'a', type: 'test/source' }], connections: [] };
  const count = () => Number(database.prepare('SELECT count(*) AS n FROM run_graphs').get()?.['n']);
  sources.record(recordOf('run_1', graph));
  sources.record(recordOf('run_2', graph));
  expect(count()).toBe(1);
  sources.removeConnection('local');
  expect(count()).toBe(0);
});

test('of more graphs than there is room for, those stay whose outputs somebody marked', () => {
  const { database, sources } = openSources();
  const add = database.prepare(`INSERT INTO outputs (connection_id, run_id, key, title, kind, inputs, stack,
    created_at, starred) VALUES ('local', ?, 'a', 'a', 'text', '[]', ?, '2026-01-01T00:00:00.000Z', ?)`);
  for (const number of [1, 2, 3]) {
    const graph = { nodes: [{ id: `n${number}`, type: 'test/source' }], connections: [] };
    sources.record(recordOf(`run_${number}`, graph));
    add.run(`run_${number}`, `${number}`, number === 2 ? 1 : 0);
  }
  sources.cleanUp(1);
  expect([1, 2, 3].map((number) => sources.graphOf('local', `run_${number}`) !== null)).toEqual([
    false,
    true,
    false,
  ]);
});

test('a damaged graph is none, and other runs are not affected', () => {
  const { database, sources } = openSources();
  sources.record(recordOf('run_1', { nodes: [{ id: 'a', type: 'test/source' }], connections: [] }));
  sources.record(recordOf('run_2', { nodes: [{ id: 'b', type: 'test/source' }], connections: [] }));
  database.exec(`UPDATE run_graphs SET body = x'00ff' WHERE hash = (
    SELECT graph_hash FROM run_sources WHERE run_id = 'run_1')`);
  expect(sources.graphOf('local', 'run_1')).toBeNull();
  expect(sources.graphOf('local', 'run_2')?.nodes).toMatchObject([{ id: 'b' }]);
});
