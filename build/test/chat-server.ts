import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A server of models on this computer that speaks chat completions with tools, as it streams them. */
export interface ChatServer {
  origin: string;
  /** What it was asked, as it came. */
  requests: ChatCompletionRequest[];
  close(): Promise<void>;
}

export interface ChatCompletionRequest {
  model: string;
  stream?: boolean;
  messages: { role: string; content?: unknown; tool_call_id?: string; tool_calls?: unknown[] }[];
  tools?: { type: string; function: { name: string; parameters: unknown } }[];
}

/** Words, or calls of tools. */
export type ChatReply = string | { name: string; input: unknown }[];

/** Letters of one chunk of arguments. */
const CHUNK = 16;

/**
 * @param respond gives what its one model, `talk-1`, says to the messages of a request; a promise is waited for.
 */
export async function startChatServer(
  key: string,
  respond: (request: ChatCompletionRequest) => ChatReply | Promise<ChatReply>,
): Promise<ChatServer> {
  const requests: ChatCompletionRequest[] = [];
  let calls = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const send = (status: number, body: unknown): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (incoming.headers.authorization !== `Bearer ${key}`)
        return send(401, {
          error: { message: 'Incorrect API key provided.', type: 'invalid_request_error' },
        });
      if (incoming.url === '/v1/models') return send(200, { object: 'list', data: [{ id: 'talk-1' }] });
      if (incoming.url !== '/v1/chat/completions') return send(404, { error: { message: 'Not found' } });
      const request = JSON.parse(Buffer.concat(chunks).toString()) as ChatCompletionRequest;
      // One that only asks whether it answers is not of the conversation.
      if (request.tools !== undefined) requests.push(request);
      const event = (choice: object, usage?: object): void => {
        const body = {
          id: 'chatcmpl-1',
          object: 'chat.completion.chunk',
          model: 'talk-1',
          choices: [choice],
          usage,
        };
        response.write(`data: ${JSON.stringify(body)}\n\n`);
      };
      const delta = (fields: object, finish: string | null = null): void =>
        event({ index: 0, delta: fields, finish_reason: finish });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      delta({ role: 'assistant', content: '' });
      const finish = async (): Promise<void> => {
        const reply = request.tools === undefined ? 'Yes.' : await respond(request);
        if (typeof reply === 'string') for (const word of reply.split(/(?<= )/)) delta({ content: word });
        else {
          for (const [index, { name, input }] of reply.entries()) {
            calls += 1;
            const fn = { name, arguments: '' };
            delta({ tool_calls: [{ index, id: `call_${calls}`, type: 'function', function: fn }] });
            const text = JSON.stringify(input);
            for (let from = 0; from < text.length; from += CHUNK)
              delta({ tool_calls: [{ index, function: { arguments: text.slice(from, from + CHUNK) } }] });
          }
        }
        delta({}, typeof reply === 'string' ? 'stop' : 'tool_calls');
        event({ index: 0, delta: {} }, { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 });
        response.end('data: [DONE]\n\n');
      };
      void finish();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
