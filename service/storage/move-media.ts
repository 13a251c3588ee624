import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import {
  IN_FOLDER,
  isSameLocation,
  MediaStoreProblem,
  readMediaLocation,
  writeMediaLocation,
} from './media-location.ts';
import { openVerifiedStore, refuseForeignStore } from './open-blob-store.ts';

/** Files between two words about how far it is. */
const STEP = 100;

interface Moving {
  signal: AbortSignal;
  onProgress: (count: number, total: number) => void;
}

export interface MoveResult {
  count: number;
  total: number;
  /** False where it was stopped: nothing was removed, and the same call goes on. */
  isComplete: boolean;
}

/**
 * Moves all media of a data folder to another place. Each file is read back there and its hash is compared; when all are there the
 * place is written down, and only then are they removed where they were. Call it with the directory locked.
 * @throws MediaStoreProblem; nothing is lost then, and the same call goes on
 */
export async function moveMedia(
  dataDirectory: string,
  to: string,
  { signal, onProgress }: Moving,
): Promise<MoveResult> {
  const from = readMediaLocation(dataDirectory) ?? IN_FOLDER;
  const journal = new MoveJournal(join(dataDirectory, 'media-move'));
  if (isSameLocation(from, to)) return finish(dataDirectory, journal, to);
  const source = await openVerifiedStore({ dataDirectory, address: from });
  const target = await openVerifiedStore({ dataDirectory, address: to });
  if (journal.target !== to) {
    await refuseForeignStore(target, to);
    journal.begin(from, to);
  }
  const hashes: string[] = [];
  for await (const hash of source.list()) hashes.push(hash);
  let count = 0;
  for (const hash of hashes) {
    if (signal.aborted) return { count, total: hashes.length, isComplete: false };
    if (!journal.has(hash)) {
      await bring(hash, source, target);
      journal.add(hash);
    }
    count += 1;
    if (count % STEP === 0 || count === hashes.length) onProgress(count, hashes.length);
  }
  await target.writeMarks(await source.readMarks());
  // From here on a start takes them from there.
  writeMediaLocation(dataDirectory, to);
  await removeAll(source);
  journal.end();
  return { count, total: hashes.length, isComplete: true };
}

/** Copies a blob, and reads it back. @throws MediaStoreProblem where other bytes come back */
async function bring(hash: string, source: BlobStore, target: BlobStore): Promise<void> {
  if (!(await target.has(hash))) {
    const stored = await target.write(source.read(hash));
    if (stored.hash !== hash)
      throw new MediaStoreProblem(
        `The file ${hash} is damaged where it is, so nothing was moved away. Start the service without it, or put it back from a backup.`,
      );
  }
  if ((await hashIn(hash, target)) !== hash)
    throw new MediaStoreProblem(
      `The file ${hash} came back from the new place with other bytes. Nothing was removed; try again.`,
    );
}

async function hashIn(hash: string, store: BlobStore): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of store.readStored(hash)) sum.update(chunk as Uint8Array);
  return sum.digest('hex');
}

/** What an earlier call has not removed any more. */
async function finish(dataDirectory: string, journal: MoveJournal, to: string): Promise<MoveResult> {
  const target = await openVerifiedStore({ dataDirectory, address: to });
  if (journal.target === to && journal.source !== null)
    await removeAll(await openVerifiedStore({ dataDirectory, address: journal.source }), target);
  journal.end();
  let total = 0;
  for await (const _hash of target.list()) total += 1;
  return { count: total, total, isComplete: true };
}

/** @param proof where each has to be before it is removed; they were all read back from there otherwise */
async function removeAll(source: BlobStore, proof: BlobStore | null = null): Promise<void> {
  const hashes: string[] = [];
  for await (const hash of source.list()) hashes.push(hash);
  for (const hash of hashes) if (proof === null || (await proof.has(hash))) await source.delete(hash);
  await source.writeMarks([]);
}

/** What has arrived, so that a call which was stopped is gone on with. */
class MoveJournal {
  readonly #path: string;
  readonly #hashes = new Set<string>();
  target: string | null = null;
  source: string | null = null;

  constructor(path: string) {
    this.#path = path;
    if (!existsSync(path)) return;
    const [source, target, ...hashes] = readFileSync(path, 'utf8').split('\n');
    this.source = source ?? null;
    this.target = target ?? null;
    // A line that was cut off stands for nothing.
    for (const hash of hashes) if (/^[0-9a-f]{64}$/.test(hash)) this.#hashes.add(hash);
  }

  begin(from: string, to: string): void {
    this.end();
    appendFileSync(this.#path, `${from}\n${to}\n`, { mode: 0o600 });
    [this.source, this.target] = [from, to];
  }

  has(hash: string): boolean {
    return this.#hashes.has(hash);
  }

  add(hash: string): void {
    appendFileSync(this.#path, `${hash}\n`);
    this.#hashes.add(hash);
  }

  end(): void {
    rmSync(this.#path, { force: true });
    this.#hashes.clear();
  }
}
