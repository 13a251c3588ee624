import type { Readable } from 'node:stream';

/** Bytes by content. A blob's name is the lower-case hex SHA-256 of its bytes. */
export interface BlobStore {
  /**
   * Streams bytes in: temporary file → fsync → rename. Resolves once durable. The same bytes are stored once.
   * @param options.transient for what is soon made again: not synced, so that a power cut may take it.
   */
  write(
    source: Readable | Uint8Array,
    options?: { signal?: AbortSignal; transient?: boolean },
  ): Promise<StoredBlob>;
  /**
   * Joins files that lie in the store's incoming folder into one blob, in order, hashing as it goes.
   * The parts stay until `discardIncoming`.
   */
  join(segments: readonly string[]): Promise<StoredBlob>;
  /** Makes one incoming file a blob under the hash that `writeIncoming` gave for it, without copying its bytes. */
  adopt(segment: string, sha256: string): Promise<StoredBlob>;
  /**
   * Streams bytes into the incoming folder (an upload part). Resolves once durable.
   * @throws BlobSizeExceeded when more than `limitBytes` arrive; nothing is kept then.
   */
  writeIncoming(
    name: string,
    source: Readable,
    limitBytes: number,
  ): Promise<{ sizeBytes: number; sha256: string }>;
  discardIncoming(names: readonly string[]): Promise<void>;
  listIncoming(): Promise<string[]>;
  has(hash: string): Promise<boolean>;
  /** Whether every blob always lies where `pathOf` says. */
  readonly isLocal: boolean;
  /**
   * Brings blobs to where `pathOf` says; they stay there for an hour at least.
   * @throws an error with the code `ENOENT` of one that is missing, MediaStoreProblem where they cannot be had
   */
  makeLocal(hashes: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Absolute path, for libraries that read files themselves (sharp, ffmpeg). The file must not be changed. */
  pathOf(hash: string): string;
  /** Reads a byte range (inclusive), or all of it. */
  read(hash: string, range?: { start: number; end: number }): Readable;
  /** All of it from where it is kept, past copies on this computer. */
  readStored(hash: string): Readable;
  /** Bytes; throws when missing. */
  size(hash: string): Promise<number>;
  /**
   * Removes a blob. One that was written in the last minutes, by whichever thread, is kept (the row that will refer to
   * it may still be on its way); the sweep at the next start removes it if nothing came to refer to it.
   * @returns whether it is gone.
   */
  delete(hash: string): Promise<boolean>;
  /** Sets blobs and incoming files aside, under their names: into a folder of the same file system, or below its name in the store. */
  quarantine(hashes: readonly string[], incoming: readonly string[], folder: string): Promise<void>;
  /** What was set aside, by the folders that `quarantine` was told. @param root the folder that they lie in */
  listQuarantined(root: string): Promise<{ folder: string; hashes: string[] }[]>;
  /** Takes a blob back from a folder that `quarantine` filled. */
  restore(hash: string, folder: string): Promise<void>;
  /** Every blob's hash. */
  list(): AsyncIterable<string>;
  /** Marks of the database that knows these blobs; none before the first. */
  readMarks(): Promise<string[]>;
  writeMarks(marks: readonly string[]): Promise<void>;
}

export interface StoredBlob {
  hash: string;
  sizeBytes: number;
}

/** More bytes arrived than were announced or allowed. */
export class BlobSizeExceeded extends Error {
  override name = 'BlobSizeExceeded';
}
