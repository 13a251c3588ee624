import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sendApiError, sendJson, startServer, type Asked } from './http-server.ts';

/** The upload handshake of the API document, answered by a real server, with switches for what can go wrong. */

interface Session {
  uploadId: string;
  fileId: string;
  wanted: { filename: string; sizeBytes: number; contentType: string; sha256?: string };
  parts: Map<number, Buffer>;
  state: 'pending' | 'completed' | 'gone';
}

export interface UploadServiceSwitches {
  /** Bytes of a part; null sends everything as one. */
  partSize?: number | null;
  /** Called before each PUT is answered; returning true means it has answered by itself. */
  onPut?: (asked: Asked, response: ServerResponse, part: number) => boolean | Promise<boolean>;
  /** Bytes of a PUT have come; its last ones may still be away. */
  onBlobBytes?: (bytes: number) => void;
  /** True while nobody can reach it: connections are cut. */
  away?: () => boolean;
  onCreate?: (asked: Asked, response: ServerResponse) => boolean;
  onComplete?: (asked: Asked, response: ServerResponse, session: { expire(): void }) => boolean;
}

export async function startUploadService(switches: UploadServiceSwitches = {}) {
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, string>();
  const files = new Map<string, { filename: string; contentType: string; bytes: Buffer }>();
  const puts: { part: number; bytes: number }[] = [];
  const aborted: string[] = [];
  let origin = '';
  let count = 0;

  const detail = (fileId: string) => {
    const file = files.get(fileId);
    return {
      fileId,
      filename: file?.filename ?? '',
      contentType: file?.contentType ?? '',
      sizeBytes: file?.bytes.byteLength ?? 0,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    };
  };

  function describe(session: Session) {
    const url = (part: number) => `${origin}/blob/${session.uploadId}/${part}?signature=s`;
    const { sizeBytes } = session.wanted;
    const partSize = switches.partSize ?? null;
    const common = { uploadId: session.uploadId, fileId: session.fileId, expiresAt: '2026-01-02T00:00:00Z' };
    if (partSize === null) {
      return {
        ...common,
        storageMethod: 'single_part',
        upload: {
          method: 'PUT',
          url: url(0),
          headers: { 'content-type': session.wanted.contentType, 'x-amz-meta-signed': 'yes' },
        },
      };
    }
    const partCount = Math.ceil(sizeBytes / partSize);
    return {
      ...common,
      storageMethod: 'multipart',
      partCount,
      partSizeBytes: partSize,
      parts: Array.from({ length: partCount }, (_, index) => ({
        partNumber: index + 1,
        method: 'PUT',
        url: url(index + 1),
      })),
    };
  }

  const server = await startServer(
    async (asked, response, request) => {
      if (switches.away?.()) return void request.socket.destroy();
      const [path] = asked.url.split('?');
      const blob = /^\/blob\/([^/]+)\/(\d+)$/.exec(path!);
      if (blob) {
        const session = sessions.get(blob[1]!);
        const part = Number(blob[2]);
        if (asked.headers.authorization) return void response.writeHead(400).end();
        if (await switches.onPut?.(asked, response, part)) return undefined;
        if (switches.away?.()) return void request.socket.destroy();
        if (!session || session.state === 'gone') return void response.writeHead(403).end();
        session.parts.set(part, asked.body);
        puts.push({ part, bytes: asked.body.byteLength });
        const etag = `"${createHash('md5').update(asked.body).digest('hex')}"`;
        return void response.writeHead(200, { etag }).end();
      }
      if (path === '/api/v1/files/uploads' && asked.method === 'POST') {
        if (switches.onCreate?.(asked, response)) return undefined;
        const key = String(asked.headers['idempotency-key']);
        const known = sessions.get(byKey.get(key) ?? '');
        if (known && asked.body.toString() !== JSON.stringify(known.wanted)) {
          return sendApiError(response, 409, 'IDEMPOTENCY_KEY_REUSED');
        }
        if (known) return sendJson(response, 201, describe(known));
        count += 1;
        const session: Session = {
          uploadId: `upl_${count}`,
          fileId: `file_${count}.png`,
          wanted: JSON.parse(asked.body.toString()) as Session['wanted'],
          parts: new Map(),
          state: 'pending',
        };
        sessions.set(session.uploadId, session);
        byKey.set(key, session.uploadId);
        return sendJson(response, 201, describe(session));
      }
      const complete = /^\/api\/v1\/files\/uploads\/([^/]+)(\/complete)?$/.exec(path!);
      if (complete && asked.method === 'DELETE') {
        aborted.push(complete[1]!);
        return void response.writeHead(204).end();
      }
      if (complete) {
        const session = sessions.get(complete[1]!);
        if (!session) return sendApiError(response, 404, 'UPLOAD_NOT_FOUND');
        const expire = () => {
          session.state = 'gone';
        };
        if (switches.onComplete?.(asked, response, { expire })) return undefined;
        if (session.state === 'gone') return sendApiError(response, 410, 'UPLOAD_EXPIRED');
        const bytes = Buffer.concat([...session.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const given = JSON.parse(asked.body.toString()) as { actualSha256?: string };
        if (sha256 !== (session.wanted.sha256 ?? given.actualSha256)) {
          return sendApiError(response, 422, 'VERIFICATION_FAILED');
        }
        session.state = 'completed';
        const { filename, contentType } = session.wanted;
        files.set(session.fileId, { filename, contentType, bytes });
        return sendJson(response, 200, detail(session.fileId));
      }
      if (path === '/api/v1/projects') {
        return sendJson(response, 200, { data: [], hasMore: false, nextCursor: null });
      }
      const file = /^\/api\/v1\/files\/([^/]+)$/.exec(path!);
      if (file && files.has(file[1]!)) return sendJson(response, 200, detail(file[1]!));
      return sendApiError(response, 404, 'FILE_NOT_FOUND');
    },
    {
      onBytes: (url, bytes) => {
        if (url.startsWith('/blob/')) switches.onBlobBytes?.(bytes);
      },
    },
  );
  origin = server.origin;

  return { ...server, files, puts, aborted, sessions };
}
