import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  validateHostHeader,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { AGENT_PATH, AGENT_PIPE_PROTOCOL, MAX_AGENT_MESSAGE_BYTES } from '#shared/agents/index.ts';
import type { StoredAgent } from './agent-store.ts';
import { createMcpServer } from './mcp-server.ts';
import type { ToolRunner } from './run-tool.ts';

/** The door as it is open: agents reach it on this computer, by HTTP or by a pipe for standard input and output. */
export interface OpenGateway {
  port: number;
  /** Ends the connections of one agent. */
  disconnect(agentId: string): void;
  close(): Promise<void>;
}

/** Pipes of all agents at the same time. */
const MAX_PIPES = 40;
/** A head that comes slowly is nobody's. Milliseconds. */
const HEAD_TIMEOUT_MS = 10_000;

const refuse = (status: number, message: string): Response =>
  Response.json({ error: message }, { status, headers: { 'cache-control': 'no-store' } });

const tokenOf = (authorization: string | null | undefined): string =>
  /^Bearer ([\w-]{20,200})$/i.exec(authorization ?? '')?.[1] ?? '';

interface GatewayOptions {
  /** The port it had before; null takes a free one. */
  port: number | null;
  version: string;
  runner: ToolRunner;
  findAgent: (token: string) => StoredAgent | null;
  onError: (error: Error) => void;
}

/** Opens the door on the loopback address. @throws where no port can be had */
export async function openGateway(options: GatewayOptions): Promise<OpenGateway> {
  const { runner, version, findAgent, onError } = options;
  const pipes = new Map<Duplex, string>();
  const handlers = new Map<string, ReturnType<typeof createMcpHandler>>();

  /** One handler an agent, so that what is open of it can be ended. */
  function handlerOf(agent: StoredAgent) {
    const found = handlers.get(agent.id);
    if (found) return found;
    const handler = createMcpHandler(() => createMcpServer(findById(agent), runner, version), {
      maxRequestBodySize: MAX_AGENT_MESSAGE_BYTES,
      maxSubscriptions: 8,
      onerror: onError,
    });
    handlers.set(agent.id, handler);
    return handler;
  }
  /** Scopes may have changed since the handler was made; the runner looks again at each call. */
  const findById = (agent: StoredAgent): StoredAgent => latest.get(agent.id) ?? agent;
  const latest = new Map<string, StoredAgent>();

  async function respond(request: Request): Promise<Response> {
    const rejection =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (rejection) return rejection;
    if (new URL(request.url).pathname !== AGENT_PATH)
      return refuse(404, `Agents are answered at ${AGENT_PATH}.`);
    const agent = findAgent(tokenOf(request.headers.get('authorization')));
    if (agent === null) {
      return refuse(
        401,
        'The token is missing or not of an agent in Settings, Agents. Send it as "Authorization: Bearer …".',
      );
    }
    latest.set(agent.id, agent);
    return handlerOf(agent).fetch(request);
  }

  const listener = getRequestListener(respond, { overrideGlobalObjects: false });
  const server = createServer(
    { headersTimeout: HEAD_TIMEOUT_MS },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // What came with the request is the beginning of the messages.
    if (head.byteLength > 0) socket.unshift(head);
    openPipe(request, socket, options, pipes);
  });
  const port = await listen(server, options.port);
  return {
    port,
    disconnect(agentId) {
      for (const [socket, id] of pipes) if (id === agentId) socket.destroy();
      handlers.get(agentId)?.close().catch(onError);
      handlers.delete(agentId);
    },
    async close() {
      for (const socket of pipes.keys()) socket.destroy();
      await Promise.all([...handlers.values()].map((handler) => handler.close()));
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
    },
  };
}

/** Ends its connection when it is closed, as after a message that is too long: what follows that has no beginning. */
class PipeTransport extends StdioServerTransport {
  readonly #socket: Duplex;

  constructor(socket: Duplex) {
    super(socket, socket, { maxBufferSize: MAX_AGENT_MESSAGE_BYTES });
    this.#socket = socket;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#socket.destroy();
  }
}

/** Takes a connection that is upgraded: messages, a line each, both ways. */
function openPipe(
  request: IncomingMessage,
  socket: Duplex,
  { runner, version, findAgent, onError }: GatewayOptions,
  pipes: Map<Duplex, string>,
): void {
  socket.on('error', () => socket.destroy());
  const agent = findAgent(tokenOf(request.headers.authorization));
  const isLocal = validateHostHeader(request.headers.host, localhostAllowedHostnames()).ok;
  const isPipe = request.headers.upgrade === AGENT_PIPE_PROTOCOL && request.headers.origin === undefined;
  if (agent === null || !isLocal || !isPipe || pipes.size >= MAX_PIPES) {
    const status = agent === null ? '401 Unauthorized' : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    return;
  }
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${AGENT_PIPE_PROTOCOL}\r\n\r\n`,
  );
  pipes.set(socket, agent.id);
  const transport = new PipeTransport(socket);
  const served = serveStdio(() => createMcpServer(agent, runner, version), {
    transport,
    maxSubscriptions: 8,
    onerror: onError,
  });
  socket.on('close', () => {
    pipes.delete(socket);
    served.close().catch(onError);
  });
}

/** Listens on a port, or on a free one where that is used. */
async function listen(server: Server, port: number | null): Promise<number> {
  const on = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await on(port ?? 0).catch(async (error: unknown) => {
    if (port === null) throw error;
    await on(0);
  });
  return (server.address() as AddressInfo).port;
}
