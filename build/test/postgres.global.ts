import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLDER_VARIABLE } from '#service/storage/postgres/testing/databases.ts';
import { stopServer } from '#service/storage/postgres/testing/server.ts';

/** A folder for the PostgreSQL of this run, which starts when a test wants it and ends with the run. */

let folder = '';

export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), 'pb-pg-'));
  process.env[FOLDER_VARIABLE] = folder;
}

export async function teardown(): Promise<void> {
  await stopServer(folder);
  rmSync(folder, { recursive: true, force: true });
}
