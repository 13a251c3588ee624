import type { IncomingMessage } from 'node:http';

/** How long a host waits for the rest of a request that has begun. Milliseconds. */
export interface RequestLimits {
  /** From the connection, or the last response on it, to the end of the head. */
  head: number;
  /** Between two pieces of a body. A whole body may take as long as a large file takes. */
  bodyIdle: number;
}

export const REQUEST_LIMITS: RequestLimits = { head: 20_000, bodyIdle: 120_000 };

/** What Node's server needs to know of the limits; how often it looks decides how exact they are. */
export const serverOptionsOf = ({ head }: RequestLimits) => ({
  requestTimeout: 0,
  headersTimeout: head,
  connectionsCheckingInterval: Math.max(1, Math.floor(head / 4)),
});

/** Ends the connection of a request whose body stops coming. Nothing is held against it while nobody reads. */
export function endStalledBody(incoming: IncomingMessage, { bodyIdle }: RequestLimits): void {
  const { socket } = incoming;
  let lastBytesRead = socket.bytesRead;
  const timer = setInterval(() => {
    if (incoming.complete) return clearInterval(timer);
    const isOurs = incoming.readableFlowing === false || incoming.readableLength > 0;
    const hasProgress = socket.bytesRead !== lastBytesRead;
    lastBytesRead = socket.bytesRead;
    if (!isOurs && !hasProgress) socket.destroy();
  }, bodyIdle);
  timer.unref();
  incoming.once('close', () => clearInterval(timer));
}
