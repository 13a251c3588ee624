import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

/** The native children of a process, as the system lists them. Linux only. */

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** The processes that a process started. */
export const nativeChildrenOf = (pid: number): number[] =>
  childrenOf(pid).filter((child) => read(`/proc/${child}/cmdline`).includes('--permission'));

/** Whether a process has a native library loaded, by a part of its file name. */
export const hasLoaded = (pid: number, library: string): boolean =>
  read(`/proc/${pid}/maps`).includes(library);

/** Hundredths of a second of processor time that a process has used. */
export function processorTime(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** Hundredths of a second that a child has to have worked on its task; loading what the task needs takes less. */
const WORKED = 30;

const folderOf = (pid: number): string => {
  const [, folder] = /--max-old-space-size=\d+\0[^\0]+\0([^\0]+)/.exec(read(`/proc/${pid}/cmdline`)) ?? [];
  return folder ?? '';
};

function hasFiles(pid: number): boolean {
  try {
    return readdirSync(join(folderOf(pid), 'in')).length > 0;
  } catch {
    return false;
  }
}

/** Resolves with a native child of the process that is in the middle of a task with files. */
export async function whenWorking(parent: number): Promise<number> {
  const since = new Map<number, number>();
  return vi.waitFor(
    () => {
      for (const pid of nativeChildrenOf(parent)) {
        if (!hasFiles(pid)) since.delete(pid);
        else if (!since.has(pid)) since.set(pid, processorTime(pid));
        else if (processorTime(pid) - since.get(pid)! >= WORKED) return pid;
      }
      throw new Error('No child is in the middle of a task.');
    },
    { timeout: 60_000, interval: 20 },
  );
}
