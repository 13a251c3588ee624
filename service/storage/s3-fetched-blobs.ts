import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { BlobStore } from './blob-store.ts';
import type { LocalCopies } from './local-copies.ts';
import { MediaStoreProblem } from './media-location.ts';
import type { S3Objects } from './s3-objects.ts';

export const BLOBS = 'blobs/';
/** Blobs that are brought to this computer at once. */
const MAX_CONCURRENT = 4;
/** Milliseconds for which what the store said of a blob counts: one download asks three times. */
const SIZE_TTL_MS = 10_000;
const MAX_SIZES = 10_000;

/** The object of a blob, below the prefix. */
export const nameOf = (hash: string): string => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('A blob is named by 64 hex digits.');
  return `${BLOBS}${hash.slice(0, 2)}/${hash}`;
};

/** How large blobs are, as the store has said a moment ago. */
export class StoredSizes {
  readonly #objects: S3Objects;
  readonly #sizes = new Map<string, { sizeBytes: number; until: number }>();

  constructor(objects: S3Objects) {
    this.#objects = objects;
  }

  /** @returns null of a blob that the store has not */
  async get(hash: string): Promise<number | null> {
    const found = this.#sizes.get(hash);
    if (found && found.until > Date.now()) return found.sizeBytes;
    const sizeBytes = await this.#objects.size(nameOf(hash));
    if (sizeBytes !== null) this.set(hash, sizeBytes);
    return sizeBytes;
  }

  set(hash: string, sizeBytes: number): void {
    if (this.#sizes.size >= MAX_SIZES) this.#sizes.clear();
    this.#sizes.set(hash, { sizeBytes, until: Date.now() + SIZE_TTL_MS });
  }

  delete(hash: string): void {
    this.#sizes.delete(hash);
  }
}

interface Stores {
  objects: S3Objects;
  /** Of this computer: copies, and what was never sent. */
  local: BlobStore;
  transients: BlobStore;
  copies: LocalCopies;
}

/** Blobs on this computer, and how they come here. */
export class FetchedBlobs {
  readonly #stores: Stores;
  readonly #running = new Map<string, Promise<void>>();

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /** Where the bytes lie on this computer; null where they do not. */
  pathOf(hash: string): string | null {
    const { local, transients } = this.#stores;
    return [local.pathOf(hash), transients.pathOf(hash)].find((path) => existsSync(path)) ?? null;
  }

  /** Brings those that are not here, each once for all who wait for it. */
  async fetch(hashes: readonly string[], signal?: AbortSignal): Promise<void> {
    const pending = [...new Set(hashes)];
    const lane = async (): Promise<void> => {
      for (let hash = pending.pop(); hash !== undefined; hash = pending.pop()) {
        signal?.throwIfAborted();
        await this.#fetchShared(hash);
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT }, lane));
    for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  read(hash: string, range?: { start: number; end: number }): Readable {
    const { objects, local, transients, copies } = this.#stores;
    const path = this.pathOf(hash);
    if (path === null)
      return Readable.from(range ? objects.bytes(nameOf(hash), range) : this.#verified(hash));
    copies.touch(path);
    return (existsSync(local.pathOf(hash)) ? local : transients).read(hash, range);
  }

  readStored(hash: string): Readable {
    const { objects, transients } = this.#stores;
    return existsSync(transients.pathOf(hash))
      ? transients.read(hash)
      : Readable.from(objects.bytes(nameOf(hash)));
  }

  #fetchShared(hash: string): Promise<void> {
    const running = this.#running.get(hash) ?? this.#download(hash).finally(() => this.#running.delete(hash));
    this.#running.set(hash, running);
    return running;
  }

  async #download(hash: string): Promise<void> {
    const { local, copies } = this.#stores;
    const path = this.pathOf(hash);
    if (path !== null) return copies.touch(path);
    // Synced: after a power cut a copy is whole or not there.
    const { sizeBytes } = await local.write(Readable.from(this.#verified(hash)));
    await copies.added(sizeBytes);
  }

  /** All bytes of a blob, or an error at their end where they are not those of its hash. */
  async *#verified(hash: string): AsyncGenerator<Uint8Array> {
    const sum = createHash('sha256');
    for await (const chunk of this.#stores.objects.bytes(nameOf(hash))) {
      sum.update(chunk);
      yield chunk;
    }
    if (sum.digest('hex') === hash) return;
    throw new MediaStoreProblem(
      'A file came from the store with other bytes than it was put there with. Put it back from a backup of the bucket.',
    );
  }
}
