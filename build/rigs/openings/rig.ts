import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickStart, servicePid, startHostProcess, whenExited } from '../kills/host-process.ts';
import type { Opening, ToOpen } from './messages.ts';

/** What of an opening is worth telling when it took long. */
export const timelineOf = ({ requests }: Opening): string =>
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
  onOpening: (opening: Opening) => void = () => {},
  signal?: AbortSignal,
): Promise<Opening[]> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-openings-'));
  const host = await startHostProcess(folder);
  const openings: Opening[] = [];
  try {
    const isStopped = (): boolean => signal?.aborted === true;
    for (let index = 0; index < count && !isStopped(); index += 1) {
      const projectId = openings[0]?.projectId ?? null;
      const opening = await openPage({ link: await host.link(), projectId, nodes }, index % 2 === 1);
      openings.push(opening);
      onOpening(opening);
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
async function openPage(openMessage: ToOpen, edits: boolean): Promise<Opening> {
  const page = fork(join(import.meta.dirname, 'page.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: quickStart,
  });
  const exited = whenExited(page);
  try {
    const opening = await new Promise<Opening>((resolve, reject) => {
      page.once('message', (message: Opening) => resolve(message));
      void exited.then(() => reject(new Error('The window ended before it had opened the project.')));
      page.send(openMessage);
    });
    if (edits) await new Promise<void>((resume) => setTimeout(resume, 500));
    return opening;
  } finally {
    page.kill('SIGKILL');
    await exited;
  }
}
