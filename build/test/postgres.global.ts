import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLDER_VARIABLE } from '#service/storage/postgres/testing/databases.ts';
import { stopServer } from '#service/storage/postgres/testing/server.ts';

/** A folder for the PostgreSQL of this run, which starts when a test wants it and ends with the run. */

/** Ends the server and removes its folder once this process is gone, as it is when somebody kills the run. */
const CLEAN_UP = `while kill -0 "$1" 2>/dev/null; do sleep 2; done
if [ -f "$2/data/postmaster.pid" ]; then kill -INT "$(head -n 1 "$2/data/postmaster.pid")"; sleep 2; fi
rm -rf "$2"`;

let folder = '';
let guard: ChildProcess | null = null;

export function setup(): void {
  // Several projects of one run share it.
  if (process.env[FOLDER_VARIABLE] !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'pb-pg-'));
  process.env[FOLDER_VARIABLE] = folder;
  if (process.platform === 'win32') return;
  guard = spawn('/bin/sh', ['-c', CLEAN_UP, 'sh', String(process.pid), folder], {
    detached: true,
    stdio: 'ignore',
  });
  guard.unref();
}

export async function teardown(): Promise<void> {
  if (folder === '') return;
  await stopServer(folder);
  rmSync(folder, { recursive: true, force: true });
  // With the pause that it is in.
  if (guard?.pid !== undefined) process.kill(-guard.pid, 'SIGKILL');
}
