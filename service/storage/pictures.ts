import { MAX_PICTURE_BYTES, pictureProblem, runPictureTask } from '#native/pictures/picture-task.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import type { Database } from './database.ts';
import type { BlobStore } from './blob-store.ts';
import { queryRow, run, text } from './statements.ts';

/** Pictures derived from blobs: made on first request, kept as blobs of their own, found in `blob_previews`. */

export type PictureKind = 'preview' | 'thumbnail';

/** Longest side, in pixels. */
const SIDE: Record<PictureKind, number> = { preview: 2048, thumbnail: 512 };
/** A picture that unpacks to more is a bomb or a mistake. */
const PIXEL_LIMIT = 300_000_000;
/** Formats that sharp reads without running anything found inside them; SVG can refer to other files. */
const READABLE = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif', 'jp2', 'ppm'];
const QUALITY = 82;

export interface Picture {
  blob: string;
  contentType: string;
}

interface PictureStore {
  db: Database;
  blobs: BlobStore;
  native: NativePool;
}

/** A picture ended its decoder, or took too long or too much memory. The message says so to people. */
export class PictureProblem extends Error {
  override name = 'PictureProblem';
}

const pendingPictures = new WeakMap<Database, Map<string, Promise<Picture | null>>>();

/**
 * The picture of a blob, made when it does not exist yet.
 * @returns null when the blob is not an image we can read.
 * @throws PictureProblem when its decoder did not survive it.
 */
export async function loadPicture(
  store: PictureStore,
  blob: string,
  kind: PictureKind,
): Promise<Picture | null> {
  if (!/^[0-9a-f]{64}$/.test(blob)) return null;
  const found = await findPicture(store, blob, kind);
  if (found && (await store.blobs.has(found.blob))) return found;
  let ofStore = pendingPictures.get(store.db);
  if (!ofStore) pendingPictures.set(store.db, (ofStore = new Map()));
  const name = `${blob}/${kind}`;
  const running = ofStore.get(name);
  if (running) return running;
  const picture = makePicture(store, blob, kind).finally(() => ofStore.delete(name));
  ofStore.set(name, picture);
  return picture;
}

async function findPicture({ db }: PictureStore, blob: string, kind: PictureKind): Promise<Picture | null> {
  const row = await queryRow(
    db,
    'SELECT preview_blob, content_type FROM blob_previews WHERE blob = ? AND kind = ?',
    blob,
    kind,
  );
  return row ? { blob: text(row, 'preview_blob'), contentType: text(row, 'content_type') } : null;
}

async function makePicture(store: PictureStore, blob: string, kind: PictureKind): Promise<Picture | null> {
  const { blobs, native, db } = store;
  if (!(await blobs.has(blob))) return null;
  await blobs.makeLocal([blob]);
  const { result } = runPictureTask(
    native,
    blobs.pathOf(blob),
    { side: SIDE[kind], maxPixels: PIXEL_LIMIT, quality: QUALITY, formats: READABLE },
    {
      fingerprint: `${kind} of ${blob}`,
      collect: (folder, signal) =>
        folder.readOutput('picture', MAX_PICTURE_BYTES, (bytes) => blobs.write(bytes, { signal })),
    },
  );
  const generated = await result;
  if (generated.kind === 'lost') throw new PictureProblem(pictureProblem(generated));
  // Not an image, a broken one, or one past the pixel limit: there is no picture of it.
  if (generated.kind !== 'succeeded') return null;
  await run(
    db,
    `INSERT INTO blob_previews (blob, kind, preview_blob, content_type) VALUES (?, ?, ?, ?)
     ON CONFLICT (blob, kind) DO UPDATE SET preview_blob = excluded.preview_blob, content_type = excluded.content_type`,
    blob,
    kind,
    generated.value.hash,
    'image/webp',
  );
  return { blob: generated.value.hash, contentType: 'image/webp' };
}
