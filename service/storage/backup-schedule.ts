import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { listBackups } from './backups.ts';
import type { BackupEnd, BackupTask } from './backup-worker.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** The first look is not taken while a start keeps the disk busy. */
const INITIAL_DELAY_MS = 30_000;

export interface BackupSchedule {
  /** Makes a backup now, or waits for the one being made. @returns its path; null when it failed, which the log says. */
  backUp(): Promise<string | null>;
  /** Makes one when the newest is a day old. */
  backUpIfDue(): Promise<void>;
  /** Ends the schedule; resolves once nothing is written any more. */
  close(): Promise<void>;
}

/** Of a database that others back up. */
export const NO_BACKUPS: BackupSchedule = {
  backUp: async () => null,
  backUpIfDue: async () => {},
  close: async () => {},
};

/**
 * Backs the database up once a day.
 * @param onDamage called when the database is found damaged; the backups there are stay.
 * @param onBackedUp called when a copy was made and found good.
 */
export function createBackupSchedule(options: {
  file: string;
  folder: string;
  clock: () => number;
  log: Logger;
  onDamage: () => void;
  onBackedUp: () => void;
}): BackupSchedule {
  const { file, folder, clock: getTime, log } = options;
  let running: Promise<string | null> | null = null;

  async function backUp(): Promise<string | null> {
    const end = await runWorker({ file, folder, timestamp: getTime() });
    if (end.kind === 'done') {
      try {
        options.onBackedUp();
      } catch (error) {
        log.warn({ err: error }, 'the database is backed up, and looked at again at the next start');
      }
      return end.path;
    }
    log.error({ reason: end.message }, 'the database could not be backed up');
    if (end.isDamaged) options.onDamage();
    return null;
  }

  const schedule: BackupSchedule = {
    backUp() {
      running ??= backUp().finally(() => {
        running = null;
      });
      return running;
    },
    async backUpIfDue() {
      const latest = listBackups(folder).find(({ kind }) => kind === 'daily');
      // A clock that was put back must not keep backups from being made.
      const age = latest === undefined ? Number.POSITIVE_INFINITY : Math.abs(getTime() - latest.at);
      if (age >= DAY_MS) await schedule.backUp();
    },
    async close() {
      clearTimeout(first);
      clearInterval(hourly);
      await running;
    },
  };
  const first = setTimeout(() => void schedule.backUpIfDue(), INITIAL_DELAY_MS);
  const hourly = setInterval(() => void schedule.backUpIfDue(), HOUR_MS);
  first.unref();
  hourly.unref();
  return schedule;
}

function runWorker(task: BackupTask): Promise<BackupEnd> {
  return new Promise((resolve) => {
    const fail = (message: string) => resolve({ kind: 'failed', message, isDamaged: false });
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
      workerData: task,
      name: 'backup',
      // Flags of the process that started us (a test runner's loaders) are not for this thread.
      execArgv: [],
    });
    worker.once('message', (end: BackupEnd) => resolve(end));
    worker.once('error', (error) => fail(error instanceof Error ? error.message : String(error)));
    worker.once('exit', () => fail('The thread that backs up ended by itself.'));
  });
}
