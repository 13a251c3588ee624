import { createReadStream } from 'node:fs';
import { parseRange } from '#shared/http/byte-range.ts';
import type { CachedMedia } from './media-cache.ts';
import { webStreamOf } from '../web-stream.ts';

/** Types that can run or carry script when opened by themselves: they are saved, not shown. */
const ACTIVE =
  /^(text\/html|text\/xml|application\/pdf|application\/xml|[\w.-]+\/[\w.-]+\+xml|.*javascript)$/;

export interface MediaPresentation {
  contentType: string;
  filename: string | null;
  /** Saved instead of shown, whatever the type. */
  download: boolean;
  /** Whether the address will always give these bytes. */
  immutable: boolean;
}

/** Headers of every media response; the bytes may come from anybody. */
export function mediaHeaders({ contentType, filename, download, immutable }: MediaPresentation): Headers {
  const headers = new Headers({
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': immutable ? 'private, max-age=31536000, immutable' : 'private, max-age=60',
  });
  if (download || ACTIVE.test(contentType)) {
    headers.set('content-disposition', attachment(filename ?? 'download'));
  }
  return headers;
}

/** RFC 6266: a plain name for old readers, the true one beside it. */
function attachment(filename: string): string {
  const asciiFilename = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${asciiFilename}"; filename*=UTF-8''${encoded}`;
}

/** Answers from a complete file on disk, or the part of it that was asked for. */
export const respondFromFile = (
  request: Request,
  media: CachedMedia,
  presentation: MediaPresentation,
): Response =>
  respondWith(request, media.sizeBytes, presentation, (start, end) =>
    webStreamOf(createReadStream(media.path, { start, end, highWaterMark: 256 * 1024 })),
  );

/** Answers from bytes in memory, or the part of them that was asked for. */
export const respondFromBytes = (
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
  presentation: MediaPresentation,
): Response =>
  respondWith(request, bytes.byteLength, presentation, (start, end) => bytes.subarray(start, end + 1));

/** @param read the bytes from `start` to `end`, both included. */
function respondWith(
  request: Request,
  sizeBytes: number,
  presentation: MediaPresentation,
  read: (start: number, end: number) => ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
): Response {
  const headers = mediaHeaders(presentation);
  const range = parseRange(request.headers.get('range'), sizeBytes);
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${sizeBytes}`);
    return new Response(null, { status: 416, headers });
  }
  const isPartial = range !== 'whole';
  const { start, end } = isPartial ? range : { start: 0, end: sizeBytes - 1 };
  headers.set('content-length', String(end - start + 1));
  if (isPartial) headers.set('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  const status = isPartial ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  return new Response(read(start, end), { status, headers });
}
