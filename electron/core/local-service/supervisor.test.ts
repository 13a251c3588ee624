import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.ts';
import type { Clock } from '../options.ts';
import { sendJson, startServer } from '../testing/http-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { ServiceLaunchError, type ServiceLauncher } from './launcher.ts';
import { Supervisor, type LocalServiceStatus } from './supervisor.ts';

/** A launcher whose services end when the test says so. */
function scriptedLauncher(onStart: (port: number) => string = (port) => `http://127.0.0.1:${port || 4000}`) {
  const ports: number[] = [];
  const crash: (() => void)[] = [];
  const stopped: number[] = [];
  let keys = 0;
  const launcher: ServiceLauncher = {
    async start({ port }) {
      ports.push(port);
      const index = ports.length - 1;
      const origin = onStart(port);
      let end = (_code: number | null) => {};
      const exited = new Promise<number | null>((resolve) => {
        end = resolve;
      });
      crash.push(() => end(1));
      return {
        origin,
        pid: 1_000_000 + index,
        exited,
        stop: async () => {
          stopped.push(index);
          end(0);
        },
      };
    },
    createKey: async () => `key-${(keys += 1)}`,
  };
  return { launcher, ports, crash, stopped };
}

function supervise(
  launcher: ServiceLauncher,
  given: { origin?: string; key?: string; folder?: string; clock?: Clock } = {},
) {
  const folder = given.folder ?? temporaryFolder();
  const { clock, slept } = createTestClock();
  const state = { origin: given.origin ?? '', key: given.key ?? null };
  const statuses: LocalServiceStatus[] = [];
  const supervisor = new Supervisor({
    launcher,
    dataDirectory: join(folder, 'service'),
    deskDirectory: folder,
    clock: given.clock ?? clock,
    log: createTestLog(),
    language: () => 'en',
    origin: () => state.origin,
    saveOrigin: async (origin) => void (state.origin = origin),
    key: async () => state.key,
    saveKey: async (key) => void (state.key = key),
    onStatus: (status) => void statuses.push(status),
  });
  onTestFinished(() => supervisor.close());
  return { supervisor, state, statuses, slept, folder };
}

describe('the local service', () => {
  test('is started, given a key once, and keeps its port over restarts', async () => {
    const { launcher, ports, stopped } = scriptedLauncher();
    const { supervisor, state } = supervise(launcher);
    supervisor.start();
    await supervisor.ready();
    expect(state).toEqual({ origin: 'http://127.0.0.1:4000', key: 'key-1' });
    await supervisor.restart();
    expect(supervisor.status()).toEqual({ state: 'running', message: null });
    expect(ports).toEqual([0, 4000]);
    expect(stopped).toEqual([0]);
    expect(state.key).toBe('key-1');
  });

  test('is started again after a crash, later each time, and given up with a sentence', async () => {
    const { launcher, crash, ports } = scriptedLauncher();
    const { supervisor, statuses, slept } = supervise(launcher);
    supervisor.start();
    for (let times = 1; times <= 5; times += 1) {
      await expect.poll(() => crash.length).toBe(times);
      await supervisor.ready();
      crash[times - 1]!();
      await expect.poll(() => statuses.at(-1)?.state === 'failed' || crash.length > times).toBe(true);
    }
    expect(supervisor.status()).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('local service'),
    });
    expect(slept).toEqual([250, 500, 1000, 2000]);
    expect(ports).toHaveLength(5);
    await expect(supervisor.ready()).rejects.toMatchObject({ code: 'LOCAL_SERVICE_DOWN' });
    await supervisor.restart();
    expect(supervisor.status().state).toBe('running');
  });

  test('takes a free port when somebody else has its own', async () => {
    const { launcher, ports } = scriptedLauncher((port) => {
      if (port === 4000) throw new ServiceLaunchError('The port is taken.');
      return 'http://127.0.0.1:5000';
    });
    const { supervisor, state } = supervise(launcher, { origin: 'http://127.0.0.1:4000', key: 'k' });
    supervisor.start();
    await supervisor.ready();
    expect(ports).toEqual([4000, 0]);
    expect(state).toEqual({ origin: 'http://127.0.0.1:5000', key: 'k' });
  });

  test('that already runs on the same data is used, and left running by us', async () => {
    const server = await startServer((_asked, response) =>
      sendJson(response, 200, { paths: { '/api/v1/node-types': {} } }),
    );
    const { launcher } = scriptedLauncher(() => {
      throw new ServiceLaunchError('Another service uses this folder (process 1).', 1);
    });
    const { supervisor, state } = supervise(launcher, { origin: server.origin });
    supervisor.start();
    await supervisor.ready();
    expect(state).toEqual({ origin: server.origin, key: 'key-1' });
    await supervisor.close();
    expect((await fetch(server.origin)).status).toBe(200);
    expect(server.asked.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  test(
    'left over by a killed app is used when it answers, replaced when it does not, and ended with us',
    { tags: 'rig' },
    async () => {
      for (const isResponding of [true, false]) {
        const server = await startServer((_asked, response) =>
          isResponding
            ? sendJson(response, 200, { paths: { '/api/v1/node-types': {} } })
            : void response.destroy(),
        );
        const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
        const gone = once(orphan, 'exit');
        const folder = temporaryFolder();
        writeFileSync(
          join(folder, 'local-service.json'),
          JSON.stringify({ pid: orphan.pid, origin: server.origin }),
        );
        const { launcher } = scriptedLauncher((port) => {
          if (orphan.exitCode === null && orphan.signalCode === null) {
            throw new ServiceLaunchError('held', orphan.pid ?? null);
          }
          return `http://127.0.0.1:${port || 4000}`;
        });
        const { supervisor, state } = supervise(launcher, { folder, clock: systemClock });
        supervisor.start();
        await supervisor.ready();
        expect(state.origin).toBe(isResponding ? server.origin : 'http://127.0.0.1:4000');
        await supervisor.close();
        await gone;
      }
    },
  );

  test('that is ending with its killed app is waited for, not used, though it still answers', async () => {
    const server = await startServer((_asked, response) =>
      sendJson(response, 200, { paths: { '/api/v1/node-types': {} } }),
    );
    const orphan = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 400)'], { stdio: 'ignore' });
    const gone = once(orphan, 'exit');
    const folder = temporaryFolder();
    const note = { pid: orphan.pid, origin: server.origin };
    writeFileSync(join(folder, 'local-service.json'), JSON.stringify(note));
    const { launcher } = scriptedLauncher((port) => {
      if (orphan.exitCode === null) throw new ServiceLaunchError('held', orphan.pid ?? null);
      return `http://127.0.0.1:${port || 4000}`;
    });
    const { supervisor, state } = supervise(launcher, { folder, clock: systemClock });
    supervisor.start();
    await supervisor.ready();
    await gone;
    expect(state.origin).toBe('http://127.0.0.1:4000');
  });

  test('held by a stranger that does not answer is said plainly', async () => {
    const { launcher } = scriptedLauncher(() => {
      throw new ServiceLaunchError('held', 1);
    });
    const { supervisor, statuses } = supervise(launcher);
    supervisor.start();
    await expect.poll(() => statuses.at(-1)?.state).toBe('failed');
    expect(supervisor.status().message).toMatch(/process 1\b/);
  });

  test('who waits for it can leave, and learns when the app closes', async () => {
    const never: ServiceLauncher = {
      start: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new ServiceLaunchError('stopped')), { once: true });
        }),
      createKey: async () => 'k',
    };
    const { supervisor } = supervise(never);
    supervisor.start();
    const leave = new AbortController();
    const left = supervisor.ready(leave.signal);
    const stayed = supervisor.ready();
    leave.abort(new DOMException('left', 'AbortError'));
    await expect(left).rejects.toThrow('left');
    await Promise.all([
      expect(stayed).rejects.toMatchObject({ code: 'LOCAL_SERVICE_DOWN' }),
      supervisor.close(),
    ]);
  });

  test('makes one new key however many ask at once', async () => {
    const { launcher } = scriptedLauncher();
    const { supervisor, state } = supervise(launcher, { key: 'old' });
    supervisor.start();
    await supervisor.ready();
    await Promise.all([supervisor.renewKey(), supervisor.renewKey()]);
    expect(state.key).toBe('key-1');
  });
});
