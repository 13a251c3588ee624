import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  HostLink,
  hostLinksPath,
  HostRendezvous,
  rendezvousFileName,
  type LaunchTarget,
} from '#shared/desk/host.ts';

/** A Patchbay that runs on the data folder already. */
export type RunningHost =
  | { host: 'browser'; /** A fresh one-time address. */ url: string; version: string }
  | { host: 'electron' };

/**
 * Finds the running Patchbay by its note in the data folder and asks it for a fresh address.
 * @param target what the address shows first.
 * @returns null when none is running; a note left behind by a crash counts for nothing.
 */
export async function findRunningHost(
  dataDirectory: string,
  target?: LaunchTarget,
): Promise<RunningHost | null> {
  const note = await readNote(join(dataDirectory, rendezvousFileName));
  if (note === null) return null;
  if (note.origin === null) return isAlive(note.processId) ? { host: 'electron' } : null;
  try {
    const answer = await fetch(note.origin + hostLinksPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${note.launchSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ target }),
      redirect: 'error',
      signal: AbortSignal.timeout(3000),
    });
    // Another program may have been given the port since: it does not know the secret's answer.
    if (!answer.ok) return null;
    const link = HostLink.parse(await answer.json());
    return new URL(link.url).origin === note.origin ? { host: 'browser', ...link } : null;
  } catch {
    return null;
  }
}

async function readNote(file: string): Promise<HostRendezvous | null> {
  try {
    return HostRendezvous.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
