import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../random.ts';
import { checkState } from './check-state.ts';
import { UnreliableDisk } from './disk.ts';
import { PowerPromise } from './promises.ts';
import { readTrace, STRACE_ARGUMENTS, type FileCall } from './trace.ts';

/**
 * Power cuts. A real core and a real service are used while `strace` writes down their file system calls; then the
 * folder is built again as a power cut at any of these calls may leave it (`disk.ts` says what a disk promises), opened
 * with the real core and service, and searched for all that was promised by then.
 */

/** Whether the calls of a process can be recorded here; else why not. */
export function recordingError(): string | null {
  try {
    execFileSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'strace cannot record processes here';
  }
}

/** Uses an app in a recorded process. @returns its calls, in order, with what was promised between them. */
export async function record(rounds: number): Promise<FileCall[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-power-')));
  const data = join(folder, 'data');
  const promises = join(folder, 'promises');
  const trace = join(folder, 'trace');
  mkdirSync(data);
  writeFileSync(promises, '');
  try {
    const workload = join(import.meta.dirname, 'workload.ts');
    const child = spawn(
      'strace',
      [...STRACE_ARGUMENTS, '-o', trace, process.execPath, workload, data, promises, String(rounds)],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`The recorded process ended with ${String(code)}.`);
    return await readTrace(trace, data, promises);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface PowerReport {
  states: number;
  calls: number;
  promises: number;
  problems: string[];
}

/**
 * Cuts the power so often, at calls chosen by the seed, and looks at what is left.
 * @param onState called after each state.
 */
export async function playPowerCuts(
  calls: readonly FileCall[],
  states: number,
  seed: number,
  onState: (completed: number, problems: readonly string[]) => void = () => undefined,
): Promise<PowerReport> {
  const random = createRandom(seed);
  const cuts = Array.from({ length: states }, () => random.between(1, calls.length)).toSorted(
    (a, b) => a - b,
  );
  const disk = new UnreliableDisk();
  const promises: PowerPromise[] = [];
  const problems: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-power-state-'));
  let at = 0;
  try {
    for (const [number, cut] of cuts.entries()) {
      for (; at < cut; at += 1) {
        const call = calls[at]!;
        disk.apply(call);
        if (call.kind === 'promise') promises.push(PowerPromise.parse(JSON.parse(call.text)));
      }
      const state = join(folder, String(number));
      disk.writeState(state, createRandom(seed * 1_000_003 + number));
      const found = (await checkState(state, promises)).map(
        (problem) => `Cut ${number} at call ${cut}: ${problem}`,
      );
      problems.push(...found);
      onState(number + 1, found);
      rmSync(state, { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { states, calls: calls.length, promises: promises.length, problems };
}
