import { spawnSync, type ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bundle/targets.ts';
import { allowCores, backtraceOf, moveCore, moveStrayCores } from './core-dump.ts';

/**
 * A process of ours that dies by a signal leaves its backtrace with the output of the run, so that the first time is
 * enough to tell the cause. Signals that a test sends by itself are left out.
 */

/** Signals that say "defect", and leave a core. */
const CRASHES: ReadonlySet<string> = new Set([
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGSYS',
]);

/** Where cores, backtraces and Node's reports of this checkout go. */
export const CRASH_FOLDER = join(root, '.cache/test-crashes');

const installedAt = Date.now();
const pending = new Set<Promise<void>>();
/** Processes that this one sent such a signal itself. */
const killedPids = new Set<number>();
let noCores: string | null = null;
let installed = false;

export interface Crash {
  command: string;
  pid: number;
  signal: string;
  cwd: string;
  startedAt: number;
  executable: string;
}

/**
 * Watches every process that this one starts, and lets all of them leave cores and Node's reports. Installing it again
 * changes nothing.
 * @param print writes the text about a crash; to standard error by default.
 */
export function installCrashNet(print: (text: string) => void = (text) => process.stderr.write(text)): void {
  if (installed) return;
  installed = true;
  mkdirSync(CRASH_FOLDER, { recursive: true });
  noCores = allowCores();
  enableReports();
  recordSelfSignals();
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess };
    watch(child, print);
  });
}

/** Resolves when every crash so far has been reported. */
export async function reportCrashes(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending);
}

/**
 * Tells of crashes of processes that nobody here started, by the cores they left in the checkout; then clears away
 * what is no longer needed.
 */
export async function closeCrashNet(
  print: (text: string) => void = (text) => process.stderr.write(text),
): Promise<void> {
  await reportCrashes();
  for (const core of moveStrayCores(root, installedAt, CRASH_FOLDER)) {
    print(
      `\nA process of another process crashed and left a core.\n${await backtraceOf(core, process.execPath)}\n`,
    );
  }
  try {
    if (readdirSync(CRASH_FOLDER).length === 0) rmSync(CRASH_FOLDER, { recursive: true });
  } catch {
    // Another run has cleared it away.
  }
}

/** Node writes a report when V8 gives up, without the environment; children get the wish by `NODE_OPTIONS`. */
function enableReports(): void {
  process.report.reportOnFatalError = true;
  process.report.directory = CRASH_FOLDER;
  process.report.excludeEnv = true;
  const reportArgs = ['--report-on-fatalerror', '--report-exclude-env', `--report-directory=${CRASH_FOLDER}`];
  const options = process.env['NODE_OPTIONS'] ?? '';
  if (options.includes('--report-on-fatalerror') || CRASH_FOLDER.includes(' ')) return;
  process.env['NODE_OPTIONS'] = [options, ...reportArgs].filter(Boolean).join(' ');
}

function recordSelfSignals(): void {
  const kill = process.kill.bind(process);
  process.kill = (pid: number, signal?: string | number): true => {
    if (typeof signal === 'string' && CRASHES.has(signal) && pid !== process.pid) {
      killedPids.add(Math.abs(pid));
      // Nobody asks for the core of a process that a test crashed on purpose.
      if (process.platform === 'linux') spawnSync('prlimit', ['--pid', String(Math.abs(pid)), '--core=0:']);
    }
    return kill(pid, signal);
  };
}

function watch(child: ChildProcess, print: (text: string) => void): void {
  const startedAt = Date.now();
  let processInfo: { cwd: string; executable: string } | null = null;
  child.once('spawn', () => {
    processInfo = child.pid === undefined ? null : processInfoOf(child.pid);
  });
  child.once('exit', (_code, signal) => {
    const { pid } = child;
    if (pid === undefined || signal === null || !CRASHES.has(signal)) return;
    const { cwd, executable } = processInfo ?? { cwd: process.cwd(), executable: child.spawnfile };
    const crash = { command: child.spawnargs.join(' '), pid, signal, cwd, startedAt, executable };
    // At once, before whoever started it clears its folder away.
    const core = noCores === null ? moveCore(crash, CRASH_FOLDER) : null;
    // A test that lets a child of its own give up, as V8 does without memory, names the signal it waits for.
    const isAwaited = process.env['PATCHBAY_AWAITED_CRASH'] === signal;
    if (child.killed || killedPids.delete(pid) || isAwaited) {
      if (core !== null) rmSync(core, { force: true });
      return;
    }
    const report = reportCrash(crash, core, print).finally(() => pending.delete(report));
    pending.add(report);
  });
}

function processInfoOf(pid: number): { cwd: string; executable: string } | null {
  try {
    return { cwd: readlinkSync(`/proc/${pid}/cwd`), executable: readlinkSync(`/proc/${pid}/exe`) };
  } catch {
    return null;
  }
}

/**
 * Prints all there is to know of a crash.
 * @param core the core it left, which is removed once its backtrace is reported; null without one.
 */
export async function reportCrash(
  crash: Crash,
  core: string | null,
  print: (text: string) => void,
): Promise<void> {
  const { command, pid, signal, executable } = crash;
  mkdirSync(CRASH_FOLDER, { recursive: true });
  const reports = readdirSync(CRASH_FOLDER).filter(
    (name) => name.includes(`.${pid}.`) && name.endsWith('.json'),
  );
  const lines = [
    `\n── Process ${pid} died by ${signal}: ${command.slice(0, 500)}`,
    core === null
      ? `It left no core${noCores === null ? '' : `: ${noCores}`}.`
      : await backtraceOf(core, executable),
    ...reports.map((name) => `Node's report: ${join(CRASH_FOLDER, name)}`),
    '──',
  ];
  // With the backtrace reported the core is only large.
  if (core !== null && /^#0/m.test(lines[1]!)) rmSync(core, { force: true });
  print(`${lines.join('\n')}\n`);
}
