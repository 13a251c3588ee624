import { createHash, randomUUID } from 'node:crypto';
import { endpoints, PublicApiErrorResponse } from '#shared/api/index.ts';
import { Upload, type Transfer } from '#shared/desk/index.ts';
import type { PowerPromise } from '../power/promises.ts';
import { createTypedCalls, type RawResponse, type TypedCalls } from '../typed-calls.ts';
import type { AppProcess } from './app-process.ts';

/** What a person and a program do, each in one go. A response that is no success is thrown, with its sentence. */

/** The app answered with a refusal, or ended what was asked as failed; the message is what a person reads. */
export class RejectedError extends Error {
  override name = 'Refused';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface World extends TypedCalls {
  app: AppProcess;
  projectId: string;
  promised(promise: PowerPromise): void;
  /** A number that no earlier operation had. */
  next(): number;
  /** An exported project, for imports. */
  projectFile: Buffer;
}

/** Calls of an app; what it refuses is thrown as `RejectedError`. */
export const callsOf = (app: AppProcess): TypedCalls =>
  createTypedCalls((method, path, body) => app.request(method, path, body), rejectionOf);

function rejectionOf({ status, text }: RawResponse): RejectedError {
  try {
    return new RejectedError(status, PublicApiErrorResponse.parse(JSON.parse(text)).error.message);
  } catch {
    return new RejectedError(status, text);
  }
}

const bytesOf = (size: number, seed: number) =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + seed) & 0xff);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const node = (id: string) => ({
  id,
  type: 'input/text',
  inputs: { value: { type: 'string' as const, value: id } },
});
const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

const documentOf = ({ api, projectId }: World) =>
  api(endpoints.projects.getDocument, { params: { project_id: projectId } });

async function makeProject(world: World): Promise<string> {
  const { id } = await world.api(endpoints.projects.create, { body: { name: `Project ${world.next()}` } });
  world.promised({ kind: 'saved', projectId: id, version: 1, nodeIds: [] });
  return id;
}

async function waitForTransfer(world: World, transferId: string): Promise<Transfer> {
  for (;;) {
    const transfer = await world.desk('getTransfer', { params: { transferId } });
    if (transfer.state === 'failed') throw new RejectedError(0, transfer.error ?? '');
    if (transfer.state !== 'working') return transfer;
    await pause(20);
  }
}

async function exportProject(world: World): Promise<Transfer> {
  const transferId = `transfer_${randomUUID()}`;
  await world.desk('startExport', {
    body: { transferId, connectionId: 'local', projectId: world.projectId, media: false },
  });
  return waitForTransfer(world, transferId);
}

async function upload(world: World): Promise<void> {
  const number = world.next();
  const bytes = bytesOf(25_000, number);
  const query = `connectionId=local&filename=file-${number}.bin&sizeBytes=${bytes.length}`;
  const response = await world.app.request('POST', `/desk/uploads?${query}`, bytes);
  if (response.status !== 201) throw rejectionOf(response);
  const { id } = Upload.parse(JSON.parse(response.text));
  for (;;) {
    const found = await world.desk('getUpload', { params: { uploadId: id } });
    if (found.state === 'failed') throw new RejectedError(0, found.error ?? '');
    if (found.state === 'done') {
      world.promised({ kind: 'file', fileId: found.fileId ?? '', sha256: sha256(bytes) });
      return;
    }
    await pause(20);
  }
}

async function uploadMultipart(world: World): Promise<void> {
  const number = world.next();
  const bytes = bytesOf(50_000, number);
  const session = await world.api(endpoints.files.createUpload, {
    body: {
      filename: `parts-${number}.bin`,
      sizeBytes: bytes.length,
      contentType: 'application/octet-stream',
    },
  });
  const size = session.partSizeBytes;
  if (!session.parts || !size) throw new Error(`A file is not sent in parts: ${JSON.stringify(session)}`);
  const multipartParts: { partNumber: number; etag: string }[] = [];
  for (const { partNumber, url, headers } of session.parts) {
    const body = bytes.subarray((partNumber - 1) * size, partNumber * size);
    const response = await fetch(url, { method: 'PUT', headers, body });
    if (!response.ok) throw rejectionOf({ status: response.status, text: await response.text() });
    world.promised({ kind: 'part', uploadId: session.uploadId, partNumber, sha256: sha256(body) });
    multipartParts.push({ partNumber, etag: response.headers.get('etag') ?? '' });
  }
  await world.api(endpoints.files.completeUpload, {
    params: { upload_id: session.uploadId },
    body: { multipartParts },
  });
  world.promised({ kind: 'file', fileId: session.fileId, sha256: sha256(bytes) });
}

async function run(world: World): Promise<string> {
  const { id } = await world.api(endpoints.runs.create, { body: { projectId: world.projectId } });
  world.promised({ kind: 'run', runId: id });
  for (;;) {
    const { status } = await world.api(endpoints.runs.get, { params: { run_id: id } });
    if (['succeeded', 'failed', 'canceled'].includes(status)) return id;
    await pause(20);
  }
}

async function journal(world: World, projectId: string): Promise<void> {
  const nodeId = `j${world.next()}`;
  const params = { connectionId: 'local', projectId };
  await world.desk('claimJournal', { params, body: { writer: 'rig', take: true } });
  const operations = [{ op: 'addNode' as const, node: node(nodeId) }];
  const entry = { id: nodeId, label: 'Add', at: new Date().toISOString(), baseVersion: 1, operations };
  await world.desk('appendJournal', { params, body: { writer: 'rig', entries: [entry], history: [] } });
  world.promised({ kind: 'journaled', projectId, nodeId });
}

async function save(world: World): Promise<void> {
  const nodeId = `n${world.next()}`;
  const { version } = await documentOf(world);
  const response = await world.api(endpoints.projects.patchDocument, {
    params: { project_id: world.projectId },
    body: { expectedVersion: version, operations: [{ op: 'addNode', node: node(nodeId) }] },
  });
  world.promised({ kind: 'saved', projectId: world.projectId, version: response.version, nodeIds: [nodeId] });
}

export const operations: Record<string, (world: World) => Promise<unknown>> = {
  'create a project': makeProject,
  async edit(world) {
    const { version, document } = await documentOf(world);
    const nodes = [...document.graph.nodes, node(`e${world.next()}`)];
    const response = await world.api(endpoints.projects.replaceDocument, {
      params: { project_id: world.projectId },
      body: { expectedVersion: version, document: { graph: { ...document.graph, nodes } } },
    });
    const nodeIds = nodes.map(({ id }) => id);
    world.promised({ kind: 'saved', projectId: world.projectId, version: response.version, nodeIds });
  },
  save,
  upload,
  'upload in parts': uploadMultipart,
  run,
  async apply(world) {
    const runId = await run(world);
    const { version } = await documentOf(world);
    await world.api(endpoints.runs.applyToProject, {
      params: { run_id: runId },
      body: { expectedVersion: version },
    });
  },
  async import(world) {
    const transferId = `transfer_${randomUUID()}`;
    const query = `transferId=${transferId}&connectionId=local&filename=p.patchbay&sizeBytes=${world.projectFile.length}`;
    const response = await world.app.request(
      'POST',
      `/desk/imports?${query}`,
      new Uint8Array(world.projectFile),
    );
    if (response.status !== 201) throw rejectionOf(response);
    const { projectId } = await waitForTransfer(world, transferId);
    world.promised({ kind: 'saved', projectId: projectId ?? '', version: 1, nodeIds: [] });
  },
  export: exportProject,
  'write the journal': (world) => journal(world, world.projectId),
  async 'keep a version'(world) {
    const graph = { nodes: [node(`v${world.next()}`)], connections: [] };
    const { version } = await world.desk('keepVersion', {
      params: { connectionId: 'local', projectId: world.projectId },
      body: { kind: 'graph', version: 1, reason: 'saved', graph, name: `Version ${world.next()}` },
    });
    world.promised({ kind: 'version', projectId: world.projectId, id: version?.id ?? '' });
  },
  async 'change settings'(world) {
    const theme = world.next() % 2 === 0 ? 'dark' : 'light';
    await world.desk('changeSettings', { body: { theme } });
    world.promised({ kind: 'settings', theme });
  },
};

/** A project with a text that leads to an output, and a file of it. */
export async function prepare(world: World): Promise<void> {
  world.projectId = await makeProject(world);
  await world.api(endpoints.projects.replaceDocument, {
    params: { project_id: world.projectId },
    body: { expectedVersion: 1, document: { graph: { nodes: [node('text')], connections: [] } } },
  });
  const { id } = await exportProject(world);
  const response = await world.app.requestBytes(`/desk/transfers/${id}/file`);
  world.projectFile = response;
}
