import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  batchRunId,
  FILM_NODE_ID,
  runOfProjectHeader,
  runOnceHeader,
  type FinishedItem,
  type OutputDetails,
  type OutputPage,
  type RunRecord,
  type RunSource,
} from '#shared/desk/index.ts';
import { sendJson, type Responder } from '../testing/http-server.ts';
import { startOnService } from '../testing/test-core.ts';

const graph = {
  nodes: [
    {
      id: 'sky',
      type: 'image/gradient',
      title: 'Sky',
      position: null,
      inputs: { seed: { type: 'number', value: 7 } },
    },
    {
      id: 'out',
      type: 'output/value',
      title: null,
      position: null,
      inputs: { name: { type: 'string', value: 'Poster' } },
    },
  ],
  connections: [{ from: ['sky', 'image'], to: ['out', 'value'] }],
};
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const file = (fileId: string) => ({
  type: 'file',
  fileId,
  filename: 'gradient.png',
  contentType: 'image/png',
  sizeBytes: 4,
});
const detail = (id: string, second: number, more: object = {}) => ({
  id,
  status: 'succeeded',
  createdAt: at(second),
  updatedAt: at(second),
  projectId: 'prj_1',
  projectVersion: 3,
  outputs: { Poster: file(`file_${id}.png`) },
  ...more,
});

/** A service whose runs have ended the moment they start. */
function runsThatEnd(): Responder {
  const runs = new Map<string, object>();
  return (asked, response) => {
    const path = asked.url.replace(/\?.*/, '');
    if (asked.method === 'GET' && path.endsWith('/document')) {
      return sendJson(response, 200, { projectId: 'prj_1', name: 'Sunset', version: 3, document: { graph } });
    }
    if (asked.method === 'POST' && path.endsWith('/runs')) {
      const id = `run_${runs.size + 1}`;
      const body = JSON.parse(asked.body.toString()) as { projectId?: string; externalId?: string };
      const source = body.projectId === undefined ? { projectId: null, projectVersion: null } : {};
      runs.set(id, detail(id, runs.size + 1, { ...source, externalId: body.externalId }));
      return sendJson(response, 202, { ...runs.get(id), status: 'accepted', outputs: {} });
    }
    const run = runs.get(path.split('/').at(-1) ?? '');
    return run
      ? sendJson(response, 200, run)
      : sendJson(response, 404, { error: { code: 'X', message: 'gone' } });
  };
}

/** A core on such a service, and its runs started and read as a page does. */
async function startLibrary() {
  const { desk, restart } = await startOnService(runsThatEnd());
  const search = async (more: object = {}) =>
    (await desk.read('POST', '/desk/outputs/search', { connectionId: 'local', ...more })) as OutputPage;
  async function run(body: object, headers: Record<string, string> = {}): Promise<string> {
    const started = (await (await desk.ask('POST', '/api/local/v1/runs', body, headers)).json()) as {
      id: string;
    };
    const noted = desk.until((event) => event.type === 'outputs');
    await desk.ask('GET', `/api/local/v1/runs/${started.id}`);
    await noted;
    return started.id;
  }
  return { desk, restart, search, run };
}

describe('library', () => {
  test('an output is found with the node, the inputs and the project that made it', async () => {
    const { desk, search, run } = await startLibrary();
    await desk.ask('GET', '/api/local/v1/projects/prj_1/document');
    const runId = await run({ projectId: 'prj_1' });
    const page = await search({ projectId: 'prj_1' });
    expect(page).toMatchObject({ total: 1, nextCursor: null, unreadRuns: 0 });
    const [output] = page.outputs;
    expect(output).toMatchObject({
      runId,
      key: 'Poster',
      title: 'Poster',
      kind: 'image',
      nodeId: 'out',
      projectVersion: 3,
      fileId: `file_${runId}.png`,
      starred: false,
    });
    const details = (await desk.read('GET', `/desk/outputs/${output?.id}`)) as OutputDetails;
    expect(details.inputs).toContainEqual({
      nodeId: 'sky',
      nodeType: 'image/gradient',
      nodeTitle: 'Sky',
      name: 'seed',
      value: { type: 'number', value: 7 },
    });
    expect(details).toMatchObject({ canOpen: true, run: { status: 'succeeded' } });
    expect((await search({ inputs: [{ name: 'seed', value: '7' }] })).total).toBe(1);
    expect((await search({ inputs: [{ name: 'seed', value: '8' }] })).total).toBe(0);
    expect((await search({ text: 'post' })).total).toBe(1);
    expect((await search({ text: 'nothing' })).total).toBe(0);
  });

  test('the graph of an unsaved run is opened as it ran, with what it overrode', async () => {
    const { desk, run } = await startLibrary();
    const runId = await run(
      { graph, inputOverrides: { sky: { seed: { type: 'number', value: 11 } } }, targetNodeIds: ['out'] },
      { [runOfProjectHeader]: 'prj_1' },
    );
    const source = (await desk.read('GET', `/desk/run-sources/local/${runId}`)) as RunSource;
    expect(source).toMatchObject({
      projectId: 'prj_1',
      graphProblem: null,
      isExact: true,
      targetNodeIds: ['out'],
    });
    expect(source.graph).toEqual({
      ...graph,
      nodes: [{ ...graph.nodes[0], inputs: { seed: { type: 'number', value: 11 } } }, graph.nodes[1]],
    });
  });

  test('stars, notes and what is hidden are there after a restart', async () => {
    const { desk, restart, search, run } = await startLibrary();
    await run({ projectId: 'prj_1' });
    const id = (await search()).outputs[0]?.id;
    await desk.read('PATCH', '/desk/outputs', { outputIds: [id], starred: true, note: 'For the client' });
    await desk.core.close();
    const again = await restart();
    const page = (await again.read('POST', '/desk/outputs/search', {
      connectionId: 'local',
      starred: true,
      text: 'client',
    })) as OutputPage;
    expect(page.outputs).toMatchObject([{ id, starred: true, note: 'For the client' }]);
  });

  test('runs that ended before outputs were recorded are read when the gallery is opened', async () => {
    const { desk, restart, run } = await startLibrary();
    const runId = await run({ projectId: 'prj_1' });
    await desk.core.close();
    const database = new DatabaseSync(join(desk.folder, 'desk', 'desk.sqlite'));
    database.exec('DELETE FROM outputs; DELETE FROM run_sources; UPDATE runs SET outputs_recorded = 0');
    database.close();
    const again = await restart();
    const recorded = again.until((event) => event.type === 'outputs');
    const first = (await again.read('POST', '/desk/outputs/search', { connectionId: 'local' })) as OutputPage;
    await recorded;
    const later = (await again.read('POST', '/desk/outputs/search', { connectionId: 'local' })) as OutputPage;
    expect([first.total === 0 ? first.unreadRuns : 1, later.unreadRuns]).toEqual([1, 0]);
    expect(later.outputs).toMatchObject([{ runId, title: 'Poster' }]);
    const source = (await again.read('GET', `/desk/run-sources/local/${runId}`)) as RunSource;
    expect(source).toMatchObject({ isExact: false, graph });
  });

  test('outputs that an earlier version recorded are found by their numbers after the start', async () => {
    const { desk, restart, run } = await startLibrary();
    const runId = await run({ projectId: 'prj_1' });
    await desk.core.close();
    const database = new DatabaseSync(join(desk.folder, 'desk', 'desk.sqlite'));
    database.exec('DELETE FROM output_words; DELETE FROM output_inputs; UPDATE outputs SET is_indexed = 0');
    database.close();
    const again = await restart();
    const found = (await again.read('POST', '/desk/outputs/search', {
      connectionId: 'local',
      text: 'sky seed 7',
      inputs: [{ nodeId: 'sky', name: 'seed', from: 7, to: 7 }],
    })) as OutputPage;
    expect(found.outputs).toMatchObject([{ runId }]);
  });

  test('a live preview is in no list', async () => {
    const { desk } = await startOnService((asked, response) =>
      sendJson(
        response,
        asked.method === 'POST' ? 202 : 200,
        detail('run_1', 1, { externalId: 'patchbay-live/1' }),
      ),
    );
    await desk.ask('POST', '/api/local/v1/runs', { graph, externalId: 'patchbay-live/1' });
    await desk.ask('GET', '/api/local/v1/runs/run_1');
    expect(await desk.read('GET', '/desk/runs?connectionId=local')).toEqual({ runs: [] });
    const page = await desk.read('POST', '/desk/outputs/search', { connectionId: 'local' });
    expect(page).toMatchObject({ outputs: [], unreadRuns: 0 });
  });

  test('a file deleted elsewhere is shown as such once the service says so', async () => {
    const { desk, search, run } = await startLibrary();
    const runId = await run({ projectId: 'prj_1' });
    await desk.ask('GET', `/api/local/v1/files/file_${runId}.png`);
    expect((await search()).outputs).toMatchObject([{ missing: true }]);
  });
});

test('a version that history no longer has is said in a sentence', async () => {
  const { desk } = await startOnService((asked, response) =>
    asked.url.includes('/document')
      ? sendJson(response, 200, { projectId: 'prj_1', name: 'Sunset', version: 9, document: { graph } })
      : sendJson(response, 200, detail('run_1', 1)),
  );
  const noted = desk.until((event) => event.type === 'outputs');
  await desk.ask('GET', '/api/local/v1/runs/run_1');
  await noted;
  const source = (await desk.read('GET', '/desk/run-sources/local/run_1')) as RunSource;
  expect(source.graph).toBeNull();
  expect(source.graphProblem).toBe(
    'Version 3 of the project is not on this computer any more, so the graph of this run cannot be opened.',
  );
});

test('outputs that are saved as a folder have the names that their ZIP has', async () => {
  const { desk, search, run } = await startLibrary();
  await run({ projectId: 'prj_1' });
  await run({ projectId: 'prj_1' });
  const outputIds = (await search()).outputs.map(({ id }) => id);
  const offered = (await desk.read('POST', '/desk/archives', { outputIds })) as {
    id: string;
    url: string;
    fileNames: string[];
  };
  expect(offered.fileNames).toEqual(['Poster_v3.png', 'Poster_v3 (2).png']);
  const path = `/desk/archives/${offered.id}/files`;
  for (const nowhere of ['2', '-1', 'x', '1e3']) {
    expect((await desk.ask('GET', `${path}/${nowhere}`)).status).toBe(404);
  }
  expect((await desk.ask('GET', '/desk/archives/never/files/0')).status).toBe(404);

  // Loaded as a ZIP, it stands in the queue.
  const zip = await desk.core.media(new Request(offered.url));
  const zipsIn = async (list: string) => {
    const { items } = (await desk.read('GET', `/desk/${list}?connectionId=local`)) as {
      items: { kind: FinishedItem['kind'] }[];
    };
    return items.filter(({ kind }) => kind === 'file');
  };
  expect(await zipsIn('queue')).toMatchObject([{ work: 'zip', state: 'working' }]);
  await zip.arrayBuffer();
  await expect.poll(() => zipsIn('queue')).toEqual([]);
  expect(await zipsIn('queue/ended')).toMatchObject([{ work: 'zip', state: 'done', fraction: 1 }]);
  expect((await desk.ask('POST', '/desk/zips/never/cancel')).status).toBe(404);
});

test('collections hold outputs of several projects; a deleted one comes back whole', async () => {
  const { desk, search, run } = await startLibrary();
  await run({ projectId: 'prj_1' });
  await run({ graph }, { [runOfProjectHeader]: 'prj_2' });
  const ids = (await search()).outputs.map(({ id }) => id);
  const made = (await desk.read('POST', '/desk/collections', {
    connectionId: 'local',
    name: 'Best',
    outputIds: ids,
  })) as { id: string; count: number };
  expect(made.count).toBe(2);
  expect((await search({ collectionId: made.id })).total).toBe(2);
  await desk.read('POST', `/desk/collections/${made.id}/items`, { remove: [ids[0]] });
  await desk.read('PATCH', `/desk/collections/${made.id}`, { deleted: true });
  expect(await desk.read('GET', '/desk/collections?connectionId=local')).toEqual({ collections: [] });
  await desk.read('PATCH', `/desk/collections/${made.id}`, { deleted: false, name: 'Best of all' });
  expect(await desk.read('GET', '/desk/collections?connectionId=local')).toMatchObject({
    collections: [{ name: 'Best of all', count: 1 }],
  });
});

test('a row of a batch is the face of a project only while there is nothing else', async () => {
  const { desk, run } = await startLibrary();
  const coverOf = async () => {
    const body = { connectionId: 'local', projectIds: ['prj_1'] };
    return ((await desk.read('POST', '/desk/project-faces', body)) as { faces: { coverFileId: string }[] })
      .faces[0]?.coverFileId;
  };
  const row = await run({ projectId: 'prj_1', externalId: batchRunId('bat_1', '1') });
  expect(await coverOf()).toBe(`file_${row}.png`);
  const own = await run({ projectId: 'prj_1' });
  await run({ projectId: 'prj_1', externalId: batchRunId('bat_1', '2') });
  expect(await coverOf()).toBe(`file_${own}.png`);
});

describe('a run that is not the project as it stands', () => {
  const once = { [runOfProjectHeader]: 'prj_1', [runOnceHeader]: '1' };
  const seed = (value: number) => ({ sky: { seed: { type: 'number', value } } });
  const recordsOf = async ({ desk }: Awaited<ReturnType<typeof startLibrary>>) => {
    const path = '/desk/runs?connectionId=local&projectId=prj_1';
    return ((await desk.read('GET', path)) as { runs: RunRecord[] }).runs;
  };
  const change = { nodeId: 'sky', nodeTitle: 'Sky', name: 'seed', value: { type: 'number', value: 11 } };

  test('says what was changed of its graph, in the list and at what it made', async () => {
    const library = await startLibrary();
    const runId = await library.run({ graph, inputOverrides: seed(11) }, once);
    const occasion = { kind: 'once', changes: [change] };
    expect(await recordsOf(library)).toMatchObject([{ runId, occasion }]);
    expect((await library.search()).outputs).toMatchObject([{ runId, occasion }]);
  });

  test('says no more of a long value than its beginning', async () => {
    const library = await startLibrary();
    const line = 'a long way to go ';
    const text = { type: 'string', value: line.repeat(3000) };
    const points = { type: 'json', value: Array.from({ length: 3000 }, (_, at) => [at, at]) };
    await library.run({ graph, inputOverrides: { sky: { text, points } } }, once);
    const [record] = await recordsOf(library);
    expect(record?.occasion).toMatchObject({
      changes: [
        { name: 'text', value: { type: 'string', value: expect.stringMatching(/^a long way to go a/) } },
        { name: 'points', value: { type: 'json', value: expect.stringMatching(/^\[\[0,0\],\[1,1\]/) } },
      ],
    });
    expect(JSON.stringify(record?.occasion).length).toBeLessThan(1000);
  });

  test.each([
    ['runs once more', { graph }, once, []],
    ['is given the value that it has', { graph, inputOverrides: seed(7) }, once, []],
    [
      'is the project with a value that is not kept',
      { projectId: 'prj_1', inputOverrides: seed(11) },
      {},
      [change],
    ],
  ])('says so where it %s', async (_what, body, headers, changes) => {
    const library = await startLibrary();
    await library.desk.ask('GET', '/api/local/v1/projects/prj_1/document');
    await library.run(body, headers);
    expect(await recordsOf(library)).toMatchObject([{ occasion: { kind: 'once', changes } }]);
  });

  test.each([
    ['the project', { projectId: 'prj_1' }],
    ['the canvas', { graph }],
    ['values that are kept', { projectId: 'prj_1', inputOverrides: seed(11), persistInputOverrides: true }],
  ])('nothing is said of a run of %s', async (_what, body) => {
    const library = await startLibrary();
    await library.run(body, { [runOfProjectHeader]: 'prj_1' });
    expect((await recordsOf(library))[0]).not.toHaveProperty('occasion');
  });

  test('is no face of the project, unless there is nothing else', async () => {
    const { desk, run } = await startLibrary();
    const coverOf = async () => {
      const body = { connectionId: 'local', projectIds: ['prj_1'] };
      return ((await desk.read('POST', '/desk/project-faces', body)) as { faces: { coverFileId: string }[] })
        .faces[0]?.coverFileId;
    };
    const other = await run({ graph, inputOverrides: seed(11) }, once);
    expect(await coverOf()).toBe(`file_${other}.png`);
    const own = await run({ projectId: 'prj_1' });
    await run({ graph }, once);
    expect(await coverOf()).toBe(`file_${own}.png`);
  });

  test('is called by the name of its film where it exports one', async () => {
    const library = await startLibrary();
    const inputs = { name: { type: 'string', value: 'Sunset' }, format: { type: 'string', value: 'webm' } };
    const film = { id: FILM_NODE_ID, type: 'video/film', title: 'Sunset', inputs };
    await library.run({ graph: { nodes: [film] } }, { [runOfProjectHeader]: 'prj_1' });
    expect(await recordsOf(library)).toMatchObject([{ occasion: { kind: 'film', filename: 'Sunset.webm' } }]);
  });
});

test('the face of a project is its latest picture, or the one chosen', async () => {
  const { desk, search, run } = await startLibrary();
  const first = await run({ projectId: 'prj_1' });
  const second = await run({ projectId: 'prj_1' });
  const faceOf = async () => {
    const body = { connectionId: 'local', projectIds: ['prj_1'] };
    return ((await desk.read('POST', '/desk/project-faces', body)) as { faces: object[] }).faces[0];
  };
  expect(await faceOf()).toMatchObject({
    coverFileId: `file_${second}.png`,
    isChosen: false,
    openedAt: null,
  });
  const older = (await search({ runId: first })).outputs[0]?.id;
  await desk.read('PUT', '/desk/project-faces/local/prj_1/cover', { outputId: older });
  await desk.read('POST', '/desk/project-faces/local/prj_1/opened');
  expect(await faceOf()).toMatchObject({ coverFileId: `file_${first}.png`, isChosen: true });
  expect(await desk.read('GET', '/desk/project-faces/local/opened')).toMatchObject({
    projects: [{ projectId: 'prj_1' }],
  });
});
