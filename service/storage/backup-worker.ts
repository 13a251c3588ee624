import { parentPort, workerData } from 'node:worker_threads';
import { backUpDatabase, DamagedBackupError } from './backups.ts';

/** Backs the database up once, away from the thread that answers requests. */

export interface BackupTask {
  file: string;
  folder: string;
  /** Milliseconds since the epoch. */
  timestamp: number;
}

export type BackupEnd =
  | { kind: 'done'; path: string }
  /** `isDamaged`: the database is, so it was not backed up. */
  | { kind: 'failed'; message: string; isDamaged: boolean };

const { file, folder, timestamp: now } = workerData as BackupTask;

async function run(): Promise<BackupEnd> {
  try {
    return { kind: 'done', path: await backUpDatabase(file, folder, now) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', message, isDamaged: error instanceof DamagedBackupError };
  }
}

parentPort?.postMessage(await run(), []);
