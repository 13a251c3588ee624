import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { endsWithParent } from './ends-with-parent.ts';
import { childEnvironment, systemProgram } from './environment.ts';
import {
  DEFAULT_LIMITS,
  type ChildExit,
  type ChildKind,
  type ChildLauncher,
  type ChildLimits,
} from './launcher.ts';
import { findMarked, findStrays, killAll, killTree } from './processes.ts';

/** What a child writes to its output streams is for the log only. */
const TAIL_LENGTH = 2048;
const MAX_OUTPUT_LENGTH = 4 * 1024 * 1024;
/** Room beside decoded pictures: stacks of threads and Node's own heaps. */
const OVERHEAD_BYTES = 1024 ** 3;
const noProcesses: Promise<number[]> = Promise.resolve([]);

export interface SpawnLauncherOptions {
  /** The child's program, a file. */
  entry: string;
  limits?: Partial<ChildLimits>;
  /** Arguments of the program after its folder. */
  args?: readonly string[];
  /** Further folders that the child may read and write; for tests. */
  sharedFolders?: readonly string[];
}

/** Starts children as processes of this computer's Node, under its permission model and the system's limits. */
export function createSpawnLauncher(options: SpawnLauncherOptions): ChildLauncher {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const programFolder = folderOfPackage(options.entry);
  return {
    protectsInputs: true,
    launch({ folder, kind }) {
      const mark = randomBytes(12).toString('hex');
      const out = join(folder, 'out');
      const command = [
        ...systemLimits(limits),
        process.execPath,
        ...permissions(
          kind,
          [programFolder, folder, ...(options.sharedFolders ?? [])],
          [out, ...(options.sharedFolders ?? [])],
        ),
        `--max-old-space-size=${limits.heapMegabytes}`,
        options.entry,
        folder,
        ...(options.args ?? []),
      ];
      const child = spawn(command[0]!, command.slice(1), {
        cwd: out,
        env: childEnvironment(kind, out, mark),
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        // A group of its own, so that it ends together with what it started.
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      const line = child.stdio[3] as Duplex;
      line.on('error', () => line.destroy());
      const output = readOutput([child.stdout as Readable, child.stderr as Readable]);
      let hasExited = false;
      const exited = new Promise<ChildExit>((resolve) => {
        child.once('error', () => resolve({ code: null, signal: null }));
        child.once('exit', (code, signal) => resolve({ code, signal }));
      }).finally(() => {
        hasExited = true;
        // Whatever it had started goes with it.
        if (child.pid !== undefined && kind === 'program' && process.platform !== 'win32')
          killAll([-child.pid]);
      });
      return {
        pid: child.pid,
        exited,
        send: (text) => {
          if (line.writable) line.write(`${text}\n`);
        },
        onText: (listener) => void line.setEncoding('utf8').on('data', listener),
        onClosed: (listener) => void line.once('end', listener).once('close', listener),
        onFlood: output.onFlood,
        outputTail: output.tail,
        strays: () =>
          kind === 'program' && child.pid !== undefined ? findStrays(child.pid, mark) : noProcesses,
        kill: async () => {
          if (child.pid === undefined) return;
          if (hasExited) {
            // Its id may be somebody else's by now.
            if (kind === 'program') killAll(await findMarked(mark));
            return;
          }
          const marked = kind === 'program' ? mark : null;
          await killTree(child.pid, { leadsGroup: process.platform !== 'win32', mark: marked });
        },
      };
    },
  };
}

/** `prlimit` bounds memory and file sizes. */
function systemLimits(limits: ChildLimits): string[] {
  if (process.platform !== 'linux') return [];
  const prlimit = systemProgram('prlimit');
  const bytes = limits.memoryBytes + OVERHEAD_BYTES;
  return [
    ...(prlimit === null ? [] : [prlimit, `--data=${bytes}:${bytes}`, `--fsize=${limits.fileBytes}`, '--']),
    ...endsWithParent(),
  ];
}

/** Node's permission model: reads the program and its folder, writes its results, and no more than its kind needs. */
function permissions(kind: ChildKind, readable: readonly string[], writable: readonly string[]): string[] {
  return [
    '--permission',
    '--allow-addons',
    ...(kind === 'program' ? ['--allow-child-process', ...programPaths().map(allowRead)] : []),
    ...outermost(readable).map(allowRead),
    ...outermost(writable).map((path) => `--allow-fs-write=${path}`),
    '--disable-warning=SecurityWarning',
  ];
}

/** Node forgets a folder that it is given after one inside of it. */
const outermost = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((candidate) => path.startsWith(`${candidate}${sep}`)));

const allowRead = (path: string): string => `--allow-fs-read=${path}`;

/** Where a child looks whether the programs that it starts are there. */
const programPaths = (): string[] => [
  ...ffmpegPaths(),
  ...endsWithParent().filter((argument) => argument.startsWith(sep)),
];

function ffmpegPaths(): string[] {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/bin',
    '/snap/bin',
    'C:\\ffmpeg\\bin',
  ].filter((folder) => folder !== '');
  const named = process.env['PATCHBAY_FFMPEG'];
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const paths = folders.map((folder) => join(folder, name));
  return [...new Set(named === undefined ? paths : [named, ...paths])].filter((path) => existsSync(path));
}

/** The folder with the `package.json` that the program belongs to; Node reads it to know how modules load. */
function folderOfPackage(entry: string): string {
  let folder = dirname(realpathSync(entry));
  while (!existsSync(join(folder, 'package.json')) || !existsSync(join(folder, 'node_modules'))) {
    const parent = dirname(folder);
    if (parent === folder) return dirname(realpathSync(entry));
    folder = parent;
  }
  return folder;
}

function readOutput(streams: readonly Readable[]): {
  tail: () => string;
  onFlood: (listener: () => void) => void;
} {
  let tail = '';
  let length = 0;
  const listeners: (() => void)[] = [];
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-TAIL_LENGTH);
      const before = length;
      length += text.length;
      if (before > MAX_OUTPUT_LENGTH || length <= MAX_OUTPUT_LENGTH) return;
      for (const listener of listeners) listener();
    });
    stream.on('error', () => {});
  }
  return { tail: () => tail, onFlood: (listener) => void listeners.push(listener) };
}
