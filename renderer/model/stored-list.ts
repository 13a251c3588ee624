import type { z } from 'zod';
import { DEFAULT_LIMITS, listUpTo, parseJson } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.model.storedList;

/** A short list in the storage of this browser, which all windows of it share. */
export interface StoredList<T> {
  /** The oldest first; empty where nothing is there or it cannot be read. */
  read(): T[];
  /** Writes it down, the newest of it where it is too long. Without storage nothing happens. */
  write(list: readonly T[]): void;
}

/** @param key of the storage. @param max how many there can be. */
export const createStoredList = <T>(key: string, max: number, item: z.ZodType<T>): StoredList<T> => ({
  read() {
    try {
      const text = localStorage.getItem(key) ?? '[]';
      const read = parseJson(text, { limits: DEFAULT_LIMITS, label: t.theList, hint: '' });
      return listUpTo(max, item).safeParse(read.ok ? read.value : []).data ?? [];
    } catch {
      return [];
    }
  },
  write(list) {
    try {
      if (list.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(list.slice(-max)));
    } catch {
      // What is not written is not there the next time.
    }
  },
});
