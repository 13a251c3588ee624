import { gzipSync } from 'node:zlib';
import { sharp } from '#native/testing/sharp.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeDefinition } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { createAiImage } from './image.ts';
import type { FileLimits } from './provider-file.ts';
import {
  begin,
  bytes,
  drip,
  json,
  raw,
  refusal,
  startProvider,
  stream,
  type ProviderReply,
  type ProviderServer,
} from './testing/provider-server.ts';
import { createAiText } from './text.ts';

/** Providers that fail halfway, lie, or send what costs more to read than to write. */

const KEY = 'sk-very-secret-0123456789';
const limits: FileLimits = {
  responseMs: 20_000,
  silenceMs: 20_000,
  graceMs: 20_000,
  minRate: 1000,
  longestRetryMs: 1000,
  retries: 2,
  responseBytes: 200_000,
  attempts: 3,
  backoff: { firstMs: 1, maxMs: 1 },
};
const hasty: FileLimits = { ...limits, graceMs: 60, minRate: 100_000 };
const bench = useNodeBench();
const text = createAiText(limits);
const image = createAiImage(limits, limits);

let server: ProviderServer;
let picture: Buffer;
beforeAll(async () => {
  server = await startProvider();
  picture = await sharp({ create: { width: 12, height: 8, channels: 3, background: '#20a060' } })
    .png()
    .toBuffer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

const execute = (definition: NodeDefinition, signal?: AbortSignal) =>
  definition.execute(
    bench.execution(
      { prompt: 'A hill' },
      { signal, provider: { name: 'Acme', baseUrl: server.url, model: 'm1', key: KEY } },
    ),
  );
const failureOf = async (definition: NodeDefinition) => {
  const error: unknown = await execute(definition).then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  );
  const { code, message, notSent } = error as { code: string; message: string; notSent: boolean };
  expect(message).not.toContain(KEY);
  return { code, message, notSent };
};
const absolute = (path: string): string => new URL(path, server.url).href;
const named = (url: string): ProviderReply => json(200, { data: [{ url }] });
const atAddress = (...replies: ProviderReply[]): void =>
  server.answers(named(absolute('/1.png')), ...replies);
const given: ProviderReply = (response, request) => bytes('image/png', picture)(response, request);
const cut: ProviderReply = (response) => void response.destroy();
const redirect =
  (location: string, status = 302): ProviderReply =>
  (response) =>
    void response.writeHead(status, { location }).end();
const sizeOf = async (outputs: Awaited<ReturnType<typeof execute>>) => {
  const { width, height } = await bench.look(outputs['image']);
  return [width, height];
};

describe('a picture at an address', () => {
  const shortened: ProviderReply = (response) => {
    response.writeHead(200, { 'content-length': String(picture.byteLength) });
    response.write(picture.subarray(0, 40), () => response.destroy());
  };
  const troubles: [what: string, replies: ProviderReply[]][] = [
    ['fails for a moment', [refusal(503, 'Soon', 'busy', { 'retry-after': '0' })]],
    ['fails twice', [refusal(500, 'Oops'), refusal(502, 'Oops')]],
    ['is busy', [refusal(429, 'Slow down', 'busy', { 'retry-after': '0' })]],
    ['is not there yet', [refusal(404, 'Soon')]],
    ['drops the connection', [cut]],
    ['is shorter than its head says', [shortened]],
    ['is elsewhere', [redirect('/elsewhere/1.png?sig=a')]],
    ['is elsewhere twice, and fails in between', [redirect('/2.png', 307), cut, redirect('3.png', 308)]],
  ];
  it.each(troubles)('is fetched though it %s, and its model is asked once', async (_what, replies) => {
    atAddress(...replies, given);
    expect(await sizeOf(await execute(image))).toEqual([12, 8]);
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', ...replies.map(() => 'GET'), 'GET']);
    expect(server.requests.slice(1).every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  it('is asked for as often as allowed, and not until a day that it names', async () => {
    atAddress(refusal(500, 'Oops'));
    expect(await failureOf(image)).toMatchObject({ code: 'PICTURE_NOT_FETCHED', notSent: false });
    expect(server.requests).toHaveLength(1 + limits.attempts);
    atAddress(refusal(503, 'Later', 'busy', { 'retry-after': '86400' }));
    expect(await failureOf(image)).toMatchObject({ code: 'PICTURE_NOT_FETCHED' });
    expect(server.requests).toHaveLength(1 + limits.attempts + 2);
  });

  it('says so where the address has expired', async () => {
    atAddress(refusal(403, 'Signature expired'));
    const failure = await failureOf(image);
    expect(failure).toMatchObject({ code: 'PICTURE_EXPIRED', notSent: false });
    expect(failure.message).toContain('expired');
  });

  it.each([
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1:8443/1.png',
    'https://localhost:8443/1.png',
    'https://user:pass@example.com/1.png',
    'http://127.0.0.1:1/1.png',
  ])('is not fetched from %s when it sends there', async (location) => {
    atAddress(redirect(location));
    const failure = await failureOf(image);
    expect(failure).toMatchObject({ code: 'PROVIDER_BAD_ANSWER', notSent: false });
    expect(failure.message).toContain('not safe to open');
    expect(server.requests).toHaveLength(2);
  });

  it('is given up where each address sends to the next', async () => {
    atAddress(redirect('/again.png'));
    expect(await failureOf(image)).toMatchObject({ code: 'PROVIDER_BAD_ANSWER', notSent: false });
    expect(server.requests).toHaveLength(1 + 6);
  });

  it('ends with its run while it waits for the next attempt', async () => {
    const controller = new AbortController();
    const patient = createAiImage(limits, { ...limits, backoff: { firstMs: 900, maxMs: 900, minShare: 1 } });
    atAddress((response, request) => {
      response.on('close', () => controller.abort());
      return refusal(503, 'Later')(response, request);
    });
    await expect(execute(patient, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a picture in the answer', () => {
  const dataAddress = (): string => `data:image/png;base64,${picture.toString('base64')}`;
  it.each(['url', 'b64_json'])('is read from a data: address under %s', async (field) => {
    for (const address of [dataAddress(), dataAddress().replace('data:image/png', 'DATA:;charset=utf-8')]) {
      server.answers(json(200, { data: [{ [field]: address }] }));
      expect(await sizeOf(await execute(image))).toEqual([12, 8]);
    }
    expect(server.requests.every(({ method }) => method === 'POST')).toBe(true);
  });

  it.each([
    'data:',
    'data:image/png;base64',
    'data:image/png,%89PNG',
    'data:image/png;base64,§§§',
    `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`,
    'data:text/html;base64,PGh0bWw+',
  ])('is refused in a sentence as %s', async (url) => {
    server.answers(named(url));
    expect(await failureOf(image)).toMatchObject({ code: 'PROVIDER_BAD_ANSWER', notSent: false });
  });

  it('is not read where it is too large, whatever it is', async () => {
    server.answers(named(`data:image/png;base64,${'A'.repeat(300_000)}`));
    expect(await failureOf(image)).toMatchObject({ code: 'PROVIDER_ANSWER_TOO_LARGE' });
  });
});

describe('bytes that drip', () => {
  const slowText = createAiText(hasty);
  const slowImage = createAiImage(hasty, hasty);
  it.each([
    ['in a text', slowText, () => server.answers(drip('text/event-stream', ': wait\n'))],
    ['before the JSON of a picture', slowImage, () => server.answers(drip('application/json', ' '))],
    ['in a picture at an address', slowImage, () => atAddress(drip('image/png', 'x'))],
  ] as const)('%s are not waited for, and may have been charged', async (_where, definition, answer) => {
    answer();
    const failure = await failureOf(definition);
    expect(failure).toMatchObject({ code: 'PROVIDER_TOO_SLOW', notSent: false });
    expect(failure.message).toContain('too slowly');
  });

  it('are waited for where they come fast enough', async () => {
    const steady = createAiText({ ...limits, graceMs: 1, minRate: 0.01 });
    server.answers(stream(['One', ' word', ' after', ' the other']));
    expect(await execute(steady)).toEqual({ text: 'One word after the other' });
  });
});

describe('answers that cost more to read than to write', () => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '));
  const compressed =
    (type: string): ProviderReply =>
    (response) =>
      void response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bomb);
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const many = `{"data":[${'{},'.repeat(60_000)}{}]}`;
  const announced: ProviderReply = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '90000000000' });
    response.write(' ');
  };
  const attacks: [what: string, reply: ProviderReply, codes: RegExp][] = [
    ['a compressed bomb', compressed('application/json'), /TOO_LARGE/],
    ['a compressed bomb of events', compressed('text/event-stream'), /TOO_LARGE/],
    ['more than its head may announce', announced, /TOO_LARGE/],
    ['JSON as deep as it is long', json(200, deep), /BAD_ANSWER/],
    ['a list of many things', json(200, many), /BAD_ANSWER/],
    ['two answers one after the other', json(200, '{"data":[]}{"data":[]}'), /BAD_ANSWER/],
    ['a page that calls itself JSON', json(200, '<html>'), /BAD_ANSWER/],
    ['events that are none', begin([], raw('{"choices":[]}')), /BAD_ANSWER|CUT_OFF/],
    ['null in place of everything', json(200, 'null'), /BAD_ANSWER/],
    ['null in place of a picture or a choice', json(200, { data: [null], choices: [null] }), /BAD|EMPTY/],
  ];
  it.each(attacks)('are refused: %s', async (_what, reply, codes) => {
    for (const definition of [text, image]) {
      server.answers(reply);
      expect(await failureOf(definition)).toMatchObject({
        code: expect.stringMatching(codes) as string,
        notSent: false,
      });
    }
  });

  it('and of what comes twice, the first is taken', async () => {
    server.answers(
      json(200, { data: [{ b64_json: picture.toString('base64') }, { url: absolute('/2.png') }] }),
    );
    expect(await sizeOf(await execute(image))).toEqual([12, 8]);
    const twice: ProviderReply = (response, request) => {
      const end = response.end.bind(response);
      response.end = ((last: string) => end(last + last.replace('[DONE]', '{}'))) as typeof response.end;
      return stream(['Once'])(response, request);
    };
    server.answers(twice);
    expect(await execute(text)).toEqual({ text: 'Once' });
    expect(server.requests).toHaveLength(2);
  });
});

describe('refusals', () => {
  it('keep their meaning though their reason breaks off', async () => {
    server.answers((response) => {
      response.writeHead(401, { 'content-length': '500' });
      response.write('{"error":', () => response.destroy());
    });
    expect(await failureOf(text)).toMatchObject({ code: 'PROVIDER_REFUSED_KEY', notSent: true });
  });

  it('repeat no header of any length', async () => {
    server.answers(refusal(429, 'No', 'busy', { 'retry-after': '9'.repeat(5000) }));
    const failure = await failureOf(text);
    expect(failure).toMatchObject({ code: 'PROVIDER_BUSY', notSent: true });
    expect(failure.message.length).toBeLessThan(200);
    expect(server.requests).toHaveLength(1);
  });
});
