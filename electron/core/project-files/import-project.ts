import { randomUUID } from 'node:crypto';
import { ApiError, endpoints } from '#shared/api/index.ts';
import { canvasMetadata } from '#shared/canvas/metadata.ts';
import type { DeskEvent } from '#shared/desk/index.ts';
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
import type { FileLibrary } from '../files/file-library.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { VersionStore } from '../versions/version-store.ts';
import type { ProjectFile } from './archive.ts';
import { MediaImport } from './import-media.ts';
import { findMissingTypes, leftOutWords, missingTypesError, removeTypes } from './missing-types.ts';
import type { TransferReport } from './transfer.ts';

/** What has been made so far: enough to roll all of it back, also after a crash. */
export interface ImportProgress {
  connectionId: string;
  /** The request that makes the project; under the same key it makes it once. */
  creation: { name: string; idempotencyKey: string } | null;
  projectId: string | null;
  /** Files that were not there before. */
  fileIds: string[];
}

export interface ImportDependencies {
  connections: Connections;
  uploads: Uploads;
  files: FileLibrary;
  versions: VersionStore;
  subscribe: (listener: (event: DeskEvent) => void) => () => void;
}

export interface ImportRequest {
  file: ProjectFile;
  connectionId: string;
  /** Leaves out nodes whose types the service does not have; otherwise they stop the import before anything is made. */
  skipMissing: boolean;
  /** Resolves when what has been made is written down. */
  note: (progress: ImportProgress) => Promise<void>;
  signal: AbortSignal;
  report: TransferReport;
}

/**
 * Makes a new project of a file: media first, by the road of every upload, so that the project never refers to what is
 * not there; then the project and its documents.
 * @throws what stopped it; the caller rolls back what was made.
 */
export const importProject = (request: ImportRequest, dependencies: ImportDependencies): Promise<void> =>
  new ProjectImport(request, dependencies).run();

interface DocumentRequest {
  params: { project_id: string };
  body: { document: ReturnType<typeof asDocument>; expectedVersion: number };
  idempotencyKey: string;
  signal: AbortSignal;
}

interface CreatedProject {
  id: string;
  version: number;
}

class ProjectImport {
  readonly #request: ImportRequest;
  readonly #dependencies: ImportDependencies;
  readonly #progress: ImportProgress;
  readonly #problems: string[] = [];

  constructor(request: ImportRequest, dependencies: ImportDependencies) {
    this.#request = request;
    this.#dependencies = dependencies;
    this.#progress = { connectionId: request.connectionId, creation: null, projectId: null, fileIds: [] };
  }

  async run(): Promise<void> {
    const { signal, report } = this.#request;
    const graph = await this.#check();
    const media = usedMedia(this.#request.file, graph);
    report({ totalBytes: media.reduce((sum, { sha256, sizeBytes }) => sum + (sha256 ? sizeBytes : 0), 0) });
    await this.#checkMedia();
    const ids = await this.#bringMedia(media);
    report({ step: 'creating', doneBytes: 0, totalBytes: null });
    signal.throwIfAborted();
    const project = await this.#create();
    signal.throwIfAborted();
    const saved = await this.#saveGraph(
      project,
      withFilesOfGraph(graph, (fileId) => ids.get(fileId) ?? null),
    );
    const uploaded = new Set(this.#progress.fileIds);
    await this.#saveDocuments(project.id, saved.version, (name) => renamed(name, media, ids, uploaded));
    signal.throwIfAborted();
    await this.#beginHistory(project.id, saved);
    report({ projectId: project.id, problems: this.#problems });
  }

  get #client() {
    return this.#dependencies.connections.client(this.#request.connectionId);
  }

  /** @returns the graph without nodes that the service cannot have. @throws DeskError when they are not to be left out */
  async #check(): Promise<Graph> {
    const { file, skipMissing, signal, report } = this.#request;
    report({ step: 'checking', name: file.manifest.name, nodeCount: file.graph.nodes.length });
    const missingTypes = await findMissingTypes(this.#client, file.graph, signal);
    report({ missingTypes });
    if (missingTypes.length > 0 && !skipMissing) throw missingTypesError(missingTypes);
    const { graph, ...leftOut } = removeTypes(file.graph, missingTypes);
    if (missingTypes.length > 0) this.#problems.push(...leftOutWords(missingTypes, leftOut.wires));
    report({ nodeCount: graph.nodes.length, problems: this.#problems });
    return graph;
  }

  async #checkMedia(): Promise<void> {
    const { file, signal, report } = this.#request;
    let checkedBytes = 0;
    await file.checkMedia((bytes) => report({ doneBytes: (checkedBytes += bytes) }), signal);
  }

  #bringMedia(media: readonly ProjectFileMedium[]): Promise<ReadonlyMap<string, string | null>> {
    const { file, connectionId, signal, report, note } = this.#request;
    const { uploads, files, subscribe } = this.#dependencies;
    report({ step: 'uploading', doneBytes: 0 });
    const onNewFile = async (fileId: string): Promise<void> => {
      this.#progress.fileIds.push(fileId);
      await note(this.#progress);
    };
    const { call } = this.#client;
    const problems = this.#problems;
    const options = {
      file,
      connectionId,
      call,
      uploads,
      files,
      subscribe,
      signal,
      report,
      onNewFile,
      problems,
    };
    return new MediaImport(options).run(media);
  }

  /** Noted before and after: a project that was made just before a stop is found again by its key. */
  async #create(): Promise<CreatedProject> {
    const { file, note } = this.#request;
    const { name } = file.manifest;
    const idempotencyKey = randomUUID();
    this.#progress.creation = { name, idempotencyKey };
    await note(this.#progress);
    const project = await this.#client.call(endpoints.projects.create, { body: { name }, idempotencyKey });
    this.#progress.projectId = project.id;
    await note(this.#progress);
    return project;
  }

  async #saveGraph(
    { id, version }: CreatedProject,
    graph: Graph,
  ): Promise<{ version: number; graph: Graph }> {
    const { canvas } = this.#request.file;
    const response = await this.#client.call(endpoints.projects.replaceDocument, {
      params: { project_id: id },
      body: {
        document: { graph },
        expectedVersion: version,
        ...(canvas && { metadata: canvasMetadata(canvas) }),
      },
      idempotencyKey: randomUUID(),
      signal: this.#request.signal,
    });
    for (const { message } of response.warnings ?? []) this.#problems.push(message);
    return { version: response.version, graph: response.document.graph };
  }

  /** @param rename what a name in a document has to be here. */
  async #saveDocuments(id: string, from: number, rename: (name: string) => string): Promise<void> {
    const { file, signal, report } = this.#request;
    const { call } = this.#client;
    let expectedVersion = from;
    const save = async <T extends { version: number }>(
      kind: 'storyboard' | 'timeline',
      document: unknown,
      send: (request: DocumentRequest) => Promise<T>,
    ): Promise<T | null> => {
      if (document === undefined) return null;
      const saved = await this.#orProblem(kind, () =>
        send({
          params: { project_id: id },
          body: { document: asDocument(withFilesOfDocument(document, rename)), expectedVersion },
          idempotencyKey: randomUUID(),
          signal,
        }),
      );
      expectedVersion = saved?.version ?? expectedVersion;
      return saved;
    };
    const board = await save('storyboard', file.storyboard, (body) =>
      call(endpoints.storyboards.replace, body),
    );
    const film = await save('timeline', file.timeline, (body) => call(endpoints.timelines.replace, body));
    report({ shotCount: board?.summary.shotCount ?? 0, clipCount: film?.summary.clipCount ?? 0 });
  }

  async #beginHistory(
    projectId: string,
    { version, graph }: { version: number; graph: Graph },
  ): Promise<void> {
    const { connectionId } = this.#request;
    try {
      await this.#dependencies.versions.keep({ connectionId, projectId, version, reason: 'imported', graph });
    } catch {
      this.#problems.push('The history of the new project does not begin with the import.');
    }
  }

  /** @returns null, and says why, where a service does not offer this or does not take it. */
  async #orProblem<T>(label: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 403, 404, 422, 501].includes(error.status)) throw error;
      this.#problems.push(`The ${label} was not brought along: ${error.message}`);
      return null;
    }
  }
}

/** The media of a file, without those that only nodes left out had. */
function usedMedia(
  { manifest, graph: fullGraph, storyboard, timeline }: ProjectFile,
  graph: Graph,
): ProjectFileMedium[] {
  const used = filesOfGraph(graph);
  const unused = new Set([...filesOfGraph(fullGraph)].filter((fileId) => !used.has(fileId)));
  const named = new Set([...filesOfDocument(storyboard), ...filesOfDocument(timeline)]);
  return manifest.media.filter(
    ({ fileId, filename }) => !unused.has(fileId) || named.has(fileId) || named.has(filename),
  );
}

/** A name in a storyboard or timeline, as it has to be here: the id of the medium unless its name still finds it. */
function renamed(
  reference: string,
  media: readonly ProjectFileMedium[],
  ids: ReadonlyMap<string, string | null>,
  uploaded: ReadonlySet<string>,
): string {
  const medium = media.find(({ fileId, filename }) => fileId === reference || filename === reference);
  const id = medium && ids.get(medium.fileId);
  if (!medium || !id || id === medium.fileId) return reference;
  // Of several files of one name the newest is meant, and that is the one just uploaded.
  return reference === medium.filename && uploaded.has(id) ? reference : id;
}

function asDocument(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new DeskError('INVALID_REQUEST', 'The file was refused: one of its documents is no object.');
}
