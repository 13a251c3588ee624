import { spawn, type StdioOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { killGroup } from './child-processes.ts';

/** How a program came to its end. */
export interface Ending {
  /** null when a signal ended it, or it never began. */
  code: number | null;
  /** `stayed`: its report was written, yet it did not end. `timedOut`: it took longer than it may. */
  exit: 'by itself' | 'stayed' | 'overdue';
}

export interface ProgramOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** After so many milliseconds it is ended. */
  limit: number;
  /** A file it writes when its work is done, and how many milliseconds it then has to end. */
  report?: { path: string; grace: number };
  /** An open file that its output goes to. Default: this terminal. */
  output?: number;
  /** Ends it with that signal. */
  signal?: AbortSignal;
}

/** How often is looked for the report, in milliseconds. */
const POLL_INTERVAL_MS = 500;
/** Between asking a program to end and making it, in milliseconds. */
const GRACE = 5000;

/**
 * Runs a program to its end. What it started in its group ends with it: a browser or service that a
 * failed test left behind must not hold up what comes next. (Windows has no groups; there only the program itself is
 * ended.)
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<Ending> {
  const { cwd, env, limit, report, output = 'inherit', signal } = options;
  const windows = process.platform === 'win32';
  const stdio: StdioOptions = ['inherit', output, output];
  const child = spawn(command, args, { cwd, env, stdio, shell: windows, detached: !windows });
  const endAll = (killSignal: NodeJS.Signals) => {
    if (child.pid !== undefined) killGroup(child.pid, killSignal);
    child.kill(killSignal);
  };
  let outcome: Ending['exit'] = 'by itself';
  let force: NodeJS.Timeout | undefined;
  const end = (cause: Ending['exit']) => {
    if (outcome === 'by itself') outcome = cause;
    endAll('SIGTERM');
    force ??= setTimeout(() => endAll('SIGKILL'), GRACE);
  };
  const timedOut = setTimeout(() => end('overdue'), limit);
  const poll = report && setInterval(() => void pollReport(report, end), POLL_INTERVAL_MS);
  const stop = () => end('by itself');
  signal?.addEventListener('abort', stop);
  try {
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        console.error(error.message);
        resolve(null);
      });
      child.once('exit', resolve);
    });
    return { code, exit: outcome };
  } finally {
    signal?.removeEventListener('abort', stop);
    clearTimeout(timedOut);
    clearTimeout(force);
    clearInterval(poll);
    endAll('SIGKILL');
  }
}

async function pollReport(
  { path, grace }: { path: string; grace: number },
  end: (cause: Ending['exit']) => void,
): Promise<void> {
  const stats = await stat(path).catch(() => null);
  if (stats !== null && Date.now() - stats.mtimeMs > grace) end('stayed');
}
