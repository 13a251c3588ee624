import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rendezvousFileName, type HostRendezvous } from '#shared/desk/host.ts';
import { writeFileAtomically } from '../storage/atomic-file.ts';
import { isStorageFailure } from '../desk-error.ts';
import { dataFolderError, quarantineSync } from '../storage/data-folder.ts';

/**
 * Leaves the note by which a second start finds this host. Only the owner of the data folder can read it.
 * The note is no lock: the data folder has one of its own, which the kernel drops when a process dies.
 * @throws DataFolderError where it cannot be written.
 * @returns a function that takes the note away again, unless another host has put its own there since.
 */
export async function leaveRendezvous(dataDirectory: string, note: HostRendezvous): Promise<() => void> {
  const file = join(dataDirectory, rendezvousFileName);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) quarantineSync(file, Date.now());
  try {
    await writeFileAtomically(file, `${JSON.stringify(note)}\n`, 0o600);
  } catch (error) {
    throw isStorageFailure(error) ? dataFolderError(dataDirectory, error) : error;
  }
  return () => {
    try {
      const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<HostRendezvous>;
      if (stored.launchSecret === note.launchSecret) rmSync(file, { force: true });
    } catch {
      // Gone already, or unreadable: the next host writes a new one.
    }
  };
}
