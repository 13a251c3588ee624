import { createWriteStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { NativePool } from '#native/pool/native-pool.ts';
import { isAway } from '../api/api-client.ts';
import type { BlobClient } from '../api/blob-client.ts';
import { foreignAnswer, isPage } from '../api/network-problem.ts';
import { checkSignedUrl } from '../api/signed-address.ts';
import type { Connections } from '../connections/connections.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock, CoreLog } from '../options.ts';
import { contentTypeOf } from './content-type.ts';
import { derivePicture, notAPicture, PICTURE_TYPE, type PictureVariant } from './derive-picture.ts';
import type { CachedMedia, MediaCache } from './media-cache.ts';
import { mediaHeaders, respondFromFile, type MediaPresentation } from './media-response.ts';
import type { Located, MediaLocator } from './media-source.ts';
import type { MediaItem, MediaTokens } from './media-token.ts';
import { SharedWork } from './shared-work.ts';

export interface Media {
  /** Answers `GET` and `HEAD` of `/media/{token}`, `?download=1` to save. @throws DeskError, UnreachableError */
  answer(request: Request): Promise<Response>;
  forgetConnection(connectionId: string): Promise<void>;
  /** The file was deleted at the service: its copies here go too. */
  forgetFile(connectionId: string, fileId: string): Promise<void>;
}

export interface MediaOptions {
  tokens: MediaTokens;
  cache: MediaCache;
  locator: MediaLocator;
  blobs: BlobClient;
  connections: Connections;
  native: NativePool;
  clock: Clock;
  log: CoreLog;
}

interface Fetched {
  located: Located;
  answer: Response;
}

/** Pictures of node types change with the service's version only. */
const NODE_TYPE_PICTURE_FOR_MS = 24 * 3600 * 1000;

/** Bytes of a thumbnail: no record says how many they are. */
const MAX_THUMBNAIL_BYTES = 32 * 1024 ** 2;

const keyPrefix = (connectionId: string) => `${encodeURIComponent(connectionId)}/`;

function keyOf({ connectionId, source }: MediaItem): string {
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

function assertNever(value: never): never {
  throw new Error(`Unexpected media source ${JSON.stringify(value)}`);
}

export function createMedia(options: MediaOptions): Media {
  const { tokens, cache, locator, blobs, connections, native, clock, log } = options;
  const downloading = new SharedWork<CachedMedia>();
  const deriving = new SharedWork<CachedMedia>();

  /** Whether the same address always means the same bytes. */
  const isImmutable = ({ source }: MediaItem): boolean =>
    source.kind === 'file' || (source.kind === 'project-thumbnail' && source.updatedAt !== undefined);

  function findFresh(item: MediaItem): CachedMedia | null {
    const found = cache.find(keyOf(item));
    if (!found || isImmutable(item)) return found;
    const lasts = item.source.kind === 'node-type-thumbnail' ? NODE_TYPE_PICTURE_FOR_MS : 0;
    return clock.now() - found.storedAt < lasts ? found : null;
  }

  /** @param maxBytes beyond the size of the file's record, which is a limit always. */
  async function fetchBytes(
    item: MediaItem,
    range: string | null,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<Fetched> {
    try {
      return await fetchLocated(item, range, maxBytes, signal);
    } catch (error) {
      // A remembered signed URL may have expired, or be of an earlier start of the service.
      if (signal?.aborted || !locator.forgetUrl(item.connectionId, item.source)) throw error;
      return fetchLocated(item, range, maxBytes, signal);
    }
  }

  async function fetchLocated(
    item: MediaItem,
    range: string | null,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<Fetched> {
    const located = await locator.locate(item.connectionId, item.source, signal);
    const address = checkSignedUrl(located.url, connections.get(item.connectionId).baseUrl);
    const { url } = address;
    const answer = await blobs.get(address, {
      range,
      signal,
      maxBytes: Math.min(maxBytes, located.sizeBytes ?? MAX_THUMBNAIL_BYTES),
    });
    const isForeign = isPage(answer.headers.get('content-type')) && !isPage(located.contentType);
    if ((answer.ok && !isForeign) || answer.status === 416) return { located, answer };
    await answer.body?.cancel();
    if (answer.ok) throw foreignAnswer(url);
    log.info({ status: answer.status, host: url.host }, 'media could not be fetched');
    if (answer.status === 404 || answer.status === 410) {
      throw new DeskError('NOT_FOUND', 'This file is not on the service any more. It may have been deleted.');
    }
    throw new DeskError('UNREACHABLE', 'The service could not give the file. Try again later.', {
      details: { problem: 'server-error' },
    });
  }

  const aboutOf = (located: Located, answer: Response) => ({
    contentType: located.contentType ?? contentTypeOf('', answer.headers.get('content-type')),
    filename: located.filename,
  });

  /** The whole original on disk; requests for the same one share a download. */
  function ensureOriginal(item: MediaItem, asker: AbortSignal): Promise<CachedMedia> {
    const found = findFresh(item);
    if (found) return Promise.resolve(found);
    const key = keyOf(item);
    const download = async (signal: AbortSignal) => {
      let fetched: Fetched;
      try {
        fetched = await fetchBytes(item, null, cache.largestEntry, signal);
      } catch (error) {
        // An old picture is better than none while the service is away.
        const old = isAway(error) ? cache.find(key) : null;
        if (old) return old;
        throw error;
      }
      const { located, answer } = fetched;
      const temporary = cache.temporaryPath();
      try {
        if (!answer.body) throw notAPicture();
        await pipeline(
          Readable.fromWeb(answer.body),
          createWriteStream(temporary, { mode: 0o600, flags: 'wx' }),
          { signal },
        );
        const sizeBytes = await wholeSize(temporary, answer);
        return await cache.keep(key, temporary, { ...aboutOf(located, answer), sizeBytes });
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    };
    return downloading.do(key, download, asker);
  }

  function ensurePicture(item: MediaItem, variant: PictureVariant, asker: AbortSignal): Promise<CachedMedia> {
    const key = `${keyOf(item)}#${variant}`;
    const found = cache.find(key);
    if (found) return Promise.resolve(found);
    // Comes up while the original is on its way.
    native.warm();
    const derive = async (signal: AbortSignal) => {
      if (item.source.kind === 'file') {
        const contentType =
          findFresh(item)?.contentType ??
          (await locator.locate(item.connectionId, item.source, signal)).contentType;
        if (contentType !== null && !contentType.startsWith('image/')) throw notAPicture();
      }
      const original = await ensureOriginal(item, signal);
      const temporary = cache.temporaryPath();
      try {
        const sizeBytes = await derivePicture(native, original.path, temporary, variant);
        return await cache.keep(key, temporary, {
          contentType: PICTURE_TYPE,
          sizeBytes,
          filename: original.filename,
        });
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    };
    return deriving.do(key, derive, asker);
  }

  /** The original from the service; the first whole reading of it also fills the cache. */
  async function stream(
    request: Request,
    item: MediaItem,
    look: (about: Located) => MediaPresentation,
  ): Promise<Response> {
    const asked = request.headers.get('range');
    const fromStart = asked === null || asked.trim() === 'bytes=0-';
    const { located, answer } = await fetchBytes(item, fromStart ? null : asked, Infinity, request.signal);
    const headers = mediaHeaders(look({ ...located, ...aboutOf(located, answer) }));
    const length = answer.headers.get('content-length');
    if (length !== null) headers.set('content-length', length);
    if (!fromStart) {
      const contentRange = answer.headers.get('content-range');
      if (contentRange !== null) headers.set('content-range', contentRange);
      if (request.method !== 'HEAD') return new Response(answer.body, { status: answer.status, headers });
      await answer.body?.cancel();
      return new Response(null, { status: answer.status, headers });
    }
    const size = length === null ? null : Number(length);
    let status = 200;
    if (asked !== null && size !== null && size > 0) {
      status = 206;
      headers.set('content-range', `bytes 0-${size - 1}/${size}`);
    }
    if (request.method === 'HEAD') {
      await answer.body?.cancel();
      return new Response(null, { status, headers });
    }
    const fits = size !== null && size > 0 && size <= cache.largestEntry;
    const body =
      answer.body && fits ? filling(keyOf(item), answer.body, size, aboutOf(located, answer)) : answer.body;
    return new Response(body, { status, headers });
  }

  /** Passes bytes on while writing them down; what was not read to its end is dropped. */
  function filling(
    key: string,
    source: ReadableStream<Uint8Array>,
    size: number,
    about: { contentType: string; filename: string | null },
  ): ReadableStream<Uint8Array> {
    const temporary = cache.temporaryPath();
    const reader = source.getReader();
    let file: FileHandle | null = null;
    let written = 0;
    let usable = true;

    const drop = async () => {
      usable = false;
      await file?.close().catch(() => {});
      await rm(temporary, { force: true });
    };
    // A full disk costs the cache entry, not the picture.
    const write = async (chunk: Uint8Array) => {
      try {
        file ??= await open(temporary, 'wx', 0o600);
        const { bytesWritten } = await file.write(chunk);
        if (bytesWritten !== chunk.byteLength) await drop();
      } catch {
        await drop();
      }
    };
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await reader.read();
            if (!done) {
              if (usable) await write(value);
              written += value.byteLength;
              return controller.enqueue(value);
            }
            if (usable) {
              await file?.close();
              if (written === size) await cache.keep(key, temporary, { ...about, sizeBytes: size });
              else await drop();
            }
            controller.close();
          } catch (error) {
            await drop();
            controller.error(error);
          }
        },
        async cancel(reason) {
          await reader.cancel(reason);
          await drop();
        },
      },
      { highWaterMark: 0 },
    );
  }

  return {
    async answer(request) {
      const url = new URL(request.url);
      const token = /^\/media\/([\w.-]+)$/.exec(url.pathname)?.[1];
      const item = token === undefined ? null : tokens.verify(token);
      if (!item) throw new DeskError('NOT_FOUND', 'There is no such media.');
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw new DeskError('NOT_ALLOWED', 'Media can only be read.', { status: 405 });
      }
      connections.get(item.connectionId);
      const download = url.searchParams.get('download') === '1';
      const immutable = isImmutable(item);
      const presentationOf = ({
        contentType,
        filename,
      }: {
        contentType: string | null;
        filename: string | null;
      }) => ({
        contentType: contentType ?? 'application/octet-stream',
        filename,
        download,
        immutable,
      });

      // Thumbnails of the service are small already.
      if (item.variant !== 'original' && item.source.kind === 'file') {
        const picture = await ensurePicture(item, item.variant, request.signal);
        return respondFromFile(request, picture, presentationOf(picture));
      }
      const found = findFresh(item);
      if (found) return respondFromFile(request, found, presentationOf(found));
      if (item.source.kind === 'file') return stream(request, item, presentationOf);
      const picture = await ensureOriginal(item, request.signal);
      return respondFromFile(request, picture, presentationOf(picture));
    },

    forgetConnection: (connectionId) => cache.forget(keyPrefix(connectionId)),
    forgetFile: (connectionId, fileId) => cache.forget(`${keyPrefix(connectionId)}file/${fileId}`),
  };
}

/** @throws when the connection broke before the announced length. */
async function wholeSize(path: string, answer: Response): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const announced = answer.headers.get('content-length');
    if (size === 0 || (announced !== null && Number(announced) !== size)) {
      throw new DeskError('UNREACHABLE', 'The file did not arrive whole. Try again.', {
        details: { problem: 'timeout' },
      });
    }
    return size;
  } finally {
    await file.close();
  }
}
