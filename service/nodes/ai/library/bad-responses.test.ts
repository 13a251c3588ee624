import { sharp } from '#native/testing/sharp.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeDefinition } from '../../definition.ts';
import { createAiImage } from '../image.ts';
import { createAiSpeech } from '../speech.ts';
import { createAiText } from '../text.ts';
import { createAiVideo } from '../video.ts';
import { KEY, QUICK_LIMITS, useWireBench, type NodeCall } from './testing/wire-bench.ts';
import { bytes, events, json, type WireReply, type WireServer } from './testing/wire-server.ts';

/** What services answer that is no result, as each of them says it. */

const limits = { ...QUICK_LIMITS, file: QUICK_LIMITS };
const bench = useWireBench();
const { execute, failureOf } = bench;
const text = createAiText(QUICK_LIMITS);
const image = createAiImage(QUICK_LIMITS, QUICK_LIMITS);
const video = createAiVideo(limits);
const speech = createAiSpeech(limits);

let server: WireServer;
let other: WireServer;
let png: Buffer;
beforeAll(async () => {
  [server, other] = [bench.server(), bench.other()];
  png = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});
beforeEach(() => {
  // What it is asked for it gives: none of it should be asked for.
  other.routes.set('GET /', bytes('image/png', png));
  other.routes.set('POST /', json({ data: [{ b64_json: png.toString('base64') }] }));
});

const ASKED = {
  openai: [image, { service: 'openai', model: 'gpt-image-2' }, 'POST /v1/images/generations'],
  openaiText: [text, { service: 'openai', model: 'gpt-5.6' }, 'POST /v1/responses'],
  anthropic: [text, { service: 'anthropic', model: 'claude' }, 'POST /v1/messages'],
  google: [
    image,
    { service: 'google', model: 'gemini-3-pro-image' },
    'POST /v1beta/models/gemini-3-pro-image:generateContent',
  ],
  fal: [image, { service: 'fal', model: 'fal-ai/flux' }, 'POST /fal-ai/flux'],
  replicate: [video, { service: 'replicate', model: 'acme/film' }, 'POST /v1/models/acme/film/predictions'],
  bfl: [image, { service: 'black-forest-labs', model: 'flux-pro-1.1' }, 'POST /v1/flux-pro-1.1'],
  openrouter: [text, { service: 'openrouter', model: 'a/b' }, 'POST /api/v1/chat/completions'],
  compatible: [
    speech,
    { service: 'openai-compatible', model: 'tts', inputs: { text: 'Good evening.' } },
    'POST /v1/audio/speech',
  ],
} as const satisfies Readonly<Record<string, readonly [NodeDefinition, NodeCall, string]>>;
type Asked = keyof typeof ASKED;

const failureWith = (asked: Asked, reply: WireReply) => {
  const [definition, call, route] = ASKED[asked];
  server.routes.set(route, reply);
  return failureOf(definition, call);
};

const table: readonly [what: string, asked: Asked, status: number, body: unknown, code: string][] = [
  [
    'a wrong key',
    'openai',
    401,
    { error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' } },
    'PROVIDER_REFUSED_KEY',
  ],
  [
    'an expired key',
    'google',
    400,
    {
      error: {
        code: 400,
        message: 'API key expired.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    },
    'PROVIDER_REFUSED_KEY',
  ],
  ['a wrong key', 'fal', 401, { detail: `Cannot access application with ${KEY}` }, 'PROVIDER_REFUSED_KEY'],
  ['a key without rights', 'bfl', 403, { detail: 'Not authenticated' }, 'PROVIDER_REFUSED_KEY'],
  [
    'a wrong key',
    'replicate',
    401,
    { title: 'Unauthenticated', detail: 'You did not pass a valid token' },
    'PROVIDER_REFUSED_KEY',
  ],
  [
    'a used up quota',
    'openaiText',
    429,
    { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
    'PROVIDER_QUOTA',
  ],
  [
    'an empty account',
    'openrouter',
    402,
    { error: { message: 'Insufficient credits', code: 402 } },
    'PROVIDER_QUOTA',
  ],
  ['an empty account', 'replicate', 402, { detail: 'You have insufficient credit' }, 'PROVIDER_QUOTA'],
  [
    'too many requests',
    'anthropic',
    429,
    { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down' } },
    'PROVIDER_BUSY',
  ],
  [
    'a refusal by rules',
    'openai',
    400,
    { error: { message: 'Your request was rejected', code: 'moderation_blocked' } },
    'PROVIDER_DECLINED',
  ],
  [
    'a refusal by rules',
    'fal',
    422,
    { detail: [{ loc: ['body'], msg: 'The content was flagged', type: 'content_policy_violation' }] },
    'PROVIDER_DECLINED',
  ],
  [
    'a prompt that is blocked',
    'google',
    200,
    { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    'PROVIDER_DECLINED',
  ],
  [
    'a result that is kept back',
    'google',
    200,
    { candidates: [{ finishReason: 'IMAGE_SAFETY', content: {} }] },
    'PROVIDER_DECLINED',
  ],
  [
    'a model that is gone',
    'openaiText',
    404,
    { error: { message: 'The model does not exist', code: 'model_not_found' } },
    'PROVIDER_NOT_FOUND',
  ],
  [
    'a model that is gone',
    'openai',
    400,
    { error: { message: 'Deprecated', code: 'model_not_found' } },
    'PROVIDER_NOT_FOUND',
  ],
  ['a version that is gone', 'replicate', 410, { detail: 'This version was deleted' }, 'PROVIDER_NOT_FOUND'],
  [
    'a model that is gone',
    'compatible',
    404,
    { error: { message: 'model not found' } },
    'PROVIDER_NOT_FOUND',
  ],
  ['a fault of its own', 'bfl', 503, { detail: 'Busy' }, 'PROVIDER_FAILED'],
];

describe('an answer that is no result', () => {
  it.each(table)(
    '%s of %s (%i) is said as such, once, with nothing secret',
    async (_what, asked, status, body, code) => {
      const failure = await failureWith(asked, json(body, status, { 'retry-after': '86400' }));
      expect(failure).toMatchObject({ code, message: expect.stringContaining('Acme') as string });
      // What was refused cannot have cost anything; after a fault of theirs nobody knows.
      expect(failure.notSent).toBe(status >= 400 && status < 500);
      expect(server.requests).toHaveLength(1);
      // What to do next is about the model, or the account.
      const next: Readonly<Record<string, string>> = {
        PROVIDER_NOT_FOUND: ASKED[asked][1].model,
        PROVIDER_QUOTA: 'Add credits there',
      };
      expect(failure.message).toContain(next[code] ?? 'Acme');
    },
  );

  const page = '<!doctype html><title>Sign in to the hotel network</title>';
  it.each(['openai', 'openaiText', 'anthropic', 'google', 'fal', 'replicate', 'bfl', 'compatible'] as const)(
    'a web page of %s is none, though its status is 200',
    async (asked) => {
      expect(await failureWith(asked, bytes('text/html; charset=utf-8', page))).toMatchObject({
        code: 'PROVIDER_BAD_ANSWER',
        message: expect.stringContaining('web page') as string,
      });
    },
  );

  it('a web page in place of how far a job is does not end the job', async () => {
    server.routes.set('GET /v1/predictions', bytes('text/html', page));
    const urls = { get: 'https://api.replicate.com/v1/predictions/p' };
    const failure = await failureWith('replicate', json({ id: 'p', status: 'starting', urls }, 201));
    expect(failure).toMatchObject({ code: 'PROVIDER_BAD_ANSWER', isUnrecoverable: false });
  });

  it.each(['openai', 'google', 'fal', 'compatible'] as const)('of %s that is cut is none', async (asked) => {
    const failure = await failureWith(asked, (response) => {
      const head = { 'content-type': asked === 'compatible' ? 'audio/mpeg' : 'application/json' };
      response.writeHead(200, { ...head, 'content-length': '5000' });
      response.write('{"data": [{"b64_json": "iVBORw0K', () => response.destroy());
    });
    expect(failure).toMatchObject({ code: 'PROVIDER_UNREACHABLE', notSent: false });
  });

  it('a stream that is cut is none', async () => {
    const half = { choices: [{ index: 0, delta: { content: 'Half a' }, finish_reason: null }] };
    expect((await failureWith('openrouter', events([half]))).code).toBe('PROVIDER_CUT_OFF');
  });

  /** Sends spaces until a hundred megabytes are there, or nobody listens any more. @returns how many were taken */
  const endless = (contentType: string): { reply: WireReply; sent: () => number } => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    let sent = 0;
    const reply: WireReply = (response) => {
      response.writeHead(200, { 'content-type': contentType });
      const write = (): void => {
        while (sent < 100 * 1024 * 1024 && !response.destroyed) {
          sent += chunk.byteLength;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    };
    return { reply, sent: () => sent };
  };

  it.each([
    ['openai', 'application/json'],
    ['compatible', 'audio/mpeg'],
    ['openrouter', 'text/event-stream'],
  ] as const)('of %s of a hundred megabytes is left in the middle', async (asked, contentType) => {
    const { reply, sent } = endless(contentType);
    expect((await failureWith(asked, reply)).code).toBe('PROVIDER_ANSWER_TOO_LARGE');
    // What lay in the buffers of two sockets went out besides.
    expect(sent()).toBeLessThan(30 * 1024 * 1024);
  });
});

describe('a second origin', () => {
  const keyAtOther = (): boolean => JSON.stringify(other.requests).includes(KEY);

  it.each(['openai', 'openaiText', 'anthropic', 'google', 'fal', 'replicate', 'bfl', 'compatible'] as const)(
    'that %s sends a request on to gets nothing',
    async (asked) => {
      for (const status of [301, 302, 307, 308]) {
        const failure = await failureWith(asked, json({}, status, { location: `${other.origin}/v1/x` }));
        expect(failure).toMatchObject({ code: 'PROVIDER_REDIRECTED', notSent: true });
      }
      expect(other.requests).toEqual([]);
    },
  );

  it('that a job names for questions gets no key', async () => {
    const elsewhere = { id: 'p', status: 'starting', urls: { get: `${other.origin}/v1/predictions/p` } };
    await failureWith('replicate', json(elsewhere, 201));
    expect(keyAtOther()).toBe(false);
    const polled = { id: 'b', polling_url: `${other.origin}/v1/get_result?id=b` };
    await failureWith('bfl', json(polled));
    expect(keyAtOther()).toBe(false);
  });

  it('that a question about a job is sent on to gets no key', async () => {
    server.routes.set('GET /v1/predictions', json({}, 302, { location: `${other.origin}/v1/predictions/p` }));
    const urls = { get: 'https://api.replicate.com/v1/predictions/p' };
    await failureWith('replicate', json({ id: 'p', status: 'starting', urls }, 201));
    expect(keyAtOther()).toBe(false);
  });

  it('that a file lies at is not opened inside a private network, and a file of its own gets no key', async () => {
    await failureWith('fal', json({ images: [{ url: `${other.origin}/1.png` }] }));
    expect(other.requests).toEqual([]);
    server.routes.set('GET /1.png', bytes('image/png', png));
    server.routes.set('POST /fal-ai/flux', json({ images: [{ url: `${server.origin}/1.png` }] }));
    await execute(...(ASKED.fal.slice(0, 2) as [NodeDefinition, NodeCall]));
    const file = server.requests.find(({ path }) => path === '/1.png');
    expect(JSON.stringify(file?.headers)).not.toContain(KEY);
  });
});
