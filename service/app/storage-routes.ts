import { Readable } from 'node:stream';
import type { ServiceContext } from '#service/context.ts';
import { getLiveFile } from '#service/files/rows.ts';
import { receivePart } from '#service/uploads/receive-part.ts';
import { loadPicture, PictureProblem } from '#service/storage/pictures.ts';
import { parseRange } from '#shared/http/byte-range.ts';
import { Problem } from '#service/problems/problem.ts';
import { refuseBearer, requireSignature, STORAGE_PREFIX } from '#service/signing/signed-urls.ts';
import { disposition } from '#service/http/content-disposition.ts';

/** Bytes in and out by signed URL, the way an object store serves them. Nothing here knows API keys. */

/** Types that a browser would run or render with scripts: handed out as downloads only. */
const ACTIVE_TYPE = /html|xml|svg|pdf|javascript|ecmascript|x-shockwave/i;

const notFound = () => Problem.of('OBJECT_NOT_FOUND', 'There is no such object.');

const methodNotAllowed = (...allowed: string[]) =>
  Problem.of('OBJECT_METHOD_NOT_ALLOWED', `Use ${allowed.join(', ')} here.`, { allowed });

/** True when the path belongs to storage. */
export const isStoragePath = (path: string): boolean => path.startsWith(`${STORAGE_PREFIX}/`);

/** @param body the bytes of a PUT, as they come in. */
export async function answerStorage(
  ctx: ServiceContext,
  request: Request,
  url: URL,
  body: () => Readable,
): Promise<Response> {
  refuseBearer(request, url.searchParams.has('signature'));
  const [kind, first, second, more] = url.pathname.slice(STORAGE_PREFIX.length + 1).split('/');
  if (!kind || !first || !second || more !== undefined) throw notFound();
  const name = decode(first);
  const expires = url.searchParams.get('expires') ?? '';
  const signature = url.searchParams.get('signature') ?? '';
  const { method } = request;

  if (kind === 'uploads') {
    if (method !== 'PUT') throw methodNotAllowed('PUT');
    const part = second === 'whole' ? null : Number(second);
    if (part !== null && !/^[1-9]\d{0,5}$/.test(second)) throw notFound();
    const state = ctx.urls.check({ kind: 'upload', uploadId: name, part }, expires, signature);
    if (state === 'forged') requireSignature(ctx.urls, { kind: 'upload', uploadId: name, part }, '', '');
    const length = request.headers.get('content-length');
    const etag = await receivePart(ctx, name, part, body, length === null ? null : Number(length));
    return new Response(null, { status: 200, headers: { etag, 'content-length': '0' } });
  }

  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed('GET', 'HEAD');
  if (kind === 'files') {
    requireSignature(ctx.urls, { kind: 'download', fileId: name }, expires, signature);
    const file = getLiveFile(ctx, name);
    if (!file) throw notFound();
    return sendBlob(ctx, request, file.blob, file.contentType, file.filename);
  }
  if (kind === 'pictures' && (second === 'preview' || second === 'thumbnail')) {
    requireSignature(ctx.urls, { kind: second, blob: name }, expires, signature);
    const picture = await loadPicture(ctx, name, second).catch((error: unknown) => {
      if (!(error instanceof PictureProblem)) throw error;
      throw Problem.of('PREVIEW_UNAVAILABLE', error.message);
    });
    if (!picture) {
      throw Problem.of('PREVIEW_UNAVAILABLE', 'No preview can be made of this file.');
    }
    return sendBlob(ctx, request, picture.blob, picture.contentType, null);
  }
  throw notFound();
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
  const part = range === 'whole' ? undefined : range;
  headers['content-length'] = String(part ? part.end - part.start + 1 : size);
  if (part) headers['content-range'] = `bytes ${part.start}-${part.end}/${size}`;
  const status = part ? 206 : 200;
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const bytes = ctx.blobs.read(blob, part);
  request.signal.addEventListener('abort', () => bytes.destroy(), { once: true });
  return new Response(Readable.toWeb(bytes) as ReadableStream, { status, headers });
}
