import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, startApp } from './app.ts';
import { askForNodeTypePictures } from './node-type-pictures.ts';
import { preparedData } from './prepared-data.ts';

/** What has become of the runs that the app knows of; none while it is still starting. */
function statusesOfRuns(folder: string): unknown[] {
  const database = new DatabaseSync(join(folder, 'desk/desk.sqlite'), { readOnly: true });
  try {
    return database
      .prepare('SELECT status FROM runs')
      .all()
      .map(({ status }) => status);
  } finally {
    database.close();
  }
}

/**
 * Makes the data folder that apps of stories get a copy of: a new workspace whose sample has been run and whose node
 * types have pictures. Each of them would do that anew, beside its story. @returns what removes it.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-e2e-prepared-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const app = await startApp(folder);
    await expect.poll(() => statusesOfRuns(folder), { timeout: 120_000 }).toEqual(['succeeded']);
    await askForNodeTypePictures(app.url);
    await app.stop();
    // Where its service listened, another one may listen by then; and stories begin when their service answers, not with
    // what one has answered before.
    const left = ['local-service.json', 'responses.sqlite', 'responses.sqlite-wal', 'responses.sqlite-shm'];
    for (const name of left) await rm(join(folder, 'desk', name), { force: true });
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[preparedData] = folder;
  return remove;
}
