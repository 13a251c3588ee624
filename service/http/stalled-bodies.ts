import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client that is sending a body may send nothing. A slow one that goes on may take as long as it takes. */
const BODY_STALL_MS = 120_000;

/** What is looked at of a request. */
export interface ArrivingRequest {
  /** The body is here to its end. */
  readonly complete: boolean;
  readonly destroyed: boolean;
  /** Bytes that are here and were not read yet: then the client waits for the service. */
  readonly readableLength: number;
  readonly socket: { readonly bytesRead: number };
}

/** Finds requests whose bodies stopped coming. */
export class StalledBodies<R extends ArrivingRequest> {
  readonly #arriving = new Map<R, { bytesRead: number; since: number }>();
  readonly #limitMs: number;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Requests whose bodies are not here yet. */
  get size(): number {
    return this.#arriving.size;
  }

  /** @param timestamp milliseconds of a clock that never goes back, as in `removeStalled`. */
  add(request: R, timestamp: number): void {
    this.#arriving.set(request, { bytesRead: request.socket.bytesRead, since: timestamp });
  }

  /** Its exchange is over. */
  delete(request: R): void {
    this.#arriving.delete(request);
  }

  /** Gives those of which nothing came for the limit, each once. */
  removeStalled(timestamp: number): R[] {
    const stalled: R[] = [];
    for (const [request, lastProgress] of this.#arriving) {
      const { bytesRead } = request.socket;
      if (request.complete || request.destroyed) {
        this.#arriving.delete(request);
      } else if (bytesRead !== lastProgress.bytesRead || request.readableLength > 0) {
        this.#arriving.set(request, { bytesRead, since: timestamp });
      } else if (timestamp - lastProgress.since >= this.#limitMs) {
        this.#arriving.delete(request);
        stalled.push(request);
      }
    }
    return stalled;
  }
}

/** By its head: at that moment no body has been read, and `complete` says nothing yet. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Closes the connections of clients that stop in the middle of a body.
 * @param limitMs without a byte.
 * @returns what it watches at the moment.
 */
export function closeStalledBodies(
  server: Server,
  limitMs: number = BODY_STALL_MS,
): StalledBodies<IncomingMessage> {
  const bodies = new StalledBodies<IncomingMessage>(limitMs);
  const responded = new WeakSet<IncomingMessage>();
  server.on('request', (request, response) => {
    // Of most requests the head is all, and they come by the thousand: none of them is held.
    if (!hasBody(request)) return;
    bodies.add(request, performance.now());
    response.once('finish', () => {
      if (request.complete) bodies.delete(request);
      else responded.add(request);
    });
  });
  const sweep = setInterval(() => {
    for (const request of bodies.removeStalled(performance.now())) {
      end(request.socket, responded.has(request) ? '' : TIMEOUT_RESPONSE);
    }
  }, limitMs / 4);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
  return bodies;
}

/** The body can never be complete, so there is nothing more to wait for after the response. */
function end(socket: Socket, response: string): void {
  if (response === '') socket.destroy();
  else socket.end(response, () => socket.destroy());
}
