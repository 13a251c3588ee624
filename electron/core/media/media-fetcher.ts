import type { BlobClient } from '../api/blob-client.ts';
import { foreignResponse, isPage } from '../api/network-problem.ts';
import { checkSignedUrl } from '../api/signed-address.ts';
import type { Connections } from '../connections/connections.ts';
import { DeskError } from '../desk-error.ts';
import type { CoreLog } from '../options.ts';
import type { MediaSourceAt, MediaLocator } from './media-source.ts';
import type { MediaItem } from './media-token.ts';

/** Bytes of a thumbnail: no record says how many they are. */
const MAX_THUMBNAIL_BYTES = 32 * 1024 ** 2;

export interface Fetched {
  source: MediaSourceAt;
  response: Response;
}

export interface FetchOptions {
  /** A `Range` header; null for all of it. */
  range: string | null;
  /** Beside the size of the file's record, which is a limit always. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

export interface MediaFetcherOptions {
  locator: MediaLocator;
  blobs: BlobClient;
  connections: Connections;
  log: CoreLog;
}

/** Reads media from services, by addresses that carry no key. */
export class MediaFetcher {
  readonly #options: MediaFetcherOptions;

  constructor(options: MediaFetcherOptions) {
    this.#options = options;
  }

  /** @throws DeskError, UnreachableError */
  async fetch(item: MediaItem, fetchOptions: FetchOptions): Promise<Fetched> {
    try {
      return await this.#fetchSource(item, fetchOptions);
    } catch (error) {
      // A remembered signed URL may have expired, or be of an earlier start of the service.
      const { locator } = this.#options;
      if (fetchOptions.signal?.aborted || !locator.removeUrl(item.connectionId, item.source)) throw error;
      return this.#fetchSource(item, fetchOptions);
    }
  }

  async #fetchSource(item: MediaItem, { range, maxBytes, signal }: FetchOptions): Promise<Fetched> {
    const { locator, blobs, connections, log } = this.#options;
    const source = await locator.locate(item.connectionId, item.source, signal);
    const address = checkSignedUrl(source.url, connections.get(item.connectionId).baseUrl);
    const { url } = address;
    const response = await blobs.get(address, {
      range,
      signal,
      maxBytes: Math.min(maxBytes, source.sizeBytes ?? MAX_THUMBNAIL_BYTES),
      isSmall: source.sizeBytes === null,
    });
    const isForeign = isPage(response.headers.get('content-type')) && !isPage(source.contentType);
    if ((response.ok && !isForeign) || response.status === 416) return { source, response };
    await response.body?.cancel();
    if (response.ok) throw foreignResponse(url);
    log.info({ status: response.status, host: url.host }, 'media could not be fetched');
    if (response.status === 404 || response.status === 410) {
      throw new DeskError('NOT_FOUND', 'This file is not on the service any more. It may have been deleted.');
    }
    throw new DeskError('UNREACHABLE', 'The service could not give the file. Try again later.', {
      details: { problem: 'server-error' },
    });
  }
}
