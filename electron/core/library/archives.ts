import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  createUniqueNames,
  extensionOf,
  outputFileName,
  outputPosition,
  type LibraryOutput,
} from '#shared/desk/index.ts';
import { DeskError, storageError } from '../desk-error.ts';
import { mediaHeaders } from '../media/media-response.ts';
import type { MediaFetcher } from '../media/media-fetcher.ts';
import type { Clock } from '../options.ts';
import { webStreamOf } from '../web-stream.ts';
import type { Spool } from './spool.ts';
import type { ZipDownloads } from './zip-downloads.ts';
import { zipStream, type ZipMember } from './zip-stream.ts';

/** So long the address of an archive works. Milliseconds. */
const ARCHIVE_TTL_MS = 10 * 60_000;
const MAX_ARCHIVES = 50;

/** ZIPs that wait for a page to load them. */
export interface Archives {
  /** @param members gone through once, as the ZIP is loaded. @returns its path on the media origin. */
  offer(connectionId: string, name: string, members: Iterable<ZipMember>): string;
  /** As `offer`, and its files are loaded one by one as well. @returns also the id that `file` takes. */
  offerFiles(connectionId: string, name: string, members: readonly ZipMember[]): { id: string; path: string };
  /** Answers such a path, alone or with the place of a file behind it; null for others. @throws DeskError `NOT_FOUND` */
  respond(request: Request): Response | Promise<Response> | null;
  /** One file of what was offered. @throws DeskError when it is over or the file cannot be read. */
  file(id: string, index: number, signal: AbortSignal): Promise<Response>;
}

interface RegisteredArchive {
  connectionId: string;
  name: string;
  members: Iterable<ZipMember>;
  files: readonly ZipMember[];
  until: number;
}

const PATH = /^\/media\/archive-([\w-]{20,40})(?:\/(\d{1,6}))?$/;

/** A sentence about a file that could not be read. */
const reasonOf = (error: unknown): string =>
  error instanceof DeskError
    ? error.message
    : (storageError(error)?.message ?? 'It could not be read to its end from the service. Save it again.');

/**
 * @param spool where files of a ZIP lie until they are whole.
 * @param downloads lists the ZIPs that are being loaded.
 */
export function createArchives(
  clock: Pick<Clock, 'now'>,
  spool: Spool,
  downloads: Pick<ZipDownloads, 'begin'>,
): Archives {
  const archives = new Map<string, RegisteredArchive>();

  function add(archive: Omit<RegisteredArchive, 'until'>): string {
    const id = randomBytes(24).toString('base64url');
    archives.set(id, { ...archive, until: clock.now() + ARCHIVE_TTL_MS });
    for (const [old, { until }] of archives) {
      if (until < clock.now() || archives.size > MAX_ARCHIVES) archives.delete(old);
    }
    return id;
  }

  /** @throws DeskError `NOT_FOUND` */
  function find(id: string): RegisteredArchive {
    const archive = archives.get(id);
    if (archive === undefined || archive.until < clock.now()) {
      throw new DeskError('NOT_FOUND', 'This download is over. Save the outputs again.');
    }
    return archive;
  }

  async function file(id: string, index: number, signal: AbortSignal): Promise<Response> {
    const archive = find(id);
    const member = archive.files[index];
    if (member === undefined) throw new DeskError('NOT_FOUND', 'There is no such file in this download.');
    const content = await member.open(signal);
    // A folder with many files takes longer than a ZIP; as long as it is being read, it lasts.
    archive.until = clock.now() + ARCHIVE_TTL_MS;
    const headers = mediaHeaders({
      contentType: 'application/octet-stream',
      filename: member.name,
      download: true,
      immutable: false,
    });
    headers.set('accept-ranges', 'none');
    headers.set('cache-control', 'no-store');
    const body = content instanceof Readable ? webStreamOf(content) : new Uint8Array(content);
    return new Response(body, { headers });
  }

  return {
    offer: (connectionId, name, members) =>
      `/media/archive-${add({ connectionId, name, members, files: [] })}`,
    offerFiles(connectionId, name, members) {
      const id = add({ connectionId, name, members, files: members });
      return { id, path: `/media/archive-${id}` };
    },
    file,
    respond(request) {
      const [, id, index] = PATH.exec(new URL(request.url).pathname) ?? [];
      if (id === undefined) return null;
      if (index !== undefined) return file(id, Number(index), request.signal);
      const archive = find(id);
      const headers = mediaHeaders({
        contentType: 'application/zip',
        filename: archive.name,
        download: true,
        immutable: false,
      });
      headers.set('accept-ranges', 'none');
      headers.set('cache-control', 'no-store');
      if (request.method === 'HEAD') return new Response(null, { headers });
      const { connectionId, name, files } = archive;
      const totalFiles = files.length === 0 ? null : files.length;
      const { members, watch } = downloads.begin({ connectionId, name, totalFiles }, archive.members);
      return new Response(zipStream(members, reasonOf, spool, watch), { headers });
    },
  };
}

/** The name under which an output is saved. */
function nameOfOutput({ projectName, title, batch, projectVersion, filename, kind }: LibraryOutput): string {
  return outputFileName({
    project: projectName,
    output: title,
    position: outputPosition(batch),
    version: projectVersion,
    extension: filename === null ? (kind === 'text' ? 'txt' : 'json') : extensionOf(filename),
  });
}

/** A name for several outputs: of one grid or batch its own, of one project the project's. */
export function nameOfArchive(outputs: readonly LibraryOutput[]): string {
  const projects = new Set(outputs.map(({ projectName }) => projectName));
  const batches = new Map(outputs.map(({ batch }) => [batch?.id, batch?.name ?? null]));
  const [project = null] = projects.size === 1 ? projects : [];
  const [batch = null] = batches.size === 1 ? batches.values() : [];
  const count = `${outputs.length} outputs`;
  return outputFileName({
    project,
    output: batch ?? count,
    position: batch === null ? '' : count,
    version: null,
    extension: 'zip',
  });
}

/** Where outputs of several makers lie within a ZIP: each grid and batch has a folder; none where they are all of one. */
function foldersOf(outputs: readonly LibraryOutput[]): (output: LibraryOutput) => string | undefined {
  const unique = createUniqueNames();
  const folders = new Map<string | undefined, string | undefined>();
  for (const { batch } of outputs) {
    if (folders.has(batch?.id)) continue;
    const name = batch?.name ?? null;
    folders.set(
      batch?.id,
      name === null
        ? undefined
        : unique(outputFileName({ project: null, output: name, version: null, extension: '' })),
    );
  }
  return folders.size === 1 ? () => undefined : ({ batch }) => folders.get(batch?.id);
}

/** The bytes of a file as the service has them. @throws DeskError */
export async function openFile(
  fetcher: Pick<MediaFetcher, 'fetch'>,
  connectionId: string,
  fileId: string,
  signal: AbortSignal,
): Promise<Readable | Buffer> {
  const { response } = await fetcher.fetch(
    { connectionId, source: { kind: 'file', fileId }, variant: 'original' },
    { range: null, maxBytes: Number.MAX_SAFE_INTEGER, signal },
  );
  return response.body === null ? Buffer.alloc(0) : Readable.fromWeb(response.body);
}

/**
 * Outputs as members of a ZIP, each name once.
 * @param valueOf the whole value of what is no file.
 * @param withSettings a member that carries its settings, and one beside it; without it, none does.
 */
export function membersOf(
  outputs: readonly LibraryOutput[],
  fetcher: Pick<MediaFetcher, 'fetch'>,
  valueOf: (output: LibraryOutput) => string | null,
  withSettings: (output: LibraryOutput, original: ZipMember) => ZipMember[] = (_output, original) => [
    original,
  ],
): ZipMember[] {
  const unique = createUniqueNames();
  const folderOf = foldersOf(outputs);
  return outputs.flatMap((output) =>
    withSettings(output, {
      name: unique(nameOfOutput(output)),
      folder: folderOf(output),
      async open(signal) {
        const { connectionId, fileId } = output;
        if (fileId === null) {
          const text = valueOf(output);
          if (text === null)
            throw new DeskError('NOT_FOUND', 'It is too long to be kept here. Open its run.');
          return Buffer.from(text);
        }
        return openFile(fetcher, connectionId, fileId, signal);
      },
    }),
  );
}
