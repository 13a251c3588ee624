import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RequestHead } from './admission.ts';
import { requestBody } from './request-body.ts';
import { endStalledBody, REQUEST_LIMITS, type RequestLimits } from './request-limits.ts';

/** An unread rest up to this size is taken, so that the asker gets to read the refusal. */
const maximumDrain = 64 * 1024 * 1024;

/**
 * Decides by the head of a request: a response at once, or a handler for the whole of it.
 * The body is touched only by the latter.
 */
export type HeadDecision =
  | { response: Response }
  | { url: URL; handle: (request: Request) => Promise<Response>; withhold?: readonly string[] };

/**
 * Bridges Node's HTTP server to web-standard handlers. Bodies stream both ways under back-pressure; when the asker
 * goes away, the request's signal aborts and the response's stream is canceled.
 * @param onError hears of handlers that threw; the asker is told only that something went wrong.
 * @param limits of requests that come slowly.
 */
export function webListener(
  resolveHead: (head: RequestHead) => HeadDecision,
  onError: (error: unknown) => void,
  limits: RequestLimits = REQUEST_LIMITS,
): RequestListener {
  return (incoming, outgoing) => {
    if (!incoming.complete) endStalledBody(incoming, limits);
    void respond(incoming, outgoing, resolveHead).catch((error: unknown) => {
      onError(error);
      if (outgoing.headersSent) {
        outgoing.destroy();
      } else {
        outgoing.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
        outgoing.end('Something went wrong in Patchbay. Try again; the log has the details.\n');
      }
    });
  };
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  resolveHead: (head: RequestHead) => HeadDecision,
): Promise<void> {
  const decision = resolveHead(headOf(incoming));
  if ('response' in decision) {
    incoming.resume();
    await send(decision.response, incoming, outgoing);
    return;
  }
  const disconnected = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished)
      disconnected.abort(new DOMException('The asker went away.', 'AbortError'));
  });
  const response = await decision.handle(
    toRequest(incoming, decision.url, disconnected.signal, decision.withhold ?? []),
  );
  if (disconnected.signal.aborted) {
    await response.body?.cancel(disconnected.signal.reason);
    return;
  }
  await send(response, incoming, outgoing);
}

/** Who asks, as far as the head of a request tells. */
export function headOf(incoming: IncomingMessage): RequestHead {
  const headers = new Map<string, string[]>();
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
    const name = (incoming.rawHeaders[i] ?? '').toLowerCase();
    const values = headers.get(name) ?? [];
    values.push(incoming.rawHeaders[i + 1] ?? '');
    headers.set(name, values);
  }
  return { method: incoming.method ?? 'GET', target: incoming.url ?? '/', headers };
}

const connectionHeaders = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

function toRequest(
  incoming: IncomingMessage,
  url: URL,
  signal: AbortSignal,
  withhold: readonly string[],
): Request {
  const headers = new Headers();
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
    const name = (incoming.rawHeaders[i] ?? '').toLowerCase();
    if (connectionHeaders.has(name) || withhold.includes(name)) continue;
    headers.append(name, incoming.rawHeaders[i + 1] ?? '');
  }
  const method = incoming.method ?? 'GET';
  const hasBody =
    method !== 'GET' &&
    method !== 'HEAD' &&
    (incoming.headers['content-length'] !== undefined || incoming.headers['transfer-encoding'] !== undefined);
  if (!hasBody) return new Request(url, { method, headers, signal });
  return new Request(url, { method, headers, signal, body: requestBody(incoming), duplex: 'half' });
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) {
    if (!connectionHeaders.has(name)) headers[name] = value;
  }
  outgoing.writeHead(response.status, headers);
  if (response.body === null || incoming.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
  } else {
    // An event stream's first byte may be minutes away; its head must not wait for it.
    outgoing.flushHeaders();
    try {
      await pipeline(Readable.fromWeb(response.body), outgoing);
    } catch (error) {
      // Cut in the middle, by either side: the length or the missing last chunk tells the asker.
      outgoing.destroy();
      if (!wasCut(error)) throw error;
    }
  }
  drain(incoming);
}

function wasCut(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR' || (error as Error).name === 'AbortError'
  );
}

/** Without this a handler that answers early would leave the connection stuck behind the unread body. */
function drain(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  let drainedBytes = 0;
  incoming.removeAllListeners('data');
  incoming.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length;
    if (drainedBytes > maximumDrain) incoming.destroy();
  });
  incoming.on('error', () => {});
  incoming.resume();
}
