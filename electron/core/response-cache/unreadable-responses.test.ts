import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { startOnHosted } from '../testing/test-core.ts';
import { ofThisRun } from '#shared/testing/size.ts';

const DOCUMENT = JSON.stringify({
  id: 'prj_1',
  name: 'P',
  version: 4,
  document: {
    graph: {
      nodes: Array.from({ length: 30 }, (_, index) => ({
        id: `n${index}`,
        type: 'text/join',
        inputs: { a: { value: 'x' } },
      })),
      connections: [],
    },
  },
});

/** A core with one hosted connection that answers every request with `state.body`. */
async function start() {
  /** Answers by the project that is asked for. */
  const bodies = new Map<string, Buffer>();
  const service = await startServer(({ url }, response) => {
    const body = bodies.get(url.split('/')[4] ?? '') ?? Buffer.from(DOCUMENT);
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength })
      .end(body);
  });
  const { clock } = createTestClock();
  const { desk, id } = await startOnHosted(service.origin, { clock });
  const rejections: unknown[] = [];
  const note = (reason: unknown) => void rejections.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const read = async (body: Buffer | string, projectId = 'prj_1') => {
    bodies.set(projectId, Buffer.from(body));
    const response = await desk.ask('GET', `/api/${id}/v1/projects/${projectId}/document`);
    return { status: response.status, text: await response.text() };
  };
  const paths = () => {
    const database = new DatabaseSync(join(desk.folder, 'desk', 'responses.sqlite'));
    try {
      return database
        .prepare("SELECT path FROM responses WHERE path LIKE '%document'")
        .all()
        .map(({ path }) => path);
    } finally {
      database.close();
    }
  };
  return { desk, id, read, rejections, paths };
}

test(
  'a response that is no JSON is refused, cached nowhere, and ends nothing',
  { tags: 'rig', timeout: 120_000 },
  async () => {
    const { desk, read, rejections, paths } = await start();
    const damaged = [
      '',
      '}',
      ']',
      '}}}',
      '{"version":4}}',
      '[1,2',
      'null]',
      Buffer.from([0x22, 0xff, 0xfe, 0x22]),
      ...ofThisRun(
        Array.from(DOCUMENT, (_, at) => DOCUMENT.slice(0, at)),
        (_, at) => at % 9 === 1,
      ),
    ];
    const passed: unknown[] = [];
    const reader = async () => {
      for (let body = damaged.pop(); body !== undefined; body = damaged.pop()) {
        const { status, text } = await read(body, `prj_cut${damaged.length}`);
        if (status !== 502 || !text.includes('"message"'))
          passed.push({ status, body: String(body).slice(-40) });
      }
    };
    await Promise.all(Array.from({ length: 16 }, reader));
    expect(passed).toEqual([]);
    expect(paths()).toEqual([]);
    expect((await desk.ask('GET', '/desk/diagnostics')).status).toBe(200);
    expect(await read(DOCUMENT)).toEqual({ status: 200, text: DOCUMENT });
    expect(rejections).toEqual([]);
  },
);

test('a cache that holds what is no JSON is cleared of it, and diagnostics are made', async () => {
  const { desk, id, read, paths } = await start();
  await read(DOCUMENT);
  await expect.poll(paths).toEqual(['/v1/projects/prj_1/document']);
  for (const text of ['}', '', '{"version":4']) {
    const database = new DatabaseSync(join(desk.folder, 'desk', 'responses.sqlite'));
    database
      .prepare(
        `INSERT INTO responses VALUES (?, '/v1/projects/prj_1/document', ?, ?, 0, 0)
          ON CONFLICT DO UPDATE SET body = excluded.body, digest = excluded.digest`,
      )
      .run(id, gzipSync(text), createHash('sha256').update(text).digest('base64'));
    database.prepare("INSERT OR REPLACE INTO saved_edits VALUES (?, 'prj_1', 4, 5, ?, 0)").run(id, '}');
    database.close();
    const bundle = await desk.ask('GET', '/desk/diagnostics');
    expect(bundle.status).toBe(200);
    expect((await bundle.arrayBuffer()).byteLength).toBeGreaterThan(0);
    expect(paths()).toEqual([]);
    await read(DOCUMENT);
    await expect.poll(paths).toEqual(['/v1/projects/prj_1/document']);
  }
});
