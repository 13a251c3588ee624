import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickStart, servicePid, startHostProcess, whenEnded } from '../kills/host-process.ts';
import type { Opened, ToOpen } from './messages.ts';

/** What of an opening is worth telling when it took long. */
export const timelineOf = ({ requests }: Opened): string =>
  requests.map(({ name, from, to }) => `${name} ${Math.round(from)}–${Math.round(to)}`).join(', ');

/**
 * Opens one project again and again in the real core and service; every other window is killed in the middle of its
 * edits.
 * @param count how often. @param nodes of the project.
 * @param signal aborted to end after the opening under way.
 * @returns the openings in order. @throws Error when a window ends before it has opened the project.
 */
export async function playOpenings(
  count: number,
  nodes: number,
  onOpened: (opened: Opened) => void = () => {},
  signal?: AbortSignal,
): Promise<Opened[]> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-openings-'));
  const host = await startHostProcess(folder);
  const openings: Opened[] = [];
  try {
    const isStopped = (): boolean => signal?.aborted === true;
    for (let index = 0; index < count && !isStopped(); index += 1) {
      const projectId = openings[0]?.projectId ?? null;
      const opened = await openOnce({ link: await host.link(), projectId, nodes }, index % 2 === 1);
      openings.push(opened);
      onOpened(opened);
    }
    return openings;
  } finally {
    await host.stop();
    const pid = servicePid(folder);
    if (pid !== null) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** @param edits whether the window lives on for some edits, and is killed in the middle of them. */
async function openOnce(asked: ToOpen, edits: boolean): Promise<Opened> {
  const page = fork(join(import.meta.dirname, 'page.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: quickStart,
  });
  const ended = whenEnded(page);
  try {
    const opened = await new Promise<Opened>((resolve, reject) => {
      page.once('message', (message: Opened) => resolve(message));
      void ended.then(() => reject(new Error('The window ended before it had opened the project.')));
      page.send(asked);
    });
    if (edits) await new Promise<void>((resume) => setTimeout(resume, 500));
    return opened;
  } finally {
    page.kill('SIGKILL');
    await ended;
  }
}
