import { readdirSync, readFileSync } from 'node:fs';

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
