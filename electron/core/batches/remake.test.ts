import { expect, test } from 'vitest';
import type { RecordedOutput } from '#shared/desk/index.ts';
import { ID, LIMITS, open } from './testing/batch-process.ts';

const recorded = (run: number): RecordedOutput => ({
  outputId: String(run),
  runId: `run_old_${run}`,
  key: 'Poster',
  nodeId: 'out',
  title: 'Poster',
});
const graphOf = (radius: number) => ({
  nodes: [
    { id: 'soft', type: 'image/blur', inputs: { sigma: { type: 'number', value: radius } } },
    { id: 'out', type: 'output/file' },
  ],
  connections: [{ from: ['soft', 'image'] as [string, string], to: ['out', 'file'] as [string, string] }],
});

function start(limits = LIMITS) {
  const { database, service, desk } = open();
  for (const run of [1, 2, 3]) service.graphs.set(`run_old_${run}`, graphOf(run));
  desk.batches.create({
    id: ID,
    connectionId: 'local',
    kind: 'table',
    name: 'Sigma: 9',
    source: {
      kind: 'graph',
      projectId: 'prj_1',
      projectVersion: null,
      targetNodeIds: [],
      graph: { nodes: [], connections: [] },
    },
    fields: [
      { of: 'output', label: 'Earlier output', type: null },
      { of: 'node', nodeId: 'soft', input: 'sigma', label: 'Sigma', type: 'number' },
    ],
    layout: null,
    limits,
  });
  desk.batches.append(
    ID,
    0,
    [1, 2, 3, 4].map((run) => ({
      place: [],
      values: [
        { type: 'json', value: recorded(run) },
        { type: 'number', value: 9 },
      ],
    })),
  );
  return { database, service, desk };
}

test('earlier outputs are made again, each from its own graph and toward its own node, with one change', async () => {
  const { service, desk } = start();
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(service.runs.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    [1, 2, 3].map((radius) =>
      expect.objectContaining({
        graph: graphOf(radius),
        targetNodeIds: ['out'],
        inputOverrides: { soft: { sigma: { type: 'number', value: 9 } } },
      }),
    ),
  );
  // The graph of the fourth is not known any more: it alone cannot be made, and nothing was asked for.
  expect(desk.batches.get(ID)).toMatchObject({
    state: 'done',
    counts: { done: 3, failed: 1 },
    runsStarted: 4,
  });
  expect(desk.batches.items(ID, { state: 'failed' })).toMatchObject([
    { index: 3, error: expect.stringContaining('not on this computer any more') },
  ]);
});

test('they stop at one limit together, and what is kept and dropped is marked', async () => {
  const { service, desk } = start({ ...LIMITS, maxRuns: 2, inFlight: 1 });
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(service.runs).toHaveLength(2);
  expect(desk.batches.get(ID)).toMatchObject({ state: 'paused', reason: expect.stringContaining('2 runs') });
  desk.batches.mark(ID, { items: [0], starred: true });
  desk.batches.mark(ID, { items: [1], hidden: true });
  expect(desk.batches.get(ID).counts).toMatchObject({ starred: 1, hidden: 1 });
});
