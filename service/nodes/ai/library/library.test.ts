import { sharp } from '#native/testing/sharp.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAiImage } from '../image.ts';
import { createAiText } from '../text.ts';
import { KEY, QUICK_LIMITS, useWireBench } from './testing/wire-bench.ts';
import { bytes, events, inTurn, json, type WireServer } from './testing/wire-server.ts';

/** What nodes ask of services by their packages, against servers that speak as these do. */

const bench = useWireBench();
const { execute: ask, failureOf } = bench;
const text = createAiText(QUICK_LIMITS);
const image = createAiImage(QUICK_LIMITS, QUICK_LIMITS);

let server: WireServer;
let other: WireServer;
let png: Buffer;
beforeAll(async () => {
  [server, other] = [bench.server(), bench.other()];
  png = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});

const anthropicText = (words: readonly string[]) => [
  {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'c',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 12, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...words.map((word) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: word },
  })),
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 7 },
  },
  { type: 'message_stop' },
];

const openaiText = (words: readonly string[]) => [
  { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt', service_tier: null } },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'i' } },
  ...words.map((delta) => ({
    type: 'response.output_text.delta',
    item_id: 'i',
    output_index: 0,
    content_index: 0,
    delta,
  })),
  { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'i' } },
  {
    type: 'response.completed',
    response: { incomplete_details: null, usage: { input_tokens: 12, output_tokens: 7 }, service_tier: null },
  },
];

const googleText = (text: string) => [
  {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
  },
];

describe('text', () => {
  it('of OpenAI is streamed onto the node and says what was used', async () => {
    server.routes.set('POST /v1/responses', events(openaiText(['Dusk ', 'falls']), true));
    const { outputs, usage, shown, begun } = await ask(text, { service: 'openai', model: 'gpt-5.6' });
    expect(outputs).toEqual({ text: 'Dusk falls' });
    expect(usage).toMatchObject({ tokensIn: 12, tokensOut: 7 });
    expect(shown).toContain('Dusk ');
    expect(begun).toBe(1);
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'idempotency-key': 'run.node.1',
    });
  });

  it('of Anthropic takes instructions and pictures', async () => {
    server.routes.set('POST /v1/messages', events(anthropicText(['Blue']), true));
    const picture = await bench.files.store(png, 'sky.png', 'image/png');
    const { outputs, usage } = await ask(text, {
      service: 'anthropic',
      model: 'claude-sonnet-5-5',
      inputs: { system: 'Be brief', images: picture },
    });
    expect(outputs).toEqual({ text: 'Blue' });
    expect(usage).toMatchObject({ tokensIn: 12, tokensOut: 7 });
    const [request] = server.requests;
    expect(request?.headers['x-api-key']).toBe(KEY);
    expect(request?.body).toContain('Be brief');
    expect(request?.body).toContain(png.toString('base64'));
  });

  it.each([
    ['anthropic', 'POST /v1/messages', events(anthropicText(['Blue']), true), '"media_type":"image/webp"'],
    ['openai', 'POST /v1/responses', events(openaiText(['Blue']), true), 'data:image/webp;base64,'],
    [
      'google',
      'POST /v1beta/models/m:streamGenerateContent',
      events(googleText('Blue')),
      '"mimeType":"image/webp"',
    ],
  ] as const)(
    'of %s is told what a picture is by its bytes, whatever its name says',
    async (service, route, answer, type) => {
      server.routes.set(route, answer);
      const webp = await sharp(png).webp().toBuffer();
      const images = await bench.files.store(webp, 'saved-from-a-page.png', 'image/png');
      const { outputs } = await ask(text, { service, model: 'm', inputs: { images } });
      expect(outputs).toEqual({ text: 'Blue' });
      expect(server.requests[0]?.body).toContain(webp.toString('base64'));
      expect(server.requests[0]?.body).toContain(type);
      expect(server.requests[0]?.body).not.toContain('image/png');
    },
  );

  it('of Google says what was used', async () => {
    server.routes.set(
      'POST /v1beta/models/gemini-3.8-flash:streamGenerateContent',
      events(googleText('Dusk')),
    );
    const { outputs, usage } = await ask(text, { service: 'google', model: 'gemini-3.8-flash' });
    expect(outputs).toEqual({ text: 'Dusk' });
    expect(usage).toMatchObject({ tokensIn: 5, tokensOut: 2 });
    expect(server.requests[0]?.headers['x-goog-api-key']).toBe(KEY);
  });

  it('of OpenRouter says what was charged', async () => {
    server.routes.set(
      'POST /api/v1/chat/completions',
      events([
        { choices: [{ index: 0, delta: { content: 'Dusk' }, finish_reason: null }] },
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        { choices: [], usage: { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5, cost: 0.0123 } },
        '[DONE]',
      ]),
    );
    const { outputs, usage } = await ask(text, { service: 'openrouter', model: 'a/b' });
    expect(outputs).toEqual({ text: 'Dusk' });
    expect(usage?.cents).toBeCloseTo(1.23);
  });

  it('that ends with an error is an error, whatever was written before', async () => {
    const broken = [
      ...anthropicText(['Half a ']).slice(0, 3),
      { type: 'error', error: { type: 'overloaded_error', message: `Overloaded ${KEY}` } },
    ];
    server.routes.set('POST /v1/messages', events(broken, true));
    const failure = await failureOf(text, { service: 'anthropic', model: 'c' });
    expect(failure.code).toBe('PROVIDER_FAILED');
    expect(failure.message).toContain('Overloaded [key]');
  });

  it('that is cut in the middle is no answer', async () => {
    server.routes.set('POST /v1/messages', events(anthropicText(['Half a ']).slice(0, 3), true));
    expect((await failureOf(text, { service: 'anthropic', model: 'c' })).code).toBe('PROVIDER_CUT_OFF');
    server.routes.set('POST /v1/responses', events(openaiText(['Half a ']).slice(0, 3), true));
    expect((await failureOf(text, { service: 'openai', model: 'c' })).code).toBe('PROVIDER_CUT_OFF');
  });

  it.each([
    [
      401,
      { type: 'error', error: { type: 'authentication_error', message: `bad ${KEY}` } },
      'PROVIDER_REFUSED_KEY',
    ],
    [404, { type: 'error', error: { type: 'not_found_error', message: 'model: c' } }, 'PROVIDER_NOT_FOUND'],
    [429, { type: 'error', error: { type: 'rate_limit_error', message: 'quota' } }, 'PROVIDER_BUSY'],
    [529, { type: 'error', error: { type: 'overloaded_error', message: 'busy' } }, 'PROVIDER_FAILED'],
    [400, { type: 'error', error: { type: 'content_policy_violation', message: 'no' } }, 'PROVIDER_DECLINED'],
  ])('refused with %i is said as such, and asked once', async (status, body, code) => {
    server.routes.set('POST /v1/messages', json(body, status, { 'retry-after': '60' }));
    expect((await failureOf(text, { service: 'anthropic', model: 'c' })).code).toBe(code);
    expect(server.requests).toHaveLength(1);
  });
});

describe('pictures', () => {
  it('of OpenAI are asked for one by one, without retries', async () => {
    server.routes.set(
      'POST /v1/images/generations',
      json({
        created: 1,
        data: [{ b64_json: png.toString('base64') }],
        usage: { input_tokens: 9, output_tokens: 4000, total_tokens: 4009 },
      }),
    );
    const { outputs, usage, jobs } = await ask(image, { service: 'openai', model: 'gpt-image-2' });
    expect(await bench.files.look(outputs['image'])).toMatchObject({ width: 8, height: 6, format: 'png' });
    expect(usage).toMatchObject({ tokensIn: 9, tokensOut: 4000 });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ n: 1, size: '1024x1024' });
    expect(jobs).toHaveLength(1);
    server.routes.set('POST /v1/images/generations', json({ error: { message: 'down' } }, 503));
    expect((await failureOf(image, { service: 'openai', model: 'gpt-image-2' })).code).toBe(
      'PROVIDER_FAILED',
    );
    expect(server.requests).toHaveLength(2);
  });

  it('of Google come by their shape', async () => {
    server.routes.set(
      'POST /v1beta/models/gemini-3-pro-image:generateContent',
      json({
        candidates: [
          {
            content: {
              role: 'model',
              parts: [{ inlineData: { mimeType: 'image/png', data: png.toString('base64') } }],
            },
            finishReason: 'STOP',
          },
        ],
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1290, totalTokenCount: 1295 },
      }),
    );
    const { outputs } = await ask(image, {
      service: 'google',
      model: 'gemini-3-pro-image',
      inputs: { aspect: '16:9' },
    });
    expect(await bench.files.look(outputs['image'])).toMatchObject({ width: 8 });
    expect(server.requests[0]?.body).toContain('16:9');
  });

  it('of fal are fetched from their address without the key', async () => {
    server.routes.set('POST /fal-ai/flux', (response) =>
      json({
        images: [{ url: `${server.origin}/files/1.png`, width: 8, height: 6, content_type: 'image/png' }],
        prompt: '',
      })(response, server.requests[0]!),
    );
    server.routes.set('GET /files/1.png', inTurn(json({}, 503), bytes('image/png', png)));
    const { outputs, jobs } = await ask(image, {
      service: 'fal',
      model: 'fal-ai/flux',
      inputs: { variation: 7 },
    });
    expect(await bench.files.look(outputs['image'])).toMatchObject({ width: 8 });
    expect(server.requests[0]?.headers.authorization).toBe(`Key ${KEY}`);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ seed: 7, num_images: 1 });
    // What was answered is stored before the picture is fetched.
    expect(jobs[0]).toContain('/files/1.png');
    expect(server.requests.slice(1).map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
    ]);
  });

  const prediction = (status: string, output: unknown = null) => ({
    id: 'p1',
    status,
    output,
    urls: { get: 'https://api.replicate.com/v1/predictions/p1' },
  });

  it('of Replicate are followed by their number, through failures of the way, and are not asked for again', async () => {
    server.routes.set('POST /v1/models/acme/draw/predictions', json(prediction('starting'), 201));
    server.routes.set(
      'GET /v1/predictions/p1',
      inTurn(
        json(prediction('processing')),
        json({}, 502),
        json(prediction('succeeded', [`${server.origin}/files/1.png`])),
      ),
    );
    server.routes.set('GET /files/1.png', bytes('image/png', png));
    const asking = { service: 'replicate', model: 'acme/draw' } as const;
    const { outputs, jobs } = await ask(image, asking);
    expect(await bench.files.look(outputs['image'])).toMatchObject({ width: 8 });
    expect(jobs).toHaveLength(1);
    // Taken up from what was stored: nothing is asked for, no call begins.
    server.requests.length = 0;
    const again = await ask(image, { ...asking, execution: { job: jobs[0] ?? '' } });
    expect(await bench.files.look(again.outputs['image'])).toMatchObject({ width: 8 });
    expect(again.begun).toBe(0);
    expect(server.requests.map(({ method }) => method)).not.toContain('POST');
  });

  it('of Black Forest Labs say what was charged, come from other hosts of its own, and may be declined', async () => {
    server.routes.set(
      'POST /v1/flux-pro-1.1',
      json({ id: 'b1', polling_url: 'https://api.us1.bfl.ai/v1/get_result?id=b1', cost: 4 }),
    );
    server.routes.set(
      'GET /v1/get_result',
      inTurn(
        json({ id: 'b1', status: 'Pending' }),
        json({ id: 'b1', status: 'Ready', result: { sample: `${server.origin}/files/1.png` } }),
      ),
    );
    server.routes.set('GET /files/1.png', bytes('image/png', png));
    const asking = { service: 'black-forest-labs', model: 'flux-pro-1.1' } as const;
    const { outputs, usage } = await ask(image, asking);
    expect(await bench.files.look(outputs['image'])).toMatchObject({ width: 8 });
    expect(usage).toMatchObject({ cents: 4 });
    expect(server.requests[1]?.headers['x-key']).toBe(KEY);
    server.routes.set('GET /v1/get_result', json({ id: 'b1', status: 'Request Moderated' }));
    expect(await failureOf(image, asking)).toMatchObject({
      code: 'PROVIDER_DECLINED',
      isUnrecoverable: true,
    });
  });

  it('that are a web page, too large, or elsewhere are refused', async () => {
    const asking = { service: 'openai', model: 'gpt-image-2' } as const;
    const route = 'POST /v1/images/generations';
    server.routes.set(route, bytes('text/html', '<html>Sign in</html>'));
    expect(await failureOf(image, asking)).toMatchObject({
      code: 'PROVIDER_BAD_ANSWER',
      message: expect.stringContaining('web page'),
    });
    server.routes.set(route, json({ data: [{ b64_json: Buffer.from('<html>').toString('base64') }] }));
    expect((await failureOf(image, asking)).message).toContain('no PNG, JPEG or WebP');
    server.routes.set(route, bytes('application/json', ' '.repeat(300_000)));
    expect((await failureOf(image, asking)).code).toBe('PROVIDER_ANSWER_TOO_LARGE');
    server.routes.set(route, json({}, 307, { location: `${other.origin}/v1/images/generations` }));
    expect(await failureOf(image, asking)).toMatchObject({ code: 'PROVIDER_REDIRECTED', notSent: true });
    expect(other.requests).toEqual([]);
  });

  it('named at another computer of the network are not opened, and no key goes there', async () => {
    server.routes.set('POST /fal-ai/flux', json({ images: [{ url: `${other.origin}/1.png` }] }));
    expect((await failureOf(image, { service: 'fal', model: 'fal-ai/flux' })).code).toBe(
      'PROVIDER_BAD_ANSWER',
    );
    expect(other.requests).toEqual([]);
  });
});
