import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusyService } from '#service/testing/busy-service.ts';

/**
 * Bodies of the largest size that say something for every part of the checks, most of them as they should be. None may
 * hold up another client, or take memory out of proportion.
 */
const MAX_BUSY_MS = 250;
/** Where processor time is shared, all work costs more of it: so many times what parsing the body, or a large graph, costs. */
const MAX_PARSINGS = 3;
const MAX_GRAPH_PARSINGS = 10;
const MEBIBYTE = 1024 * 1024;

let service: BusyService;

beforeAll(async () => {
  service = await BusyService.start();
});

afterAll(() => service.end());

const times = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join(',');

/** Objects of keys that are large numbers, the largest first: engines sort them whenever they list them. */
const numberKeys = (objects: number, keys: number) =>
  `{${times(objects, (o) => `"m${o}":{${times(keys, (k) => `"${4_294_967_290 - k * 43_000}":1`)}}`)}}`;

const metadata = (json: string, name = 'p') => `{"name":"${name}","metadata":${json}}`;

const timeline = (clips: string) =>
  `{"document":{"serviceType":"timeline","version":1,"timeline":{"tracks":[{"id":"t"}],"clips":[${clips}]}}}`;

const storyboard = (sequences: string) =>
  `{"document":{"serviceType":"storyboard","version":1,"sequences":[${sequences}]}}`;

/** One scene whose shots have one panel of many media each. */
const shotsOfMedia = (shots: number, media: number, medium: (index: number) => string) =>
  storyboard(
    `{"id":"s","shots":[${times(shots, (i) => `{"id":"h${i}","panels":[{"media":[${times(media, (m) => medium(i * media + m))}]}]}`)}]}`,
  );

const node = (index: number, inputs = '') =>
  `{"id":"n${index}","type":"text/join","position":{"x":${index},"y":0},"inputs":{${inputs}}}`;

const graph = (nodes: string, wires = '') =>
  `{"expectedVersion":1,"document":{"graph":{"nodes":[${nodes}],"connections":[${wires}]}}}`;

/** Shots in ten scenes. */
const shots = (count: number, panel: (index: number) => string) =>
  storyboard(
    times(
      10,
      (s) => `{"id":"s${s}","shots":[${times(count / 10, (i) => `{"id":"h${i}","panels":[${panel(i)}]}`)}]}`,
    ),
  );

const BODIES: readonly [name: string, method: string, path: string, status: number, body: () => string][] = [
  ['metadata of keys that are numbers', 'POST', '/projects', 422, () => metadata(numberKeys(10, 99_000))],
  [
    'an input of keys that are numbers',
    'POST',
    '/runs',
    422,
    () =>
      `{"graph":{"nodes":[{"id":"a","type":"input/text","inputs":{"value":{"type":"json","value":${numberKeys(10, 90_000)}}}}]}}`,
  ],
  [
    'clips of one id',
    'POST',
    '/timelines/validate',
    400,
    () => timeline(times(300_000, () => '{"id":"a","trackId":"x"}')),
  ],
  [
    'clips that are as they should be',
    'POST',
    '/timelines/validate',
    200,
    () => timeline(times(50_000, (i) => `{"id":"c${i}","trackId":"t","startTime":0,"duration":1}`)),
  ],
  ['media that are none', 'POST', '/storyboards/validate', 400, () => shotsOfMedia(400, 1000, () => '0')],
  [
    'media that are as they should be',
    'POST',
    '/storyboards/validate',
    200,
    () => shotsOfMedia(300, 1000, () => '"a"'),
  ],
  [
    'panels',
    'POST',
    '/storyboards/validate',
    400,
    () =>
      storyboard(
        `{"id":"s","shots":[${times(300, () => `{"id":"h","panels":[${times(1000, () => '{"id":"p"}')}]}`)}]}`,
      ),
  ],
  [
    'a storyboard to a timeline',
    'POST',
    '/storyboards/to-timeline',
    200,
    () => shots(50_000, () => '{"media":"x"}'),
  ],
  [
    'keys that all differ',
    'POST',
    '/timelines/validate',
    422,
    () => `{"document":[${times(20_000, (o) => `{${times(50, (k) => `"k${o}_${k}":1`)}}`)}]}`,
  ],
  [
    'metadata of many small objects',
    'POST',
    '/projects',
    422,
    () => metadata(`{"a":[${times(240_000, () => '{}')}],"b":[${times(240_000, () => '{"a":1}')}]}`),
  ],
  [
    'inputs of a run',
    'POST',
    '/runs',
    400,
    () =>
      `{"graph":{"nodes":[${times(300, (n) =>
        node(
          n,
          times(990, (k) => `"p${k}":{"type":"number","value":${k}}`),
        ),
      )}]}}`,
  ],
  [
    'the addition of as many nodes as a project may hold',
    'PATCH',
    '/projects/{id}/document',
    200,
    () =>
      `{"expectedVersion":1,"operations":[${times(50_000, (n) => `{"op":"addNode","node":${node(n)}}`)}]}`,
  ],
  [
    'as many nodes as a project may hold',
    'PUT',
    '/projects/{id}/document',
    200,
    () => graph(times(50_000, (n) => node(n))),
  ],
  [
    'wires that lead nowhere',
    'PUT',
    '/projects/{id}/document',
    422,
    () =>
      graph(
        '',
        times(140_000, (n) => `{"from":["a${n}","b"],"to":["c${n}","d"]}`),
      ),
  ],
  [
    'media of which none is a file of the account',
    'PUT',
    '/projects/{id}/storyboard',
    200,
    () => `{"expectedVersion":1,${shotsOfMedia(75, 1000, (index) => `"m${index}.png"`).slice(1)}`,
  ],
];

/** Processor time of parsing the text, in milliseconds. */
function parsingMs(body: string): number {
  const before = process.threadCpuUsage();
  JSON.parse(body);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Processor time that may be spent in one piece at this moment, in milliseconds. */
const maxBusyMs = (body: string): number =>
  Math.max(
    MAX_BUSY_MS,
    MAX_PARSINGS * parsingMs(body),
    MAX_GRAPH_PARSINGS * parsingMs(graph(times(50_000, (n) => node(n)))),
  );

describe('a large body', () => {
  it.each(BODIES)('%s', async (_name, method, path, status, make) => {
    const body = make();
    const place = path.replace('{id}', await service.createProject());
    const response = await service.measure(method, place, body, { 'idempotency-key': randomUUID() });
    expect([response.status, response.body.slice(0, 300)]).toEqual([status, expect.any(String)]);
    expect(response.others.every((other) => other === 200)).toBe(true);
    expect(response.maxBusyMs).toBeLessThan(maxBusyMs(body));
    expect(response.grownBytes).toBeLessThan(256 * MEBIBYTE);
  });
});

it('others are answered, one after the other, while a large body is read and checked', async () => {
  const body = shotsOfMedia(300, 1000, () => '"a"');
  const response = await service.measure('POST', '/storyboards/validate', body);
  expect(response.status).toBe(200);
  expect(response.others.length).toBeGreaterThan(3);
});

it('a body that is refused before its end is answered with the end of the connection', async () => {
  const sending = request(service.url('/projects'), {
    method: 'POST',
    headers: { ...service.headers, 'content-length': 10 * MEBIBYTE },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.write('['.repeat(1000));
  const [{ statusCode, headers }] = await answered;
  expect([statusCode, headers.connection]).toEqual([422, 'close']);
  sending.destroy();
});

it('a small body that is refused leaves the connection open', async () => {
  const sending = request(service.url('/projects'), { method: 'POST', headers: service.headers });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.end('{"name":1}');
  const [response] = await answered;
  expect([response.statusCode, response.headers.connection]).toEqual([422, 'keep-alive']);
  response.resume();
  sending.destroy();
});
