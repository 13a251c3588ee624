import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { CHANNEL_LIMITS, channelPath, channelProtocol, type ChannelResponse } from '#shared/desk/channel.ts';
import type { Admission } from './admission.ts';
import { IncompleteMessage } from './unfinished-message.ts';

/** Codes of RFC 6455 for closing. */
const POLICY_VIOLATION = 1008;
const SHUTDOWN_CLOSE_CODE = 1001;
const SECOND_MS = 1000;

export interface Channels {
  /** Ends all of them. */
  close(): void;
}

interface ChannelOptions {
  admit(incoming: IncomingMessage): Admission;
  /** Answers one message. */
  call: (message: Uint8Array) => Promise<ChannelResponse>;
  /** Hears of calls that were not answered at all; their channel is closed. */
  onError: (error: unknown) => void;
  /** Milliseconds that only ever grow. */
  clock?: () => number;
  limits?: { inFlight: number; perSecond: number; pages: number; incompleteMs: number };
}

/** Whether a request asks for the channel. Whatever else wants to change its protocol is answered as a plain request. */
export const isChannelRequest = (incoming: IncomingMessage): boolean =>
  incoming.headers.upgrade?.toLowerCase() === 'websocket' && pathOf(incoming) === channelPath;

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/**
 * Opens channels to pages on a server. A message is answered when its call has had its effect; what comes too large, too
 * much at once or cannot be read is answered where that is possible, and its channel closed: the page goes on by requests.
 */
export function serveChannels(server: Server, options: ChannelOptions): Channels {
  const { limits = CHANNEL_LIMITS } = options;
  const open = new Map<WebSocket, IncompleteMessage>();
  const sweep = setInterval(() => {
    for (const [socket, unfinished] of open) if (unfinished.isTimedOut()) socket.terminate();
  }, limits.incompleteMs);
  sweep.unref();
  server.on('close', () => clearInterval(sweep));
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: CHANNEL_LIMITS.bytes,
    perMessageDeflate: false,
    clientTracking: false,
    // The bearer beside it is not said again.
    handleProtocols: (protocols) => protocols.has(channelProtocol) && channelProtocol,
  });
  server.on('upgrade', (incoming: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => undefined);
    const admission = options.admit(incoming);
    if (admission.to === 'refused') return reject(connection, admission.status, admission.sentence);
    if (open.size >= limits.pages) return reject(connection, 503, 'Too many pages are open.');
    sockets.handleUpgrade(incoming, connection, head, (socket) => {
      open.set(socket, new IncompleteMessage(connection));
      socket.on('close', () => open.delete(socket));
      listen(socket, { ...options, limits });
    });
  });
  return {
    close() {
      clearInterval(sweep);
      for (const socket of open.keys()) {
        socket.close(SHUTDOWN_CLOSE_CODE, 'Patchbay ends.');
        socket.terminate();
      }
    },
  };
}

function listen(
  socket: WebSocket,
  {
    call,
    onError,
    limits,
    clock: getTime = () => performance.now(),
  }: ChannelOptions & { limits: { inFlight: number; perSecond: number } },
): void {
  let inFlight = 0;
  let second = getTime();
  let inSecond = 0;
  let isEnding = false;
  const end = (sentence: string): void => {
    isEnding = true;
    socket.close(POLICY_VIOLATION, sentence);
  };
  const answer = (response: ChannelResponse): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(response));
  };
  const exceedsRate = (): boolean => {
    if (getTime() - second >= SECOND_MS) {
      second = getTime();
      inSecond = 0;
    }
    inSecond += 1;
    return inFlight >= limits.inFlight || inSecond > limits.perSecond;
  };
  // What the protocol forbids, a message that is too large for one: the package has closed the socket itself.
  socket.on('error', () => undefined);
  socket.on('message', (data, isBinary) => {
    if (isEnding) return;
    if (isBinary) return end('Messages are text.');
    if (exceedsRate()) return end('Too many messages at once.');
    inFlight += 1;
    void respond(data);
  });

  async function respond(data: Uint8Array): Promise<void> {
    try {
      const response = await call(data);
      answer(response);
      if (response.id === null) end('The message cannot be read.');
    } catch (error) {
      onError(error);
      socket.terminate();
    } finally {
      inFlight -= 1;
    }
  }
}

/** Answers what is not let in, as the rest of the host does. */
function reject(connection: Duplex, status: number, sentence: string): void {
  const body = JSON.stringify({ error: { code: 'NOT_ALLOWED', message: sentence } });
  connection.once('finish', () => connection.destroy());
  connection.end(
    [
      `HTTP/1.1 ${status} Refused`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
