/** Of the package `ws` what the host and the rigs use; it brings no types of its own. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { ClientRequest, IncomingMessage } from 'node:http';
  import type { Duplex } from 'node:stream';

  export class WebSocket extends EventEmitter {
    static readonly OPEN: 1;
    readonly readyState: 0 | 1 | 2 | 3;
    /** The other end: a client, as tests and rigs have it. */
    constructor(
      url: string,
      protocols: readonly string[],
      options?: { headers?: Readonly<Record<string, string>> },
    );
    readonly protocol: string;
    send(data: string | Buffer): void;
    close(code: number, reason: string): void;
    /** Ends the connection at once. */
    terminate(): void;
    on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'close', listener: (code: number, reason: Buffer) => void): this;
    on(event: 'open', listener: () => void): this;
    /** The server answered with something else. */
    on(
      event: 'unexpected-response',
      listener: (request: ClientRequest, response: IncomingMessage) => void,
    ): this;
  }

  export class WebSocketServer {
    constructor(options: {
      noServer: true;
      /** Bytes. */
      maxPayload: number;
      perMessageDeflate: false;
      clientTracking: false;
      handleProtocols(protocols: Set<string>): string | false;
    });
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      opened: (socket: WebSocket) => void,
    ): void;
  }
}
