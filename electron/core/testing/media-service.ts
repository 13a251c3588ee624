import type { MediaSource, MediaVariant } from '#shared/desk/index.ts';
import { sendApiError, sendJson, startServer, type Responder } from './http-server.ts';
import type { TestCore } from './test-core.ts';

export interface ServedFile {
  filename: string;
  contentType: string;
  bytes: Buffer;
}

/** A service that has files, gives signed URLs, and serves ranges; wrong signatures and bearers are refused. */
export async function startMediaService(
  files: Record<string, ServedFile>,
  extra?: Responder,
  isPortal: () => boolean = () => false,
) {
  let origin = '';
  const server = await startServer((asked, response, request) => {
    const url = new URL(asked.url, origin);
    const [, fileId, wantsUrl] = /^\/api\/v1\/files\/([^/]+)(\/download-url)?$/.exec(url.pathname) ?? [];
    if (fileId && asked.method === 'GET') {
      const file = files[fileId];
      if (!file) return sendApiError(response, 404, 'FILE_NOT_FOUND');
      if (wantsUrl) {
        const downloadUrl = `${origin}/signed/${fileId}?signature=abc`;
        return sendJson(response, 200, { downloadUrl, expiresAt: '2030-01-01T00:00:00Z', fileId });
      }
      const { filename, contentType, bytes } = file;
      const at = '2026-01-01T00:00:00Z';
      return sendJson(response, 200, {
        fileId,
        filename,
        contentType,
        sizeBytes: bytes.byteLength,
        createdAt: at,
        updatedAt: at,
      });
    }
    const signed = files[/^\/signed\/(.+)$/.exec(url.pathname)?.[1] ?? ''];
    if (signed && isPortal()) {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Guest Wi-Fi</h1>');
    }
    if (signed) {
      if (asked.headers.authorization || url.searchParams.get('signature') !== 'abc') {
        return void response.writeHead(400).end();
      }
      const range = /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? '');
      if (!range) {
        response.writeHead(200, { 'content-length': signed.bytes.byteLength });
        return void response.end(signed.bytes);
      }
      const start = Number(range[1]);
      const end = range[2] ? Number(range[2]) : signed.bytes.byteLength - 1;
      response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${signed.bytes.byteLength}` });
      return void response.end(signed.bytes.subarray(start, end + 1));
    }
    return extra ? extra(asked, response, request) : sendApiError(response, 404, 'NOT_FOUND');
  });
  origin = server.origin;
  return { ...server, fetched: () => server.asked.filter(({ url }) => url.startsWith('/signed/')).length };
}

/** The media addresses that a page asks for. */
export const urlOf = async (
  desk: TestCore,
  source: MediaSource,
  variant: MediaVariant = 'original',
): Promise<{ url: string; downloadUrl: string }> => {
  const { urls } = (await desk.read('POST', '/desk/media', {
    connectionId: 'local',
    items: [{ source, variant }],
  })) as { urls: { url: string; downloadUrl: string }[] };
  return urls[0]!;
};
/** A file as a source of media. */
export const file = (fileId: string): MediaSource => ({ kind: 'file', fileId });
