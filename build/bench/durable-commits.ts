import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Pages that moving one node writes: its node, the project, their lists and the note that takes it back. */
const PAGES = 8;

/** What a disk allows at most: transactions that change some pages, each on the disk before the next begins. */
export interface DurableCommits {
  /** Commits a second over `count` of them. */
  rate(count: number): number;
  close(): Promise<void>;
}

/** Opens a database set up as the service's is, in the temporary folder that its data is in while it is measured. */
export async function openDurableCommits(): Promise<DurableCommits> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-commits-'));
  const db = new DatabaseSync(join(folder, 'commits.sqlite'));
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE pages (id INTEGER PRIMARY KEY, text TEXT)',
  );
  // Of a row that fills three quarters of a page there is one on each.
  const row = 'x'.repeat(3000);
  for (let id = 0; id < PAGES; id++) db.prepare('INSERT INTO pages VALUES (?, ?)').run(id, row);
  const change = db.prepare('UPDATE pages SET text = ? WHERE id = ?');
  return {
    rate(count) {
      const start = performance.now();
      for (let commit = 0; commit < count; commit++) {
        db.exec('BEGIN IMMEDIATE');
        for (let id = 0; id < PAGES; id++) change.run(`${commit}`.padEnd(row.length, 'x'), id);
        db.exec('COMMIT');
      }
      return count / ((performance.now() - start) / 1000);
    },
    async close() {
      db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
