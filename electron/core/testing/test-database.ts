import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { openDeskDatabase } from '../storage/desk-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The desk's database until the test ends; it waits for no disk. */
export function openTestDatabase(folder = temporaryFolder()): DatabaseSync {
  const database = openDeskDatabase(
    join(folder, 'desk.sqlite'),
    () => 0,
    () => undefined,
  );
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  database.exec('PRAGMA synchronous = OFF');
  return database;
}
