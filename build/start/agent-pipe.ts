import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import {
  AGENT_GATEWAY_FILE,
  AGENT_PATH,
  AGENT_PIPE_PROTOCOL,
  AGENT_TOKEN_VARIABLE,
} from '#shared/agents/index.ts';

const GatewayNote = z.object({ port: z.int().min(1).max(65_535) });

/** The port of the door; null while it is closed. */
export async function findGateway(dataDirectory: string): Promise<number | null> {
  try {
    return GatewayNote.parse(JSON.parse(await readFile(join(dataDirectory, AGENT_GATEWAY_FILE), 'utf8')))
      .port;
  } catch {
    return null;
  }
}

const CLOSED =
  'Patchbay is not open, or agents are switched off. Start it, and switch agents on in Settings.';

/**
 * `npm start -- --agent`: passes messages of an agent to the Patchbay that runs, a line each, and back.
 * @returns when either side has ended. @throws Error with a sentence for people
 */
export async function runAgentPipe(
  { dataDirectory, env }: { dataDirectory: string; env: Readonly<Record<string, string | undefined>> },
  stdin: Readable,
  stdout: Writable,
): Promise<void> {
  const token = env[AGENT_TOKEN_VARIABLE];
  if (!token) {
    throw new Error(`Set ${AGENT_TOKEN_VARIABLE} to the token that Settings gave for this agent.`);
  }
  const port = await findGateway(dataDirectory);
  if (port === null) throw new Error(CLOSED);
  const socket = await connect(port, token);
  stdin.pipe(socket);
  socket.pipe(stdout, { end: false });
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.once('error', () => resolve());
  });
  stdin.unpipe(socket);
  stdin.destroy();
}

function connect(port: number, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const upgrade = request({
      host: '127.0.0.1',
      port,
      path: AGENT_PATH,
      headers: { connection: 'Upgrade', upgrade: AGENT_PIPE_PROTOCOL, authorization: `Bearer ${token}` },
    });
    upgrade.once('upgrade', (_response, socket, head) => {
      if (head.byteLength > 0) socket.unshift(head);
      resolve(socket);
    });
    upgrade.once('response', ({ statusCode }) => {
      const isToken = statusCode === 401;
      reject(
        new Error(
          isToken
            ? 'This token is not of an agent in Settings any more. Add the agent again.'
            : 'Patchbay refused the connection. Start it anew and try again.',
        ),
      );
    });
    upgrade.once('error', () => reject(new Error(CLOSED)));
    upgrade.end();
  });
}
