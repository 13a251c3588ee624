import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { DISK_KINDS, type DiskKind, type DiskUse } from '#shared/desk/index.ts';

/** Entries that are looked at: a larger folder is measured in part, which is said. */
const MAX_ENTRIES = 500_000;
/** Folders within folders. */
const MAX_DEPTH = 12;
/** Sizes that are asked for at the same time. */
const CONCURRENT_STATS = 32;

/** By the first two names of a path below the data folder; by the first one where a folder is of one kind. */
const KINDS: ReadonlyMap<string, DiskKind> = new Map([
  ['service/blobs', 'files'],
  ['service/backups', 'backups'],
  ['service/set-aside', 'backups'],
  ['service/database-suspect', 'backups'],
  ['desk/versions', 'versions'],
  ['desk/journal', 'versions'],
  ['desk/media', 'previews'],
  ['desk/native', 'previews'],
  ['desk/archives', 'transfers'],
  ['desk/transfers', 'transfers'],
  ['desk/uploads', 'transfers'],
]);

/** What of the data folder a file is part of. @param names of the folders above it and its own, below the data folder. */
export function kindOfPath([top = '', second = '']: readonly string[]): DiskKind {
  const kind = KINDS.get(`${top}/${second}`);
  if (kind) return kind;
  if (top === 'service' && second.startsWith('patchbay.sqlite')) return 'projects';
  if (top === 'desk' && /^(?:responses|answers)\.sqlite/.test(second)) return 'offline';
  if (top === 'desk' && /^(?:desk|unfinished)\.sqlite/.test(second)) return 'versions';
  return 'misc';
}

/**
 * Bytes and files of a data folder by kind. Links are not followed; what goes while it is measured is not counted.
 * @param maxEntries that are looked at.
 */
export async function measureFolder(
  folder: string,
  signal: AbortSignal,
  maxEntries = MAX_ENTRIES,
): Promise<Pick<DiskUse, 'kinds' | 'isComplete'>> {
  const sums = new Map(DISK_KINDS.map((kind) => [kind, { bytes: 0, files: 0 }]));
  let left = maxEntries;
  let isComplete = true;
  let pending: Promise<void>[] = [];

  const count = async (path: string, kind: DiskKind): Promise<void> => {
    try {
      const { size } = await lstat(path);
      const sum = sums.get(kind);
      if (sum) {
        sum.bytes += size;
        sum.files += 1;
      }
    } catch {
      // It went meanwhile.
    }
  };
  const visit = async (names: readonly string[]): Promise<void> => {
    for await (const entry of entriesOf(join(folder, ...names))) {
      signal.throwIfAborted();
      if (left === 0) {
        isComplete = false;
        return;
      }
      left -= 1;
      const path = [...names, entry.name];
      if (entry.isDirectory()) {
        if (path.length < MAX_DEPTH) await visit(path);
        else isComplete = false;
      } else if (entry.isFile()) {
        pending.push(count(join(folder, ...path), kindOfPath(path)));
        if (pending.length >= CONCURRENT_STATS) {
          await Promise.all(pending);
          pending = [];
        }
      }
    }
  };
  await visit([]);
  await Promise.all(pending);
  return { isComplete, kinds: DISK_KINDS.map((kind) => ({ kind, bytes: 0, files: 0, ...sums.get(kind) })) };
}

/** The entries of a folder; none of one that may not be read or went meanwhile. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch {
    // What cannot be read is not counted.
  }
}
