import { createHash } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { endpoints } from '#shared/api/index.ts';
import { isTerminalUploadState, Upload, type UndoChange } from '#shared/desk/index.ts';
import { untilDeskEvent } from '#core/testing/until-desk-event.ts';
import type { PowerPromise } from './promises.ts';
import { createRigCore } from '../rig-core.ts';
import { callsOfCore } from '../typed-calls.ts';

/**
 * The process whose calls are recorded: core and service on a data folder, used as a person and a program use them. Each
 * response is written to a list of promises before anything else is done.
 * Arguments: data folder, file of promises, rounds.
 */

const [folder = '', promisesFile = '', rounds = '12'] = process.argv.slice(2);
const promises = openSync(promisesFile, 'a');
const recordPromise = (promise: PowerPromise): void => void writeSync(promises, JSON.stringify(promise));

const core = createRigCore(folder);

const { api, desk } = callsOfCore(core);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (size: number, seed: number) => {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + seed * 17 + (at >> 8)) & 0xff;
  return bytes;
};
const node = (id: string) => ({
  id,
  type: 'input/text',
  inputs: { value: { type: 'string' as const, value: id.repeat(20) } },
});

interface Project {
  id: string;
  version: number;
  nodeIds: string[];
}

const journalOf = (projectId: string) => ({ connectionId: 'local', projectId });

async function makeProject(name: string): Promise<Project> {
  const { id } = await api(endpoints.projects.create, { body: { name } });
  recordPromise({ kind: 'saved', projectId: id, version: 1, nodeIds: [] });
  await desk('claimJournal', { params: journalOf(id), body: { writer: 'w', take: true } });
  return { id, version: 1, nodeIds: [] };
}

/** As a page does: the journal first, then what will be sent, then the service, then the journal again. */
async function edit(project: Project, round: number, isSynced: boolean): Promise<void> {
  const params = journalOf(project.id);
  const nodeId = `n${round}`;
  const operations = [{ op: 'addNode' as const, node: node(nodeId) }];
  const at = new Date().toISOString();
  const entry = { id: nodeId, label: 'Add', at, baseVersion: project.version, operations };
  const history: UndoChange[] = [
    {
      do: 'push',
      step: { label: 'Add', forward: operations, backward: [{ op: 'removeNode', nodeId }], mergeKey: null },
    },
  ];
  await desk('appendJournal', { params, body: { writer: 'w', entries: [entry], history } });
  recordPromise({ kind: 'journaled', projectId: project.id, nodeId });
  if (!isSynced) return;
  const inFlight = {
    idempotencyKey: `key-${project.id}-${round}`,
    expectedVersion: project.version,
    entryIds: [nodeId],
  };
  await desk('journalSending', { params, body: { writer: 'w', inFlight } });
  const response = await api(endpoints.projects.patchDocument, {
    params: { project_id: project.id },
    body: { expectedVersion: project.version, operations },
  });
  project.version = response.version;
  project.nodeIds.push(nodeId);
  recordPromise({
    kind: 'saved',
    projectId: project.id,
    version: project.version,
    nodeIds: [...project.nodeIds],
  });
  await desk('journalAcknowledge', { params, body: { writer: 'w', entryIds: [nodeId] } });
}

async function keepVersion(project: Project): Promise<void> {
  const graph = { nodes: project.nodeIds.map(node), connections: [] };
  const { version } = await desk('keepVersion', {
    params: { connectionId: 'local', projectId: project.id },
    body: { kind: 'graph', version: project.version, reason: 'saved', graph, name: `v${project.version}` },
  });
  recordPromise({ kind: 'version', projectId: project.id, id: version?.id ?? '' });
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
  const { id } = Upload.parse(await response.json());
  await over;
  const { fileId } = await desk('getUpload', { params: { uploadId: id } });
  if (fileId) recordPromise({ kind: 'file', fileId, sha256: sha256(bytes) });
}

async function uploadMultipart(round: number): Promise<void> {
  const bytes = bytesOf(50_000, round + 100);
  const session = await api(endpoints.files.createUpload, {
    body: {
      filename: `parts-${round}.bin`,
      sizeBytes: bytes.length,
      contentType: 'application/octet-stream',
    },
  });
  const multipartParts: { partNumber: number; etag: string }[] = [];
  const size = session.partSizeBytes;
  if (!session.parts || !size) throw new Error(`A file is not sent in parts: ${JSON.stringify(session)}`);
  for (const part of session.parts) {
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
  await api(endpoints.files.completeUpload, {
    params: { upload_id: session.uploadId },
    body: { multipartParts },
  });
  recordPromise({ kind: 'file', fileId: session.fileId, sha256: sha256(bytes) });
}

async function run(project: Project): Promise<void> {
  const { id: runId } = await api(endpoints.runs.create, { body: { projectId: project.id } });
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
    await desk('changeSettings', { body: { theme } });
    recordPromise({ kind: 'settings', theme });
    const name = `Studio ${round}`;
    await desk('addConnection', {
      body: { name, baseUrl: 'https://studio.example', key: 'pb_live_key_12345678' },
    });
    recordPromise({ kind: 'connection', name });
  }
}
// Some edits wait here when the power fails.
for (const [at, project] of projects.entries()) await edit(project, 1000 + at, false);
await core.close();
