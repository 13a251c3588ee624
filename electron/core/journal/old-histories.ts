import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../storage/atomic-file.ts';
import { isUnsaved, readJournalText } from './journal-file.ts';

/** So long after its last change the undo history of a project may go. Milliseconds. */
export const HISTORY_AGE = 90 * 24 * 3600 * 1000;
/** The histories of so many projects stay however old they are, whatever the clock says. */
export const MAX_HISTORIES = 50;

/**
 * Takes away undo histories that nobody has touched for long. A journal that holds an edit or a request, or that cannot
 * be read as a whole, stays.
 * @param directory folder of a folder a connection, with a file a project. @param timestamp milliseconds since the epoch.
 * @returns how many went.
 */
export async function dropOldHistories(directory: string, timestamp: number): Promise<number> {
  const found = await journalsIn(directory);
  found.sort((first, second) => second.changedAt - first.changedAt);
  // A clock that jumped ahead makes nothing old: time goes on with what is written.
  const today = Math.min(timestamp, found[0]?.changedAt ?? timestamp);
  const old = found.slice(MAX_HISTORIES).filter(({ changedAt }) => today - changedAt > HISTORY_AGE);
  let removed = 0;
  for (const { folder, path } of old) {
    const { state, condition, hasUnknownLines } = readJournalText(await readFile(path, 'utf8'));
    if (condition === 'damaged' || hasUnknownLines || isUnsaved(state)) continue;
    await rm(path, { force: true });
    await syncDirectory(folder);
    removed += 1;
  }
  return removed;
}

async function journalsIn(directory: string): Promise<{ folder: string; path: string; changedAt: number }[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'));
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { folder: parentPath, path, changedAt: (await stat(path)).mtimeMs };
    }),
  );
}
