import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, endpoints } from '#shared/api/index.ts';
import type { ExportRequest } from '#shared/desk/index.ts';
import { Metadata } from '#shared/api/schemas/common.ts';
import { GROUPS_KEY } from '#shared/canvas/group-items.ts';
import { CANVAS_KEY, type CanvasItems } from '#shared/canvas/items.ts';
import { readCanvas } from '#shared/canvas/metadata.ts';
import type { Graph } from '#shared/graph/index.ts';
import {
  filesOfDocument,
  filesOfGraph,
  PROJECT_FILE_FORMAT,
  PROJECT_FILE_VERSION,
  omitSignedAddresses,
  type ProjectFileMedium,
} from '#shared/project-file/index.ts';
import type { BlobClient } from '../api/blob-client.ts';
import { checkSignedUrl } from '../api/signed-address.ts';
import type { Connections } from '../connections/connections.ts';
import { DeskError } from '../desk-error.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { MediaLocator } from '../media/media-source.ts';
import type { Clock } from '../options.ts';
import { spool } from '../uploads/spool.ts';
import type { VersionStore } from '../versions/version-store.ts';
import type { TransferReport } from './transfer.ts';
import { writeProjectFile } from './write-archive.ts';

export interface ExportDependencies {
  connections: Connections;
  versions: VersionStore;
  files: FileLibrary;
  locator: MediaLocator;
  blobs: BlobClient;
  clock: Clock;
  /** Of this program. */
  version: string;
}

/** Documents beside the graph are not offered by every service. */
async function ifSupported<T>(pendingCall: Promise<T>): Promise<T | null> {
  try {
    return await pendingCall;
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 501].includes(error.status)) return null;
    throw error;
  }
}

/** One export on its way. */
interface Export {
  request: ExportRequest;
  dependencies: ExportDependencies;
  /** Folder for what is fetched. */
  folder: string;
  signal: AbortSignal;
  report: TransferReport;
  /** Sentences about what is not in the file; grows. */
  problems: string[];
}

/** Files of the archive by the hash of their bytes. */
type FetchedMedia = Map<string, { path: string; sizeBytes: number }>;

/**
 * Writes a project into a file: its documents, and the media they name where that is asked for. What is not there any
 * more is reported, and left out.
 * @param folder for what is fetched; emptied by the caller.
 */
export async function exportProject(
  request: ExportRequest,
  dependencies: ExportDependencies,
  at: { path: string; folder: string; signal: AbortSignal },
  report: TransferReport,
): Promise<void> {
  const { signal, folder } = at;
  const job: Export = { request, dependencies, folder, signal, report, problems: [] };
  const { problems } = job;
  report({ step: 'reading' });
  const { name, graph, canvas, storyboard, timeline } = await readDocuments(job);
  report({ name, projectId: request.projectId, nodeCount: graph.nodes.length, problems });

  const media = await findMedia(
    job,
    [...filesOfGraph(graph)],
    [...filesOfDocument(storyboard), ...filesOfDocument(timeline)],
  );
  const fetched: FetchedMedia = request.media ? await fetchMedia(job, media) : new Map();

  report({ step: 'packing', doneBytes: 0, totalBytes: null, mediaCount: fetched.size, problems });
  const sizeBytes = await writeProjectFile(
    at.path,
    {
      manifest: {
        format: PROJECT_FILE_FORMAT,
        formatVersion: PROJECT_FILE_VERSION,
        name,
        exportedAt: new Date(dependencies.clock.now()).toISOString(),
        writtenBy: dependencies.version,
        media,
      },
      document: { graph, ...(canvas && { canvas }) },
      ...(storyboard ? { storyboard } : {}),
      ...(timeline ? { timeline } : {}),
      media: fetched,
    },
    (processedBytes) => report({ doneBytes: processedBytes }),
    signal,
  );
  report({ sizeBytes });
  for (const { path } of fetched.values()) await rm(path, { force: true });
}

/** The documents of a project, or of one of its versions, without the secret parts of addresses. */
async function readDocuments({ request, dependencies, signal, problems }: Export) {
  const { connectionId, projectId, versionId } = request;
  const { call } = dependencies.connections.client(connectionId);
  const params = { project_id: projectId };
  const [project, storyboard, timeline] = await Promise.all([
    versionId === undefined
      ? call(endpoints.projects.getDocument, { params, signal })
      : call(endpoints.projects.get, { params, signal }),
    ifSupported(call(endpoints.storyboards.get, { params, signal })),
    ifSupported(call(endpoints.timelines.get, { params, signal })),
  ]);
  const sourceGraph: Graph =
    versionId === undefined && 'document' in project
      ? project.document.graph
      : (await dependencies.versions.document(connectionId, projectId, versionId ?? '')).graph;

  const graph = omitSignedAddresses(sourceGraph);
  const board =
    storyboard && storyboard.summary.sceneCount > 0 ? omitSignedAddresses(storyboard.document) : null;
  const line = timeline && timeline.summary.trackCount > 0 ? omitSignedAddresses(timeline.document) : null;
  const removed = graph.removed + (board?.removed ?? 0) + (line?.removed ?? 0);
  if (removed > 0) {
    problems.push(
      `${removed === 1 ? 'An address was a credential and lost' : `${removed} addresses were credentials and lost`} the part that is secret.`,
    );
  }
  const canvas = canvasOf(project);
  return { name: project.name, graph: graph.value, canvas, storyboard: board?.value, timeline: line?.value };
}

/** Frames, notes and looks of nodes; null where there are none, or of an earlier version. */
function canvasOf(project: object): CanvasItems | null {
  const metadata = 'metadata' in project ? Metadata.safeParse(project.metadata) : null;
  const exists = metadata?.success && (CANVAS_KEY in metadata.data || GROUPS_KEY in metadata.data);
  const canvas = exists ? readCanvas(metadata.data) : null;
  return canvas?.ok ? canvas.items : null;
}

/** @param ids of the graph's inputs. @param names ids or names; a name that nobody here knows is no file of ours. */
async function findMedia(
  { request: { connectionId }, dependencies, signal, problems }: Export,
  ids: string[],
  names: string[],
): Promise<ProjectFileMedium[]> {
  const { call } = dependencies.connections.client(connectionId);
  const fileIds = new Set(ids);
  for (const name of names) {
    fileIds.add(dependencies.files.findByName(connectionId, name)?.fileId ?? name);
  }
  const found: ProjectFileMedium[] = [];
  for (const fileId of fileIds) {
    signal.throwIfAborted();
    try {
      const file = await call(endpoints.files.get, { params: { file_id: fileId }, signal });
      const { filename, contentType, sizeBytes } = file;
      found.push({ fileId, filename, contentType, sizeBytes, sha256: null });
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400)) throw error;
      problems.push(`“${fileId}” is not on the service any more.`);
    }
  }
  return found;
}

/** @param media get the hashes of their bytes. */
async function fetchMedia(job: Export, media: readonly ProjectFileMedium[]): Promise<FetchedMedia> {
  const { report, problems, dependencies, folder } = job;
  const fetched: FetchedMedia = new Map();
  const totalBytes = media.reduce((sum, medium) => sum + medium.sizeBytes, 0);
  let before = 0;
  report({ step: 'fetching', doneBytes: 0, totalBytes, problems });
  for (const [index, medium] of media.entries()) {
    const path = join(folder, `medium-${index}`);
    try {
      const sha256 = await fetchMedium(job, medium, path, (bytes) => report({ doneBytes: before + bytes }));
      medium.sha256 = sha256;
      // Two files of the same bytes are in the archive once.
      if (fetched.has(sha256)) await rm(path, { force: true });
      else fetched.set(sha256, { path, sizeBytes: medium.sizeBytes });
      // Imported here again, the same bytes are found and not sent a second time.
      dependencies.files.noteHash(job.request.connectionId, medium, sha256);
    } catch (error) {
      if (!(error instanceof DeskError) || error.code !== 'NOT_FOUND') throw error;
      problems.push(`“${medium.filename}” could not be fetched: ${error.message}`);
    }
    before += medium.sizeBytes;
  }
  return fetched;
}

/** @returns the hash of the bytes at `path`. */
async function fetchMedium(
  { request: { connectionId }, dependencies, signal }: Export,
  { fileId, sizeBytes }: ProjectFileMedium,
  path: string,
  onReceived: (bytes: number) => void,
): Promise<string> {
  const { url } = await dependencies.locator.locate(connectionId, { kind: 'file', fileId }, signal);
  const { baseUrl } = dependencies.connections.get(connectionId);
  const response = await dependencies.blobs.get(checkSignedUrl(url, baseUrl), {
    maxBytes: sizeBytes,
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new DeskError('NOT_FOUND', 'its store does not give it out.');
  }
  return spool(response.body, path, sizeBytes, signal, {
    onReceived,
    onProgress: () => undefined,
    onHead: () => undefined,
  });
}
