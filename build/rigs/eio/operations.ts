import { createHash, randomUUID } from 'node:crypto';
import type { JournalState, Transfer, Upload } from '#shared/desk/index.ts';
import type { PowerPromise } from '../power/promises.ts';
import type { AppResponse, AppProcess } from './app-process.ts';

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

export interface World {
  app: AppProcess;
  projectId: string;
  promised(promise: PowerPromise): void;
  /** A number that no earlier operation had. */
  next(): number;
  /** An exported project, for imports. */
  projectFile: Buffer;
}

async function call<T>({ app }: Pick<World, 'app'>, method: string, path: string, body?: object): Promise<T> {
  const { status, text } = await app.request(method, path, body);
  if (status >= 200 && status < 300) return (text === '' ? null : JSON.parse(text)) as T;
  throw rejectionOf({ status, text });
}

function rejectionOf({ status, text }: AppResponse): RejectedError {
  try {
    const { error } = JSON.parse(text) as { error: { message: string } };
    return new RejectedError(status, error.message);
  } catch {
    return new RejectedError(status, text);
  }
}

const api = <T>(world: Pick<World, 'app'>, method: string, path: string, body?: object) =>
  call<T>(world, method, `/api/local/v1${path}`, body);

const bytesOf = (size: number, seed: number) =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + seed) & 0xff);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const node = (id: string) => ({ id, type: 'input/text', inputs: { value: { type: 'string', value: id } } });
const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

interface Document {
  version: number;
  document: { graph: { nodes: { id: string }[]; connections: object[] } };
}
const documentOf = (world: World) => api<Document>(world, 'GET', `/projects/${world.projectId}/document`);

async function makeProject(world: World): Promise<string> {
  const { id } = await api<{ id: string }>(world, 'POST', '/projects', { name: `Project ${world.next()}` });
  world.promised({ kind: 'saved', projectId: id, version: 1, nodeIds: [] });
  return id;
}

async function waitForTransfer(world: World, transferId: string): Promise<Transfer> {
  for (;;) {
    const transfer = await call<Transfer>(world, 'GET', `/desk/transfers/${transferId}`);
    if (transfer.state === 'failed') throw new RejectedError(0, transfer.error ?? '');
    if (transfer.state !== 'working') return transfer;
    await pause(20);
  }
}

async function exportProject(world: World): Promise<Transfer> {
  const transferId = `transfer_${randomUUID()}`;
  await call(world, 'POST', '/desk/exports', {
    transferId,
    connectionId: 'local',
    projectId: world.projectId,
    media: false,
  });
  return waitForTransfer(world, transferId);
}

async function upload(world: World): Promise<void> {
  const number = world.next();
  const bytes = bytesOf(25_000, number);
  const query = `connectionId=local&filename=file-${number}.bin&sizeBytes=${bytes.length}`;
  const response = await world.app.request('POST', `/desk/uploads?${query}`, bytes);
  if (response.status !== 201) throw rejectionOf(response);
  const { id } = JSON.parse(response.text) as Upload;
  for (;;) {
    const found = await call<Upload>(world, 'GET', `/desk/uploads/${id}`);
    if (found.state === 'failed') throw new RejectedError(0, found.error ?? '');
    if (found.state === 'done') {
      world.promised({ kind: 'file', fileId: found.fileId ?? '', sha256: sha256(bytes) });
      return;
    }
    await pause(20);
  }
}

interface Session {
  uploadId: string;
  fileId: string;
  segments: { partNumber: number; url: string; headers: Record<string, string> }[];
  partSizeBytes: number;
}

async function uploadMultipart(world: World): Promise<void> {
  const number = world.next();
  const bytes = bytesOf(50_000, number);
  const session = await api<Session>(world, 'POST', '/files/uploads', {
    filename: `parts-${number}.bin`,
    sizeBytes: bytes.length,
    contentType: 'application/octet-stream',
  });
  const multipartParts: { partNumber: number; etag: string }[] = [];
  for (const { partNumber, url, headers } of session.segments) {
    const body = bytes.subarray((partNumber - 1) * session.partSizeBytes, partNumber * session.partSizeBytes);
    const response = await fetch(url, { method: 'PUT', headers, body });
    if (!response.ok) throw rejectionOf({ status: response.status, text: await response.text() });
    world.promised({ kind: 'part', uploadId: session.uploadId, partNumber, sha256: sha256(body) });
    multipartParts.push({ partNumber, etag: response.headers.get('etag') ?? '' });
  }
  await api(world, 'POST', `/files/uploads/${session.uploadId}/complete`, { multipartParts });
  world.promised({ kind: 'file', fileId: session.fileId, sha256: sha256(bytes) });
}

async function run(world: World): Promise<string> {
  const { id } = await api<{ id: string }>(world, 'POST', '/runs', { projectId: world.projectId });
  world.promised({ kind: 'run', runId: id });
  for (;;) {
    const { status } = await api<{ status: string }>(world, 'GET', `/runs/${id}`);
    if (['succeeded', 'failed', 'canceled'].includes(status)) return id;
    await pause(20);
  }
}

async function journal(world: World, projectId: string): Promise<void> {
  const nodeId = `j${world.next()}`;
  const path = `/desk/journal/local/${projectId}`;
  await call<JournalState>(world, 'POST', `${path}/claim`, { writer: 'rig', take: true });
  const operations = [{ op: 'addNode', node: node(nodeId) }];
  const entry = { id: nodeId, label: 'Add', at: new Date().toISOString(), baseVersion: 1, operations };
  await call(world, 'POST', `${path}/entries`, { writer: 'rig', entries: [entry], history: [] });
  world.promised({ kind: 'journaled', projectId, nodeId });
}

async function save(world: World): Promise<void> {
  const nodeId = `n${world.next()}`;
  const { version } = await documentOf(world);
  const response = await api<{ version: number }>(world, 'PATCH', `/projects/${world.projectId}/document`, {
    expectedVersion: version,
    operations: [{ op: 'addNode', node: node(nodeId) }],
  });
  world.promised({ kind: 'saved', projectId: world.projectId, version: response.version, nodeIds: [nodeId] });
}

export const operations: Record<string, (world: World) => Promise<unknown>> = {
  'create a project': makeProject,
  async edit(world) {
    const { version, document } = await documentOf(world);
    const nodes = [...document.graph.nodes, node(`e${world.next()}`)];
    const body = { expectedVersion: version, document: { graph: { ...document.graph, nodes } } };
    const response = await api<Document>(world, 'PUT', `/projects/${world.projectId}/document`, body);
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
    await api(world, 'POST', `/runs/${runId}/apply-to-project`, { expectedVersion: version });
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
    const saved = { version: 1, reason: 'saved', graph, name: `Version ${world.next()}` };
    const { id } = await call<{ id: string }>(
      world,
      'POST',
      `/desk/versions/local/${world.projectId}`,
      saved,
    );
    world.promised({ kind: 'version', projectId: world.projectId, id });
  },
  async 'change settings'(world) {
    const theme = world.next() % 2 === 0 ? 'dark' : 'light';
    await call(world, 'PATCH', '/desk/settings', { theme });
    world.promised({ kind: 'settings', theme });
  },
};

/** A project with a text that leads to an output, and a file of it. */
export async function prepare(world: World): Promise<void> {
  world.projectId = await makeProject(world);
  await api(world, 'PUT', `/projects/${world.projectId}/document`, {
    expectedVersion: 1,
    document: { graph: { nodes: [node('text')], connections: [] } },
  });
  const { id } = await exportProject(world);
  const response = await world.app.askBytes(`/desk/transfers/${id}/file`);
  world.projectFile = response;
}
