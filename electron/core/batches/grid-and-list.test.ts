import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { builtProgram } from '#native/testing/built-program.ts';
import type { PublicRunEvent } from '#shared/api/index.ts';
import type { BatchDraft, OutputPage } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { createSpawnLauncher } from '../local-service/spawn-launcher.ts';
import { startTestCore, type TestCore } from '../testing/test-core.ts';
import { createTestLog } from '../testing/test-log.ts';

/** A grid and a list of the same values, in the core with the real local service behind it. */

const entry = builtProgram(new URL('../../../service/main.ts', import.meta.url), 'service/main.js');
const STRENGTHS = [1, 2, 3, 4];

const number = (value: number) => ({ type: 'number', value });
const small = { width: number(32), height: number(32) };
/** A blur of a gradient, and beside it what no value of the grid reaches. */
const graph: Graph = {
  nodes: [
    { id: 'sky', type: 'image/gradient', title: 'Sky', inputs: small },
    { id: 'soft', type: 'image/blur', title: 'Soft', inputs: { sigma: number(9) } },
    { id: 'apart', type: 'image/noise', title: 'Apart', inputs: small },
  ],
  connections: [{ from: ['sky', 'image'], to: ['soft', 'image'] }],
};
const withList: Graph = {
  nodes: [
    ...graph.nodes,
    {
      id: 'range',
      type: 'list/range',
      inputs: { from: number(STRENGTHS[0]!), to: number(STRENGTHS.at(-1)!) },
    },
  ],
  connections: [...graph.connections, { from: ['range', 'list'], to: ['soft', 'sigma'] }],
};

const draft: BatchDraft = {
  id: `batch_${randomUUID()}`,
  connectionId: 'local',
  kind: 'grid',
  name: 'Strengths',
  source: { kind: 'graph', projectId: null, projectVersion: null, targetNodeIds: [], graph },
  fields: [{ of: 'node', nodeId: 'soft', input: 'sigma', label: 'Soft · Strength', type: 'number' }],
  layout: {
    axes: [{ field: 0, labels: STRENGTHS.map(String) }],
    columns: 0,
    rows: null,
    pages: null,
  },
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 2 },
};

async function runToEnd(desk: TestCore, body: object): Promise<PublicRunEvent[]> {
  const response = await desk.ask('POST', '/api/local/v1/runs', body, { 'idempotency-key': randomUUID() });
  const { id } = (await response.json()) as { id: string };
  await (await desk.ask('GET', `/api/local/v1/runs/${id}/events/stream`)).text();
  const { data } = (await desk.read('GET', `/api/local/v1/runs/${id}/events?limit=100`)) as {
    data: PublicRunEvent[];
  };
  return data;
}

test('a grid records its cells and nothing beside them, and a list of the same values finds all of them made', async () => {
  const log = createTestLog();
  const desk = await startTestCore({ launchService: createSpawnLauncher({ entry, log }) });
  await desk.read('POST', '/desk/batches', draft);
  await desk.read('POST', `/desk/batches/${draft.id}/items`, {
    from: 0,
    items: STRENGTHS.map((value, at) => ({ place: [at], values: [number(value)] })),
  });
  const ended = desk.until(
    (event) => event.type === 'batch' && event.batchId === draft.id && event.batch?.state === 'done',
  );
  await desk.read('POST', `/desk/batches/${draft.id}/resume`, {});
  await ended;
  const recorded = async (): Promise<string[]> => {
    const { outputs } = (await desk.read('POST', '/desk/outputs/search', {
      connectionId: 'local',
    })) as OutputPage;
    return outputs.map(({ title }) => title);
  };
  await expect.poll(recorded, { timeout: 20_000 }).toEqual(STRENGTHS.map(() => 'Soft'));

  const events = await runToEnd(desk, { graph: withList });
  const ends = new Map(
    events.flatMap(({ type, nodeId, data }) =>
      nodeId !== null && nodeId !== undefined && /^node\.(?:succeeded|cached|failed)$/.test(type)
        ? [[nodeId, { type, items: data?.['items'] }] as const]
        : [],
    ),
  );
  // What lies before the varied input ran for the first cell, and never again.
  expect(ends.get('sky')?.type).toBe('node.cached');
  expect(ends.get('soft')).toEqual({
    type: 'node.cached',
    items: { total: STRENGTHS.length, completed: STRENGTHS.length, failed: 0 },
  });
  expect(ends.get('apart')?.type).toBe('node.succeeded');
}, 120_000);
