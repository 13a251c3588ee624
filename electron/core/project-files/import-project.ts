import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ApiError, endpoints } from '#shared/api/index.ts';
import { isTerminalUploadState, type DeskEvent, type Upload } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import {
  filesOfDocument,
  filesOfGraph,
  withFilesOfDocument,
  withFilesOfGraph,
  type ProjectFileMedium,
} from '#shared/project-file/index.ts';
import type { Connections } from '../connections/connections.ts';
import { DeskError } from '../desk-error.ts';
import type { FileLibrary } from '../history/file-library.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { VersionStore } from '../versions/version-store.ts';
import type { ProjectFile } from './archive.ts';
import { findMissingTypes, leftOutWords, missingTypesError, withoutTypes } from './missing-types.ts';
import type { TransferReport } from './transfer.ts';

/** What has been made so far: enough to take all of it back, also after a crash. */
export interface ImportProgress {
  connectionId: string;
  /** The request that makes the project; under the same key it makes it once. */
  creation: { name: string; idempotencyKey: string } | null;
  projectId: string | null;
  /** Files that were not there before. */
  fileIds: string[];
}

export interface ImportParts {
  connections: Connections;
  uploads: Uploads;
  files: FileLibrary;
  versions: VersionStore;
  subscribe: (listener: (event: DeskEvent) => void) => () => void;
}

/** So many media are on their way at once: one is read while another is sent. */
const AT_ONCE = 2;

/**
 * Makes a new project of a file: media first, by the road of every upload, so that the project never refers to what is
 * not there; then the project and its documents.
 * @param to.withoutMissing leaves out nodes whose types the service does not have; otherwise they stop it before anything
 *   is made.
 * @param note resolves when what has been made is written down.
 * @throws what stopped it; the caller takes back what was made.
 */
export async function importProject(
  file: ProjectFile,
  { connectionId, withoutMissing }: { connectionId: string; withoutMissing: boolean },
  parts: ImportParts,
  note: (made: ImportProgress) => Promise<void>,
  signal: AbortSignal,
  report: TransferReport,
): Promise<void> {
  const { manifest } = file;
  const client = parts.connections.client(connectionId);
  const { call } = client;
  const made: ImportProgress = { connectionId, creation: null, projectId: null, fileIds: [] };
  const problems: string[] = [];
  report({ step: 'checking', name: manifest.name, nodeCount: file.graph.nodes.length });
  const missingTypes = await findMissingTypes(client, file.graph, signal);
  report({ missingTypes });
  if (missingTypes.length > 0 && !withoutMissing) throw missingTypesError(missingTypes);
  const { graph, ...leftOut } = withoutTypes(file.graph, missingTypes);
  if (missingTypes.length > 0) problems.push(...leftOutWords(missingTypes, leftOut.wires));
  const media = stillUsed(file, graph);
  const totalBytes = media.reduce(
    (sum, { sha256, sizeBytes }) => (sha256 === null ? sum : sum + sizeBytes),
    0,
  );
  report({ nodeCount: graph.nodes.length, totalBytes, problems });
  let checked = 0;
  await file.checkMedia((bytes) => report({ doneBytes: (checked += bytes) }), signal);

  report({ step: 'uploading', doneBytes: 0 });
  /** The id of each medium at the service here; null for those that are not to be had. */
  const ids = new Map<string, string | null>();
  const sent = new Map<string, number>();
  const waiting = media.slice();
  const bring = async () => {
    for (let medium = waiting.shift(); medium; medium = waiting.shift()) {
      signal.throwIfAborted();
      ids.set(medium.fileId, await bringMedium(medium));
      report({ mediaCount: [...ids.values()].filter((id) => id !== null).length, problems });
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, bring));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;

  report({ step: 'creating', doneBytes: 0, totalBytes: null });
  signal.throwIfAborted();
  made.creation = { name: manifest.name, idempotencyKey: randomUUID() };
  await note(made);
  const { name, idempotencyKey } = made.creation;
  const project = await call(endpoints.projects.create, { body: { name }, idempotencyKey });
  made.projectId = project.id;
  await note(made);
  signal.throwIfAborted();
  const params = { project_id: project.id };
  const mapped = withFilesOfGraph(graph, (fileId) => ids.get(fileId) ?? null);
  const answer = await call(endpoints.projects.replaceDocument, {
    params,
    body: { document: { graph: mapped }, expectedVersion: project.version },
    idempotencyKey: randomUUID(),
    signal,
  });
  for (const { message } of answer.warnings ?? []) problems.push(message);
  let { version } = answer;
  const rename = (given: string): string => renamed(given, media, ids, new Set(made.fileIds));
  if (file.storyboard !== undefined) {
    const board = await orProblem('storyboard', () =>
      call(endpoints.storyboards.replace, {
        params,
        body: {
          document: asDocument(withFilesOfDocument(file.storyboard, rename)),
          expectedVersion: version,
        },
        idempotencyKey: randomUUID(),
        signal,
      }),
    );
    version = board?.version ?? version;
  }
  if (file.timeline !== undefined) {
    await orProblem('timeline', () =>
      call(endpoints.timelines.replace, {
        params,
        body: { document: asDocument(withFilesOfDocument(file.timeline, rename)), expectedVersion: version },
        idempotencyKey: randomUUID(),
        signal,
      }),
    );
  }
  signal.throwIfAborted();
  await parts.versions
    .keep({
      connectionId,
      projectId: project.id,
      version: answer.version,
      reason: 'imported',
      graph: answer.document.graph,
    })
    .catch(() => problems.push('The history of the new project does not begin with the import.'));
  report({ projectId: project.id, problems });

  /** @returns null, and says why, where a service does not offer this or does not take it. */
  async function orProblem<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 403, 404, 422, 501].includes(error.status)) throw error;
      problems.push(`The ${what} was not brought along: ${error.message}`);
      return null;
    }
  }

  async function bringMedium(medium: ProjectFileMedium): Promise<string | null> {
    const { sha256, filename, contentType, sizeBytes } = medium;
    if (sha256 === null) {
      const here = await detailOf(medium.fileId);
      if (here?.sizeBytes === sizeBytes) return medium.fileId;
      problems.push(`“${filename}” is not in the file. Add it again where it is used.`);
      return null;
    }
    const before = parts.files.findByContent(connectionId, { sha256, sizeBytes, contentType });
    const upload = await send(medium, sha256);
    if (upload.fileId === null) {
      problems.push(`“${filename}” was not uploaded: ${upload.error ?? 'it was canceled.'}`);
      return null;
    }
    if (before?.fileId !== upload.fileId) {
      made.fileIds.push(upload.fileId);
      await note(made);
    }
    return upload.fileId;
  }

  async function detailOf(fileId: string) {
    try {
      return await call(endpoints.files.get, { params: { file_id: fileId }, signal });
    } catch (error) {
      if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
      throw error;
    }
  }

  /** Hands a medium to the queue, as a page hands over a file, and waits for its end. */
  async function send(
    { filename, contentType, sizeBytes }: ProjectFileMedium,
    sha256: string,
  ): Promise<Upload> {
    const uploadId = `upload_${randomUUID()}`;
    const body = Readable.toWeb(await file.openMedium(sha256)) as ReadableStream<Uint8Array>;
    const request = new Request('http://desk.invalid/uploads', {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
      duplex: 'half',
      signal,
    });
    const cancel = () => void parts.uploads.cancel(uploadId).catch(() => undefined);
    const ended = new Promise<Upload>((resolve) => {
      const stop = parts.subscribe((event) => {
        if (event.type !== 'upload' || event.upload.id !== uploadId) return;
        sent.set(uploadId, event.upload.sentBytes);
        report({ doneBytes: [...sent.values()].reduce((sum, bytes) => sum + bytes, 0) });
        if (!isTerminalUploadState(event.upload.state)) return;
        stop();
        resolve(event.upload);
      });
    });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await parts.uploads.receive(
        { connectionId, uploadId, filename, sizeBytes: String(sizeBytes) },
        request,
      );
      const upload = await ended;
      signal.throwIfAborted();
      // Nobody waits for it any more: it is no longer shown as something to do.
      parts.uploads.settle(uploadId);
      sent.set(uploadId, sizeBytes);
      return upload;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

/** The media of a file, without those that only nodes left out had. */
function stillUsed(
  { manifest, graph: whole, storyboard, timeline }: ProjectFile,
  graph: Graph,
): ProjectFileMedium[] {
  const used = filesOfGraph(graph);
  const unused = new Set([...filesOfGraph(whole)].filter((fileId) => !used.has(fileId)));
  const named = new Set([...filesOfDocument(storyboard), ...filesOfDocument(timeline)]);
  return manifest.media.filter(
    ({ fileId, filename }) => !unused.has(fileId) || named.has(fileId) || named.has(filename),
  );
}

/** A name in a storyboard or timeline, as it has to be here: the id of the medium unless its name still finds it. */
function renamed(
  given: string,
  media: readonly ProjectFileMedium[],
  ids: ReadonlyMap<string, string | null>,
  uploaded: ReadonlySet<string>,
): string {
  const medium = media.find(({ fileId, filename }) => fileId === given || filename === given);
  const id = medium && ids.get(medium.fileId);
  if (!medium || !id || id === medium.fileId) return given;
  // Of several files of one name the newest is meant, and that is the one just uploaded.
  return given === medium.filename && uploaded.has(id) ? given : id;
}

function asDocument(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new DeskError('INVALID_REQUEST', 'The file was refused: one of its documents is no object.');
}
