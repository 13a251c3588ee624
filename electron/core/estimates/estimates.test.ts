import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/index.ts';
import type { RunSamples } from '#shared/desk/index.ts';
import { nodeKind } from '#shared/desk/index.ts';
import { sendJson, type Responder } from '../testing/http-server.ts';
import { startOnService } from '../testing/test-core.ts';

const node = (id: string, type: string) => ({ id, type, title: null, position: null, inputs: {} });
const graph = { nodes: [node('sky', 'image/generate'), node('old', 'image/blur')], connections: [] };
const KIND = nodeKind({ type: 'image/generate', inputs: {} });
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

interface Ending {
  durationMs?: number;
  microcredits?: string;
  status?: string;
}

/** A service whose runs have ended the moment they start; the nth run ends as `endings` says. */
function runsThatEnd(endings: readonly Ending[], price: () => number): Responder {
  let started = 0;
  const endingOf = (id: string): Ending => endings[Number(id.slice(4)) - 1] ?? {};
  const detail = (id: string, externalId?: string) => {
    const { durationMs = 1000, microcredits = '500', status = 'succeeded' } = endingOf(id);
    return {
      id,
      status,
      createdAt: at(1),
      updatedAt: at(2),
      projectId: null,
      executionTimeMs: durationMs,
      creditsUsedMicrocredits: microcredits,
      outputs: {},
      spend: {
        totalCredits: 0,
        byNode: [{ nodeId: 'sky', nodeTitle: 'Sky', billedRuns: 1, credits: 0, microcredits }],
      },
      ...(externalId === undefined ? {} : { externalId }),
    };
  };
  const external = new Map<string, string>();
  return (asked, response) => {
    const path = asked.url.replace(/\?.*/, '');
    if (path.endsWith('/node-types')) {
      const data = [
        { type: 'image/generate', title: 'Generate', source: 'built-in?acme=1' },
        { type: 'image/blur', title: 'Blur', source: 'built-in' },
      ];
      return sendJson(response, 200, { data, hasMore: false, nextCursor: null });
    }
    if (path.includes('/model-providers')) {
      const name = decodeURIComponent(path.split('/model-providers/')[1] ?? 'acme');
      const settings = { name, service: 'openai-compatible', monthLimit: null, monthSpend: 0 };
      const shown = { ...settings, baseUrl: 'https://a.example/v1', hasKey: true, createdAt: at(0) };
      const models = [{ kind: 'image', model: 'm1', price: asked.method === 'PUT' ? price() : 5 }];
      return asked.method === 'GET'
        ? sendJson(response, 200, { providers: [{ ...shown, models }] })
        : sendJson(response, 200, { ...shown, models });
    }
    if (asked.method === 'POST' && path.endsWith('/runs')) {
      started += 1;
      const id = `run_${started}`;
      const { externalId } = JSON.parse(asked.body.toString()) as { externalId?: string };
      if (externalId !== undefined) external.set(id, externalId);
      return sendJson(response, 202, { ...detail(id, externalId), status: 'accepted' });
    }
    const [, id = '', events] = /\/runs\/([^/]+)(\/events)?$/.exec(path) ?? [];
    if (id === '') return sendJson(response, 404, { error: { code: 'X', message: 'gone' } });
    if (events === undefined) return sendJson(response, 200, detail(id, external.get(id)));
    const { durationMs = 1000 } = endingOf(id);
    const event = (type: string, nodeId: string, data: object) => ({
      id: `${id}-${nodeId}-${type}`,
      runId: id,
      type,
      createdAt: at(1),
      nodeId,
      data,
    });
    // The second page only when it is asked for.
    return asked.url.includes('cursor=next')
      ? sendJson(response, 200, {
          data: [
            event('node.cached', 'old', {}),
            event('node.succeeded', 'old', { cached: true, durationMs: 1 }),
          ],
          hasMore: false,
          nextCursor: null,
        })
      : sendJson(response, 200, {
          data: [event('node.started', 'sky', {}), event('node.succeeded', 'sky', { durationMs })],
          hasMore: true,
          nextCursor: 'next',
        });
  };
}

async function startEstimates(endings: readonly Ending[]) {
  let price = 5;
  const { desk, restart } = await startOnService(runsThatEnd(endings, () => price));
  const samples = async (of = desk) => (await of.read('GET', '/desk/estimates/local')) as RunSamples;
  async function run(body: object = {}): Promise<string> {
    const asked = await desk.ask('POST', '/api/local/v1/runs', { graph, ...body });
    return ((await asked.json()) as { id: string }).id;
  }
  const readEnd = (id: string) => desk.ask('GET', `/api/local/v1/runs/${id}`);
  /** Starts a run, reads its end and waits until it is sampled: the count of samples says so. */
  async function runAndSample(): Promise<void> {
    const before = (await samples()).kinds[0]?.samples ?? 0;
    const id = await run();
    await readEnd(id);
    await expect.poll(async () => (await samples()).kinds[0]?.samples ?? 0).toBe(before + 1);
  }
  /** Saves the provider of models again. @param next what its models cost then. */
  async function saveProvider(next: number): Promise<number> {
    price = next;
    const path = join(desk.folder, 'service', ADMINISTRATION_SECRET_FILE);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'secret');
    const body = { name: 'acme', baseUrl: 'https://a.example/v1', models: [], key: 'k' };
    return (await desk.ask('PUT', '/desk/local-service/model-providers/acme', body)).status;
  }
  return { desk, restart, samples, run, readEnd, runAndSample, saveProvider };
}

/** Longer than any test: what ends does not end by itself. */
const NEVER_IN_TIME = { responseTimeoutMs: 3_600_000 };

describe('estimates', () => {
  test('runs that end are sampled once, without what was reused, and stay after a restart', async () => {
    const { desk, restart, samples, readEnd, runAndSample } = await startEstimates([
      { durationMs: 4000 },
      {},
    ]);
    await runAndSample();
    await readEnd('run_1');
    await runAndSample();
    const made = await samples();
    expect(made.kinds).toEqual([
      {
        kind: KIND,
        samples: 2,
        duration: { p50: 1000, p90: 4000 },
        microcredits: { p50: 500, p90: 500 },
      },
    ]);
    await desk.core.close();
    expect(await samples(await restart())).toEqual(made);
  });

  test('from the sixth run on it is said how far estimates were off', async () => {
    const last = { durationMs: 2000, microcredits: '400' };
    const { samples, runAndSample } = await startEstimates([{}, {}, {}, {}, {}, last]);
    for (let index = 0; index < 5; index += 1) await runAndSample();
    expect((await samples()).accuracy).toEqual({ runs: 0, duration: null, microcredits: null });
    await runAndSample();
    expect((await samples()).accuracy).toEqual({ runs: 1, duration: 0.5, microcredits: 0.25 });
  });

  test('live previews and what a jumping clock measured do not count', async () => {
    const { samples, run, readEnd, runAndSample } = await startEstimates([{}, { durationMs: -5 }, {}]);
    await readEnd(await run({ externalId: 'patchbay-live/1' }));
    await readEnd(await run());
    await runAndSample();
    expect((await samples()).kinds.map((kind) => kind.samples)).toEqual([1]);
  });

  test('a model or price that changes makes what its nodes took before unknown; saving it unchanged does not', async () => {
    const { samples, runAndSample, saveProvider } = await startEstimates([{}]);
    await runAndSample();
    expect(await saveProvider(5)).toBe(200);
    expect((await samples()).kinds).toHaveLength(1);
    expect(await saveProvider(7)).toBe(200);
    expect((await samples()).kinds).toEqual([]);
  });

  test('runs that end at once are read for their times one after the other', async () => {
    const respond = runsThatEnd([], () => 5);
    let reading = 0;
    let most = 0;
    const { desk } = await startOnService((asked, response, request) => {
      if (asked.url.includes('/events')) {
        reading += 1;
        most = Math.max(most, reading);
        response.once('close', () => (reading -= 1));
        // Those that are asked for at the same time have arrived by then.
        setImmediate(() => setImmediate(() => void respond(asked, response, request)));
        return;
      }
      void respond(asked, response, request);
    });
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const started = await desk.ask('POST', '/api/local/v1/runs', { graph });
        return ((await started.json()) as { id: string }).id;
      }),
    );
    await Promise.all(ids.map((id) => desk.ask('GET', `/api/local/v1/runs/${id}`)));
    await expect
      .poll(async () => ((await desk.read('GET', '/desk/estimates/local')) as RunSamples).kinds[0]?.samples)
      .toBe(8);
    expect(most).toBe(1);
  });

  test('the app closes at once while a service does not answer what is read for estimates', async () => {
    const respond = runsThatEnd([], () => 5);
    const asked = Promise.withResolvers<void>();
    const { desk } = await startOnService((one, response, request) => {
      if (one.url.includes('/events')) asked.resolve();
      else void respond(one, response, request);
    }, NEVER_IN_TIME);
    const started = await desk.ask('POST', '/api/local/v1/runs', { graph });
    const { id } = (await started.json()) as { id: string };
    await desk.ask('GET', `/api/local/v1/runs/${id}`);
    await asked.promise;
    await expect(desk.core.close()).resolves.toBeUndefined();
  });

  test('a batch of nodes that are free is free before its first run, and one that asks a model is not', async () => {
    const { desk } = await startEstimates([]);
    async function estimate(id: string, type: string) {
      const made = await desk.ask('POST', '/desk/batches', {
        id,
        connectionId: 'local',
        kind: 'table',
        name: 'Rows',
        source: {
          kind: 'graph',
          projectId: 'prj_1',
          projectVersion: 1,
          targetNodeIds: [],
          graph: { nodes: [{ id: 'a', type }], connections: [] },
        },
        fields: [{ of: 'node', nodeId: 'a', input: 'value', label: 'Value', type: 'number' }],
        layout: null,
        limits: { maxRuns: null, maxMicrocredits: null, inFlight: 1 },
      });
      expect(made.status).toBe(200);
      const items = [{ place: [0], values: [{ type: 'number', value: 1 }] }];
      await desk.ask('POST', `/desk/batches/${id}/items`, { from: 0, items });
      return (await desk.read('GET', `/desk/batches/${id}/estimate?runs=1`)) as object;
    }
    expect(await estimate('batch_00000001', 'image/blur')).toMatchObject({
      estimate: { duration: null, microcredits: { p50: 0, p90: 0 }, unpriced: 0 },
    });
    expect(await estimate('batch_00000002', 'image/generate')).toMatchObject({
      estimate: { duration: null, microcredits: null, unpriced: 1 },
    });
  });

  test('a connection that is not there is refused', async () => {
    const { desk } = await startEstimates([]);
    expect((await desk.ask('GET', '/desk/estimates/none')).status).toBe(404);
  });
});
