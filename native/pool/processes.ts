import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { promisify } from 'node:util';
import { CHILD_MARK } from './environment.ts';

/** Memory in use by a process and what it started, and which processes those are. */
export interface ProcessUse {
  bytes: number;
  descendants: number[];
}

const run = promisify(execFile);
const read = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/**
 * @param isLeaf when the process can have started nothing: looking for others costs more than all the rest.
 * @returns null when the process is gone, or when this system does not tell.
 */
export async function readUse(pid: number, isLeaf = false): Promise<ProcessUse | null> {
  if (process.platform === 'linux') return readUseOfLinux(pid, isLeaf);
  return process.platform === 'win32' ? null : readUseByPs(pid);
}

async function readUseOfLinux(pid: number, isLeaf: boolean): Promise<ProcessUse | null> {
  const bytes = residentBytes(pid);
  if (bytes === null) return null;
  if (isLeaf) return { bytes, descendants: [] };
  const use: ProcessUse = { bytes, descendants: [] };
  const pending = [pid];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    for (const child of await childrenOf(parent)) {
      if (use.descendants.includes(child)) continue;
      use.descendants.push(child);
      use.bytes += residentBytes(child) ?? 0;
      pending.push(child);
    }
  }
  return use;
}

/** Read at once: the kernel has it at hand, and a thread to wait for it takes longer than it does. */
function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    // Gone.
    return null;
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)));
  return lists.flatMap((list) => (list ?? '').split(' ').filter(Boolean).map(Number));
}

async function readUseByPs(pid: number): Promise<ProcessUse | null> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,rss=']).catch(() => ({ stdout: '' }));
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const bytesOf = (targetPid: number) => (rows.find(([id]) => id === targetPid)?.[2] ?? 0) * 1024;
  if (!rows.some(([id]) => id === pid)) return null;
  const descendants: number[] = [];
  for (let parents = [pid]; parents.length > 0;) {
    parents = rows.flatMap(([id, parent]) =>
      id !== undefined && parent !== undefined && parents.includes(parent) ? [id] : [],
    );
    descendants.push(...parents);
  }
  return { bytes: [pid, ...descendants].reduce((sum, id) => sum + bytesOf(id), 0), descendants };
}

/**
 * Processes that carry a child's mark in their environment: what it started and what left its process group. Only
 * Linux shows it.
 */
export async function findMarked(mark: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const entries = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found: number[] = [];
  for (const entry of entries) {
    const environment = await read(`/proc/${entry}/environ`);
    if (environment?.split('\0').includes(`${CHILD_MARK}=${mark}`) === true) found.push(Number(entry));
  }
  return found;
}

/**
 * Ends children of an earlier process, and what those started. Only Linux shows them.
 * @param folder of the earlier pool; their folders for temporary files lie in it.
 */
export function endLeftovers(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    let environment: string[];
    try {
      environment = readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0');
    } catch {
      // Gone, or another user's.
      continue;
    }
    const isChild = environment.some((variable) => variable.startsWith(`${CHILD_MARK}=`));
    const isOfFolder = environment.some((variable) => variable.startsWith(`TMPDIR=${folder}${sep}`));
    if (isChild && isOfFolder) killAll([Number(entry)]);
  }
}

/** Processes that a child started and that are alive, also those that left its process group. */
export async function findStrays(pid: number, mark: string): Promise<number[]> {
  const [use, marked] = await Promise.all([readUse(pid), findMarked(mark)]);
  return [...new Set([...(use?.descendants ?? []), ...marked])].filter((found) => found !== pid);
}

/** Ends processes at once; one that is gone is no error. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

/**
 * Ends a child with all it started.
 * @param options.leadsGroup when it is the leader of a process group of its own.
 * @param options.mark null when it can have started nothing.
 */
export async function killTree(
  pid: number,
  options: { leadsGroup: boolean; mark: string | null },
): Promise<void> {
  if (process.platform === 'win32') {
    await run('taskkill', ['/T', '/F', '/PID', String(pid)]).catch(() => null);
    return;
  }
  // Looked up before the parent is gone: orphans belong to another process.
  const descendants = options.mark === null ? [] : ((await readUse(pid))?.descendants ?? []);
  killAll(options.leadsGroup ? [-pid, pid] : [pid]);
  killAll(descendants);
  if (options.mark !== null) killAll(await findMarked(options.mark));
}
