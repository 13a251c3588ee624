import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { CoreContext } from '../feature.ts';
import { makeInnerFolder } from './data-folder.ts';
import { acquireDataLock } from './data-lock.ts';
import { openReservedNotes, type ReservedNotes } from './reserved-notes.ts';
import { hasDatabase, openDeskDatabase } from './desk-database.ts';

export interface Storage {
  /** What this computer has seen: runs, files, uploads, versions, cached media. */
  database: DatabaseSync;
  /** Documents of versions. */
  versionFolder: string;
  /** Notes that can be written when the disk is full. */
  reserved: ReservedNotes;
}

/**
 * Opens the core's part of the data folder and its database, as the only process that writes there.
 * @throws DataDirectoryInUseError, DataFolderError
 */
export function openStorage({ folder, clock, notices, handles }: CoreContext): Storage {
  const getTime = () => clock.now();
  makeInnerFolder(folder, getTime(), () => notices.add('folder', 'desk'));
  for (const name of ['journal', 'uploads', 'media', 'versions', 'transfers']) {
    makeInnerFolder(join(folder, name), getTime(), () => notices.add('folder', name));
  }
  handles.add('lock', acquireDataLock(folder), (lock) => lock.release());

  const versionFolder = join(folder, 'versions');
  const databaseFile = join(folder, 'desk.sqlite');
  // Documents that only the lost database could name stay beside the folder; `tidy` would remove them.
  const quarantineVersions = (): void => {
    if (existsSync(versionFolder)) renameSync(versionFolder, `${versionFolder}.broken-${getTime()}`);
  };
  if (!hasDatabase(databaseFile) && readdirSync(versionFolder).length > 0) {
    quarantineVersions();
    notices.add('history-missing', 'versions');
  }
  const database = openDeskDatabase(databaseFile, getTime, () => {
    notices.add('history', 'desk.sqlite');
    quarantineVersions();
  });
  handles.add('database', database, (open) => open.close());
  return { database, versionFolder, reserved: openReservedNotes(join(folder, 'reserved-notes')) };
}
