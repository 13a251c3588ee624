import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelServiceId } from '#shared/administration/model-services.ts';
import { listModels, testModel } from './check-models.ts';

let server: Server;
let seen: { url: string; headers: IncomingHttpHeaders }[];
let answer: { status: number; body: unknown };
beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const { signal } = new AbortController();
const target = (service: ModelServiceId, path: string) => ({
  service,
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
  key: 'sk-1',
});

test.each<[ModelServiceId, string, string, string, string, unknown]>([
  ['anthropic', '/v1', '/v1/models?limit=1000', 'x-api-key', 'sk-1', { data: [{ id: 'words-1' }] }],
  [
    'google',
    '/v1beta',
    '/v1beta/models?pageSize=1000',
    'x-goog-api-key',
    'sk-1',
    { models: [{ name: 'models/words-1' }] },
  ],
  ['openrouter', '/v1', '/v1/models', 'authorization', 'Bearer sk-1', { data: [{ id: 'words-1' }] }],
])('%s is asked for its models in its own way', async (service, base, url, header, value, body) => {
  answer = { status: 200, body };
  expect(await listModels(target(service, base), signal)).toMatchObject({
    problem: null,
    models: ['words-1'],
  });
  const keys = seen.flatMap(({ headers }) =>
    Object.entries(headers).filter(([, text]) => text?.includes('sk-1')),
  );
  expect([seen.map((request) => request.url), keys]).toEqual([[url], [[header, value]]]);
});

test.each<[ModelServiceId, string, string, string]>([
  ['replicate', '/v1', '/v1/account', 'authorization'],
  ['black-forest-labs', '/v1', '/v1/credits', 'x-key'],
  ['luma', '', '/dream-machine/v1/credits', 'authorization'],
])('the key of %s is checked where there is no list', async (service, base, url, header) => {
  answer = { status: 200, body: { credits: 3 } };
  const request = { ...target(service, base), kind: 'image' as const, model: 'paint-1' };
  expect(await testModel(request, signal)).toMatchObject({ problem: null });
  expect(seen.map(({ url: path, headers }) => [path, headers[header]?.includes('sk-1')])).toEqual([
    [url, true],
  ]);
  answer = { status: 401, body: { detail: 'no' } };
  expect(await testModel(request, signal)).toMatchObject({ problem: 'key' });
});

test('a text model of a service that is not spoken to as OpenAI is, is looked for and writes nothing', async () => {
  answer = { status: 200, body: { data: [{ id: 'words-1' }] } };
  const request = { ...target('anthropic', '/v1'), kind: 'text' as const };
  expect(await testModel({ ...request, model: 'words-1' }, signal)).toMatchObject({ problem: null });
  expect(await testModel({ ...request, model: 'words-2' }, signal)).toMatchObject({ problem: 'model' });
  expect(seen.map(({ url }) => url)).toEqual(['/v1/models?limit=1000', '/v1/models?limit=1000']);
});

test('fal, which checks no key without a cost, is not asked, and that is said', async () => {
  const request = { ...target('fal', ''), kind: 'image' as const, model: 'paint-1' };
  const { problem, message } = await testModel(request, signal);
  expect([problem, seen.length]).toEqual([null, 0]);
  expect(message).toContain('the first picture shows whether the key is right');
});
