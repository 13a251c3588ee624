import { expect, test } from 'vitest';
import { HEAT_RUNS, type ProjectHeat } from '#shared/desk/index.ts';
import { sendJson, type Responder } from '../testing/http-server.ts';
import { startOnService } from '../testing/test-core.ts';

/** What the core keeps of the nodes of a project's newest runs. */

const node = (id: string) => ({ id, type: 'image/blur', title: null, position: null, inputs: {} });
const graph = { nodes: [node('a'), node('b'), node('c')], connections: [] };
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

/** A service whose runs have ended the moment they start: `a` takes a second more each time, `b` is reused, `c` fails. */
const respond: Responder = (() => {
  let started = 0;
  return (asked, response) => {
    const path = asked.url.replace(/\?.*/, '');
    const detail = (id: string) => ({
      id,
      status: 'failed',
      createdAt: at(1),
      updatedAt: at(2),
      projectId: 'prj_1',
      outputs: {},
      creditsUsedMicrocredits: '500',
      spend: {
        totalCredits: 0,
        byNode: [{ nodeId: 'a', nodeTitle: 'A', billedRuns: 1, credits: 0, microcredits: '500' }],
      },
    });
    if (asked.method === 'POST' && path.endsWith('/runs')) {
      started += 1;
      return sendJson(response, 202, { ...detail(`run_${started}`), status: 'accepted' });
    }
    const [, id = '', events] = /\/runs\/([^/]+)(\/events)?$/.exec(path) ?? [];
    if (id === '') return sendJson(response, 404, { error: { code: 'X', message: 'gone' } });
    if (events === undefined) return sendJson(response, 200, detail(id));
    const event = (type: string, nodeId: string, data: object = {}) => ({
      id: `${id}-${nodeId}-${type}`,
      runId: id,
      type,
      createdAt: at(1),
      nodeId,
      data,
    });
    return sendJson(response, 200, {
      data: [
        event('node.started', 'a'),
        event('node.succeeded', 'a', { durationMs: Number(id.slice(4)) * 1000 }),
        event('node.cached', 'b'),
        event('node.started', 'c'),
        event('node.failed', 'c', { code: 'X', message: 'No.' }),
      ],
      hasMore: false,
      nextCursor: null,
    });
  };
})();

test('the newest runs of a project say what became of each node, also after a restart, and older ones go', async () => {
  const { desk, restart } = await startOnService(respond);
  const heat = async (of = desk) =>
    (await of.read('GET', '/desk/estimates/local/projects/prj_1')) as ProjectHeat;
  expect(await heat()).toEqual({ runs: 0, nodes: [] });
  const run = async (): Promise<void> => {
    const asked = await desk.ask('POST', '/api/local/v1/runs', { projectId: 'prj_1', graph });
    const { id } = (await asked.json()) as { id: string };
    await desk.ask('GET', `/api/local/v1/runs/${id}`);
  };
  for (let count = 1; count <= 3; count += 1) {
    await run();
    await expect.poll(async () => (await heat()).runs).toBe(count);
  }
  const none = { executed: 0, reused: 0, failed: 0, durationMs: null, microcredits: 0 };
  const expected = {
    runs: 3,
    nodes: [
      { ...none, nodeId: 'a', executed: 3, durationMs: 2000, microcredits: 1500 },
      { ...none, nodeId: 'b', reused: 3 },
      { ...none, nodeId: 'c', failed: 3 },
    ],
  };
  expect(await heat()).toEqual(expected);
  expect(await desk.read('GET', '/desk/estimates/local/projects/prj_2')).toEqual({ runs: 0, nodes: [] });
  for (let count = 4; count <= HEAT_RUNS + 2; count += 1) await run();
  // Of those that took 3 to 32 seconds.
  await expect.poll(async () => (await heat()).nodes[0]?.durationMs, { timeout: 20_000 }).toBe(17_000);
  expect((await heat()).runs).toBe(HEAT_RUNS);
  await desk.core.close();
  expect((await heat(await restart())).runs).toBe(HEAT_RUNS);
});
