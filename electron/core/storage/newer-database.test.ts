import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { DeskStatus } from '#shared/desk/index.ts';
import { launcherOf, startOnService, startTestCore } from '../testing/test-core.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** A database as a version of the app leaves it that has 9999 migrations. */
function writeNewer(path: string): Buffer {
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE of_the_future (id TEXT); PRAGMA user_version = 9999');
  database.close();
  return readFileSync(path);
}

test('a data folder of a newer version is refused in words, and its database is not written to', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'desk'));
  const path = join(folder, 'desk', 'desk.sqlite');
  const before = writeNewer(path);
  const start = startTestCore({ folder, launchService: launcherOf('http://127.0.0.1:1') });
  await expect(start).rejects.toThrow(
    /written by a newer Patchbay \(desk\.sqlite\)\. Start that version, or choose/,
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(join(folder, 'desk')).filter((name) => name.startsWith('desk.sqlite'))).toEqual([
    'desk.sqlite',
  ]);
});

test('a cache of a newer version is put beside and begun anew, which is said', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'desk'));
  const before = writeNewer(join(folder, 'desk', 'responses.sqlite'));
  const { desk } = await startOnService(undefined, { dataDirectory: folder });
  const { notices } = (await desk.read('GET', '/desk/status')) as DeskStatus;
  expect(notices?.map(({ id }) => id)).toEqual(['responses-newer']);
  expect(notices?.[0]?.text).toMatch(/written by a newer version of Patchbay.*kept beside it/);
  expect(notices?.[0]?.text).not.toContain('could not be read');
  const [aside] = readdirSync(join(folder, 'desk')).filter((name) =>
    name.startsWith('responses.sqlite.broken-'),
  );
  expect(readFileSync(join(folder, 'desk', aside!)).equals(before)).toBe(true);
});
