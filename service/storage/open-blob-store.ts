import { mkdirSync } from 'node:fs';
import type { BlobStore } from './blob-store.ts';
import type { Database } from './database.ts';
import type { SharedMedia } from './shared-media.ts';
import { readPairing } from './pairing.ts';
import { dataPaths } from './data-directory.ts';
import { createFileBlobStore } from './file-blob-store.ts';
import {
  IN_FOLDER,
  MediaStoreProblem,
  parseMediaLocation,
  resolveMediaLocation,
  readMediaLocation,
  writeMediaLocation,
} from './media-location.ts';

/** Where the media of a service are, as threads are told it; keys are not a part of it. */
export interface MediaSource {
  dataDirectory: string;
  /** As `--media` says it. */
  address: string;
  /** Set where other services may use them too. */
  sharedMedia?: SharedMedia;
}

/** Opens the store of a place that was opened before, as threads do. */
export async function openBlobStoreAt(
  { dataDirectory, address, sharedMedia }: MediaSource,
  getTime: () => number = Date.now,
): Promise<BlobStore> {
  const { blobs, mediaCache } = dataPaths(dataDirectory);
  const location = parseMediaLocation(address);
  if (location === null) return createFileBlobStore(blobs, getTime);
  // Loaded where it is wanted: most services keep their media in their folder.
  const [{ S3Objects }, { createS3BlobStore }] = await Promise.all([
    import('./s3-objects.ts'),
    import('./s3-blob-store.ts'),
  ]);
  mkdirSync(mediaCache, { recursive: true, mode: 0o700 });
  const objects = new S3Objects({ location });
  return createS3BlobStore({
    objects,
    folder: mediaCache,
    cacheBytes: location.cacheBytes,
    sharedMedia,
    getTime,
  });
}

/**
 * Opens a place for the first time in this process: it has to answer, and to belong to this data folder or to nobody.
 * @throws MediaStoreProblem
 */
export async function openVerifiedStore(
  source: MediaSource,
  getTime: () => number = Date.now,
): Promise<BlobStore> {
  const store = await openBlobStoreAt(source, getTime);
  const location = parseMediaLocation(source.address);
  if (location === null) return store;
  const { S3Objects } = await import('./s3-objects.ts');
  const objects = new S3Objects({ location });
  await objects.probe();
  // Of others it may be under way.
  if (source.sharedMedia === undefined) await objects.abortUnfinished();
  objects.close();
  return store;
}

/**
 * Opens the media of a service at its start.
 * @param requested `--media`; where they were put last without it.
 * @param shared of a database that several services may use. @throws MediaStoreProblem
 */
export async function openMedia(
  dataDirectory: string,
  requested: string | undefined,
  getTime: () => number,
  shared: { db: Database } | null = null,
): Promise<{ blobs: BlobStore; source: MediaSource }> {
  const recorded = readMediaLocation(dataDirectory);
  const address = resolveMediaLocation(dataDirectory, dataPaths(dataDirectory).blobs, requested ?? null);
  const source = { dataDirectory, address, ...(shared !== null && { sharedMedia: { isExclusive: false } }) };
  const blobs = await openVerifiedStore(source, getTime);
  const isFamiliar = shared !== null && (await readPairing(shared.db, blobs)) === 'paired';
  if (recorded === null && address !== IN_FOLDER && !isFamiliar) await refuseForeignStore(blobs, address);
  if (recorded !== address && (recorded !== null || address !== IN_FOLDER))
    writeMediaLocation(dataDirectory, address);
  return { blobs, source };
}

/** A start clears away what its database does not know, so a place has one service. @throws MediaStoreProblem */
export async function refuseForeignStore(blobs: BlobStore, address: string): Promise<void> {
  if ((await blobs.readMarks()).length === 0) return;
  throw new MediaStoreProblem(
    `Another data folder keeps its media in ${address}. Choose another prefix, as s3://BUCKET/ANOTHER-PREFIX.`,
  );
}
