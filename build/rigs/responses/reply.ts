import type { IncomingMessage, ServerResponse } from 'node:http';

/** What goes over the wire as a response, and in which way. */

/** The key of the hosted connection; no other text holds it. */
export const KEY = 'pb_live_answerrig_0123456789abcdef';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /**
   * `plain`: as HTTP has it. `cut`: the connection ends after `at` bytes. `stall`: nothing comes after them. `silence`:
   * nothing at all. `trickle`: a byte now and then. `endless`: `chunk` for as long as somebody reads. `raw`: a status
   * or length that no library would write.
   */
  mode: 'plain' | 'cut' | 'stall' | 'silence' | 'trickle' | 'endless' | 'raw';
  at?: number;
  chunk?: string;
  length?: string;
}

const TRICKLE_MS = 30;
const CHUNK_BYTES = 64 * 1024;

/** Sends a reply. What takes for ever ends with its connection. */
export function sendReply(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  const { headers, body, mode, at = 0, chunk = ' ' } = reply;
  // A response of this status has no body, of which there could be too much.
  const status = reply.status === 204 && (mode === 'trickle' || mode === 'endless') ? 200 : reply.status;
  const { socket } = request;
  response.on('error', () => {});
  switch (mode) {
    case 'silence':
      return;
    case 'raw': {
      const head = Object.entries({ ...headers, 'content-length': reply.length ?? String(body.byteLength) });
      socket.write(
        `HTTP/1.1 ${status} X\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      );
      socket.end(body);
      return;
    }
    case 'cut':
      response.writeHead(status, { ...headers, 'content-length': body.byteLength });
      response.write(body.subarray(0, at), () => socket.destroy());
      return;
    case 'stall':
      response.writeHead(status, headers);
      response.write(body.subarray(0, at));
      response.flushHeaders();
      return;
    case 'trickle': {
      response.writeHead(status, headers);
      response.flushHeaders();
      let next = 0;
      const timer = setInterval(() => {
        // What has an end goes on with spaces.
        response.write(next < body.byteLength ? body.subarray(next, next + 1) : ' ');
        next += 1;
      }, TRICKLE_MS);
      response.once('close', () => clearInterval(timer));
      return;
    }
    case 'endless':
      response.writeHead(status, headers);
      sendInfinite(chunk, response);
      return;
    default:
      response.writeHead(status, headers);
      response.end(body);
  }
}

function sendInfinite(chunk: string, response: ServerResponse): void {
  const block = Buffer.from(chunk.repeat(Math.ceil(CHUNK_BYTES / chunk.length)));
  const fill = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', fill);
  fill();
}
