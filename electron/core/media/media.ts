import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { NativePool } from '#native/pool/native-pool.ts';
import { MAX_NAME_LENGTH, parseRegion } from '#shared/desk/index.ts';
import { MAY_NAME_COLORS } from '#shared/film/picture-color.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { isUnavailable } from '../api/api-client.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock } from '../options.ts';
import { cachingStream } from './caching-stream.ts';
import { contentTypeOf } from './content-type.ts';
import { notAPicture, PICTURE_TYPE } from './derive-picture.ts';
import { deriveRegion, REGION_TYPE } from './derive-region.ts';
import { deriveSrgb, isNotSrgb, SRGB_TYPE, SrgbPictures } from './derive-srgb.ts';
import { deriveVariant, type DerivedVariant } from './derive-variant.ts';
import type { FreshPictures } from './fresh-pictures.ts';
import type { CachedMedia, MediaCache } from './media-cache.ts';
import { MediaFetcher, type Fetched, type MediaFetcherOptions } from './media-fetcher.ts';
import { mediaHeaders, respondFromBytes, respondFromFile, type MediaPresentation } from './media-response.ts';
import type { MediaSourceAt } from './media-source.ts';
import type { MediaItem, MediaTokens } from './media-token.ts';
import { readStart } from './read-start.ts';
import { SharedWork } from './shared-work.ts';

export interface MediaOptions extends MediaFetcherOptions {
  fresh: FreshPictures;
  tokens: MediaTokens;
  cache: MediaCache;
  native: NativePool;
  clock: Clock;
}

/** How a page is to get media, apart from the bytes. */
type Present = (metadata: { contentType: string | null; filename: string | null }) => MediaPresentation;

/** Pictures of node types change with the service's version only. */
const NODE_TYPE_PICTURE_FOR_MS = 24 * 3600 * 1000;

/** Media of services by addresses of this computer: from the cache, from the service, or as a smaller picture. */
export class Media {
  readonly #options: MediaOptions;
  readonly #fetcher: MediaFetcher;
  readonly #downloading = new SharedWork<CachedMedia>();
  readonly #deriving = new SharedWork<CachedMedia>();
  readonly #srgb = new SrgbPictures();

  constructor(options: MediaOptions) {
    this.#options = options;
    this.#fetcher = new MediaFetcher(options);
  }

  /** Answers `GET` and `HEAD` of `/media/{token}`, `?download=1` to save, with `&name=` under that name. @throws DeskError, UnreachableError */
  async response(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const token = /^\/media\/([\w.-]+)$/.exec(url.pathname)?.[1];
    const item = token === undefined ? null : this.#options.tokens.verify(token);
    if (!item) throw new DeskError('NOT_FOUND', 'There is no such media.');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new DeskError('NOT_ALLOWED', 'Media can only be read.', { status: 405 });
    }
    this.#options.connections.get(item.connectionId);
    const download = url.searchParams.get('download') === '1';
    const name = url.searchParams.get('name')?.slice(0, MAX_NAME_LENGTH).toWellFormed();
    const present: Present = ({ contentType, filename }) => ({
      contentType: contentType ?? 'application/octet-stream',
      filename: name ?? filename,
      download,
      immutable: isImmutable(item),
    });

    const region = url.searchParams.get('region');
    if (region !== null) {
      const regionPicture = await this.#ensureRegion(item, region, request.signal);
      return respondFromFile(request, regionPicture, present(regionPicture));
    }
    if (item.variant === 'proxy') {
      const proxy = this.#options.cache.find(`${keyOf(item)}#proxy`);
      if (!proxy) throw new DeskError('NOT_FOUND', 'The small copy of this file is not made yet.');
      return respondFromFile(request, proxy, { ...present(proxy), immutable: false });
    }
    // Thumbnails of the service are small already.
    if (item.variant !== 'original' && item.source.kind === 'file') {
      const picture = await this.#ensurePicture(item, item.variant, request.signal);
      return respondFromFile(request, picture, present(picture));
    }
    const fresh = await this.#options.fresh.find(item);
    if (fresh) return respondFromBytes(request, fresh.bytes, present(fresh));
    const displayed = download ? null : await this.#displayed(item, request.signal);
    if (displayed) return respondFromFile(request, displayed, present(displayed));
    const found = this.#findFresh(item);
    if (found) return respondFromFile(request, found, present(found));
    if (item.source.kind === 'file') return this.#stream(request, item, present);
    const picture = await this.original(item, request.signal);
    return respondFromFile(request, picture, present(picture));
  }

  /**
   * The first bytes of an original, without the rest of it.
   * @returns no more than `maxBytes`, and how many there are in all; null when that is not known.
   */
  async start(
    item: MediaItem,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ bytes: Buffer; contentType: string; sizeBytes: number | null }> {
    const found = this.#findFresh(item);
    if (found) {
      const { contentType, sizeBytes } = found;
      const stream = createReadStream(found.path, { end: maxBytes - 1 });
      return { bytes: await readStart(stream, maxBytes), contentType, sizeBytes };
    }
    const fetchOptions = { range: `bytes=0-${maxBytes - 1}`, maxBytes: Infinity, signal };
    const { source, response } = await this.#fetcher.fetch(item, fetchOptions);
    const bytes = response.ok ? await readStart(response.body, maxBytes) : Buffer.alloc(0);
    if (!response.ok) await response.body?.cancel();
    return { bytes, contentType: metadataOf(source, response).contentType, sizeBytes: source.sizeBytes };
  }

  removeConnection(connectionId: string): Promise<void> {
    this.#options.fresh.clear(connectionId);
    return this.#options.cache.clear(keyPrefix(connectionId));
  }

  /** The file was deleted at the service: its copies here go too. */
  removeFile(connectionId: string, fileId: string): Promise<void> {
    this.#options.fresh.clear(connectionId, fileId);
    return this.#options.cache.clear(`${keyPrefix(connectionId)}file/${fileId}`);
  }

  #findFresh(item: MediaItem): CachedMedia | null {
    const { cache, clock } = this.#options;
    const found = cache.find(keyOf(item));
    if (!found || isImmutable(item)) return found;
    const lasts = item.source.kind === 'node-type-thumbnail' ? NODE_TYPE_PICTURE_FOR_MS : 0;
    return clock.now() - found.storedAt < lasts ? found : null;
  }

  /** The whole original on disk; requests for the same one share a download. */
  original(item: MediaItem, callerSignal: AbortSignal): Promise<CachedMedia> {
    const found = this.#findFresh(item);
    if (found) return Promise.resolve(found);
    return this.#downloading.do(keyOf(item), (signal) => this.#download(item, signal), callerSignal);
  }

  async #download(item: MediaItem, signal: AbortSignal): Promise<CachedMedia> {
    const { cache } = this.#options;
    const key = keyOf(item);
    let fetched: Fetched;
    try {
      fetched = await this.#fetcher.fetch(item, { range: null, maxBytes: cache.maxEntry, signal });
    } catch (error) {
      // An old picture is better than none while the service is away.
      const old = isUnavailable(error) ? cache.find(key) : null;
      if (old) return old;
      throw error;
    }
    const { source, response } = fetched;
    return this.keepNew(key, async (temporary) => {
      if (!response.body) throw notAPicture();
      const file = createWriteStream(temporary, { mode: 0o600, flags: 'wx' });
      await pipeline(Readable.fromWeb(response.body), file, { signal });
      return { ...metadataOf(source, response), sizeBytes: await verifiedSize(temporary, response) };
    });
  }

  #ensurePicture(item: MediaItem, variant: DerivedVariant, callerSignal: AbortSignal): Promise<CachedMedia> {
    const { cache, native } = this.#options;
    const key = `${keyOf(item)}#${variant}`;
    const found = cache.find(key);
    if (found) return Promise.resolve(found);
    // Comes up while the original is on its way.
    native.warm();
    return this.#deriving.do(key, (signal) => this.#derive(key, item, variant, signal), callerSignal);
  }

  /** A picture whose colors pages would show in their own way, in sRGB; null of all others. What is saved is the original. */
  async #displayed(item: MediaItem, callerSignal: AbortSignal): Promise<CachedMedia | null> {
    const { cache, locator, native } = this.#options;
    if (item.source.kind !== 'file') return null;
    const key = `${keyOf(item)}#srgb`;
    const cached = cache.find(key);
    if (cached) return cached;
    if (this.#srgb.has(key)) return null;
    const found =
      this.#findFresh(item) ?? (await locator.locate(item.connectionId, item.source, callerSignal));
    const { contentType, sizeBytes } = found;
    if (contentType === null || !MAY_NAME_COLORS.has(contentType)) return null;
    // What does not fit into the cache is passed on as it comes.
    if (sizeBytes === null || sizeBytes > cache.maxEntry) return null;
    const start = (maxBytes: number) => this.start(item, maxBytes, callerSignal);
    if (!this.#findFresh(item) && (await this.#srgb.look(key, sizeBytes, start))) return null;
    const original = await this.original(item, callerSignal);
    if (!(await isNotSrgb(original))) return this.#srgb.add(key);
    const make = (): Promise<CachedMedia> =>
      this.keepNew(key, async (temporary) => ({
        sizeBytes: await deriveSrgb(native, original.path, temporary),
        contentType: SRGB_TYPE,
        filename: original.filename,
      }));
    return this.#deriving.do(key, make, callerSignal);
  }

  /** A part of an original at its own pixels; the work ends when nobody waits for it any more. */
  #ensureRegion(item: MediaItem, text: string, callerSignal: AbortSignal): Promise<CachedMedia> {
    const { cache, native } = this.#options;
    const region = parseRegion(text);
    if (region === null) throw new DeskError('INVALID_REQUEST', 'This is no part of a picture.');
    const key = `${keyOf(item)}#region ${text}`;
    const found = cache.find(key);
    if (found) return Promise.resolve(found);
    native.warm();
    const make = async (signal: AbortSignal): Promise<CachedMedia> => {
      const original = await this.original(item, signal);
      if (!original.contentType.startsWith('image/')) throw notAPicture();
      return this.keepNew(key, async (temporary) => ({
        sizeBytes: await deriveRegion(native, original.path, temporary, region, signal),
        contentType: REGION_TYPE,
        filename: original.filename,
      }));
    };
    return this.#deriving.do(key, make, callerSignal);
  }

  async #derive(
    key: string,
    item: MediaItem,
    variant: DerivedVariant,
    signal: AbortSignal,
  ): Promise<CachedMedia> {
    const { locator, native } = this.#options;
    const contentType =
      this.#findFresh(item)?.contentType ??
      (await locator.locate(item.connectionId, item.source, signal)).contentType;
    if (contentType !== null && !isPictured(contentType)) throw notAPicture();
    const original = await this.original(item, signal);
    return this.keepNew(key, async (temporary) => ({
      sizeBytes: await deriveVariant(native, original, temporary, variant),
      contentType: PICTURE_TYPE,
      filename: original.filename,
    }));
  }

  /** Makes a file and puts it into the cache. @param make writes the file; of what it throws nothing is left. */
  async keepNew(
    key: string,
    make: (temporary: string) => Promise<Parameters<MediaCache['keep']>[2]>,
  ): Promise<CachedMedia> {
    const { cache } = this.#options;
    const temporary = cache.temporaryPath();
    try {
      return await cache.keep(key, temporary, await make(temporary));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** The original from the service; the first whole reading of it also fills the cache. */
  async #stream(request: Request, item: MediaItem, present: Present): Promise<Response> {
    const { signal } = request;
    const range = request.headers.get('range');
    const fromStart = range === null || range.trim() === 'bytes=0-';
    const fetchOptions = { range: fromStart ? null : range, maxBytes: Infinity, signal };
    const fetched = await this.#fetcher.fetch(item, fetchOptions);
    const { source, response } = fetched;
    const headers = mediaHeaders(present({ ...source, ...metadataOf(source, response) }));
    const length = response.headers.get('content-length');
    if (length !== null) headers.set('content-length', length);
    let { status } = response;
    let { body } = response;
    if (fromStart) {
      const size = length === null ? null : Number(length);
      status = 200;
      if (range !== null && size !== null && size > 0) {
        status = 206;
        headers.set('content-range', `bytes 0-${size - 1}/${size}`);
      }
      if (request.method !== 'HEAD') body = this.#filling(item, fetched, size);
    } else {
      const contentRange = response.headers.get('content-range');
      if (contentRange !== null) headers.set('content-range', contentRange);
    }
    if (request.method !== 'HEAD') return new Response(body, { status, headers });
    await response.body?.cancel();
    return new Response(null, { status, headers });
  }

  /** The bytes of a response, which fill the cache as they pass when they fit. */
  #filling(
    item: MediaItem,
    { source, response }: Fetched,
    sizeBytes: number | null,
  ): ReadableStream<Uint8Array> | null {
    const { cache } = this.#options;
    const fits = sizeBytes !== null && sizeBytes > 0 && sizeBytes <= cache.maxEntry;
    if (!response.body || !fits) return response.body;
    return cachingStream(cache, keyOf(item), response.body, { ...metadataOf(source, response), sizeBytes });
  }
}

/** Whether a small picture can be made of it. */
const isPictured = (contentType: string): boolean => /^(image|video)\//.test(contentType);

/** Of all that is cached of a connection. */
export const keyPrefix = (connectionId: string): string => `${encodeURIComponent(connectionId)}/`;

/** What an original is cached as; what is made of it has more behind a `#`. */
export function keyOf({ connectionId, source }: MediaItem): string {
  const prefix = keyPrefix(connectionId);
  switch (source.kind) {
    case 'file':
      return `${prefix}file/${source.fileId}`;
    case 'node-type-thumbnail':
      return `${prefix}node-type/${source.nodeType}`;
    case 'project-thumbnail':
      return `${prefix}project/${source.projectId}/${source.updatedAt ?? ''}`;
    default:
      return assertNever(source);
  }
}

/** Whether the same address always means the same bytes. */
const isImmutable = ({ source }: MediaItem): boolean =>
  source.kind === 'file' || (source.kind === 'project-thumbnail' && source.updatedAt !== undefined);

const metadataOf = (source: MediaSourceAt, response: Response) => ({
  contentType: source.contentType ?? contentTypeOf('', response.headers.get('content-type')),
  filename: source.filename,
});

/** @throws when the connection broke before the announced length. */
async function verifiedSize(path: string, response: Response): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const contentLength = response.headers.get('content-length');
    if (size === 0 || (contentLength !== null && Number(contentLength) !== size)) {
      throw new DeskError('UNREACHABLE', 'The file did not arrive whole. Try again.', {
        details: { problem: 'timeout' },
      });
    }
    return size;
  } finally {
    await file.close();
  }
}
