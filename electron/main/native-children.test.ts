import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NativePool } from '#native/pool/native-pool.ts';
import { isAlive } from '#native/testing/native-bench.ts';
import { createForkLauncher, serveNativeChildren } from './native-children.ts';
import { resetElectron, state } from './testing/electron-stand-in.ts';

vi.mock('electron', async () => (await import('./testing/electron-stand-in.ts')).electron);

const ENTRY = fileURLToPath(new URL('../../native/testing/misbehaving-child.ts', import.meta.url));
const SERVICE = fileURLToPath(new URL('./testing/service-with-children.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  resetElectron();
  folder = mkdtempSync(join(tmpdir(), 'patchbay-forks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('children of the desktop process', () => {
  test('do tasks, are replaced when they crash, and leave nothing behind', async () => {
    const pool = new NativePool({
      launcher: createForkLauncher(ENTRY),
      folder: join(folder, 'native'),
      size: 1,
    });
    const run = (name: string, input: object = {}) =>
      pool.run({
        name,
        input: input as never,
        kind: 'decoder',
        lane: 'test',
        timeLimitMs: 60_000,
        fingerprint: null,
        collect: (value) => value,
        onProgress: (_fraction, pid) => process.kill(Number(pid), 'SIGSEGV'),
      }).result;
    expect(await run('echo', { text: 'here' })).toEqual({ kind: 'succeeded', value: 'here' });
    const { pids } = pool;
    expect(await run('await-signal')).toMatchObject({ kind: 'lost', reason: 'crashed' });
    expect(await run('echo', { text: 'again' })).toEqual({ kind: 'succeeded', value: 'again' });
    pids.push(...pool.pids);
    expect(pids).toHaveLength(2);
    await pool.close();
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(join(folder, 'native'))).toBe(false);
  });

  test('are forked without our environment', async () => {
    vi.stubEnv('PATCHBAY_KEY', 'secret');
    vi.stubEnv('NODE_OPTIONS', '--no-warnings');
    const pool = new NativePool({
      launcher: createForkLauncher(ENTRY),
      folder: join(folder, 'native'),
      size: 1,
    });
    pool.warm();
    await pool.close();
    vi.unstubAllEnvs();
    expect(Object.keys(state.forks[0]?.options.env ?? {}).toSorted()).toEqual(['PATCHBAY_CHILD', 'TMPDIR']);
  });
});

describe('children of the service', () => {
  function startService(tasks: [name: string, input: object][], ownFolder = folder) {
    const service = utilityProcess.fork(SERVICE, [ownFolder, JSON.stringify(tasks)], {
      stdio: 'pipe',
      env: {},
    });
    serveNativeChildren(service, { entry: ENTRY, folder });
    return service;
  }
  async function resultsOf(service: ReturnType<typeof startService>): Promise<unknown[]> {
    for await (const line of createInterface({ input: service.stdout! }))
      return JSON.parse(line) as unknown[];
    throw new Error('The service ended without a result.');
  }

  test('are forked for it, replaced when they crash, and end with it', async () => {
    const service = startService([
      ['pid', {}],
      ['kill-itself', {}],
      ['pid', {}],
    ]);
    const [first, crashed, second] = (await resultsOf(service)) as [
      { value: number },
      { reason: string },
      { value: number },
    ];
    expect(crashed.reason).toBe('crashed');
    expect(second.value).not.toBe(first.value);
    expect(isAlive(second.value)).toBe(true);
    const gone = once(service, 'exit');
    process.kill(service.pid!, 'SIGKILL');
    await gone;
    await expect.poll(() => isAlive(second.value)).toBe(false);
  });

  test('work in its folder only', async () => {
    const elsewhere = join(folder, '..', 'elsewhere');
    const service = startService([['echo', { text: 'x' }]], elsewhere);
    expect(await resultsOf(service)).toMatchObject([{ kind: 'lost', reason: 'not-started' }]);
    expect(state.forks.map(({ entry }) => entry)).toEqual([SERVICE]);
    process.kill(service.pid!, 'SIGKILL');
    await once(service, 'exit');
    rmSync(elsewhere, { recursive: true, force: true });
    expect(readdirSync(folder)).toEqual([]);
  });
});
