import { joinKey } from '#shared/language/join-key.ts';
import { parseInSlices } from '#shared/reading/index.ts';
import { runInSlices } from '../slices.ts';
import type { ResponseCache } from './response-cache.ts';

/**
 * Storyboards and timelines as services answered them last, read or saved. What a page goes on from while the service is away
 * must have what was saved here: where an older one is remembered, an edit made on it meets one's own saved edits as if they
 * were somebody else's, and of two sequences of shots a third is made.
 */
export interface MediaDocumentCache {
  /** How many saves of a document were answered so far: what was asked for before one of them may be older than it. */
  saves(connectionId: string, path: string): number;
  /** A document was read. @param savesBefore how many saves there were when it was asked for. */
  read(connectionId: string, path: string, body: Uint8Array, savesBefore: number): Promise<void>;
  /** A document was saved, and this is the response. That to a repeated request may be older, and then changes nothing. */
  saved(connectionId: string, path: string, body: Uint8Array): Promise<void>;
}

/** What is known of one document as long as the app runs. */
interface CacheEntry {
  saves: number;
  /** Of what is cached; null before that was looked at. */
  version: number | null;
  /** One writing after the other: packing takes longer for one than for the next. */
  stored: Promise<void>;
}

export function createMediaDocumentCache(cache: ResponseCache): MediaDocumentCache {
  const documents = new Map<string, CacheEntry>();

  function entryOf(connectionId: string, path: string): CacheEntry {
    const key = joinKey(connectionId, path);
    const entry = documents.get(key) ?? { saves: 0, version: null, stored: Promise.resolve() };
    documents.set(key, entry);
    return entry;
  }

  function serialize(entry: CacheEntry, work: () => Promise<void>): Promise<void> {
    const operation = entry.stored.then(work);
    entry.stored = operation.catch(() => undefined);
    return operation;
  }

  async function cachedVersion(connectionId: string, path: string): Promise<number> {
    const cached = cache.find(connectionId, path);
    return (cached && (await versionOf(cached.body))) ?? -1;
  }

  return {
    saves: (connectionId, path) => documents.get(joinKey(connectionId, path))?.saves ?? 0,

    read(connectionId, path, body, savesBefore) {
      const entry = entryOf(connectionId, path);
      return serialize(entry, async () => {
        if (entry.saves !== savesBefore) return;
        entry.version = null;
        await cache.store(connectionId, path, body);
      });
    },

    saved(connectionId, path, body) {
      const entry = entryOf(connectionId, path);
      entry.saves += 1;
      return serialize(entry, async () => {
        const version = await versionOf(body);
        entry.version ??= await cachedVersion(connectionId, path);
        if (version === null || version <= entry.version) return;
        await cache.store(connectionId, path, body);
        entry.version = version;
      });
    },
  };
}

/** The version of a document's bytes; null for what is no document. */
export async function versionOf(body: Uint8Array): Promise<number | null> {
  const found = await parsed(body);
  const version = typeof found === 'object' && found !== null && 'version' in found ? found.version : null;
  return typeof version === 'number' ? version : null;
}

async function parsed(body: Uint8Array): Promise<unknown> {
  try {
    return await runInSlices(parseInSlices(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return null;
  }
}
