import { createHash } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import { sharp } from '#native/testing/sharp.ts';
import { expect } from 'vitest';
import {
  API_PREFIX,
  PublicRunDetail,
  PublicRunEvent,
  type PublicRunDetail as Run,
} from '#shared/api/index.ts';
import type { CallOptions, TestService } from './harness.ts';

/** What the stories of runs are told with. */

export const value = (content: unknown) => ({ type: typeof content, value: content });
export const wire = (from: string, to: string) => ({ from: from.split('.'), to: to.split('.') });

/** Photo → resize → blur → file output, and a text made by a template. */
export const posterGraph = (fileId: string) => ({
  nodes: [
    {
      id: 'photo',
      type: 'input/image',
      position: { x: 0, y: 0 },
      inputs: { file: { type: 'file', value: fileId } },
    },
    { id: 'small', type: 'image/resize', inputs: { width: value(40), height: value(30) } },
    {
      id: 'soft',
      type: 'image/blur',
      title: 'Soft',
      position: { x: 600, y: 0 },
      inputs: { sigma: value(2) },
    },
    { id: 'picture', type: 'output/file', position: { x: 900, y: 0 }, inputs: { name: value('Picture') } },
    { id: 'who', type: 'input/text', inputs: { value: value('world') } },
    { id: 'line', type: 'text/template', inputs: { template: value('hello {{a}}') } },
    { id: 'words', type: 'output/value', inputs: { name: value('Words') } },
  ],
  connections: [
    wire('photo.image', 'small.image'),
    wire('small.image', 'soft.image'),
    wire('soft.image', 'picture.file'),
    wire('who.text', 'line.a'),
    wire('line.text', 'words.value'),
  ],
});

export const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 160, height: 120, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer();

/** Uploads by create, PUT and complete. @returns the file id. */
export async function upload(
  service: TestService,
  bytes: Uint8Array,
  filename: string,
  contentType: string,
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const session = await service.ok('files.createUpload', {
    body: { filename, sizeBytes: bytes.byteLength, contentType, sha256 },
  });
  const segments = session.parts ?? (session.upload ? [{ ...session.upload, partNumber: 1 }] : []);
  const size = session['partSizeBytes'] ?? bytes.byteLength;
  const multipartParts: { partNumber: number; etag: string }[] = [];
  for (const { partNumber, method, url, headers } of segments) {
    const body = bytes.slice((partNumber - 1) * size, partNumber * size);
    const uploadResponse = await fetch(url, { method, headers, body });
    expect(uploadResponse.status).toBe(200);
    multipartParts.push({ partNumber, etag: uploadResponse.headers.get('etag') ?? '' });
  }
  const multipart = session['storageMethod'] === 'multipart';
  await service.ok('files.completeUpload', {
    params: { upload_id: session['uploadId'] },
    body: { actualSha256: sha256, ...(multipart ? { multipartParts } : {}) },
  });
  return session['fileId'];
}

export async function saveProject(
  service: TestService,
  graph: object,
): Promise<{ id: string; version: number }> {
  const { id, version } = await service.createProject({ name: 'Poster' });
  const saved = await service.ok('projects.replaceDocument', {
    params: { project_id: id },
    body: { expectedVersion: version, document: { graph } },
  });
  return { id, version: saved['version'] };
}

export const createRun = async (
  service: TestService,
  body: object,
  options: CallOptions = {},
): Promise<Run> => PublicRunDetail.parse(await service.ok('runs.create', { body, ...options }));

export const getRun = async (service: TestService, runId: string): Promise<Run> =>
  PublicRunDetail.parse(await service.ok('runs.get', { params: { run_id: runId } }));

/** The run once its stream has ended by itself. */
export const awaitRunEnd = async (service: TestService, runId: string): Promise<Run> => {
  await follow(service, runId);
  return getRun(service, runId);
};

/** The file behind one of a run's outputs. */
export function fileOf(run: Run, key: string) {
  const output = run.outputs?.[key];
  if (output === undefined || !('fileId' in output)) throw new Error(`${key} is no file.`);
  return output;
}

/** Reads a run's stream to its end, or until `enough` says so. */
export async function follow(
  service: TestService,
  runId: string,
  options: { lastEventId?: string; enough?: (event: PublicRunEvent) => boolean } = {},
): Promise<PublicRunEvent[]> {
  const leave = new AbortController();
  const response = await service.raw(`${API_PREFIX}/runs/${runId}/events/stream`, {
    headers: {
      authorization: `Bearer ${service.key}`,
      ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
    },
    signal: leave.signal,
  });
  expect(response.status).toBe(200);
  return readStream(response, leave, options.enough);
}

/** Reads an event stream to its end, or until `enough` says so. */
export async function readStream(
  response: Response,
  leave: AbortController,
  enough: (event: PublicRunEvent) => boolean = () => false,
): Promise<PublicRunEvent[]> {
  const events: PublicRunEvent[] = [];
  let isComplete = false;
  const parser = createParser({
    onEvent: (message) => {
      if (isComplete) return;
      const event = PublicRunEvent.parse(JSON.parse(message.data));
      events.push(event);
      isComplete = enough(event);
    },
  });
  const decoder = new TextDecoder();
  const reader = response.body!.getReader();
  for (;;) {
    const { value: chunk, done: over } = await reader.read();
    if (over) break;
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isComplete) {
      leave.abort();
      break;
    }
  }
  return events;
}
