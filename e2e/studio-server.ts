import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server that draws, speaks, hears and films: the first three in the wire format of OpenAI, films as jobs in that of Replicate.
 * It knows one key.
 */
export interface StudioServer {
  origin: string;
  /** What it was asked for that may cost, as `METHOD /path`. */
  asked: string[];
  close(): Promise<void>;
}

export interface StudioWorks {
  picture: Uint8Array;
  /** Missing where nobody makes films. */
  film?: Uint8Array;
  sound: Uint8Array;
  /** What is transcript, in seconds. */
  transcript: readonly { text: string; start: number; end: number }[];
}

const send = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const sendBytes = (response: ServerResponse, contentType: string, bytes: Uint8Array): void =>
  void response.writeHead(200, { 'content-type': contentType }).end(bytes);

const FIGURES = {
  seek: 0,
  tokens: [],
  temperature: 0,
  avg_logprob: 0,
  compression_ratio: 1,
  no_speech_prob: 0,
};

export async function startStudioServer(key: string, works: StudioWorks): Promise<StudioServer> {
  const asked: string[] = [];
  let origin = '';
  let polls = 0;
  const prediction = (status: string): object => ({
    id: 'f1',
    status,
    output: status === 'succeeded' ? `${origin}/files/f1.mp4` : null,
    urls: { get: `${origin}/v1/predictions/f1` },
  });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '';
    if (path === '/files/f1.mp4') return sendBytes(response, 'video/mp4', works.film ?? Buffer.alloc(0));
    if (request.headers.authorization !== `Bearer ${key}`)
      return send(
        response,
        { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } },
        401,
      );
    if (request.method === 'POST') asked.push(`POST ${path}`);
    switch (path) {
      case '/v1/models':
        return send(response, {
          data: ['draw-image-1', 'hear-whisper-1', 'say-tts-1'].map((id) => ({ id })),
        });
      case '/v1/account':
        return send(response, { type: 'user', username: 'studio' });
      case '/v1/images/generations':
        return send(response, { data: [{ b64_json: Buffer.from(works.picture).toString('base64') }] });
      case '/v1/audio/speech':
        return sendBytes(response, 'audio/wav', works.sound);
      case '/v1/audio/transcriptions':
        return send(response, {
          text: works.transcript.map(({ text }) => text).join(' '),
          language: 'english',
          duration: works.transcript.at(-1)?.end ?? 0,
          segments: works.transcript.map((part, id) => ({ id, ...part, ...FIGURES })),
        });
      case '/v1/models/acme/film/predictions':
        return send(response, prediction('starting'), 201);
      case '/v1/predictions/f1':
        polls += 1;
        return send(response, prediction(polls < 2 ? 'processing' : 'succeeded'));
      default:
        return send(response, { error: { message: 'Not found' } }, 404);
    }
  };
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
