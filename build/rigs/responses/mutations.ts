import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../random.ts';
import { PICTURE } from './honest-responses.ts';
import { KEY, type Reply } from './reply.ts';

/** What a hostile service makes of an honest response. Each takes the response and says what goes over the wire instead. */

const MEBIBYTE = 1024 ** 2;
const repeated = (chunk: string, bytes: number): string => chunk.repeat(Math.ceil(bytes / chunk.length));

/** Made once: what is hostile about these is what they become. */
const spaces = gzipSync(Buffer.alloc(100 * MEBIBYTE, ' '), { level: 9 });
const BOMB = Buffer.concat(Array.from({ length: 15 }, () => spaces));
const LIST_BOMB = gzipSync(`{"data":[${repeated('{},', 30 * MEBIBYTE)}{}],"hasMore":false}`);
const MILLIONS = `{"data":[${repeated('{},', 15 * MEBIBYTE)}{}],"hasMore":false,"nextCursor":null}`;
const KEYS = `{${Array.from({ length: 700_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
const NODES = `{"version":1,"document":{"graph":{"connections":[],"nodes":[${repeated('{"id":"n","type":"a/b"},', 20 * MEBIBYTE)}{}]}}}`;
const TEXT = `{"name":"${repeated('x', 20 * MEBIBYTE)}"}`;
/** As much as is read: the largest responses that are no bombs. */
const LARGE = JSON.stringify({
  id: 'prj_1',
  name: 'Large',
  version: 3,
  document: {
    graph: {
      connections: [],
      nodes: Array.from({ length: 20_000 }, (_, index) => ({
        id: `n${index}`,
        type: 'text/join',
        title: `Node ${index}`,
        position: { x: index, y: index },
        inputs: { a: { value: 'x' }, b: { value: 3 } },
      })),
    },
  },
});
const WIDE_PICTURE = (() => {
  const copy = Buffer.from(PICTURE);
  // Width and height of the first chunk: a picture of a few bytes that claims to be the largest there is.
  copy.writeUInt32BE(0x7fff_ffff, 16);
  copy.writeUInt32BE(0x7fff_ffff, 20);
  return copy;
})();

const TYPES = [
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  'text',
  [],
  {},
  [[]],
  { __proto__: null },
  '\u0000',
  '2026-99-99',
] as const;

/** Replaces values anywhere in a response by others of any type. */
function mistyped(value: unknown, random: Random): unknown {
  if (random.bool(0.12)) return random.pick(TYPES);
  if (Array.isArray(value)) return value.map((item) => mistyped(item, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mistyped(item, random)]));
}

const jsonOf = (reply: Reply): unknown => {
  try {
    return JSON.parse(reply.body.toString());
  } catch {
    return {};
  }
};
const withJson = (reply: Reply, value: unknown): Reply => ({
  ...reply,
  body: Buffer.from(JSON.stringify(value)),
});
const withBody = (reply: Reply, body: string | Buffer): Reply => ({ ...reply, body: Buffer.from(body) });
const withHeaders = (reply: Reply, headers: Reply['headers']): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});
const share = (reply: Reply, random: Random): number => Math.floor(random.next() * reply.body.byteLength);

type Mutate = (reply: Reply, random: Random) => Reply;

export const mutations = {
  'another shape': (reply, random) =>
    withBody(
      reply,
      random.pick(['null', '0', '""', '[]', '{}', 'true', '[{}]', '{"data":{}}', '{"error":1}']),
    ),
  'other types': (reply, random) => withJson(reply, mistyped(jsonOf(reply), random)),
  'cut at a byte': (reply, random) => withBody(reply, reply.body.subarray(0, share(reply, random))),
  empty: (reply) => withBody(reply, ''),
  'closed early': (reply, random) =>
    withBody(
      reply,
      `${reply.body.toString().slice(0, share(reply, random))}${random.pick(['}', ']', '"}', '}}'])}`,
    ),
  'cut connection': (reply, random) => ({ ...reply, mode: 'cut', at: share(reply, random) }),
  'compressed a thousandfold': (reply, random) =>
    withHeaders(withBody(reply, random.pick([BOMB, LIST_BOMB])), { 'content-encoding': 'gzip' }),
  'wrongly compressed': (reply, random) =>
    withHeaders(
      withBody(
        reply,
        random.pick([reply.body, gzipSync(reply.body).subarray(0, 20), deflateSync(reply.body)]),
      ),
      { 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip, gzip', 'nonsense']) },
    ),
  'slow trickle': (reply) => ({ ...reply, mode: 'trickle' }),
  'never ends': (reply, random) => ({
    ...reply,
    mode: 'endless',
    chunk: random.pick([' ', '{"a":1},', 'data: x\n', 'data: x\n\n']),
  }),
  'stands still': (reply, random) => ({ ...reply, mode: 'stall', at: share(reply, random) }),
  silence: (reply) => ({ ...reply, mode: 'silence' }),
  'more for ever': (reply, random) =>
    withBody(
      reply,
      JSON.stringify({ data: [], hasMore: true, nextCursor: random.pick(['same', String(random.next())]) }),
    ),
  'nested deeply': (reply, random) =>
    withBody(
      reply,
      random.pick([
        '['.repeat(200_000),
        `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
        `{"document":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      ]),
    ),
  'millions of entries': (reply, random) => withBody(reply, random.pick([MILLIONS, KEYS, NODES, TEXT])),
  'as large as is read': (reply) => withBody(reply, LARGE),
  'absurd headers': (reply, random) =>
    withHeaders(
      reply,
      random.pick([
        { 'x-long': 'x'.repeat(15_000) },
        { 'x-too-long': 'x'.repeat(100_000) },
        Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`x-${index}`, '1'])),
        { 'content-type': 'text/html' },
        { 'content-type': 'multipart/x; boundary=\u00ff' },
        { 'content-type': '' },
        { 'retry-after': random.pick(['-1', '1e99', 'soon', '99999999999']) },
        { etag: '"\u00e4"', 'x-request-id': 'a'.repeat(8000), 'set-cookie': 'a=b' },
        { 'content-disposition': 'attachment; filename="../../etc/passwd"' },
        { 'access-control-allow-origin': '*', 'content-security-policy': '', 'clear-site-data': '"*"' },
        { 'content-range': 'bytes 5-1/0' },
      ]),
    ),
  'wrong length': (reply, random) => ({
    ...reply,
    mode: 'raw',
    length: random.pick(['-1', '0', '1', '99999999', '18446744073709551616', 'many', '5, 7']),
  }),
  'another status': (reply, random) => ({
    ...reply,
    mode: 'raw',
    status: random.pick([
      100, 101, 103, 199, 201, 202, 204, 205, 206, 299, 304, 400, 401, 403, 404, 409, 410, 413, 416, 422, 429,
      451, 500, 501, 502, 503, 504, 507, 599, 600, 999, 0, 42,
    ]),
  }),
  'a redirect': (reply, random) =>
    withHeaders(
      { ...reply, status: random.pick([301, 302, 303, 307, 308]) },
      {
        location: random.pick([
          '/',
          'file:///etc/passwd',
          'http://169.254.169.254/',
          '//x',
          'javascript:1',
          ':',
          '?again',
        ]),
      },
    ),
  'doubled keys': (reply) =>
    withBody(reply, reply.body.toString().replace(/^\{/, '{"id":{},"version":"x","data":7,"document":null,')),
  'names of prototypes': (reply) =>
    withBody(
      reply,
      reply.body
        .toString()
        .replaceAll('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},')
        .replaceAll(',}', '}'),
    ),
  'no UTF-8': (reply, random) => {
    const body = Buffer.from(reply.body);
    for (let times = 0; times < 3 && body.byteLength > 0; times += 1) {
      body[random.between(0, body.byteLength - 1)] = random.between(0x80, 0xff);
    }
    return withBody(reply, body);
  },
  'absurd numbers': (reply, random) =>
    withBody(
      reply,
      reply.body
        .toString()
        .replaceAll(
          /:\s*\d+/g,
          () => `:${random.pick(['1e999', '-0', '1e-999', '9007199254740993', '0.1e1', '-1', 'NaN'])}`,
        ),
    ),
  'a page': (reply) =>
    withHeaders(withBody(reply, '<!doctype html><script>alert(1)</script>'), { 'content-type': 'text/html' }),
  'the key repeated': (reply, random) =>
    withHeaders(
      withBody(
        { ...reply, status: random.pick([200, 400, 500]) },
        JSON.stringify({
          error: { code: KEY, message: `your key ${KEY} is bad`, details: { [KEY]: KEY } },
          data: [KEY],
        }),
      ),
      { 'x-request-id': KEY },
    ),
  'another picture': (reply, random) =>
    withHeaders(
      withBody(reply, random.pick([WIDE_PICTURE, PICTURE.subarray(0, 30), Buffer.from('<svg/>')])),
      {
        'content-type': random.pick(['image/png', 'image/svg+xml', 'video/mp4', 'x']),
      },
    ),
} as const satisfies Record<string, Mutate>;

export type MutationKind = keyof typeof mutations;
export const mutationKinds = Object.keys(mutations) as MutationKind[];
