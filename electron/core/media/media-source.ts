import { ApiError, endpoints } from '#shared/api/index.ts';
import type { MediaSource } from '#shared/desk/index.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Clock } from '../options.ts';
import { DeskError } from '../desk-error.ts';
import { contentTypeOf } from './content-type.ts';
import { createNodeTypePictures } from './node-type-pictures.ts';

/** Where the bytes of a media source are now, and what they are. */
export interface MediaSourceAt {
  /** A signed URL: never logged, never stored. */
  url: string;
  /** Null when only the response to the URL will tell. */
  contentType: string | null;
  filename: string | null;
  /** Bytes that the file's record gives; null for pictures that have no record. */
  sizeBytes: number | null;
}

/** What the record of a file says. */
interface FileDetail {
  contentType: string;
  filename: string;
  sizeBytes: number;
}

export interface MediaLocator {
  /** Asks the service for a fresh signed URL. @throws DeskError `NOT_FOUND`, ApiError, UnreachableError */
  locate(connectionId: string, source: MediaSource, signal?: AbortSignal): Promise<MediaSourceAt>;
  /** What the record of a file says, from another source of the same service: it need not be read. */
  describe(connectionId: string, fileId: string, detail: FileDetail): void;
  /** A URL that was given did not work: the next one is asked for anew. @returns whether it was a remembered one. */
  removeUrl(connectionId: string, source: MediaSource): boolean;
}

const URL_TTL_S = 3600;

const missing = () =>
  new DeskError('NOT_FOUND', 'This file is not on the service any more. It may have been deleted.');

export function createMediaLocator(options: {
  client: (connectionId: string) => ApiClient;
  clock: Clock;
}): MediaLocator {
  const { client } = options;
  const nodeTypes = createNodeTypePictures(options);
  const details = new Map<string, FileDetail>();

  function describe(connectionId: string, fileId: string, detail: FileDetail): void {
    details.set(JSON.stringify([connectionId, fileId]), detail);
    if (details.size > 2_000) details.delete(details.keys().next().value ?? '');
  }

  async function fileDetail(connectionId: string, fileId: string, signal?: AbortSignal) {
    const key = JSON.stringify([connectionId, fileId]);
    const cached = details.get(key);
    if (cached) return cached;
    const file = await client(connectionId).call(endpoints.files.get, {
      params: { file_id: fileId },
      signal,
    });
    const { filename, sizeBytes } = file;
    const detail = { contentType: contentTypeOf(filename, file.contentType), filename, sizeBytes };
    describe(connectionId, fileId, detail);
    return detail;
  }

  return {
    describe,
    removeUrl: (connectionId, source) =>
      source.kind === 'node-type-thumbnail' && nodeTypes.clear(connectionId),

    async locate(connectionId, source, signal) {
      try {
        switch (source.kind) {
          case 'file': {
            const [detail, { downloadUrl }] = await Promise.all([
              fileDetail(connectionId, source.fileId, signal),
              client(connectionId).call(endpoints.files.downloadUrl, {
                params: { file_id: source.fileId },
                query: { expiresInSeconds: URL_TTL_S },
                signal,
              }),
            ]);
            return { url: downloadUrl, ...detail };
          }
          case 'node-type-thumbnail': {
            const url = await nodeTypes.find(connectionId, source.nodeType, signal);
            if (!url) throw missing();
            return { url, contentType: null, filename: null, sizeBytes: null };
          }
          case 'project-thumbnail': {
            const { thumbnailUrl } = await client(connectionId).call(endpoints.projects.get, {
              params: { project_id: source.projectId },
              signal,
            });
            if (!thumbnailUrl) throw missing();
            return { url: thumbnailUrl, contentType: null, filename: null, sizeBytes: null };
          }
          default:
            return assertNever(source);
        }
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw missing();
        throw error;
      }
    },
  };
}

function assertNever(value: never): never {
  throw new Error(`Unexpected media source ${JSON.stringify(value)}`);
}
