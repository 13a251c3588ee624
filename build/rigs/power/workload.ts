import { createHash } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { isTerminalUploadState, type Upload } from '#shared/desk/index.ts';
import { untilDeskEvent } from '#core/testing/until-desk-event.ts';
import type { PowerPromise } from './promises.ts';
import { createRigCore } from '../rig-core.ts';

/**
 * The process whose calls are recorded: core and service on a data folder, used as a person and a program use them. Each
 * response is written to a list of promises before anything else is done.
 * Arguments: data folder, file of promises, rounds.
 */

const [folder = '', promisesFile = '', rounds = '12'] = process.argv.slice(2);
const promises = openSync(promisesFile, 'a');
const recordPromise = (promise: PowerPromise): void => void writeSync(promises, JSON.stringify(promise));

const core = createRigCore(folder);

async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await core.fetch(
    new Request(`http://app.test${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
const api = <T>(method: string, path: string, body?: object) =>
  request<T>(method, `/api/local/v1${path}`, body);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (size: number, seed: number) => {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + seed * 17 + (at >> 8)) & 0xff;
  return bytes;
};
const node = (id: string) => ({
  id,
  type: 'input/text',
  inputs: { value: { type: 'string', value: id.repeat(20) } },
});

interface Project {
  id: string;
  version: number;
  nodeIds: string[];
}

async function makeProject(name: string): Promise<Project> {
  const { id } = await api<{ id: string }>('POST', '/projects', { name });
  recordPromise({ kind: 'saved', projectId: id, version: 1, nodeIds: [] });
  await request('POST', `/desk/journal/local/${id}/claim`, { writer: 'w', take: true });
  return { id, version: 1, nodeIds: [] };
}

/** As a page does: the journal first, then what will be sent, then the service, then the journal again. */
async function edit(project: Project, round: number, isSynced: boolean): Promise<void> {
  const journal = `/desk/journal/local/${project.id}`;
  const nodeId = `n${round}`;
  const operations = [{ op: 'addNode', node: node(nodeId) }];
  const at = new Date().toISOString();
  const entry = { id: nodeId, label: 'Add', at, baseVersion: project.version, operations };
  const history = [
    {
      do: 'push',
      step: { label: 'Add', forward: operations, backward: [{ op: 'removeNode', nodeId }], mergeKey: null },
    },
  ];
  await request('POST', `${journal}/entries`, { writer: 'w', entries: [entry], history });
  recordPromise({ kind: 'journaled', projectId: project.id, nodeId });
  if (!isSynced) return;
  const inFlight = {
    idempotencyKey: `key-${project.id}-${round}`,
    expectedVersion: project.version,
    entryIds: [nodeId],
  };
  await request('POST', `${journal}/sending`, { writer: 'w', inFlight });
  const response = await api<{ version: number }>('PATCH', `/projects/${project.id}/document`, {
    expectedVersion: project.version,
    operations,
  });
  project.version = response.version;
  project.nodeIds.push(nodeId);
  recordPromise({
    kind: 'saved',
    projectId: project.id,
    version: project.version,
    nodeIds: [...project.nodeIds],
  });
  await request('POST', `${journal}/acknowledge`, { writer: 'w', entryIds: [nodeId] });
}

async function keepVersion(project: Project): Promise<void> {
  const graph = { nodes: project.nodeIds.map(node), connections: [] };
  const version = await request<{ id: string }>('POST', `/desk/versions/local/${project.id}`, {
    version: project.version,
    reason: 'saved',
    graph,
    name: `v${project.version}`,
  });
  recordPromise({ kind: 'version', projectId: project.id, id: version.id });
}

async function upload(round: number): Promise<void> {
  const bytes = bytesOf(20_000 + round * 1000, round);
  const filename = `file-${round}.bin`;
  const query = `connectionId=local&filename=${filename}&sizeBytes=${bytes.length}`;
  // Followed from before it begins, so that its end is not missed.
  const over = untilDeskEvent(
    core,
    (event) =>
      event.type === 'upload' &&
      event.upload.filename === filename &&
      isTerminalUploadState(event.upload.state),
  );
  const response = await core.fetch(
    new Request(`http://app.test/desk/uploads?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    }),
  );
  const { id } = (await response.json()) as Upload;
  await over;
  const { fileId } = await request<Upload>('GET', `/desk/uploads/${id}`);
  if (fileId) recordPromise({ kind: 'file', fileId, sha256: sha256(bytes) });
}

interface Session {
  uploadId: string;
  fileId: string;
  segments: { partNumber: number; url: string; headers: Record<string, string> }[];
  partSizeBytes: number;
}

async function uploadMultipart(round: number): Promise<void> {
  const bytes = bytesOf(50_000, round + 100);
  const session = await api<Session>('POST', '/files/uploads', {
    filename: `parts-${round}.bin`,
    sizeBytes: bytes.length,
    contentType: 'application/octet-stream',
  });
  const multipartParts: { partNumber: number; etag: string }[] = [];
  for (const part of session.segments) {
    const size = session.partSizeBytes;
    const body = bytes.subarray((part.partNumber - 1) * size, part.partNumber * size);
    const response = await fetch(part.url, { method: 'PUT', headers: part.headers, body });
    if (!response.ok) throw new Error(`A part was answered ${response.status}.`);
    recordPromise({
      kind: 'part',
      uploadId: session.uploadId,
      partNumber: part.partNumber,
      sha256: sha256(body),
    });
    multipartParts.push({ partNumber: part.partNumber, etag: response.headers.get('etag') ?? '' });
  }
  if (round % 2 === 0) return;
  await api('POST', `/files/uploads/${session.uploadId}/complete`, { multipartParts });
  recordPromise({ kind: 'file', fileId: session.fileId, sha256: sha256(bytes) });
}

async function run(project: Project): Promise<void> {
  const { id: runId } = await api<{ id: string }>('POST', '/runs', { projectId: project.id });
  recordPromise({ kind: 'run', runId });
}

await core.start();
await untilDeskEvent(core, (event) => event.type === 'local-service' && event.status.state === 'running');
const projects = [await makeProject('One'), await makeProject('Two')];
for (let round = 1; round <= Number(rounds); round += 1) {
  const project = projects[round % 2]!;
  await edit(project, round, true);
  if (round % 4 === 1) await keepVersion(project);
  if (round % 3 === 1) await upload(round);
  if (round % 5 === 2) await uploadMultipart(round);
  if (round % 4 === 2) await run(project);
  if (round % 6 === 0) {
    const theme = round % 12 === 0 ? 'dark' : 'light';
    await request('PATCH', '/desk/settings', { theme });
    recordPromise({ kind: 'settings', theme });
    const name = `Studio ${round}`;
    await request('POST', '/desk/connections', {
      name,
      baseUrl: 'https://studio.example',
      key: 'pb_live_key_12345678',
    });
    recordPromise({ kind: 'connection', name });
  }
}
// Some edits wait here when the power fails.
for (const [at, project] of projects.entries()) await edit(project, 1000 + at, false);
await core.close();
