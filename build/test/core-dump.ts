import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

/** Core dumps of crashed processes, and the backtraces a debugger reads from them. Linux; elsewhere there are none. */

/** A core may be this large; a Node process has a few hundred megabytes. */
const MAX_CORE_BYTES = 2 * 1024 ** 3;
const DEBUGGER_TIMEOUT_MS = 120_000;
const MAX_BACKTRACE_LINES = 400;

/**
 * Lets this process and those it starts from now on leave a core when they crash.
 * @returns why that cannot be; null when it can.
 */
export function allowCores(): string | null {
  if (process.platform !== 'linux') return 'core dumps are read on Linux only';
  const pattern = corePattern();
  if (pattern.startsWith('|')) return `the system hands core dumps to ${pattern.slice(1).split(' ')[0]}`;
  if (coresAllowed()) return null;
  const set = spawnSync('prlimit', ['--pid', String(process.pid), `--core=${MAX_CORE_BYTES}:`], {
    encoding: 'utf8',
  });
  if (set.status === 0) return null;
  return set.error ? 'there is no prlimit to allow core dumps with' : set.stderr.trim();
}

/** Whether the process that started this one has allowed them already. */
const coresAllowed = (): boolean =>
  /^Max core file size\s+(?:unlimited|[1-9])/m.test(readFileSync('/proc/self/limits', 'utf8'));

function corePattern(): string {
  try {
    return readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim();
  } catch {
    return 'core';
  }
}

export interface Crashed {
  pid: number;
  /** The folder it worked in. */
  cwd: string;
  /** Milliseconds since the epoch when it began. */
  startedAt: number;
}

/**
 * Moves the core of a crashed process into a folder, at once: the next crash in its folder would write over it.
 * @returns the path of the core; null when it left none.
 */
export function moveCore({ pid, cwd, startedAt }: Crashed, folder: string): string | null {
  const pattern = corePattern();
  const directory = isAbsolute(pattern) ? dirname(pattern) : resolve(cwd, dirname(pattern));
  // File systems keep whole ticks, which may lie a little before the clock.
  const isNew = (path: string) => statSync(path).mtimeMs >= startedAt - 1000;
  const found = coresIn(directory, pattern).filter(isNew);
  const core = found.find((path) => path.endsWith(`.${pid}`)) ?? found.find((path) => !/\d$/.test(path));
  return core === undefined ? null : moveFile(folder, core, pid);
}

/** Takes the cores that lie in a folder, written since a time: of processes that nobody here started. */
export const moveStrayCores = (cwd: string, since: number, folder: string): string[] =>
  coresIn(cwd, 'core')
    .filter((path) => statSync(path).mtimeMs >= since)
    .map((path, index) => moveFile(folder, path, index));

function moveFile(folder: string, core: string, number: number): string {
  mkdirSync(folder, { recursive: true });
  const target = join(folder, `${number}.core`);
  try {
    renameSync(core, target);
  } catch {
    // On another file system.
    cpSync(core, target);
    rmSync(core);
  }
  return target;
}

/** Files of a folder that are cores, by their name and what is in them. */
function coresIn(folder: string, pattern: string): string[] {
  const stem = basename(pattern).split('%')[0]!.replace(/\.$/, '') || 'core';
  try {
    return readdirSync(folder)
      .filter((name) => name === stem || name.startsWith(`${stem}.`))
      .map((name) => join(folder, name))
      .filter(isCore);
  } catch {
    return [];
  }
}

/** An ELF file of the type "core". */
function isCore(path: string): boolean {
  const head = Buffer.alloc(18);
  try {
    const file = openSync(path, 'r');
    try {
      if (readSync(file, head, 0, head.length, 0) < head.length) return false;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
  return head.readUInt32BE(0) === 0x7f454c46 && head[16] === 4;
}

/**
 * What every thread was doing when the process crashed, as the debugger tells it.
 * @param executable the program that crashed.
 * @returns the text of gdb; a sentence when there is no gdb or it fails.
 */
export async function backtraceOf(core: string, executable: string): Promise<string> {
  const commands = ['set pagination off', 'set debuginfod enabled off', 'thread apply all bt 60'];
  const args = ['-batch', '-nx', ...commands.flatMap((command) => ['-ex', command]), executable, core];
  const gdb = spawn('gdb', args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: DEBUGGER_TIMEOUT_MS });
  const lines: string[] = [];
  gdb.stdout.setEncoding('utf8');
  let output = '';
  gdb.stdout.on('data', (text: string) => {
    output += text;
  });
  const failure = await new Promise<string | null>((onComplete) => {
    gdb.once('error', () =>
      onComplete(`There is no gdb here; install it for a backtrace. The core is ${core}.`),
    );
    gdb.once('close', (code) => onComplete(code === 0 ? null : `gdb could not read the core ${core}.`));
  });
  for (const line of output.split('\n')) {
    // Threads that come and go, and libraries without debug information, say nothing of the crash.
    if (!/^(?:\[New LWP|warning:|\[Thread debugging|Using host libthread)/.test(line)) lines.push(line);
  }
  const text = lines.slice(0, MAX_BACKTRACE_LINES).join('\n').trim();
  return failure === null ? text : [text, failure].filter(Boolean).join('\n');
}
