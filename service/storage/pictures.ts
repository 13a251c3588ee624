import sharp from 'sharp';
import type { Database } from './database.ts';
import type { BlobStore } from './blob-store.ts';
import { one, run, text } from './statements.ts';

/** Pictures derived from blobs: made on first request, kept as blobs of their own, found in `blob_previews`. */

export type PictureKind = 'preview' | 'thumbnail';

/** Longest side, in pixels. */
const SIDE: Record<PictureKind, number> = { preview: 2048, thumbnail: 512 };
/** A picture that unpacks to more is a bomb or a mistake. */
const PIXEL_LIMIT = 300_000_000;
/** Formats that sharp reads without running anything found inside them; SVG can refer to other files. */
const READABLE = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif', 'jp2', 'ppm']);

export interface Picture {
  blob: string;
  contentType: string;
}

interface PictureStore {
  db: Database;
  blobs: BlobStore;
}

const making = new WeakMap<Database, Map<string, Promise<Picture | null>>>();

/** The picture of a blob, made when it does not exist yet. @returns null when the blob is not an image we can read. */
export async function loadPicture(
  store: PictureStore,
  blob: string,
  kind: PictureKind,
): Promise<Picture | null> {
  if (!/^[0-9a-f]{64}$/.test(blob)) return null;
  const found = findPicture(store, blob, kind);
  if (found && (await store.blobs.has(found.blob))) return found;
  let ofStore = making.get(store.db);
  if (!ofStore) making.set(store.db, (ofStore = new Map()));
  const name = `${blob}/${kind}`;
  const running = ofStore.get(name);
  if (running) return running;
  const made = makePicture(store, blob, kind).finally(() => ofStore.delete(name));
  ofStore.set(name, made);
  return made;
}

function findPicture({ db }: PictureStore, blob: string, kind: PictureKind): Picture | null {
  const row = one(
    db,
    'SELECT preview_blob, content_type FROM blob_previews WHERE blob = ? AND kind = ?',
    blob,
    kind,
  );
  return row ? { blob: text(row, 'preview_blob'), contentType: text(row, 'content_type') } : null;
}

async function makePicture(store: PictureStore, blob: string, kind: PictureKind): Promise<Picture | null> {
  if (!(await store.blobs.has(blob))) return null;
  const bytes = await renderPicture(store.blobs.pathOf(blob), SIDE[kind]);
  if (!bytes) return null;
  const stored = await store.blobs.write(bytes);
  run(
    store.db,
    'INSERT OR REPLACE INTO blob_previews (blob, kind, preview_blob, content_type) VALUES (?, ?, ?, ?)',
    blob,
    kind,
    stored.hash,
    'image/webp',
  );
  return { blob: stored.hash, contentType: 'image/webp' };
}

async function renderPicture(path: string, side: number): Promise<Uint8Array | null> {
  try {
    const image = sharp(path, { limitInputPixels: PIXEL_LIMIT, sequentialRead: true, failOn: 'error' });
    const { format } = await image.metadata();
    if (!format || !READABLE.has(format)) return null;
    return await image
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    // Not an image, a broken one, or one past the pixel limit: there is no picture of it.
    return null;
  }
}
