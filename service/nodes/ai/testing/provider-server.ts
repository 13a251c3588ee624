import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider on a port of this machine: it speaks the protocol, and answers as the test says. */

export interface ProviderRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  /** Missing where none was sent. */
  idempotencyKey?: string;
  body: { [key: string]: unknown };
}

export type ProviderReply = (response: ServerResponse, request: ProviderRequest) => void | Promise<void>;

export interface ProviderServer {
  /** To be given as base URL. */
  url: string;
  /** What arrived, in order. */
  requests: ProviderRequest[];
  /** What is answered next, in order; the last one stays. */
  answers(...replies: ProviderReply[]): void;
  close(): Promise<void>;
}

export async function startProvider(): Promise<ProviderServer> {
  const requests: ProviderRequest[] = [];
  let replies: ProviderReply[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const request = await read(incoming);
      requests.push(request);
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      if (reply === undefined) response.writeHead(500).end();
      else await reply(response, request);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answers: (...given) => {
      replies = given;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(incoming: IncomingMessage): Promise<ProviderRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const idempotencyKey = incoming.headers['idempotency-key'];
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    authorization: incoming.headers.authorization,
    ...(typeof idempotencyKey === 'string' && { idempotencyKey }),
    body: text === '' ? {} : (JSON.parse(text) as ProviderRequest['body']),
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): ProviderReply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const bytes =
  (contentType: string, body: Uint8Array): ProviderReply =>
  (response) => {
    response.writeHead(200, { 'content-type': contentType }).end(body);
  };

export const refusal = (status: number, message: string, code = 'error', headers = {}): ProviderReply =>
  json(status, { error: { message, code, type: 'invalid_request_error' } }, headers);

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const delta = (content: object, finish: string | null = null): string =>
  event({ choices: [{ index: 0, delta: content, finish_reason: finish }] });

/** Streams words one event at a time, as chat completions do. */
export const stream =
  (words: readonly string[], finish = 'stop'): ProviderReply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(delta({ role: 'assistant', content: '' }));
    for (const word of words) response.write(delta({ content: word }));
    response.write(delta({}, finish));
    response.write(event({ choices: [], usage: { total_tokens: words.length } }));
    response.end('data: [DONE]\n\n');
  };

/** Begins a stream with these words; what comes then is up to `next`. */
export const begin =
  (words: readonly string[], next: ProviderReply = () => {}): ProviderReply =>
  (response, request) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const word of words) response.write(delta({ content: word }));
    return next(response, request);
  };

export const raw =
  (text: string): ProviderReply =>
  (response) => {
    response.end(text);
  };

/** Begins well and then sends a few bytes again and again, without an end. */
export const drip =
  (contentType: string, some: string): ProviderReply =>
  (response) => {
    response.writeHead(200, { 'content-type': contentType });
    const timer = setInterval(() => response.write(some), 5);
    response.on('close', () => clearInterval(timer));
  };

export const refusedStream: ProviderReply = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(delta({ refusal: 'I cannot ' }));
  response.write(delta({ refusal: 'help with that.' }, 'stop'));
  response.end('data: [DONE]\n\n');
};

/** Streams words and calls of tools, as chat completions with tools do: the arguments come in pieces. */
export const toolCalls =
  (
    calls: readonly { id: string; name: string; input: unknown }[],
    {
      words = [],
      usage,
    }: { words?: readonly string[]; usage?: { prompt_tokens: number; completion_tokens: number } } = {},
  ): ProviderReply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(delta({ role: 'assistant', content: null }));
    for (const word of words) response.write(delta({ content: word }));
    for (const [index, { id, name, input }] of calls.entries()) {
      response.write(
        delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      );
      const text = JSON.stringify(input);
      for (let from = 0; from < text.length; from += 12)
        response.write(
          delta({ tool_calls: [{ index, function: { arguments: text.slice(from, from + 12) } }] }),
        );
    }
    response.write(delta({}, calls.length > 0 ? 'tool_calls' : 'stop'));
    if (usage !== undefined) {
      const { prompt_tokens, completion_tokens } = usage;
      response.write(
        event({ choices: [], usage: { ...usage, total_tokens: prompt_tokens + completion_tokens } }),
      );
    }
    response.end('data: [DONE]\n\n');
  };
