import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { PublicFileUploadSession } from '#shared/api/schemas/files.ts';
import { interleave, timed, type Figure } from './measure.ts';
import { startBareServer, type App } from './processes.ts';
import type { PublicRunDetail } from '#shared/api/index.ts';
import type { Connection, Upload } from '#shared/desk/index.ts';

const UPLOAD_BYTES = 192 * 1024 * 1024;

/**
 * Sends a body over a connection of its own: one kept from the turn before may be closed while the other side has its
 * turn. @returns the response's text and its `ETag`. @throws Error unless it is a success.
 */
async function sendBytes(
  url: string,
  { method, headers, bytes }: { method: string; headers: Record<string, string>; bytes: Buffer },
): Promise<{ reported: string; etag: string }> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      url,
      { method, headers: { ...headers, 'content-length': bytes.length }, agent: false },
      (response) => {
        const { statusCode = 0 } = response;
        text(response).then(
          (output) =>
            statusCode < 300
              ? resolve({ reported: output, etag: response.headers.etag ?? '' })
              : reject(new Error(`${statusCode}: ${output}`)),
          reject,
        );
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end(bytes);
  });
}

/** Stores bytes in the service by itself, as a client of its own would. @returns megabytes a second. */
async function storedRate(
  bytes: Buffer<ArrayBuffer>,
  service: { origin: string; key: string },
): Promise<number> {
  const callApi = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${service.origin}/api/v1/files/uploads${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The upload was refused: ${await response.text()}`);
    return response.json();
  };
  const time = await timed(async () => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const session = PublicFileUploadSession.parse(
      await callApi('', { filename: 'bench.bin', sizeBytes: bytes.length, sha256 }),
    );
    const size = session.partSizeBytes ?? bytes.length;
    const multipartParts = [];
    for (const part of session.parts ?? []) {
      const { partNumber, method, url, headers = {} } = part;
      const chunk = bytes.subarray((partNumber - 1) * size, partNumber * size);
      const { etag } = await sendBytes(url, { method, headers, bytes: chunk });
      multipartParts.push({ partNumber, etag });
    }
    const { upload } = session;
    if (upload) await sendBytes(upload.url, { method: upload.method, headers: upload.headers ?? {}, bytes });
    await callApi(`/${session.uploadId}/complete`, upload ? {} : { multipartParts, actualSha256: sha256 });
  });
  return bytes.length / 1e6 / (time / 1000);
}

/**
 * Upload through the whole app (page to stored file, hashed and verified) against a plain PUT of the same bytes to a server
 * that drops them, and against a client that stores them in the service by itself.
 */
export async function uploadRates(app: App, service: { origin: string; key: string }): Promise<Figure[]> {
  const bare = await startBareServer('{}');
  const seed = randomBytes(1024 * 1024);
  // New bytes each time: the app recognises a file that it has sent before.
  const fresh = () => {
    const bytes = Buffer.alloc(UPLOAD_BYTES);
    for (let at = 0; at < bytes.length; at += seed.length) seed.copy(bytes, at);
    createHash('sha256').update(randomBytes(8)).digest().copy(bytes, 0);
    return bytes;
  };
  const through = async () => {
    const bytes = fresh();
    const query = new URLSearchParams({
      connectionId: app.connectionId,
      filename: 'bench.bin',
      sizeBytes: String(bytes.length),
    });
    const time = await timed(async () => {
      const started = await sendBytes(`${app.origin}/desk/uploads?${query}`, {
        method: 'POST',
        headers: { ...app.headers, 'content-type': 'application/octet-stream' },
        bytes,
      });
      const { id } = JSON.parse(started.reported) as Pick<Upload, 'id'>;
      await waitForUpload(app, id);
    });
    return bytes.length / 1e6 / (time / 1000);
  };
  const uploadDirect = async () => {
    const bytes = fresh();
    const time = await timed(async () => {
      await sendBytes(`${bare.origin}/`, { method: 'PUT', headers: {}, bytes });
    });
    return bytes.length / 1e6 / (time / 1000);
  };
  const stored = () => storedRate(fresh(), service);
  const figureOf = (label: string, rates: { a: number; b: number }, target: string): Figure => ({
    name: `upload of ${UPLOAD_BYTES / 1024 / 1024} MiB`,
    measured: { label: 'page → core → service', value: rates.a, unit: 'MB/s' },
    reference: { label, value: rates.b, unit: 'MB/s' },
    ratio: rates.a / rates.b,
    target,
  });
  try {
    return [
      figureOf('plain PUT', await interleave(5, through, uploadDirect), '≥ 0.8'),
      figureOf('stored without the app', await interleave(5, through, stored), '≥ 0.8'),
    ];
  } finally {
    await bare.stop();
  }
}

/** Waits on the desk's event stream until an upload has ended. */
async function waitForUpload(app: App, id: string): Promise<void> {
  const abort = new AbortController();
  const stream = await fetch(`${app.origin}/desk/events`, { headers: app.headers, signal: abort.signal });
  const state = async () => {
    const response = await fetch(`${app.origin}/desk/uploads/${id}`, { headers: app.headers });
    return (await response.json()) as Pick<Upload, 'state' | 'error'>;
  };
  const isFinished = (upload: Pick<Upload, 'state' | 'error'>) => {
    if (upload.state === 'failed') throw new Error(`The upload failed: ${upload.error}`);
    return upload.state === 'done';
  };
  try {
    // It may have ended before the stream was open.
    if (isFinished(await state())) return;
    const decoder = new TextDecoder();
    for await (const chunk of stream.body!) {
      if (decoder.decode(chunk, { stream: true }).includes(id) && isFinished(await state())) return;
    }
  } finally {
    abort.abort();
  }
}

/** Run events a second read through the app's proxy, against the service itself. Replays one run's stream. */
export async function eventRate(
  app: App,
  service: { origin: string; key: string },
  connectionId: string,
): Promise<Figure> {
  const nodes = Array.from({ length: 1500 }, (_v, index) => ({
    id: `n${index}`,
    type: 'input/text',
    inputs: { value: { type: 'string', value: `Line ${index}` } },
  }));
  const direct = { authorization: `Bearer ${service.key}` };
  const created = await fetch(`${service.origin}/api/v1/runs`, {
    method: 'POST',
    headers: { ...direct, 'content-type': 'application/json' },
    body: JSON.stringify({ graph: { nodes, connections: [] } }),
  });
  if (!created.ok) throw new Error(`The run was refused: ${await created.text()}`);
  const { id } = (await created.json()) as Pick<PublicRunDetail, 'id'>;
  const read = async (url: string, headers: Record<string, string>) => {
    let events = 0;
    const time = await timed(async () => {
      const response = await fetch(url, { headers });
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) {
        events += decoder.decode(chunk, { stream: true }).split('\ndata:').length - 1;
      }
    });
    if (events < nodes.length) throw new Error(`Only ${events} events came from ${url}.`);
    return events / (time / 1000);
  };
  const path = `/runs/${id}/events/stream`;
  // The first read follows the run to its end; what is timed are replays of the finished run.
  await read(`${service.origin}/api/v1${path}`, direct);
  const rates = await interleave(
    9,
    () => read(`${app.origin}/api/${connectionId}/v1${path}`, app.headers),
    () => read(`${service.origin}/api/v1${path}`, direct),
  );
  return {
    name: 'run events',
    measured: { label: 'through the proxy', value: rates.a, unit: 'events/s' },
    reference: { label: 'direct', value: rates.b, unit: 'events/s' },
    ratio: rates.a / rates.b,
    target: '≥ 0.7',
  };
}

/** Adds a service to the app as a hosted connection; loopback may be plain http. */
export async function addConnection(app: App, service: { origin: string; key: string }): Promise<string> {
  const added = await fetch(`${app.origin}/desk/connections`, {
    method: 'POST',
    headers: { ...app.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', baseUrl: service.origin, key: service.key }),
  });
  if (!added.ok) throw new Error(`The connection was refused: ${await added.text()}`);
  return ((await added.json()) as Pick<Connection, 'id'>).id;
}
