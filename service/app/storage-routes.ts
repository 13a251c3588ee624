import type { Readable } from 'node:stream';
import type { ServiceContext } from '#service/context.ts';
import { getLiveFile } from '#service/files/rows.ts';
import { receivePart } from '#service/uploads/receive-part.ts';
import { loadPicture, PictureProblem } from '#service/storage/pictures.ts';
import { parseRange } from '#shared/http/byte-range.ts';
import { Problem } from '#service/problems/problem.ts';
import { rejectBearer, requireSignature, STORAGE_PREFIX } from '#service/signing/signed-urls.ts';
import { disposition } from '#service/http/content-disposition.ts';

/** Bytes in and out by signed URL, the way an object store serves them. Nothing here knows API keys. */

/** Types that a browser would run or render with scripts: handed out as downloads only. */
const ACTIVE_TYPE = /html|xml|svg|pdf|javascript|ecmascript|x-shockwave/i;

const notFound = () => Problem.of('OBJECT_NOT_FOUND', 'There is no such object.');

const methodNotAllowed = (...allowed: string[]) =>
  Problem.of('OBJECT_METHOD_NOT_ALLOWED', `Use ${allowed.join(', ')} here.`, { allowed });

/** True when the path belongs to storage. */
export const isStoragePath = (path: string): boolean => path.startsWith(`${STORAGE_PREFIX}/`);

/** A request for one object, by the parts of its address. */
interface StorageRequest {
  request: Request;
  /** Of an upload, a file or a blob. */
  name: string;
  /** What of it. */
  segment: string;
  expires: string;
  signature: string;
}

/** @param body the bytes of a PUT, as they come in. */
export async function respondFromStorage(
  ctx: ServiceContext,
  request: Request,
  url: URL,
  body: () => Readable,
): Promise<Response> {
  rejectBearer(request, url.searchParams.has('signature'));
  const [kind, first, selector, extra] = url.pathname.slice(STORAGE_PREFIX.length + 1).split('/');
  if (!kind || !first || !selector || extra !== undefined) throw notFound();
  const storageRequest: StorageRequest = {
    request,
    name: decode(first),
    segment: selector,
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  };
  if (kind === 'uploads') return receiveUpload(ctx, storageRequest, body);
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET', 'HEAD');
  if (kind === 'files') return sendFile(ctx, storageRequest);
  if (kind === 'pictures' && (selector === 'preview' || selector === 'thumbnail')) {
    return sendPicture(ctx, storageRequest, selector);
  }
  throw notFound();
}

async function receiveUpload(
  ctx: ServiceContext,
  { request, name: uploadId, segment: selector, expires, signature }: StorageRequest,
  body: () => Readable,
): Promise<Response> {
  if (request.method !== 'PUT') throw methodNotAllowed('PUT');
  const part = selector === 'whole' ? null : Number(selector);
  if (part !== null && !/^[1-9]\d{0,5}$/.test(selector)) throw notFound();
  const state = ctx.urls.check({ kind: 'upload', uploadId, part }, expires, signature);
  if (state === 'forged') requireSignature(ctx.urls, { kind: 'upload', uploadId, part }, '', '');
  const length = request.headers.get('content-length');
  const etag = await receivePart(ctx, uploadId, part, body, length === null ? null : Number(length));
  return new Response(null, { status: 200, headers: { etag, 'content-length': '0' } });
}

async function sendFile(
  ctx: ServiceContext,
  { request, name: fileId, expires, signature }: StorageRequest,
): Promise<Response> {
  requireSignature(ctx.urls, { kind: 'download', fileId }, expires, signature);
  const file = await getLiveFile(ctx, fileId);
  if (!file) throw notFound();
  return sendBlob(ctx, request, file.blob, file.contentType, file.filename);
}

async function sendPicture(
  ctx: ServiceContext,
  { request, name: blob, expires, signature }: StorageRequest,
  kind: 'preview' | 'thumbnail',
): Promise<Response> {
  requireSignature(ctx.urls, { kind, blob }, expires, signature);
  const picture = await loadPicture(ctx, blob, kind).catch((error: unknown) => {
    if (!(error instanceof PictureProblem)) throw error;
    throw Problem.of('PREVIEW_UNAVAILABLE', error.message);
  });
  if (!picture) throw Problem.of('PREVIEW_UNAVAILABLE', 'No preview can be made of this file.');
  return sendBlob(ctx, request, picture.blob, picture.contentType, null);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound();
  }
}

async function sendBlob(
  ctx: ServiceContext,
  request: Request,
  blob: string,
  contentType: string,
  filename: string | null,
): Promise<Response> {
  if (!(await ctx.blobs.has(blob))) throw notFound();
  const size = await ctx.blobs.size(blob);
  const etag = `"${blob}"`;
  const headers: Record<string, string> = {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, max-age=3600, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  };
  if (filename !== null) {
    headers['content-disposition'] = disposition(
      ACTIVE_TYPE.test(contentType) ? 'attachment' : 'inline',
      filename,
    );
  }
  const noneMatch = request.headers.get('if-none-match');
  if (noneMatch !== null && noneMatch.split(',').some((entry) => [etag, '*'].includes(entry.trim()))) {
    return new Response(null, { status: 304, headers });
  }
  // If-Range names the version that the client has a part of; anything but this very one gets the whole.
  const ifRange = request.headers.get('if-range');
  const range =
    ifRange === null || ifRange.trim() === etag ? parseRange(request.headers.get('range'), size) : 'whole';
  if (range === 'unsatisfiable') {
    throw Problem.of('RANGE_NOT_SATISFIABLE', `The object has ${size} bytes.`, { sizeBytes: size });
  }
  const byteRange = range === 'whole' ? undefined : range;
  headers['content-length'] = String(byteRange ? byteRange.end - byteRange.start + 1 : size);
  if (byteRange) headers['content-range'] = `bytes ${byteRange.start}-${byteRange.end}/${size}`;
  const status = byteRange ? 206 : 200;
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const bytes = ctx.blobs.read(blob, byteRange);
  request.signal.addEventListener('abort', () => bytes.destroy(), { once: true });
  // An error before the first reading is told to the reader, who asks for it then.
  bytes.on('error', () => {});
  // Not `Readable.toWeb`, which ends the process when a reader leaves while bytes are on their way.
  return new Response(ReadableStream.from(bytes), { status, headers });
}
