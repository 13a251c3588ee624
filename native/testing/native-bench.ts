import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ChildLimits } from '../pool/launcher.ts';
import { NativePool, type NativePoolOptions } from '../pool/native-pool.ts';
import type { NativeTask } from '../pool/native-task.ts';
import type { Crash } from '../pool/native-child.ts';
import { createSpawnLauncher } from '../pool/spawn-launcher.ts';
import type { Json } from '../protocol.ts';

const ENTRY = fileURLToPath(new URL('./misbehaving-child.ts', import.meta.url));

export interface NativeBench {
  pool: NativePool;
  /** Of the test's own, beside the pool's. */
  folder: string;
  poolFolder: string;
  losses: Crash[];
  /** Starts a task of the misbehaving child. */
  start: (name: string, input?: Json, more?: Partial<NativeTask<Json>>) => StartedTask;
  /** Starts a task and ends its child by a signal once it has begun. */
  crash: (signal: NodeJS.Signals, more?: Partial<NativeTask<Json>>) => StartedTask;
}

export interface StartedTask {
  result: ReturnType<NativePool['run']>['result'];
  /** Resolves at its first report of progress. */
  began: Promise<void>;
  cancel: () => void;
}

/** A pool of real processes that misbehave when told; ended with the test. */
export function openNativeBench(
  options: Partial<NativePoolOptions> = {},
  limits: Partial<ChildLimits> = {},
): NativeBench {
  const root = mkdtempSync(join(tmpdir(), 'patchbay-native-'));
  const folder = join(root, 'test');
  mkdirSync(folder);
  const losses: Crash[] = [];
  const poolFolder = join(root, 'pool');
  const pool = new NativePool({
    launcher: createSpawnLauncher({ entry: ENTRY, limits }),
    folder: poolFolder,
    size: 2,
    onLoss: (loss) => losses.push(loss),
    ...options,
  });
  onTestFinished(async () => {
    await pool.close();
    rmSync(root, { recursive: true, force: true });
  });
  const start: NativeBench['start'] = (name, input = null, more = {}) => {
    const began = Promise.withResolvers<void>();
    const task = pool.run<Json>({
      name,
      input,
      kind: 'decoder',
      lane: 'test',
      timeLimitMs: 60_000,
      fingerprint: null,
      collect: (value) => value,
      onProgress: () => began.resolve(),
      ...more,
    });
    return { ...task, began: began.promise };
  };
  const crash: NativeBench['crash'] = (signal, more = {}) =>
    start('await-signal', null, {
      ...more,
      onProgress: (_fraction, pid) => process.kill(Number(pid), signal),
    });
  return { pool, folder, poolFolder, losses, start, crash };
}

/** Whether a process of this id runs. One that ended and that nobody has asked about is still listed, as `Z`. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
