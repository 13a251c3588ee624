import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMINISTRATION_SECRET_FILE, type ModelListAnswer } from '#shared/administration/index.ts';
import { docsPages } from '#service/docs/pages.ts';
import { createService, type Service } from '#service/app/create-service.ts';
import { ensureAccount } from '#service/accounts/rows.ts';
import { createKey } from '#service/accounts/keys.ts';
import {
  json,
  raw,
  refusal,
  startProvider,
  stream,
  type ProviderServer,
} from '#service/nodes/ai/testing/provider-server.ts';
import { providerKey } from '#service/providers/providers.ts';
import { listProviders, removeProvider } from '#service/providers/rows.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

const KEY = 'sk-planted-administration-42';

let folder: string;
let service: Service;
let provider: ProviderServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-administration-'));
  service = await open();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(async () => {
  await provider.close();
  for (const { name } of await listProviders(service.context.db))
    await removeProvider(service.context.db, name);
});

const open = () =>
  createService({
    dataDirectory: join(folder, 'data'),
    rateLimit: 100_000,
    storageLimit: 100_000_000,
    credits: 100,
    uploadTtl: 3600,
    multipartThreshold: 1000,
    partSize: 400,
    prices: {},
    logLevel: 'silent',
  });

const secretFile = () => join(folder, 'data', ADMINISTRATION_SECRET_FILE);
const secret = () => readFileSync(secretFile(), 'utf8').trim();

interface Asked {
  headers?: Record<string, string>;
  ip?: string;
  key?: string;
}

const ask = async (method: string, path: string, body?: unknown, asked: Asked = {}) => {
  const response = await service.fetch(
    new Request(`http://service.test/administration/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${asked.key ?? secret()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    }),
    { ip: asked.ip ?? '127.0.0.1' },
  );
  const text = await response.text();
  const value = (text === '' ? null : JSON.parse(text)) as {
    error?: { code: string; message: string; details: { field?: string } };
  } & Record<string, unknown>;
  return { status: response.status, value, text };
};

const both = (model: string | null, price = 0) => ['text', 'image'].map((kind) => ({ kind, model, price }));
const draft = (more: object = {}) => ({
  name: 'Acme',
  baseUrl: provider.url,
  models: both('m1', 7),
  key: KEY,
  ...more,
});
const listOf = (ids: readonly string[]) => json(200, { object: 'list', data: ids.map((id) => ({ id })) });
const listed = async (body: object) =>
  (await ask('POST', '/models/list', body)).value as unknown as ModelListAnswer;

describe('the administration of a service', () => {
  it('opens with the secret of this start only, and its file is for its owner', async () => {
    expect((await ask('GET', '/model-providers')).status).toBe(200);
    expect(statSync(secretFile()).mode & 0o777).toBe(0o600);
    const { db, newId, now } = service.context;
    const accountKey = await createKey(db, newId, now(), {
      accountId: await ensureAccount(db, newId, now(), 'owner'),
    });
    for (const key of ['', 'guess', accountKey.secret]) {
      expect((await ask('GET', '/model-providers', undefined, { key })).status).toBe(401);
    }
    const before = secret();
    await service.close();
    service = await open();
    expect(secret()).not.toBe(before);
    expect((await ask('GET', '/model-providers', undefined, { key: before })).status).toBe(401);
  });

  it('is not there for other computers, for pages and behind a proxy', async () => {
    const foreign: Asked[] = [
      { ip: '192.168.1.7' },
      { ip: '::ffff:10.0.0.1' },
      { ip: 'unknown' },
      { headers: { origin: 'http://127.0.0.1:5173' } },
      { headers: { 'sec-fetch-site': 'none' } },
      { headers: { 'x-forwarded-for': '203.0.113.9' } },
    ];
    for (const asked of foreign) {
      expect([asked, (await ask('GET', '/model-providers', undefined, asked)).status]).toEqual([asked, 404]);
    }
    expect((await ask('GET', '/model-providers', undefined, { ip: '::1' })).status).toBe(200);
    expect((await ask('GET', '/nothing')).status).toBe(404);
    expect((await ask('PATCH', '/model-providers')).status).toBe(405);
  });

  it('opens to nobody where its secret cannot be written, and the API is answered all the same', async () => {
    await service.close();
    mkdirSync(`${secretFile()}.new`);
    try {
      service = await open();
      expect((await ask('GET', '/model-providers')).status).toBe(401);
      const docs = await service.fetch(new Request('http://service.test/api/v1/openapi.json'));
      expect(docs.status).toBe(200);
    } finally {
      await service.close();
      rmSync(`${secretFile()}.new`, { recursive: true });
      service = await open();
    }
  });

  it('is told of nowhere in the API', async () => {
    const pages = ['/api/v1/openapi.json', ...Object.keys(docsPages(() => 'http://service.test'))];
    expect(pages.length).toBeGreaterThan(3);
    for (const path of new Set(pages)) {
      const response = await service.fetch(new Request(`http://service.test${path}`), { ip: '127.0.0.1' });
      expect([path, response.status, /administration/i.test(await response.text())]).toEqual([
        path,
        200,
        false,
      ]);
    }
  });

  it('keeps providers: adds, shows without keys, changes, gives another name and removes', async () => {
    const added = await ask('POST', '/model-providers', draft());
    expect(added).toMatchObject({
      status: 200,
      value: { name: 'Acme', hasKey: true, models: both('m1', 7) },
    });
    expect(added.text).not.toContain(KEY);
    const again = await ask('POST', '/model-providers', draft({ name: ' acme ' }));
    expect(again).toMatchObject({ status: 400, value: { error: { details: { field: 'name' } } } });

    const change = {
      name: 'Acme two',
      baseUrl: provider.url,
      models: [{ kind: 'image', model: 'p', price: 1 }],
    };
    expect((await ask('PUT', '/model-providers/Acme', change)).value).toMatchObject({
      name: 'Acme two',
      hasKey: true,
      models: [{ kind: 'image', model: 'p', price: 1 }],
    });
    const { db, config } = service.context;
    expect(await providerKey(db, config.dataDirectory, 'Acme two')).toBe(KEY);

    const moved = { ...change, baseUrl: 'https://elsewhere.example/v1' };
    const refused = await ask('PUT', '/model-providers/Acme%20two', moved);
    expect(refused.value.error).toMatchObject({
      message: 'The address is another one: enter the key for it.',
      details: { field: 'key' },
    });
    expect((await ask('PUT', '/model-providers/Acme%20two', { ...moved, key: null })).value).toMatchObject({
      hasKey: false,
    });
    const list = await ask('GET', '/model-providers');
    expect(list.value['providers']).toMatchObject([{ name: 'Acme two', hasKey: false }]);
    expect((await ask('DELETE', '/model-providers/Acme%20two')).status).toBe(204);
    expect((await ask('DELETE', '/model-providers/Acme%20two')).status).toBe(404);
    expect((await ask('PUT', '/model-providers/Acme', change)).status).toBe(404);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(10_000) }],
    ['name', { name: '__proto__' }],
    ['name', { name: 'a|b)' }],
    ['baseUrl', { baseUrl: '' }],
    ['baseUrl', { baseUrl: 'example.com' }],
    ['baseUrl', { baseUrl: 'http://192.168.1.7:11434/v1' }],
    ['baseUrl', { baseUrl: 'https://user:password@example.com/v1' }],
    ['baseUrl', { baseUrl: 'https://example.com/v1?key=1' }],
    ['key', { key: 'sk one two' }],
    ['key', { key: 'sk-one\nsk-two' }],
    ['key', { key: 'ключ' }],
    ['key', { key: 'x'.repeat(5000) }],
    ['models', { models: [...both('m'), { kind: 'text', model: 'n', price: 0 }] }],
    ['models.0.price', { models: [{ kind: 'text', model: 'n', price: -1 }] }],
    ['models.0.price', { models: [{ kind: 'text', model: 'n', price: 0.5 }] }],
    ['models.0.kind', { models: [{ kind: 'smell', model: 'n', price: 0 }] }],
    ['models.0.model', { models: [{ kind: 'text', model: 'n'.repeat(10_000), price: 0 }] }],
  ])('refuses a %s that cannot be used, in a sentence (case %#)', async (field, more) => {
    const { status, value } = await ask('POST', '/model-providers', draft(more));
    expect([status, value.error?.details.field?.slice(0, field.length)]).toEqual([400, field]);
    expect(value.error?.message).not.toContain(KEY);
    expect((await ask('GET', '/model-providers')).value['providers']).toEqual([]);
  });

  it('takes a key as people paste it, and an address as they copy it', async () => {
    const body = draft({ key: `  Bearer ${KEY}\n`, baseUrl: ` ${provider.url}/chat/completions/ ` });
    expect((await ask('POST', '/model-providers', body)).value).toMatchObject({ baseUrl: provider.url });
    const { db, config } = service.context;
    expect(await providerKey(db, config.dataDirectory, 'Acme')).toBe(KEY);
  });

  it('allows https inside of a network that a person names', async () => {
    const body = draft({ baseUrl: 'https://192.168.1.7/v1' });
    expect((await ask('POST', '/model-providers', body)).status).toBe(200);
  });

  it('leaves no key in a file, a log line or a response', async () => {
    await ask('POST', '/model-providers', draft());
    provider.answers(refusal(401, `Incorrect API key provided: ${KEY}`));
    const told = [
      await ask('POST', '/models/list', { baseUrl: provider.url, stored: 'Acme' }),
      await ask('POST', '/models/test', { baseUrl: provider.url, key: KEY, kind: 'text', model: 'm' }),
      await ask('GET', '/model-providers'),
    ];
    expect(JSON.stringify(told)).not.toContain(KEY);
    for (const entry of await readdir(join(folder, 'data'), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      expect([entry.name, bytes.includes(KEY)]).toEqual([entry.name, false]);
    }
  });
});

describe('the models of a service', () => {
  it('are listed once each, in order, with the typed key', async () => {
    provider.answers(listOf(['gpt-10', 'gpt-9', 'gpt-9', ' ', 'a\u0000b', 'x'.repeat(300)]));
    expect(await listed({ baseUrl: provider.url, key: KEY })).toMatchObject({
      problem: null,
      models: ['gpt-9', 'gpt-10'],
      count: 2,
    });
    expect(provider.requests[0]).toMatchObject({
      method: 'GET',
      path: '/v1/models',
      authorization: `Bearer ${KEY}`,
    });
  });

  it('are asked for with the stored key at its own address only', async () => {
    await ask('POST', '/model-providers', draft());
    provider.answers(listOf(['m1']));
    expect(await listed({ baseUrl: provider.url, stored: 'Acme' })).toMatchObject({ models: ['m1'] });
    const elsewhere = { baseUrl: 'https://elsewhere.example/v1', stored: 'Acme' };
    expect((await ask('POST', '/models/list', elsewhere)).status).toBe(400);
    expect(provider.requests.map(({ authorization }) => authorization)).toEqual([`Bearer ${KEY}`]);
  });

  it('are found below /v1 when that part was left out', async () => {
    provider.answers((response, { path }) =>
      path === '/v1/models'
        ? listOf(['m1'])(response, provider.requests[0]!)
        : raw('<html>hi')(response, provider.requests[0]!),
    );
    const baseUrl = provider.url.replace('/v1', '');
    expect(await listed({ baseUrl })).toMatchObject({ problem: null, baseUrl: provider.url, models: ['m1'] });
  });

  it('of a list of 100,000 are cut, and the count is told', async () => {
    provider.answers(listOf(Array.from({ length: 100_000 }, (_item, index) => `model-${index}`)));
    const { models, count, problem, message } = await listed({ baseUrl: provider.url });
    expect([models.length, count, problem]).toEqual([1000, 100_000, null]);
    expect(message).toContain('Any other can be typed');
  });

  it('of a list of 100 MB are not read to its end', async () => {
    let sent = 0;
    provider.answers(async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = 'x'.repeat(1024 * 1024);
      response.write('{"data":["');
      while (sent < 100 && !response.destroyed) {
        if (!response.write(chunk)) {
          await Promise.race([once(response, 'drain'), once(response, 'close')]);
        }
        sent += 1;
      }
      response.end();
    });
    expect(await listed({ baseUrl: provider.url })).toMatchObject({ problem: 'too-large', models: [] });
    expect(sent).toBeLessThan(60);
  });

  it.each([
    ['key', refusal(401, 'no')],
    ['not-compatible', raw('<!doctype html><title>Router</title>')],
    ['not-compatible', json(200, { models: [] })],
    ['not-compatible', json(404, 'Not found')],
    [
      'redirected',
      (response: ServerResponse) =>
        void response.writeHead(302, { location: 'https://elsewhere.example' }).end(),
    ],
    ['busy', refusal(429, 'slow down')],
    ['failed', refusal(500, 'oops')],
  ])('that cannot be had are a sentence: %s', async (problem, reply) => {
    provider.answers(reply);
    const received = await listed({ baseUrl: provider.url, key: KEY });
    expect(received).toMatchObject({ problem, models: [] });
    expect(received.message).toMatch(/^\S+ .*[.] ?/);
  });

  it('of a server that is gone, of one without a certificate and of a name nobody has are sentences', async () => {
    const gone = provider.url;
    await provider.close();
    expect((await listed({ baseUrl: gone })).problem).toBe('unreachable');
    provider = await startProvider();
    expect((await listed({ baseUrl: provider.url.replace('http:', 'https:') })).problem).toBe('tls');
    expect((await listed({ baseUrl: 'https://nobody.invalid/v1' })).problem).toBe('no-host');
  });
});

describe('a test of a model', () => {
  const test = async (more: object) =>
    (
      await ask('POST', '/models/test', {
        baseUrl: provider.url,
        kind: 'text',
        model: 'm1',
        key: KEY,
        ...more,
      })
    ).value;

  it('of text asks it for a word', async () => {
    provider.answers(listOf(['m1']), stream(['yes']));
    expect(await test({})).toMatchObject({ problem: null, message: expect.stringContaining('m1') });
    expect(provider.requests.at(-1)).toMatchObject({ path: '/v1/chat/completions', body: { model: 'm1' } });
  });

  it('of pictures makes none', async () => {
    provider.answers(listOf(['m1']));
    expect(await test({ kind: 'image' })).toMatchObject({ problem: null });
    expect(provider.requests.map(({ path }) => path)).toEqual(['/v1/models']);
  });

  it('that is not offered says so', async () => {
    provider.answers(listOf(['other']));
    expect(await test({})).toMatchObject({ problem: 'model' });
    provider.answers(listOf(['m1']), refusal(404, 'no such model'));
    expect(await test({})).toMatchObject({ problem: 'model' });
  });

  it('whose key opens the list but nothing else says so', async () => {
    provider.answers(listOf(['m1']), refusal(401, 'no'));
    expect(await test({})).toMatchObject({ problem: 'key' });
  });
});

/** A server that takes requests and never answers. */
async function startSilentServer(): Promise<Server> {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('with short limits', () => {
  it('a server that hangs is given up, and others on this computer are found', { tags: 'rig' }, async () => {
    const { findLocalModels, listModels, CHECK_LIMITS } = await import('#service/providers/check-models.ts');
    const silent = await startSilentServer();
    const { port } = silent.address() as AddressInfo;
    // Long enough that a server which answers does so on a busy machine.
    const limits = { ...CHECK_LIMITS, responseMs: 1000, localMs: 20_000 };
    const { signal } = new AbortController();
    const late = await listModels({ baseUrl: `http://127.0.0.1:${port}/v1`, key: null }, signal, limits);
    expect(late.problem).toBe('timeout');
    provider.answers(listOf(['llama3.2']));
    const places = [
      { name: 'Ollama', port: Number(new URL(provider.url).port) },
      { name: 'Silent', port },
    ];
    expect(await findLocalModels(signal, places, limits)).toEqual([
      { name: 'Ollama', baseUrl: provider.url, models: ['llama3.2'] },
    ]);
    expect(provider.requests[0]?.authorization).toBeUndefined();
    silent.closeAllConnections();
    silent.close();
  });
});

describe('the order of runs that wait', () => {
  it('is shown and changed, and said to be past for a run that has begun', async () => {
    const { db, newId, now } = service.context;
    await service.engine.store.insert({
      id: 'run_ordered',
      accountId: await ensureAccount(db, newId, now(), 'owner'),
      projectId: null,
      projectVersion: null,
      sourceType: 'inline_graph',
      graph: { nodes: [], connections: [] },
      targetNodeIds: [],
      inputFiles: [],
      externalId: null,
      externalUserId: null,
      externalWorkspaceId: null,
    });
    expect(await ask('GET', '/runs/waiting')).toMatchObject({ status: 200, value: { runIds: [] } });
    expect((await ask('POST', '/runs/run_ordered/front')).value).toEqual({ outcome: 'begun' });
    const move = vi.spyOn(service.engine, 'moveToFront').mockResolvedValue(true);
    vi.spyOn(service.engine, 'queuedRuns').mockResolvedValue(['run_ordered', 'run_other']);
    expect((await ask('POST', '/runs/run_ordered/front')).value).toEqual({ outcome: 'moved' });
    expect(move).toHaveBeenCalledWith('run_ordered');
    expect((await ask('GET', '/runs/waiting')).value).toEqual({ runIds: ['run_ordered', 'run_other'] });
    vi.restoreAllMocks();
    expect((await ask('POST', '/runs/run_none/front')).status).toBe(404);
    connectionOf(db).prepare("DELETE FROM runs WHERE id = 'run_ordered'").run();
  });
});
