import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';

/**
 * Processes that tests start. One that outlives its test, because the test failed before it came to end it, would
 * otherwise stay for good, and with the runner's error stream in its hands keep the runner from ever ending.
 */
const running = new Set<ChildProcess>();

subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
});

/**
 * Ends what this process started and has not ended, at once, together with the process group that it leads if it leads
 * one. Resolves when they are gone.
 * @returns the command lines of those that nobody had told to end.
 */
export async function endChildProcesses(): Promise<readonly string[]> {
  const left = [...running].filter((child) => child.pid !== undefined && child.exitCode === null);
  const forgotten = left.filter(({ killed }) => !killed);
  await Promise.all(
    left.map(async (child) => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      killGroup(child.pid!);
      child.kill('SIGKILL');
      await exited;
    }),
  );
  return forgotten.map(({ spawnargs }) => spawnargs.join(' '));
}

/** Kills the processes of a group. A process that leads none, and one that is gone, is no error. */
export function killGroup(leader: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (process.platform === 'win32') return;
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
