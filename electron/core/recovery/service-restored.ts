import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { RestoredDatabase, RESTORED_DATABASE_FILE, RESTORED_DATABASE_NOTICE } from '#shared/desk/index.ts';
import { systemErrorCode } from '../desk-error.ts';
import type { Notices } from '../notices.ts';
import type { CoreLog } from '../options.ts';
import { jsonFile } from '../storage/atomic-file.ts';
import type { Restoration } from './local-projects.ts';
import type { Recovered } from './recover-projects.ts';

/** Watches for a replaced database of the local service: tells the person, and brings back what is newer here. */
export interface RestoredServiceWatch {
  /** What was not dismissed yet is shown again. */
  load(): Promise<void>;
  /** To be called when the local service runs. Never rejects; what failed is tried again at the next call. */
  serviceRuns(): Promise<void>;
}

const Handled = z.object({ at: z.string(), isRecovered: z.boolean(), notice: z.string().nullable() });
type Handled = z.infer<typeof Handled>;

export function createRestoredServiceWatch(options: {
  /** The service's own data folder. */
  serviceDirectory: string;
  deskDirectory: string;
  notices: Pick<Notices, 'announce'>;
  log: CoreLog;
  clock: () => number;
  /** Begun again for the same restoration, it makes nothing twice. */
  recover(restoreId: Restoration): Promise<Recovered>;
}): RestoredServiceWatch {
  const { serviceDirectory, log } = options;
  const file = jsonFile(join(options.deskDirectory, 'restored-service.json'), Handled, {
    now: options.clock,
    onQuarantine: () => {},
  });
  let running: Promise<void> | null = null;

  function show(handled: Handled): void {
    if (handled.notice === null) return;
    options.notices.announce(RESTORED_DATABASE_NOTICE, handled.notice, () => {
      file
        .save({ ...handled, notice: null })
        .catch((error: unknown) =>
          log.warn({ code: systemErrorCode(error) }, 'a notice will be shown again'),
        );
    });
  }

  async function handle(): Promise<void> {
    const record = await readRecord(join(serviceDirectory, RESTORED_DATABASE_FILE));
    if (record?.state !== 'done') return;
    const before = await file.load();
    if (before?.at === record.at && before.isRecovered) return;
    show({ at: record.at, isRecovered: false, notice: describe(record, serviceDirectory, null) });
    const recovered = await options.recover(record);
    const handled = {
      at: record.at,
      isRecovered: true,
      notice: describe(record, serviceDirectory, recovered),
    };
    await file.save(handled);
    show(handled);
  }

  return {
    async load() {
      const handled = await file.load();
      if (handled) show(handled);
    },
    serviceRuns() {
      running ??= handle()
        .catch((error: unknown) => {
          const name = error instanceof Error ? error.name : 'unknown';
          log.warn({ name }, 'newer projects could not be brought back yet');
        })
        .finally(() => {
          running = null;
        });
      return running;
    },
  };
}

/** When a service's database was last replaced by its backup; null where it never was. Milliseconds. @param folder its data folder. */
export async function restoredAt(folder: string): Promise<number | null> {
  const record = await readRecord(join(folder, RESTORED_DATABASE_FILE));
  return record === null ? null : Date.parse(record.at);
}

async function readRecord(path: string): Promise<RestoredDatabase | null> {
  try {
    return RestoredDatabase.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Projects may have one name: then it is said how many. */
function formatList(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => (count === 1 ? `“${name}”` : `“${name}” (${count} projects)`))
    .join(', ');
}

function describe(record: RestoredDatabase, folder: string, recovered: Recovered | null): string {
  const sentences = [
    record.cause === 'damaged'
      ? 'The database of the local service was damaged.'
      : 'The database of the local service was missing.',
    record.backupFrom === null
      ? 'There was no backup of it, so it begins anew. Runs and their results are lost.'
      : `It was replaced by its backup of ${record.backupFrom.slice(0, 16).replace('T', ' ')} (UTC). Runs since then and their results are lost.`,
  ];
  const files = record.filesSalvaged ?? 0;
  if (files > 0) {
    sentences.push(
      files === 1
        ? 'One file younger than the backup is there again.'
        : `${files} files younger than the backup are there again.`,
    );
  }
  if (record.backupFrom !== null) {
    sentences.push('What was deleted since then may be back; delete it again if you do not want it.');
    sentences.push(
      'Projects that are younger than the backup and were never opened on this computer may be missing: they cannot be brought back.',
    );
  }
  if (record.quarantined !== null) {
    sentences.push(`The damaged file is ${join(folder, record.quarantined)}.`);
  }
  if (recovered === null) sentences.push('What this computer has that is newer is being brought back.');
  if (recovered && recovered.recreated.length > 0) {
    sentences.push(`Recreated from this computer: ${formatList(recovered.recreated)}.`);
  }
  if (recovered && recovered.updated.length > 0) {
    sentences.push(`Brought up to date from this computer: ${formatList(recovered.updated)}.`);
  }
  if (recovered && recovered.failed.length > 0) {
    sentences.push(
      `Not brought back: ${formatList(recovered.failed)}. Their versions are still on this computer.`,
    );
  }
  return sentences.join(' ');
}
