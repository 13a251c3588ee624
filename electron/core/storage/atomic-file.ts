import { createSerialize } from '#shared/language/serialize.ts';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { systemErrorCode } from '../desk-error.ts';
import { quarantineName, isUnreadable } from './data-folder.ts';

/** Flushes a folder's entries, so that a rename or a new file in it survives a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a folder for this and does not need it.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes a folder and those above it, for their owner only; each new one's name is flushed, so that it survives a power
 * cut. Node's own recursive `mkdir` says ENOENT whatever the disk said. @param path absolute.
 */
export async function makeFolderDurably(path: string): Promise<void> {
  const make = () =>
    mkdir(path, { mode: 0o700 }).then(
      () => true,
      async (error: unknown) => {
        if (systemErrorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return false;
        throw error;
      },
    );
  let isNew: boolean;
  try {
    isNew = await make();
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolderDurably(dirname(path));
    isNew = await make();
  }
  if (isNew) await syncDirectory(dirname(path));
}

/** Replaces a file as a whole: after a crash it holds the old content or the new, never a part. */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  await makeFolderDurably(dirname(path));
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Moves a file that cannot be read to a name of its own beside it. @returns the new path. */
export async function quarantine(path: string, timestamp: number): Promise<string> {
  const quarantined = quarantineName(path, timestamp);
  await rename(path, quarantined);
  return quarantined;
}

/**
 * Keeps a damaged file under a second name beside it, to be replaced by `writeFileAtomically`: a stop between the two loses
 * nothing, and neither needs room for what is there already. Where the file system has no second names it is copied,
 * which does need room. @param secondName a test's file system can have none.
 * @returns the new path. @throws what the system says; then there is the file under its own name, and no part of a copy.
 */
export async function backUp(path: string, timestamp: number, secondName = link): Promise<string> {
  const quarantined = quarantineName(path, timestamp);
  await secondName(path, quarantined).catch(() => copyDurably(path, quarantined));
  await syncDirectory(dirname(path));
  return quarantined;
}

async function copyDurably(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    const handle = await open(to, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') await rm(to, { force: true });
    throw error;
  }
}

export interface JsonFile<T> {
  /**
   * What the file holds; when it is broken, the last good copy; when there is none, null.
   * A broken file, or a folder in its place, is moved aside, so reading always succeeds unless the disk itself fails.
   */
  load(): Promise<T | null>;
  save(value: T): Promise<void>;
}

/** What `jsonFile` has to know beside its schema. */
export const quarantineOptions = (
  getTime: () => number,
  onQuarantine: (quarantined: string) => void,
): Parameters<typeof jsonFile>[2] => ({ now: getTime, onQuarantine });

/**
 * A small JSON file with a second copy for the day the first is damaged.
 * @param onQuarantine called about each file that was moved aside.
 */
export function jsonFile<T>(
  path: string,
  schema: z.ZodType<T>,
  options: { now: () => number; onQuarantine: (quarantined: string) => void },
): JsonFile<T> {
  const lastGood = `${path}.last-good`;
  const serialize = createSerialize();

  async function read(candidate: string): Promise<T | null> {
    let text: string;
    try {
      text = await readFile(candidate, 'utf8');
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return null;
      if (!isUnreadable(error)) throw error;
      options.onQuarantine(await quarantine(candidate, options.now()));
      return null;
    }
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      options.onQuarantine(await quarantine(candidate, options.now()));
      return null;
    }
  }

  return {
    load: async () => (await read(path)) ?? (await read(lastGood)),
    save(value) {
      const text = `${JSON.stringify(value, null, 2)}\n`;
      return serialize(async () => {
        for (const target of [path, lastGood]) {
          const found = await stat(target).catch(() => null);
          if (found?.isDirectory() === true) options.onQuarantine(await quarantine(target, options.now()));
          await writeFileAtomically(target, text);
        }
      });
    },
  };
}
