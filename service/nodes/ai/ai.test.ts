import { sharp } from '#native/testing/sharp.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeDefinition, NodeValue, ProviderAccess } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { createAiImage } from './image.ts';
import { fetchProviderFile, type FileLimits } from './provider-file.ts';
import {
  begin,
  bytes,
  json,
  raw,
  refusal,
  refusedStream,
  startProvider,
  stream,
  type ProviderReply,
  type ProviderServer,
} from './testing/provider-server.ts';
import { createAiText } from './text.ts';

const KEY = 'sk-very-secret-0123456789';
const limits: FileLimits = {
  responseMs: 20_000,
  silenceMs: 20_000,
  graceMs: 20_000,
  minRate: 1000,
  longestRetryMs: 1000,
  retries: 2,
  responseBytes: 200_000,
  attempts: 1,
  backoff: { firstMs: 1, maxMs: 1 },
};
const bench = useNodeBench();
const text = createAiText(limits);
const image = createAiImage(limits, limits);

let server: ProviderServer;
beforeAll(async () => {
  server = await startProvider();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

interface Asked {
  inputs?: Record<string, NodeValue>;
  provider?: Partial<ProviderAccess>;
  signal?: AbortSignal;
  onProgress?: (fraction: number, message?: string) => void;
}

const ask = (definition: NodeDefinition, { inputs = {}, provider = {}, signal, onProgress }: Asked = {}) =>
  definition.execute(
    bench.execution(
      { prompt: 'Say hello', ...inputs },
      {
        signal,
        onProgress,
        provider: { name: 'Acme', baseUrl: server.url, model: 'm1', key: KEY, ...provider },
      },
    ),
  );

/** Runs the node and gives what it failed with; the key is in none of it. */
async function failureOf(
  definition: NodeDefinition,
  asked: Asked = {},
): Promise<{ code: string; message: string }> {
  const error: unknown = await ask(definition, asked).then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  );
  const { code, message } = error as { code: string; message: string };
  expect(message).not.toContain(KEY);
  return { code, message };
}

describe('writing text', () => {
  it('sends the prompt as a chat and gives the streamed text, showing it as it comes', async () => {
    server.answers(stream(['Hello', ', ', 'wörld', '.']));
    const shown: string[] = [];
    const fractions: number[] = [];
    const outputs = await ask(text, {
      inputs: { system: 'Be brief', temperature: 0.2, maxTokens: 50, variation: 7 },
      onProgress: (fraction, message = '') => {
        fractions.push(fraction);
        shown.push(message);
      },
    });
    expect(outputs).toEqual({ text: 'Hello, wörld.' });
    expect(server.requests).toEqual([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: {
          model: 'm1',
          messages: [
            { role: 'system', content: 'Be brief' },
            { role: 'user', content: 'Say hello' },
          ],
          stream: true,
          temperature: 0.2,
          max_tokens: 50,
          seed: 7,
        },
      },
    ]);
    expect(shown).toEqual(['Waiting for m1', 'Hello', 'Hello, ', 'Hello, wörld', 'Hello, wörld.']);
    expect([...fractions].sort((a, b) => a - b)).toEqual(fractions);
    expect(fractions.at(-1)).toBeLessThan(1);
  });

  it('leaves out what is not set, and the key where there is none', async () => {
    server.answers(stream(['ok']));
    await ask(text, { provider: { key: null } });
    expect(server.requests[0]).toMatchObject({ authorization: undefined });
    expect(Object.keys(server.requests[0]!.body)).toEqual(['model', 'messages', 'stream']);
  });

  it('puts together characters that arrive in pieces', async () => {
    const whole = Buffer.from('data: {"choices":[{"delta":{"content":"größer €"}}]}\n\ndata: [DONE]\n\n');
    server.answers(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of whole) {
        await new Promise<void>((resolve) => {
          response.write(Buffer.of(byte), () => resolve());
        });
      }
      response.end();
    });
    expect(await ask(text)).toEqual({ text: 'größer €' });
  });

  it('takes an answer that is not streamed', async () => {
    server.answers(json(200, { choices: [{ message: { content: 'At once.' }, finish_reason: 'stop' }] }));
    expect(await ask(text)).toEqual({ text: 'At once.' });
  });

  it('keeps what was written up to the longest answer', async () => {
    server.answers(stream(['Half a sent'], 'length'));
    expect(await ask(text)).toEqual({ text: 'Half a sent' });
  });

  const failures: [what: string, reply: ProviderReply, code: string, says: RegExp][] = [
    [
      'a wrong key, without repeating it',
      refusal(401, `Incorrect API key provided: ${KEY}.`),
      'PROVIDER_REFUSED_KEY',
      /provided: \[key\]\./,
    ],
    [
      'a model that is not there',
      refusal(404, 'model m1 not found'),
      'PROVIDER_NOT_FOUND',
      /model m1 not found/,
    ],
    [
      'a declined prompt',
      refusal(400, 'Not allowed.', 'content_policy_violation'),
      'PROVIDER_DECLINED',
      /Change the prompt/,
    ],
    [
      'an answer stopped by a filter',
      stream(['Well'], 'content_filter'),
      'PROVIDER_DECLINED',
      /Change the prompt/,
    ],
    ['a refusal in words', refusedStream, 'PROVIDER_DECLINED', /I cannot help with that\./],
    [
      'a request that it does not take',
      refusal(400, 'temperature must be 1'),
      'PROVIDER_REFUSED',
      /temperature must be 1/,
    ],
    ['its own failure', raw502, 'PROVIDER_FAILED', /\(502\)/],
    [
      'a page in place of JSON',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'PROVIDER_BAD_ANSWER',
      /base URL/,
    ],
    ['JSON of another kind', json(200, { hello: 1 }), 'PROVIDER_BAD_ANSWER', /base URL/],
    ['events that are not JSON', begin([], raw('data: {oops\n\n')), 'PROVIDER_BAD_ANSWER', /not JSON/],
    [
      'an error in the middle of a stream',
      begin(['a'], raw('data: {"error":{"message":"overloaded"}}\n\n')),
      'PROVIDER_FAILED',
      /overloaded/,
    ],
    ['an answer without text', stream([]), 'PROVIDER_EMPTY_ANSWER', /without any text/],
    ['a stream that ends too early', begin(['Once upon'], raw('')), 'PROVIDER_CUT_OFF', /broke off/],
    [
      'a connection that breaks',
      begin(['Once'], (response) => void response.destroy()),
      'PROVIDER_UNREACHABLE',
      /broke off/,
    ],
    ['an endless answer', begin(['x'.repeat(300_000)]), 'PROVIDER_ANSWER_TOO_LARGE', /Ask for less/],
  ];
  it.each(failures)('says what to do about %s', async (_what, reply, code, says) => {
    server.answers(reply);
    const failure = await failureOf(text);
    expect(failure).toEqual({ code, message: expect.stringMatching(says) as string });
    expect(failure.message).toContain('Acme');
  });

  it('waits as long as a busy provider says, and tries again twice at most', async () => {
    const busy = refusal(429, 'Slow down', 'rate_limit', { 'retry-after': '0' });
    server.answers(busy, busy, stream(['at last']));
    expect(await ask(text)).toEqual({ text: 'at last' });
    expect(server.requests).toHaveLength(3);
    server.answers(busy);
    expect(await failureOf(text)).toMatchObject({ code: 'PROVIDER_BUSY' });
    expect(server.requests).toHaveLength(6);
  });

  it('does not wait longer than it may', async () => {
    server.answers(refusal(429, 'Too many at once', 'rate_limit_exceeded', { 'retry-after': '86400' }));
    const failure = await failureOf(text);
    expect(failure).toMatchObject({
      code: 'PROVIDER_BUSY',
      message: expect.stringContaining('86400 seconds') as string,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('gives up on a provider that falls silent, before or in the middle of its answer', async () => {
    const impatient = createAiText({ ...limits, responseMs: 40, silenceMs: 40 });
    for (const reply of [() => {}, begin(['Hm'])]) {
      server.answers(reply);
      expect(await failureOf(impatient)).toMatchObject({ code: 'PROVIDER_TIMED_OUT' });
    }
  });

  it('ends the request when the run is canceled', async () => {
    const closed = Promise.withResolvers<void>();
    server.answers(begin(['Once'], (response) => void response.on('close', () => closed.resolve())));
    const controller = new AbortController();
    const running = ask(text, {
      signal: controller.signal,
      onProgress: (_fraction, message) => {
        if (message === 'Once') controller.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await closed.promise;
  });

  it('never follows to another address, where the key would go along', async () => {
    const other = await startProvider();
    try {
      other.answers(stream(['stolen']));
      server.answers(
        (response) => void response.writeHead(307, { location: `${other.url}/chat/completions` }).end(),
      );
      expect(await failureOf(text)).toMatchObject({ code: 'PROVIDER_REDIRECTED' });
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('asks no address beyond this machine without https', async () => {
    expect(await failureOf(text, { provider: { baseUrl: 'http://models.example/v1' } })).toMatchObject({
      code: 'PROVIDER_ADDRESS',
    });
    const gone = await startProvider();
    await gone.close();
    expect(await failureOf(text, { provider: { baseUrl: gone.url } })).toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
    });
  });

  it('asks nothing for an empty prompt', async () => {
    expect(await failureOf(text, { inputs: { prompt: ' ' } })).toMatchObject({ code: 'INPUT_MISSING' });
    expect(server.requests).toEqual([]);
  });
});

function raw502(response: Parameters<ProviderReply>[0]): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
}

describe('making an image', () => {
  const picture = () =>
    sharp({ create: { width: 12, height: 8, channels: 3, background: '#20a060' } })
      .png()
      .toBuffer();

  it('stores the picture that comes in the answer', async () => {
    server.answers(json(200, { data: [{ b64_json: (await picture()).toString('base64') }] }));
    const outputs = await ask(image, { inputs: { size: '512x512' } });
    expect(server.requests[0]).toMatchObject({
      path: '/v1/images/generations',
      body: { model: 'm1', prompt: 'Say hello', n: 1, size: '512x512' },
    });
    const look = await bench.look(outputs['image']);
    expect([look.file.contentType, look.width, look.height, look.at(3, 3)]).toEqual([
      'image/png',
      12,
      8,
      '#20a060',
    ]);
  });

  it('fetches a picture that lies with the provider, without the key', async () => {
    const own = new URL(server.url).origin;
    server.answers(json(200, { data: [{ url: `${own}/files/1.png` }] }), bytes('image/png', await picture()));
    await ask(image);
    expect(server.requests[1]).toMatchObject({
      method: 'GET',
      path: '/files/1.png',
      authorization: undefined,
    });
  });

  const failures: [what: string, response: unknown, code: string][] = [
    ['no picture', { data: [] }, 'PROVIDER_BAD_ANSWER'],
    [
      'something else than a picture',
      { data: [{ b64_json: Buffer.from('<svg/>').toString('base64') }] },
      'PROVIDER_BAD_ANSWER',
    ],
    [
      'a picture at an address of the local network',
      { data: [{ url: 'http://192.168.0.1/admin' }] },
      'PROVIDER_BAD_ANSWER',
    ],
    [
      'a picture at a name of this machine',
      { data: [{ url: 'https://localhost:8443/admin.png' }] },
      'PROVIDER_BAD_ANSWER',
    ],
    ...[
      '127.0.0.1:8870',
      '169.254.169.254',
      '10.0.0.1',
      '[::1]',
      '[::ffff:192.168.0.1]',
      '2130706433',
      '0x7f.1',
      'user:pass@example.com',
    ].map((host): [string, unknown, string] => [
      `a picture at https://${host}`,
      { data: [{ url: `https://${host}/picture.png` }] },
      'PROVIDER_BAD_ANSWER',
    ]),
    ['a file of this machine', { data: [{ url: 'file:///etc/passwd' }] }, 'PROVIDER_BAD_ANSWER'],
  ];
  it.each(failures)('refuses %s', async (_what, response, code) => {
    server.answers(json(200, response));
    expect(await failureOf(image)).toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a file that a provider names', () => {
  const provider = { name: 'Acme', baseUrl: 'https://models.example/v1', model: 'm1', key: KEY };
  const fetchFrom = (address: string, family: number) =>
    fetchProviderFile(
      provider,
      'https://files.example/picture.png',
      new AbortController().signal,
      limits,
      (_hostname, done) => done(null, [{ address, family }]),
    );

  it.each([
    ['10.1.2.3', 4],
    ['169.254.169.254', 4],
    ['127.0.0.1', 4],
    ['fd00::1', 6],
  ] as const)('is not fetched where its name means %s', async (address, family) => {
    await expect(fetchFrom(address, family)).rejects.toMatchObject({
      code: 'PROVIDER_BAD_ANSWER',
      message: expect.stringContaining('not safe to open'),
      // The picture was made, and is paid.
      notSent: false,
    });
  });

  it('says so where its name means nothing', async () => {
    const asked = fetchProviderFile(
      provider,
      'https://files.example/picture.png',
      new AbortController().signal,
      limits,
      (_hostname, done) => done(null, []),
    );
    await expect(asked).rejects.toMatchObject({ code: 'PROVIDER_NO_HOST', notSent: false });
  });
});
