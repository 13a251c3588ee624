import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { batchRunId, liveRunId, runOfProjectHeader, type RunRecord } from '#shared/desk/index.ts';
import { sendApiError, sendJson } from '../testing/http-server.ts';
import { openCheckedDatabase } from '../storage/checked-database.ts';
import { DESK_MIGRATIONS } from '../storage/desk-database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startOnService } from '../testing/test-core.ts';
import { createRunHistory } from './run-history.ts';

test('runs of a project that was made anew are listed with the new one', () => {
  const database = openTestDatabase();
  const runs = createRunHistory(database);
  const at = '2026-01-01T00:00:00Z';
  for (const [id, projectId] of [
    ['run_1', 'old'],
    ['run_2', 'other'],
  ] as const) {
    runs.note('local', { id, projectId, status: 'succeeded', createdAt: at, updatedAt: at });
  }
  runs.moveProject('local', 'old', 'new');
  const idsOf = (projectId: string) => runs.list('local', { projectId }).map(({ runId }) => runId);
  expect([idsOf('old'), idsOf('new'), idsOf('other')]).toEqual([[], ['run_1'], ['run_2']]);
});

test('runs of a batch are no runs of the project beside its own, and its own are numbered without them', () => {
  const database = openTestDatabase();
  const runs = createRunHistory(database);
  const note = (id: string, second: number, status: string, externalId?: string) => {
    const at = `2026-01-01T00:00:0${second}Z`;
    return runs.note('local', { id, projectId: 'p', status, createdAt: at, updatedAt: at, externalId });
  };
  note('run_1', 1, 'succeeded');
  const item = note('run_2', 2, 'running', batchRunId('batch_12345678', '0'));
  note('run_3', 3, 'running');
  expect(item?.batchId).toBe('batch_12345678');
  const idsOf = (list: RunRecord[]) => list.map(({ runId }) => runId);
  expect(idsOf(runs.list('local', { projectId: 'p' }))).toEqual(['run_3', 'run_1']);
  expect(idsOf(runs.activeRuns('local'))).toEqual(['run_3']);
  expect(idsOf(runs.lastFinished('local'))).toEqual(['run_1']);
  expect(runs.activeRuns('local').map((run) => runs.numberOf(run))).toEqual([2]);
  // Both are followed to their end.
  expect(idsOf(runs.active())).toEqual(['run_3', 'run_2']);
  // A read that does not repeat the external id takes nothing back.
  note('run_2', 4, 'succeeded');
  expect(idsOf(runs.lastFinished('local'))).toEqual(['run_1']);
});

test('which ended runs nobody has seen is read from the database of an earlier version', () => {
  const path = join(temporaryFolder(), 'desk.sqlite');
  const open = (migrations: readonly string[]) =>
    openCheckedDatabase(
      path,
      { migrations, synchronous: 'FULL', newer: 'refuse' },
      () => 0,
      () => undefined,
    );
  const before = open(
    DESK_MIGRATIONS.slice(
      0,
      DESK_MIGRATIONS.findIndex((step) => step.includes('TO seen')),
    ),
  );
  const insert =
    before.prepare(`INSERT INTO runs (connection_id, run_id, status, created_at, updated_at, told)
    VALUES ('local', ?, 'succeeded', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', ?)`);
  insert.run('run_1', 0);
  insert.run('run_2', 1);
  before.close();
  const database = open(DESK_MIGRATIONS);
  onTestFinished(() => database.close());
  expect(
    createRunHistory(database)
      .unseen()
      .map(({ runId }) => runId),
  ).toEqual(['run_1']);
});

describe('run history', () => {
  const run = (id: string, status: string, updatedAt: string, more: object = {}) => ({
    id,
    status,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt,
    projectId: 'prj_1',
    projectVersion: 3,
    outputs: {},
    ...more,
  });

  test('keeps what passes by, sends an event, and an older response that comes late changes nothing', async () => {
    const responses = [
      run('run_1', 'accepted', '2026-01-01T00:00:00Z'),
      run('run_1', 'succeeded', '2026-01-01T00:00:05Z', {
        executionTimeMs: 5000,
        creditsUsedMicrocredits: '20',
        outputs: {
          Poster: {
            type: 'image',
            fileId: 'file_9.png',
            // After the node that made it; people know it by the output's name.
            filename: 'gradient.png',
            contentType: 'image/png',
            sizeBytes: 9,
          },
          Count: { type: 'number', value: 3 },
          // A film goes by the name that it was exported under.
          'exported-film.film': {
            type: 'video',
            fileId: 'file_8.mp4',
            filename: 'Sunset.mp4',
            contentType: 'video/mp4',
            sizeBytes: 9,
          },
        },
      }),
      run('run_1', 'running', '2026-01-01T00:00:02Z'),
    ];
    const { desk } = await startOnService((asked, response) => {
      const isRun = /\/runs(\/run_1)?$/.test(asked.url);
      if (!isRun) return sendApiError(response, 404, 'NOT_FOUND');
      return sendJson(response, asked.method === 'POST' ? 202 : 200, responses.shift());
    });
    const event = desk.until((event) => event.type === 'run' && event.run.status === 'succeeded');
    await desk.ask('POST', '/api/local/v1/runs', { projectId: 'prj_1' });
    await desk.ask('PUT', '/desk/runs/local/run_1/snapshot', { lastEventId: 'event-7', snapshot: { n: 7 } });
    await desk.ask('GET', '/api/local/v1/runs/run_1');
    await event;
    await desk.ask('GET', '/api/local/v1/runs/run_1');
    const expected: RunRecord = {
      runId: 'run_1',
      connectionId: 'local',
      projectId: 'prj_1',
      status: 'succeeded',
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:05Z',
      projectVersion: 3,
      executionTimeMs: 5000,
      creditsUsedMicrocredits: '20',
      lastEventId: 'event-7',
      unseen: true,
    };
    expect(await desk.read('GET', '/desk/runs?connectionId=local&projectId=prj_1')).toEqual({
      runs: [expected],
    });
    expect(await desk.read('GET', '/desk/runs?connectionId=local&projectId=prj_2')).toEqual({ runs: [] });
    expect(await desk.read('GET', '/desk/files?connectionId=local')).toMatchObject({
      files: [
        { fileId: 'file_9.png', origin: 'run', projectId: 'prj_1', filename: 'Poster.png' },
        { fileId: 'file_8.mp4', origin: 'run', projectId: 'prj_1', filename: 'Sunset.mp4' },
      ],
    });
  });

  test('reads a run once more when its event stream ends', async () => {
    const { desk } = await startOnService((asked, response) => {
      if (!asked.url.endsWith('/stream')) {
        return sendJson(response, 200, run('run_1', 'failed', '2026-01-01T00:00:09Z'));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.end('data: {}\n\n');
    });
    const event = desk.until((event) => event.type === 'run' && event.run.status === 'failed');
    await (await desk.ask('GET', '/api/local/v1/runs/run_1/events/stream')).text();
    expect(await event).toMatchObject({ run: { runId: 'run_1', status: 'failed' } });
  });

  test('a live preview is in no list, and is not read again when its event stream ends', async () => {
    const asked: string[] = [];
    const { desk } = await startOnService(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      if (method === 'POST') {
        const more = { externalId: liveRunId('prj_1/1') };
        return sendJson(response, 202, run('run_live', 'accepted', '2026-01-01T00:00:05Z', more));
      }
      if (!url.endsWith('/stream')) {
        return sendJson(response, 200, run('run_1', 'failed', '2026-01-01T00:00:09Z'));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.end('data: {}\n\n');
    });
    const other = desk.until((event) => event.type === 'run');
    const body = { graph: { nodes: [], connections: [] }, externalId: liveRunId('prj_1/1') };
    await desk.ask('POST', '/api/local/v1/runs', body);
    await (await desk.ask('GET', '/api/local/v1/runs/run_live/events/stream')).text();
    await (await desk.ask('GET', '/api/local/v1/runs/run_1/events/stream')).text();
    expect(await other).toMatchObject({ run: { runId: 'run_1' } });
    expect(asked).not.toContain('GET /api/v1/runs/run_live');
  });

  test('a run of a graph that was not saved belongs to the project it was started from, also after a restart', async () => {
    const requestBody: (string | undefined)[] = [];
    const { desk, restart } = await startOnService((asked, response) => {
      requestBody.push(asked.headers[runOfProjectHeader] as string | undefined);
      const own = { projectId: null, projectVersion: null };
      sendJson(response, asked.method === 'POST' ? 202 : 200, {
        ...run('run_1', asked.method === 'POST' ? 'accepted' : 'succeeded', '2026-01-01T00:00:05Z'),
        ...own,
      });
    });
    await desk.ask(
      'POST',
      '/api/local/v1/runs',
      { graph: { nodes: [], connections: [] } },
      { [runOfProjectHeader]: 'prj_7' },
    );
    await desk.ask('GET', '/api/local/v1/runs/run_1');
    await desk.core.close();
    const again = await restart();
    expect(await again.read('GET', '/desk/runs?connectionId=local&projectId=prj_7')).toMatchObject({
      runs: [{ runId: 'run_1', projectId: 'prj_7', projectVersion: null, status: 'succeeded' }],
    });
    // The service is told nothing of it.
    expect(requestBody).toEqual(requestBody.map(() => undefined));
  });

  test('runs of a template are listed with it, also after a restart, and are asked for until they end', async () => {
    let status = 'running';
    const { desk, restart } = await startOnService((asked, response) => {
      if (asked.url.startsWith('/api/v1/runs/')) return sendJson(response, 404, {});
      return sendJson(response, asked.method === 'POST' ? 202 : 200, {
        taskId: 'run_t',
        templateId: 'tpl_1',
        endpointId: 'end_1',
        status,
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: status === 'running' ? '2026-01-01T00:00:01Z' : '2026-01-01T00:00:09Z',
        outputs: {
          Card: {
            type: 'image',
            fileId: 'file_3.png',
            filename: 'x.png',
            contentType: 'image/png',
            sizeBytes: 4,
          },
        },
      });
    });
    await desk.ask('POST', '/api/local/v1/templates/tpl_1/endpoints/end_1/runs', { inputs: {} });
    const listed = (core: typeof desk) => core.read('GET', '/desk/runs?connectionId=local&templateId=tpl_1');
    expect(await listed(desk)).toMatchObject({
      runs: [
        { runId: 'run_t', templateId: 'tpl_1', endpointId: 'end_1', projectId: null, status: 'running' },
      ],
    });
    await desk.core.close();
    status = 'succeeded';
    const again = await restart();
    await expect
      .poll(() => listed(again), { timeout: 10_000 })
      .toMatchObject({ runs: [{ runId: 'run_t', status: 'succeeded', unseen: true }] });
    expect(await again.read('GET', '/desk/files?connectionId=local')).toMatchObject({
      files: [{ fileId: 'file_3.png', filename: 'Card.png', origin: 'run' }],
    });
  });
});

test(
  'a run of thousands of files and endless names is listed with as much as lists can show',
  { tags: 'rig' },
  async () => {
    const at = '2026-01-01T00:00:00Z';
    const run = { status: 'succeeded', createdAt: at, updatedAt: at, projectId: 'prj_1' };
    const outputs = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `out.${index}`,
        {
          type: 'file',
          fileId: `file_${index}`,
          filename: 'n'.repeat(3000),
          contentType: 'image/png',
          sizeBytes: 1,
        },
      ]),
    );
    const { desk } = await startOnService((asked, response) => {
      const id = asked.url.slice(asked.url.lastIndexOf('/') + 1);
      if (id === 'run_long') return sendJson(response, 200, { ...run, id, status: 's'.repeat(1_000_000) });
      return sendJson(response, 200, { ...run, id, outputs });
    });
    expect((await desk.ask('GET', '/api/local/v1/runs/run_long')).status).toBe(200);
    expect((await desk.ask('GET', '/api/local/v1/runs/run_many')).status).toBe(200);
    const { runs } = (await desk.read('GET', '/desk/runs?connectionId=local')) as { runs: RunRecord[] };
    expect(runs.map(({ runId }) => runId)).toEqual(['run_many']);
    const { files } = (await desk.read('GET', '/desk/files?connectionId=local')) as {
      files: { filename: string }[];
    };
    expect(files).toHaveLength(1000);
    expect(Math.max(...files.map(({ filename }) => filename.length))).toBeLessThanOrEqual(1000);
  },
);
