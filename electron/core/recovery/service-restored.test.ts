import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RestoredDatabase } from '#shared/desk/index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestLog } from '../testing/test-log.ts';
import type { Recovered } from './recover-projects.ts';
import { createRestoredServiceWatch } from './service-restored.ts';

const RECORD: RestoredDatabase = {
  at: '2026-01-02T00:00:00.000Z',
  cause: 'damaged',
  quarantined: 'patchbay.sqlite.broken',
  backupFrom: '2026-01-01T00:00:00.000Z',
  state: 'done',
};

/** What the person is told at the end. */
async function noticeOf(record: RestoredDatabase, recovered: Partial<Recovered>): Promise<string> {
  const folder = temporaryFolder();
  const [serviceDirectory, deskDirectory] = ['service', 'desk'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  for (const directory of [serviceDirectory, deskDirectory]) mkdirSync(directory);
  writeFileSync(join(serviceDirectory, 'restored-database.json'), JSON.stringify(record));
  let notice = '';
  const watch = createRestoredServiceWatch({
    serviceDirectory,
    deskDirectory,
    notices: { announce: (_id, text) => void (notice = text) },
    log: createTestLog(),
    clock: () => 0,
    recover: async () => ({ recreated: [], updated: [], failed: [], ...recovered }),
  });
  await watch.serviceRuns();
  return notice;
}

test('projects of one name are counted', async () => {
  expect(await noticeOf(RECORD, { recreated: ['Titles', 'Trailer', 'Titles'] })).toContain(
    'Recreated from this computer: “Titles” (2 projects), “Trailer”.',
  );
});

test('files that were found in the damaged database are told', async () => {
  expect(await noticeOf({ ...RECORD, filesSalvaged: 3 }, {})).toContain(
    '3 files younger than the backup are there again.',
  );
  expect(await noticeOf(RECORD, {})).not.toContain('younger than the backup are there');
});

test('that projects younger than the backup may be missing is said, also while newer ones are brought back', async () => {
  const missing =
    'Projects that are younger than the backup and were never opened on this computer may be missing';
  expect(await noticeOf(RECORD, {})).toContain(missing);
  expect(await noticeOf(RECORD, { recreated: ['Titles'] })).toContain(missing);
  expect(await noticeOf({ ...RECORD, backupFrom: null }, {})).not.toContain('younger than the backup');
});

test('what was deleted after the backup may be back, and that is said', async () => {
  expect(await noticeOf(RECORD, {})).toContain('What was deleted since then may be back');
  expect(await noticeOf({ ...RECORD, backupFrom: null }, {})).not.toContain('may be back');
});
