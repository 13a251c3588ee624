import { createHash } from 'node:crypto';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { stableStringify } from '#shared/graph/stable-json.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { filesIn, type NodeDefinition, type NodeValue } from '#service/nodes/definition.ts';
import type { BlobStore } from '#service/storage/blob-store.ts';
import type { Database } from '#service/storage/database.ts';
import { NodeCacheRows, type NodeCacheEntry } from './node-cache-rows.ts';

/** Larger results are made again: keeping them would fill the database faster than computing them takes. */
const ENTRY_LIMIT = 256 * 1024;
/** Files that are looked for at the same time. */
const MAX_LOOKUPS = 100;
/** What was paid for is stored as long as a model may write: making it again would be paid again. */
const PAID_ENTRY_LIMIT = 16 * 1024 * 1024;

/**
 * The hash of everything a node's result depends on: type, version, and all inputs, files by their content.
 * @param options who answers a node that asks a provider, and by how much pictures are smaller than at full size. What another ffmpeg makes is another result.
 */
export function cacheKeyOf(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, NodeValue | undefined>>,
  options: {
    answeredBy?: { provider: { baseUrl: string }; model: string } | null;
    scale?: number | null;
    /** Version of the program that makes the result, where one does. */
    program?: string | null;
  } = {},
): string {
  const content = stableStringify([
    definition.type,
    definition.version,
    inputsOfKey(definition, inputs),
    ...(options.answeredBy ? [[options.answeredBy.provider.baseUrl, options.answeredBy.model]] : []),
    ...(typeof options.scale === 'number' ? [{ scale: options.scale }] : []),
    ...(options.program ? [{ program: options.program }] : []),
  ]);
  const hash = createHash('sha256').update(content).digest('hex');
  // What is smaller than it will be is forgotten soon: see `live-runs` among the migrations.
  return typeof options.scale === 'number' ? `live ${hash}` : hash;
}

/** Without what a type did not have at first and that holds its default: results from before it are still results. */
function inputsOfKey(
  { inputs: pins }: NodeDefinition,
  inputs: Readonly<Record<string, NodeValue | undefined>>,
): Readonly<Record<string, NodeValue | undefined>> {
  const unchanged = pins.filter(
    ({ name, type, default: fallback }) =>
      parsePinType(type).isAdded === true && jsonEqual(inputs[name] ?? null, fallback ?? null),
  );
  if (unchanged.length === 0) return inputs;
  return { ...inputs, ...Object.fromEntries(unchanged.map(({ name }) => [name, undefined])) };
}

/** Results of nodes by content of their inputs, per account. `trim` keeps it small. */
export class NodeCache {
  readonly #blobs: BlobStore;
  readonly #getTime: () => number;
  readonly #rows: NodeCacheRows;

  constructor(db: Database, blobs: BlobStore, getTime: () => number) {
    this.#blobs = blobs;
    this.#getTime = getTime;
    this.#rows = new NodeCacheRows(db);
  }

  /** The outputs made from these inputs before, when all their files are still stored; null otherwise. */
  async find(accountId: string, key: string): Promise<Record<string, NodeValue> | null> {
    const outputs = await this.#rows.find(accountId, key);
    return outputs !== null && (await areStored(this.#blobs, outputs)) ? outputs : null;
  }

  /** Whether there is an entry, whatever became of its files. */
  has(accountId: string, key: string): Promise<boolean> {
    return this.#rows.has(accountId, key);
  }

  /** @returns false when there is no such entry: work that waited for equal work may have had outputs too large for one. */
  touch(accountId: string, key: string): Promise<boolean> {
    return this.#rows.touch(accountId, key, new Date(this.#getTime()).toISOString());
  }

  /** @returns false for outputs too large to be stored. */
  async store(
    accountId: string,
    key: string,
    outputs: Readonly<Record<string, NodeValue>>,
    { isPaid = false } = {},
  ): Promise<boolean> {
    const json = JSON.stringify(outputs);
    if (json.length > (isPaid ? PAID_ENTRY_LIMIT : ENTRY_LIMIT)) return false;
    await this.#rows.store(accountId, key, json, new Date(this.#getTime()).toISOString());
    return true;
  }

  /**
   * Drops the entries used least recently, so that what stays is within both limits. Call it in a transaction.
   * @returns hashes of the files that the dropped entries held.
   */
  async trim(limits: { entries: number; fileBytes: number }): Promise<Set<string>> {
    const retained = new Set<string>();
    const dropped: { accountId: string; key: string; blobs: string[] }[] = [];
    let entries = 0;
    let fileBytes = 0;
    let last: NodeCacheEntry | null | undefined = null;
    while (last !== undefined) {
      const page: NodeCacheEntry[] = await this.#rows.page(last);
      last = page.at(-1);
      for (const { accountId, key, outputs } of page) {
        const files = Object.values(outputs).flatMap(filesIn);
        entries += 1;
        for (const file of files) if (!retained.has(file.blob)) fileBytes += file.sizeBytes;
        if (entries <= limits.entries && fileBytes <= limits.fileBytes) {
          for (const file of files) retained.add(file.blob);
        } else {
          dropped.push({ accountId, key, blobs: files.map((file) => file.blob) });
        }
      }
    }
    await this.#rows.drop(dropped);
    return new Set(dropped.flatMap((entry) => entry.blobs).filter((blob) => !retained.has(blob)));
  }
}

/** Whether the bytes of all files among these values are there. */
export async function areStored(
  blobs: BlobStore,
  values: Readonly<Record<string, NodeValue>>,
): Promise<boolean> {
  const files = Object.values(values).flatMap(filesIn);
  for (let at = 0; at < files.length; at += MAX_LOOKUPS) {
    const found = await Promise.all(files.slice(at, at + MAX_LOOKUPS).map((file) => blobs.has(file.blob)));
    if (!found.every(Boolean)) return false;
  }
  return true;
}
