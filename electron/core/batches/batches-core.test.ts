import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Batch, BatchDraft, BatchItem, OutputPage, RunRecord } from '#shared/desk/index.ts';
import { MACHINE_NAME } from '#shared/graph/index.ts';
import { sendApiError, sendJson, type Responder } from '../testing/http-server.ts';
import { startOnService, type TestCore } from '../testing/test-core.ts';

/** Batches in a whole core, over its routes and over real connections. */

const runDetail = (id: string, status: string, externalId: string, more: object = {}) => ({
  id,
  taskId: id,
  templateId: 'tpl_1',
  endpointId: 'end_1',
  status,
  externalId,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:01.000Z',
  creditsUsedMicrocredits: '1500000',
  outputs: status === 'succeeded' ? { Picture: { type: 'string', value: `of ${externalId}` }, ...more } : {},
});

/** A service that ends runs at the second look, and whose template can be changed. */
function runningService() {
  const state = {
    template: { updatedAt: '2026-01-01T00:00:00Z' },
    isDeleted: false,
    /** What each run makes beside its words. */
    more: (_runId: string): object => ({}),
    polls: new Map<string, number>(),
  };
  const created: { key: string; url: string; body: { externalId: string; inputs?: unknown } }[] = [];
  const answer: Responder = (asked, response) => {
    const { method, url } = asked;
    if (method === 'POST' && url.endsWith('/runs')) {
      const body = JSON.parse(asked.body.toString()) as { externalId: string };
      const key = String(asked.headers['idempotency-key']);
      const before = created.findIndex((run) => run.key === key);
      if (before < 0) created.push({ key, url, body });
      const id = `run_${before < 0 ? created.length : before + 1}`;
      return sendJson(response, 202, runDetail(id, 'accepted', body.externalId));
    }
    const runId = /\/runs\/(run_\d+)$/.exec(url)?.[1];
    if (runId !== undefined) {
      const polls = (state.polls.get(runId) ?? 0) + 1;
      state.polls.set(runId, polls);
      const { externalId } = created[Number(runId.slice(4)) - 1]!.body;
      return sendJson(
        response,
        200,
        runDetail(runId, polls > 1 ? 'succeeded' : 'running', externalId, state.more(runId)),
      );
    }
    if (state.isDeleted) return sendApiError(response, 404, 'NOT_FOUND');
    if (url.endsWith('/docs')) {
      return sendJson(response, 200, {
        endpointId: 'end_1',
        templateId: 'tpl_1',
        name: 'Poster',
        inputs: [{ fieldName: 'title', name: 'Title', kind: 'primitive' }],
        outputs: [],
        externalRun: { submit: '', status: '', info: '' },
        requestExample: {},
      });
    }
    if (url.endsWith('/templates/tpl_1')) {
      return sendJson(response, 200, {
        templateId: 'tpl_1',
        name: 'Poster',
        hasEndpoint: true,
        ...state.template,
      });
    }
    sendApiError(response, 404, 'NOT_FOUND');
  };
  return { state, created, answer };
}

const draftOf = (change: Partial<BatchDraft> = {}): BatchDraft => ({
  id: `batch_${randomUUID()}`,
  connectionId: 'local',
  kind: 'table',
  name: 'Posters',
  source: {
    kind: 'graph',
    projectId: 'prj_1',
    projectVersion: 3,
    targetNodeIds: ['out'],
    graph: { nodes: [{ id: 'in', type: 'input/text' }], connections: [] },
  },
  fields: [{ of: 'node', nodeId: 'in', input: 'value', label: 'Title', type: 'string' }],
  layout: null,
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 2 },
  ...change,
});

async function make(desk: TestCore, draft: BatchDraft, texts: readonly string[]): Promise<string> {
  await desk.read('POST', '/desk/batches', draft);
  await desk.read('POST', `/desk/batches/${draft.id}/items`, {
    from: 0,
    items: texts.map((value) => ({ place: [], values: [{ type: 'string', value }] })),
  });
  return draft.id;
}

const settled = (desk: TestCore, id: string, state: Batch['state']) =>
  desk.until((event) => event.type === 'batch' && event.batchId === id && event.batch?.state === state);

const resume = async (desk: TestCore, id: string, state: Batch['state']): Promise<Batch> => {
  const waiting = settled(desk, id, state);
  await desk.read('POST', `/desk/batches/${id}/resume`, {});
  await waiting;
  return (await desk.read('GET', `/desk/batches/${id}`)) as Batch;
};

test('its runs take the road of pages: the history has them with their batch, and nobody is told of each', async () => {
  const { answer, created } = runningService();
  const { desk } = await startOnService(answer);
  const id = await make(desk, draftOf(), ['one', 'two', 'three']);
  expect(await resume(desk, id, 'done')).toMatchObject({
    counts: { total: 3, done: 3 },
    spentMicrocredits: '4500000',
    pricedRuns: 3,
  });
  expect(created.map(({ key, body }) => [key, body.externalId])).toEqual(
    [0, 1, 2].map((item) => [`${id}-${item}-1`, `patchbay-batch/${id}/${item}`]),
  );
  const { runs } = (await desk.read('GET', '/desk/runs?connectionId=local')) as { runs: RunRecord[] };
  expect(runs.map(({ runId }) => runId).toSorted()).toEqual(['run_1', 'run_2', 'run_3']);
  expect(runs.map(({ projectId, batchId }) => [projectId, batchId])).toEqual(runs.map(() => ['prj_1', id]));
  // The canvas of the project shows its own runs alone.
  const own = await desk.read('GET', '/desk/runs?connectionId=local&projectId=prj_1');
  expect(own).toEqual({ runs: [] });
  expect(await desk.read('GET', '/desk/runs/unseen')).toEqual({ runs: [] });
  const { items } = (await desk.read('GET', `/desk/batches/${id}/items?from=1&limit=1`)) as {
    items: BatchItem[];
  };
  expect(items).toMatchObject([{ index: 1, runId: 'run_2', microcredits: '1500000' }]);
  expect(await desk.read('GET', '/desk/batches?connectionId=local&projectId=prj_1')).toMatchObject({
    batches: [{ id, state: 'done' }],
  });
});

test('people read titles: outputs, columns and files of a grid of nodes with keys, and only what varies runs', async () => {
  const service = runningService();
  const image = (fileId: string) => ({
    type: 'file',
    fileId,
    filename: 'gradient.png',
    contentType: 'image/png',
    sizeBytes: 4,
  });
  service.state.more = () => ({
    'noise-111111.image': image('file_01m8aaaaaaaa.png'),
    'gradient-9ea546.image': image('file_01m8bbbbbbbb.png'),
    'gradient-aea546.image': image('file_01m8cccccccc.png'),
  });
  const { desk } = await startOnService(service.answer);
  const node = (id: string, type: string, title?: string) => ({ id, type, ...(title && { title }) });
  const draft = draftOf({
    fields: [{ of: 'node', nodeId: 'in', input: 'value', label: 'Photo', type: 'image' }],
    source: {
      kind: 'graph',
      projectId: 'prj_1',
      projectVersion: 3,
      targetNodeIds: [],
      graph: {
        nodes: [
          node('noise-111111', 'image/noise'),
          node('in', 'input/image'),
          node('gradient-9ea546', 'image/gradient'),
          node('gradient-aea546', 'image/gradient', 'Evening'),
        ],
        connections: [
          { from: ['in', 'image'], to: ['gradient-9ea546', 'image'] },
          { from: ['in', 'image'], to: ['gradient-aea546', 'image'] },
        ],
      },
    },
  });
  await desk.read('POST', '/desk/batches', draft);
  await desk.read('POST', `/desk/batches/${draft.id}/items`, {
    from: 0,
    items: [{ place: [], values: [{ type: 'file', fileId: 'file_01m8cccccccc.png' }] }],
  });
  await resume(desk, draft.id, 'done');
  // The noise does not depend on the photo.
  expect(service.created[0]?.body).toMatchObject({ targetNodeIds: ['gradient-9ea546', 'gradient-aea546'] });
  const { items } = (await desk.read('GET', `/desk/batches/${draft.id}/items`)) as { items: BatchItem[] };
  const told = items[0]!.outputs.map(({ label, isVaried }) => [label, isVaried]);
  expect(told).toEqual([
    ['Picture', true],
    ['Noise', false],
    ['Gradient', true],
    ['Evening', true],
  ]);
  expect(Object.values(items[0]!.fileNames ?? {})).toEqual(['Evening, 1.png']);
  const csv = await (await desk.ask('GET', `/desk/batches/${draft.id}/results.csv`)).text();
  expect(csv).not.toMatch(MACHINE_NAME);
  const [head = '', row = ''] = csv.replace('\ufeff', '').split('\r\n');
  expect(head).toBe('Row,Photo,State,Picture,Noise,Gradient,Evening,Problem,Credits,Seconds,Run');
  expect(row).toContain('"Evening, 1.png",done,');
  expect(row).toContain(',1 Noise.png,1 Gradient.png,1 Evening.png,');
});

test('a result has one star: on the cell of the grid, in the list of outputs, and before it has run', async () => {
  const { answer } = runningService();
  const { desk } = await startOnService(answer);
  const id = await make(desk, draftOf(), ['one', 'two']);
  const marked = (items: number[], starred: boolean) =>
    desk.read('PATCH', `/desk/batches/${id}/items`, { items, starred });
  const starredItems = async () => {
    const { items } = (await desk.read('GET', `/desk/batches/${id}/items`)) as { items: BatchItem[] };
    return items.filter(({ starred }) => starred).map(({ index }) => index);
  };
  const search = async (more: object) =>
    (await desk.read('POST', '/desk/outputs/search', { connectionId: 'local', ...more })) as OutputPage;
  const starredOutputs = async () => (await search({ starred: true })).outputs.map(({ batch }) => batch?.row);

  await marked([1], true);
  await resume(desk, id, 'done');
  await expect.poll(async () => (await search({})).total).toBe(2);
  expect(await starredOutputs()).toEqual([2]);

  await marked([0], true);
  expect(new Set(await starredOutputs())).toEqual(new Set([1, 2]));
  await marked([1], false);
  expect(await starredOutputs()).toEqual([1]);

  const outputIds = (await search({})).outputs.map((output) => output.id);
  await desk.read('PATCH', '/desk/outputs', { outputIds, starred: true });
  await expect.poll(starredItems).toEqual([0, 1]);
  await desk.read('PATCH', '/desk/outputs', { outputIds, starred: false });
  await expect.poll(starredItems).toEqual([]);
  expect(await desk.read('GET', `/desk/batches/${id}`)).toMatchObject({ counts: { starred: 0 } });
});

test('the star of a cell is on its picture and not on words beside it, starred before or after it ran', async () => {
  const { answer, state } = runningService();
  state.more = (runId) => ({
    Photo: {
      type: 'file',
      fileId: `file_${runId}.png`,
      filename: 'x.png',
      contentType: 'image/png',
      sizeBytes: 1,
    },
  });
  const { desk } = await startOnService(answer);
  const id = await make(desk, draftOf(), ['one', 'two']);
  const marked = (items: number[], starred: boolean) =>
    desk.read('PATCH', `/desk/batches/${id}/items`, { items, starred });
  const search = async (more: object) =>
    (await desk.read('POST', '/desk/outputs/search', { connectionId: 'local', ...more })) as OutputPage;
  const starred = async () =>
    (await search({ starred: true })).outputs.map(({ kind, batch }) => `${kind} ${batch?.row}`).toSorted();

  await marked([0], true);
  await resume(desk, id, 'done');
  await expect.poll(async () => (await search({})).total).toBe(4);
  expect(await starred()).toEqual(['image 1']);
  await marked([1], true);
  expect(await starred()).toEqual(['image 1', 'image 2']);
  await marked([0, 1], false);
  expect(await starred()).toEqual([]);
});

test('cells with the same picture have one star, set or taken away on any of them, also on one that runs later', async () => {
  const { answer, state } = runningService();
  state.more = () => ({
    Photo: {
      type: 'file',
      fileId: 'file_01m8aaaaaaaa.png',
      filename: 'x.png',
      contentType: 'image/png',
      sizeBytes: 1,
    },
  });
  const { desk } = await startOnService(answer);
  const id = await make(desk, draftOf(), ['one', 'two']);
  const marked = (items: number[], starred: boolean) =>
    desk.read('PATCH', `/desk/batches/${id}/items`, { items, starred });
  const starredItems = async (batchId: string) => {
    const { items } = (await desk.read('GET', `/desk/batches/${batchId}/items`)) as { items: BatchItem[] };
    return items.filter(({ starred }) => starred).map(({ index }) => index);
  };
  const search = async (more: object) =>
    (await desk.read('POST', '/desk/outputs/search', { connectionId: 'local', ...more })) as OutputPage;
  await resume(desk, id, 'done');
  await expect.poll(async () => (await search({})).total).toBe(4);

  await marked([0], true);
  expect(await starredItems(id)).toEqual([0, 1]);
  const [tile] = (await search({ kind: 'image', distinct: true })).outputs;
  expect(tile).toMatchObject({ starred: true, copyCount: 2 });
  await marked([1], false);
  expect(await starredItems(id)).toEqual([]);
  expect((await search({ starred: true })).outputs).toEqual([]);

  await desk.read('PATCH', '/desk/outputs', { outputIds: [tile!.id], starred: true });
  expect(await starredItems(id)).toEqual([0, 1]);
  const later = await make(desk, draftOf(), ['three']);
  await resume(desk, later, 'done');
  await expect.poll(() => starredItems(later)).toEqual([0]);
});

test('after a restart it goes on by itself, with the runs that were under way', async () => {
  const { answer, created } = runningService();
  const { desk, restart } = await startOnService(answer);
  const id = await make(desk, draftOf(), ['one', 'two', 'three', 'four', 'five']);
  const begun = desk.until(
    (event) => event.type === 'batch-items' && event.items.some(({ runId }) => runId !== null),
  );
  await desk.read('POST', `/desk/batches/${id}/resume`, {});
  await begun;
  await desk.core.close();
  const next = await restart();
  const done = settled(next, id, 'done').catch(() => undefined);
  const now = (await next.read('GET', `/desk/batches/${id}`)) as Batch;
  if (now.state !== 'done') await done;
  expect(await next.read('GET', `/desk/batches/${id}`)).toMatchObject({ state: 'done', counts: { done: 5 } });
  expect(created).toHaveLength(5);
});

test('a template that was changed between two rows pauses the batch, and resuming takes it as it is', async () => {
  const { answer, created, state } = runningService();
  const { desk } = await startOnService(answer);
  const id = await make(
    desk,
    draftOf({
      source: { kind: 'template', templateId: 'tpl_1', endpointId: 'end_1' },
      fields: [{ of: 'template', fieldName: 'title', label: 'Title', type: 'string' }],
      limits: { maxRuns: 1, maxMicrocredits: null, inFlight: 1 },
    }),
    ['one', 'two'],
  );
  expect(await resume(desk, id, 'paused')).toMatchObject({
    reason: 'The ceiling of 1 run is reached. Raise it to go on.',
    counts: { done: 1 },
  });
  expect(created[0]).toMatchObject({ body: { inputs: { title: { type: 'string', value: 'one' } } } });
  state.template.updatedAt = '2026-02-02T00:00:00Z';
  await desk.read('PATCH', `/desk/batches/${id}`, {
    limits: { maxRuns: null, maxMicrocredits: null, inFlight: 1 },
  });
  expect(await resume(desk, id, 'paused')).toMatchObject({
    reason: expect.stringMatching(/^The template was changed while this batch ran\./),
  });
  expect(created).toHaveLength(1);
  expect(await resume(desk, id, 'done')).toMatchObject({ counts: { done: 2 } });
});

test('a template that was deleted between two rows pauses the batch with what to do, and nothing is lost', async () => {
  const { answer, created, state } = runningService();
  const { desk } = await startOnService(answer);
  const id = await make(
    desk,
    draftOf({
      source: { kind: 'template', templateId: 'tpl_1', endpointId: 'end_1' },
      fields: [{ of: 'template', fieldName: 'title', label: 'Title', type: 'string' }],
      limits: { maxRuns: 1, maxMicrocredits: null, inFlight: 1 },
    }),
    ['one', 'two'],
  );
  await resume(desk, id, 'paused');
  state.isDeleted = true;
  await desk.read('PATCH', `/desk/batches/${id}`, {
    limits: { maxRuns: null, maxMicrocredits: null, inFlight: 1 },
  });
  expect(await resume(desk, id, 'paused')).toMatchObject({
    reason:
      'The template or its endpoint no longer exists, so nothing more can run. The results so far stay here.',
    counts: { done: 1, waiting: 1, failed: 0 },
  });
  expect(created).toHaveLength(1);
});

test('the results are saved as a ZIP with their table, each named by its row', async () => {
  const { desk } = await startOnService(runningService().answer);
  const id = await make(desk, draftOf({ name: 'Posters: A/B' }), ['one', 'two']);
  await resume(desk, id, 'done');
  const archive = (await desk.read('POST', `/desk/batches/${id}/archive`)) as { url: string; name: string };
  expect(archive.name).toBe('Posters A B.zip');
  const response = await desk.core.media(new Request(archive.url));
  expect(response.headers.get('content-type')).toBe('application/zip');
  const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
  for (const name of ['results.csv', '1 Picture.txt', '2 Picture.txt']) expect(bytes).toContain(name);
  expect(bytes).toContain(`of patchbay-batch/${id}/0`);
});

test('a ceiling on credits is refused for templates, whose runs have no price', async () => {
  const { desk } = await startOnService(runningService().answer);
  const response = await desk.ask(
    'POST',
    '/desk/batches',
    draftOf({
      source: { kind: 'template', templateId: 'tpl_1', endpointId: 'end_1' },
      fields: [{ of: 'template', fieldName: 'title', label: 'Title', type: 'string' }],
      limits: { maxRuns: null, maxMicrocredits: '5', inFlight: 1 },
    }),
  );
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { message: expect.stringMatching(/set a ceiling on runs/) } },
  ]);
});

test('a batch is forgotten with its items, and its runs stay', async () => {
  const { desk } = await startOnService(runningService().answer);
  const id = await make(desk, draftOf(), ['one']);
  await resume(desk, id, 'done');
  await desk.read('DELETE', `/desk/batches/${id}`);
  expect((await desk.ask('GET', `/desk/batches/${id}`)).status).toBe(404);
  expect(await desk.read('GET', '/desk/runs?connectionId=local')).toMatchObject({
    runs: [{ runId: 'run_1' }],
  });
});
