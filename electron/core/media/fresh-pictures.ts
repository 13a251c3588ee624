import type { CoreLog } from '../options.ts';
import { contentTypeOf } from './content-type.ts';
import type { MediaFetcher } from './media-fetcher.ts';
import type { MediaLocator } from './media-source.ts';
import type { MediaItem } from './media-token.ts';
import { readStart } from './read-start.ts';

/** A picture as the event of its node describes it. */
export interface PictureLocation {
  fileId: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** Whether it was made just now. */
  isNew: boolean;
}

/** The bytes of a picture that was fetched ahead. */
export interface FreshPicture {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  filename: string;
}

/** A preview is far below; what is larger goes its usual way. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Pictures held at most: a few runs of a few nodes each. */
const MAX_PICTURES = 48;

/**
 * Pictures of live previews: fetched when the event of their node passes, and held in memory for the page that asks
 * for them next. They are replaced in a moment, so none of them goes to the disk.
 */
export class FreshPictures {
  readonly #options: { fetcher: MediaFetcher; locator: MediaLocator; log: CoreLog };
  readonly #pictures = new Map<string, { picture: Promise<FreshPicture | null>; leave: AbortController }>();

  constructor(options: { fetcher: MediaFetcher; locator: MediaLocator; log: CoreLog }) {
    this.#options = options;
  }

  /** Begins to fetch a picture that is new. Called again of the same one it changes nothing. */
  announce(connectionId: string, picture: PictureLocation): void {
    const key = keyOf(connectionId, picture.fileId);
    if (!picture.isNew || picture.sizeBytes > MAX_BYTES || this.#pictures.has(key)) return;
    const leave = new AbortController();
    this.#pictures.set(key, { picture: this.#fetch(connectionId, picture, leave.signal), leave });
    for (const oldest of this.#pictures.keys()) {
      if (this.#pictures.size <= MAX_PICTURES) break;
      this.#drop(oldest);
    }
  }

  /** The whole picture, once it is there; null for one that is not held, or that could not be fetched. */
  async find({ connectionId, source }: MediaItem): Promise<FreshPicture | null> {
    if (source.kind !== 'file') return null;
    return (await this.#pictures.get(keyOf(connectionId, source.fileId))?.picture) ?? null;
  }

  /** Lets go of a file, or of all files of a connection. */
  clear(connectionId: string, fileId = ''): void {
    const start = keyOf(connectionId, fileId);
    for (const key of this.#pictures.keys()) {
      if (fileId === '' ? key.startsWith(start) : key === start) this.#drop(key);
    }
  }

  close(): void {
    for (const key of this.#pictures.keys()) this.#drop(key);
  }

  #drop(key: string): void {
    this.#pictures.get(key)?.leave.abort();
    this.#pictures.delete(key);
  }

  async #fetch(
    connectionId: string,
    { fileId, filename, contentType: declaredType, sizeBytes }: PictureLocation,
    signal: AbortSignal,
  ): Promise<FreshPicture | null> {
    const { fetcher, locator, log } = this.#options;
    const contentType = contentTypeOf(filename, declaredType);
    // The event says what the record would, so that the record need not be read.
    locator.describe(connectionId, fileId, { contentType, filename, sizeBytes });
    try {
      const item: MediaItem = { connectionId, source: { kind: 'file', fileId }, variant: 'original' };
      const { response } = await fetcher.fetch(item, { range: null, maxBytes: MAX_BYTES, signal });
      const bytes = new Uint8Array(await readStart(response.body, MAX_BYTES));
      if (response.ok && bytes.byteLength === sizeBytes) return { bytes, contentType, filename };
    } catch (error) {
      if (!signal.aborted)
        log.debug(
          { name: error instanceof Error ? error.name : 'unknown' },
          'a picture was not fetched ahead',
        );
    }
    this.#pictures.delete(keyOf(connectionId, fileId));
    return null;
  }
}

const keyOf = (connectionId: string, fileId: string): string =>
  `${encodeURIComponent(connectionId)}/${fileId}`;
