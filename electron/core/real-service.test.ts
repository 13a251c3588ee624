import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtProgram } from '#native/testing/built-program.ts';
import { sharp } from '#native/testing/sharp.ts';
import { describe, expect, test } from 'vitest';
import type { Connection, DeskStatus, FileRecord, RunRecord, Upload } from '#shared/desk/index.ts';
import { createSpawnLauncher } from './local-service/spawn-launcher.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { startTestCore, type TestCore } from './testing/test-core.ts';
import { createTestLog } from './testing/test-log.ts';

/** The core with the real local service behind it, as a person has it. */

const entry = builtProgram(new URL('../../service/main.ts', import.meta.url), 'service/main.js');
const start = (folder = temporaryFolder()) =>
  startTestCore({ folder, launchService: createSpawnLauncher({ entry, log: createTestLog() }) });

const localPid = (desk: TestCore): number =>
  (JSON.parse(readFileSync(join(desk.folder, 'desk', 'local-service.json'), 'utf8')) as { pid: number }).pid;
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const running = async (desk: TestCore): Promise<void> => {
  await expect
    .poll(async () => ((await desk.read('GET', '/desk/status')) as DeskStatus).localService.state, {
      timeout: 60_000,
    })
    .toBe('running');
};

const uploaded = async (
  desk: TestCore,
  bytes: Uint8Array<ArrayBuffer>,
  filename = 'photo.jpg',
): Promise<Upload> => {
  const response = await desk.upload({ bytes, filename, contentType: 'image/jpeg' });
  expect(response.status).toBe(201);
  const ended = await desk.uploadEnded(((await response.json()) as Upload).id);
  expect(ended).toMatchObject({ state: 'done', error: null, sentBytes: bytes.byteLength });
  return ended;
};

const originalOf = async (
  desk: TestCore,
  fileId: string,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const { urls } = (await desk.read('POST', '/desk/media', {
    connectionId: 'local',
    items: [{ source: { kind: 'file', fileId }, variant: 'original' }],
  })) as { urls: { url: string }[] };
  return desk.core.media(new Request(urls[0]!.url, { headers }));
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('with the real service', { timeout: 120_000 }, () => {
  test('a fresh folder gets a connection that works, with a key that is nowhere but in the vault', async () => {
    const desk = await start();
    const projects = (await desk.read('GET', '/api/local/v1/projects')) as { data: unknown[] };
    expect(projects.data.length).toBeGreaterThan(0);
    const { connections } = (await desk.read('GET', '/desk/connections')) as { connections: Connection[] };
    expect(connections).toMatchObject([{ id: 'local', kind: 'local', state: 'ready' }]);
    const key = (
      JSON.parse(readFileSync(join(desk.folder, 'desk', 'keys.json'), 'utf8')) as {
        secrets: { local: string };
      }
    ).secrets.local;
    expect(key.endsWith(connections[0]!.keyHint!)).toBe(true);
    await desk.core.close();
    const walk = (folder: string): string[] =>
      readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? walk(path) : [path];
      });
    const holders = walk(desk.folder).filter((path) => readFileSync(path, 'latin1').includes(key));
    expect(holders.map((path) => path.slice(desk.folder.length + 1))).toEqual([
      'desk/keys.json',
      'desk/keys.json.last-good',
    ]);
    expect(desk.log.lines.some((line) => line.includes(key))).toBe(false);
  });

  test('a photo and a file of several parts go up and come back the same', async () => {
    const desk = await start();
    const photo = new Uint8Array(
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#369' } })
        .jpeg()
        .toBuffer(),
    );
    const small = await uploaded(desk, photo);
    expect(sha256(new Uint8Array(await (await originalOf(desk, small.fileId!)).arrayBuffer()))).toBe(
      sha256(photo),
    );
    const large = new Uint8Array(randomBytes(20 * 1024 * 1024 + 333));
    const big = await uploaded(desk, large, 'large.jpg');
    const part = await originalOf(desk, big.fileId!, { range: 'bytes=9000000-9000099' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(large.subarray(9_000_000, 9_000_100))).toBe(true);
    expect(sha256(new Uint8Array(await (await originalOf(desk, big.fileId!)).arrayBuffer()))).toBe(
      sha256(large),
    );
    // The same bytes under the same name are the same file; another name stays a name of its own.
    expect((await uploaded(desk, photo)).fileId).toBe(small.fileId);
    const renamed = await uploaded(desk, photo, 'same.jpg');
    expect(renamed.fileId).not.toBe(small.fileId);
    expect(sha256(new Uint8Array(await (await originalOf(desk, renamed.fileId!)).arrayBuffer()))).toBe(
      sha256(photo),
    );
  });

  test('a file of 220 MB passes through without being held in memory', { tags: 'rig' }, async () => {
    const desk = await start();
    await running(desk);
    const total = 220 * 1024 * 1024;
    let left = total;
    let peak = 0;
    const held = () => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    };
    const before = process.memoryUsage().arrayBuffers;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left === 0) return controller.close();
          const chunk = new Uint8Array(Math.min(256 * 1024, left)).fill(left % 251);
          left -= chunk.byteLength;
          held();
          controller.enqueue(chunk);
        },
      },
      { highWaterMark: 0 },
    );
    const response = await desk.upload({
      bytes: body,
      sizeBytes: total,
      filename: 'huge.bin',
      contentType: '',
    });
    const { id } = (await response.json()) as Upload;
    await desk.until((event) => {
      held();
      return event.type === 'upload' && event.upload.id === id && event.upload.state === 'done';
    });
    // Garbage of passed chunks may wait for its collector; the file itself would be 220 MB.
    expect(peak - before).toBeLessThan(total / 2);
  });

  test('is started again after it was killed, requests in between wait for it, and a second core on its folder is refused', async () => {
    const desk = await start();
    await running(desk);
    await expect(start(desk.folder)).rejects.toThrow(/Another Patchbay/);
    const before = localPid(desk);
    process.kill(before, 'SIGKILL');
    await desk.until((event) => event.type === 'local-service' && event.status.state !== 'running');
    const response = await desk.ask('GET', '/api/local/v1/projects');
    expect(response.status).toBe(200);
    expect(localPid(desk)).not.toBe(before);
  });

  test('killed in mid-upload, the upload still arrives', { tags: 'rig' }, async () => {
    const desk = await start();
    await running(desk);
    const bytes = new Uint8Array(randomBytes(40 * 1024 * 1024));
    const response = await desk.upload({ bytes, filename: 'large.jpg', contentType: 'image/jpeg' });
    const { id } = (await response.json()) as Upload;
    await desk.until(
      (event) => event.type === 'upload' && event.upload.id === id && event.upload.sentBytes > 0,
    );
    process.kill(localPid(desk), 'SIGKILL');
    await expect
      .poll(async () => ((await desk.read('GET', `/desk/uploads/${id}`)) as Upload).state, {
        timeout: 100_000,
      })
      .toBe('done');
    const { fileId } = (await desk.read('GET', `/desk/uploads/${id}`)) as Upload;
    expect(sha256(new Uint8Array(await (await originalOf(desk, fileId!)).arrayBuffer()))).toBe(sha256(bytes));
  });

  test('the app killed in mid-upload, the next start brings the file there', { tags: 'rig' }, async () => {
    const folder = temporaryFolder();
    const total = 60 * 1024 * 1024;
    const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
    const code = `
      const { createCore } = await import(${module('./core.ts')});
      const { createFileSecretStore } = await import(${module('./secrets/file-secret-store.ts')});
      const { createSpawnLauncher } = await import(${module('./local-service/spawn-launcher.ts')});
      const { pictureLauncher } = await import(${module('../../native/testing/picture-launcher.ts')});
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      const folder = ${JSON.stringify(folder)};
      const core = createCore({
        dataDirectory: folder, secrets: createFileSecretStore(folder + '/desk/keys.json'),
        launchService: createSpawnLauncher({ entry: ${JSON.stringify(entry)}, log }),
        launchNative: pictureLauncher(), host: 'browser', version: '1', mediaOrigin: () => 'http://media.test', log,
      });
      await core.start();
      const events = await core.fetch(new Request('http://app.test/desk/events'));
      const query = new URLSearchParams({ connectionId: 'local', filename: 'large.jpg', sizeBytes: '${total}' });
      await core.fetch(new Request('http://app.test/desk/uploads?' + query, {
        method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(${total}).fill(7),
      }));
      let text = '';
      for await (const chunk of events.body) {
        text += new TextDecoder().decode(chunk);
        if (/"sentBytes":[1-9]/.test(text)) break;
      }
      console.log('sending');
      setInterval(() => {}, 1000);`;
    const app = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(app, 'exit');
    await once(app.stdout, 'data');
    app.kill('SIGKILL');
    await exited;

    const desk = await start(folder);
    const { uploads } = (await desk.read('GET', '/desk/uploads')) as { uploads: Upload[] };
    expect(uploads).toHaveLength(1);
    const { id } = uploads[0]!;
    await expect
      .poll(async () => ((await desk.read('GET', `/desk/uploads/${id}`)) as Upload).state, {
        timeout: 100_000,
      })
      .toBe('done');
    const { fileId } = (await desk.read('GET', `/desk/uploads/${id}`)) as Upload;
    const back = new Uint8Array(await (await originalOf(desk, fileId!)).arrayBuffer());
    expect(sha256(back)).toBe(sha256(new Uint8Array(total).fill(7)));
  });

  test('ends with the core, also when the core is killed', async () => {
    const desk = await start();
    await running(desk);
    const pid = localPid(desk);
    await desk.core.close();
    expect(isAlive(pid)).toBe(false);

    const folder = temporaryFolder();
    const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
    const code = `
      const { createSpawnLauncher } = await import(${module('./local-service/spawn-launcher.ts')});
      const { pictureLauncher } = await import(${module('../../native/testing/picture-launcher.ts')});
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      const launcher = createSpawnLauncher({ entry: ${JSON.stringify(entry)}, log });
      const service = await launcher.start({
        dataDirectory: ${JSON.stringify(join(folder, 'service'))}, port: 0, signal: new AbortController().signal,
      });
      console.log('service ' + service.pid);
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(owner, 'exit');
    const [said] = (await once(owner.stdout, 'data')) as [Buffer];
    const orphan = Number(/service (\d+)/.exec(said.toString())?.[1]);
    expect(isAlive(orphan)).toBe(true);
    owner.kill('SIGKILL');
    await exited;
    await expect.poll(() => isAlive(orphan), { timeout: 60_000 }).toBe(false);
  });

  test('the test of its connection shows scopes, balance and operations; a run is remembered with its outcome and its files', async () => {
    const desk = await start();
    const result = await desk.read('POST', '/desk/connections/test', { id: 'local' });
    expect(result).toMatchObject({ ok: true, problem: null, credits: { credits: expect.any(Number) } });
    expect(result).toHaveProperty(
      'operations',
      expect.arrayContaining(['addNode', 'connect', 'setNodeInput', 'moveNode']),
    );
    const response = await desk.ask(
      'POST',
      '/api/local/v1/runs',
      {
        graph: {
          nodes: [
            { id: 'a', type: 'input/text', inputs: { value: { type: 'string', value: 'hello' } } },
            { id: 'out', type: 'output/value', inputs: { name: { type: 'string', value: 'greeting' } } },
          ],
          connections: [{ from: ['a', 'text'], to: ['out', 'value'] }],
        },
      },
      { 'idempotency-key': 'run-1' },
    );
    expect(response.status).toBe(202);
    const { id } = (await response.json()) as { id: string };
    const stream = await desk.ask('GET', `/api/local/v1/runs/${id}/events/stream`);
    const text = await stream.text();
    expect(text).toContain('run.succeeded');
    const lastEventId = [...text.matchAll(/^id: ?(.+)$/gm)].at(-1)![1]!;
    await desk.ask('PUT', `/desk/runs/local/${id}/snapshot`, { lastEventId, snapshot: { events: 1 } });
    await expect
      .poll(
        async () => ((await desk.read('GET', '/desk/runs?connectionId=local')) as { runs: RunRecord[] }).runs,
      )
      .toMatchObject([{ runId: id, status: 'succeeded', lastEventId }]);
    const { files } = (await desk.read('GET', '/desk/files?connectionId=local')) as { files: FileRecord[] };
    expect(files).toEqual([]);
    // Resumed after its last event there is nothing more to tell.
    const resumed = await desk.ask('GET', `/api/local/v1/runs/${id}/events/stream`, undefined, {
      'last-event-id': lastEventId,
    });
    expect(await resumed.text()).not.toContain('"type"');
  });
});
