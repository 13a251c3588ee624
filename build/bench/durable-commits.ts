import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What a disk allows at most: transactions of one small row, each on the disk before the next begins. */
export interface DurableCommits {
  /** Commits a second over `count` of them. */
  rate(count: number): number;
  close(): Promise<void>;
}

/** Opens a database set up as the service's is, in the temporary folder that its data is in while it is measured. */
export async function openDurableCommits(): Promise<DurableCommits> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-commits-'));
  const db = new DatabaseSync(join(folder, 'commits.sqlite'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (text TEXT)');
  const insert = db.prepare('INSERT INTO rows VALUES (?)');
  return {
    rate(count) {
      const start = performance.now();
      for (let commit = 0; commit < count; commit++) insert.run('x'.repeat(200));
      return count / ((performance.now() - start) / 1000);
    },
    async close() {
      db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
