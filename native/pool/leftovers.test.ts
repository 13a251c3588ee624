import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive, openNativeBench } from '../testing/native-bench.ts';
import { CHILD_MARK } from './environment.ts';
import { endLeftovers, killAll } from './processes.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-leftovers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe.runIf(process.platform === 'linux')('children of a process that was killed', () => {
  it('end with it, busy as they are, and so do their programs', async () => {
    const host = spawn(
      process.execPath,
      [fileURLToPath(new URL('../testing/pool-host.ts', import.meta.url)), join(makeFolder(), 'pool')],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    onTestFinished(() => void host.kill('SIGKILL'));
    const [line] = (await once(host.stdout.setEncoding('utf8'), 'data')) as [string];
    const pids = JSON.parse(line) as number[];
    onTestFinished(() => killAll(pids));
    expect(pids.every(isAlive)).toBe(true);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  });

  it('and that are left all the same are ended at the next start, and nobody else is', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'pool'));
    const start = (env: Record<string, string>) => {
      const process = spawn('sleep', ['1000'], { stdio: 'ignore', env: { PATH: '/usr/bin:/bin', ...env } });
      onTestFinished(() => void process.kill('SIGKILL'));
      return process;
    };
    const left = start({ [CHILD_MARK]: 'a', TMPDIR: join(folder, 'pool', '1-a', 'out') });
    const ofAnother = start({ [CHILD_MARK]: 'b', TMPDIR: join(folder, 'pool-2', '1-a', 'out') });
    const unmarked = start({ TMPDIR: join(folder, 'pool', 'x') });
    await Promise.all([left, ofAnother, unmarked].map((process) => once(process, 'spawn')));
    const ended = once(left, 'exit');
    endLeftovers(join(folder, 'pool'));
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect([ofAnother, unmarked].map(({ pid }) => isAlive(pid ?? 0))).toEqual([true, true]);
  });

  it('leave folders nested beyond any path: the pool closes and nothing is left', async () => {
    const { start, pool } = openNativeBench();
    await start('deep-folders', {}, { kind: 'program' }).result;
    await expect(pool.close()).resolves.toBeUndefined();
  });
});
