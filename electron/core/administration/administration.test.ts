import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/index.ts';
import { respondEmpty, sendApiError, sendJson, startServer, type Responder } from '../testing/http-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

const KEY = 'sk-planted-in-the-core-0123456789';
const draft = { name: 'Acme', baseUrl: 'https://models.example/v1', models: [], key: KEY };
const shown = {
  name: 'Acme',
  service: 'openai-compatible',
  baseUrl: draft.baseUrl,
  monthLimit: null,
  monthSpend: 0,
  models: [],
  hasKey: true,
  createdAt: '2026-01-01',
};

/** A core whose local service answers the administration so. */
async function startWith(respond: Responder, secret: string | null = 'first') {
  const service = await startServer((asked, response, request) =>
    asked.url.startsWith('/administration/')
      ? respond(asked, response, request)
      : respondEmpty(asked, response, request),
  );
  const folder = temporaryFolder();
  const setSecret = (text: string): void => {
    mkdirSync(join(folder, 'service'), { recursive: true });
    writeFileSync(join(folder, 'service', ADMINISTRATION_SECRET_FILE), `${text}\n`);
  };
  if (secret !== null) setSecret(secret);
  const desk = await startTestCore({ folder, launchService: launcherOf(service.origin) });
  const administered = () => service.asked.filter(({ url }) => url.startsWith('/administration/'));
  return { desk, folder, setSecret, administered };
}

test('a call goes to the local service with its secret, and what was typed stays nowhere here', async () => {
  const { desk, folder, administered } = await startWith((_asked, response) =>
    sendJson(response, 200, shown),
  );
  expect(await desk.read('POST', '/desk/local-service/model-providers', draft)).toEqual(shown);
  const [asked] = administered();
  expect(asked).toMatchObject({ method: 'POST', url: '/administration/v1/model-providers' });
  expect(asked?.headers.authorization).toBe('Bearer first');
  expect(JSON.parse(asked?.body.toString() ?? '')).toEqual({
    ...draft,
    service: 'openai-compatible',
    monthLimit: null,
  });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    expect([entry.name, bytes.includes(KEY)]).toEqual([entry.name, false]);
  }
  expect(JSON.stringify(desk.log)).not.toContain(KEY);
});

test('names are written into the path so that they stay one part of it', async () => {
  const { desk, administered } = await startWith((_asked, response) => void response.writeHead(204).end());
  const path = `/desk/local-service/model-providers/${encodeURIComponent('a/../b?c')}`;
  expect((await desk.ask('DELETE', path)).status).toBe(204);
  expect(administered()[0]?.url).toBe('/administration/v1/model-providers/a%2F..%2Fb%3Fc');
});

test('a service that has started anew is asked again with its new secret', async () => {
  const started = await startWith((asked, response) => {
    if (asked.headers.authorization === 'Bearer second') return sendJson(response, 200, { providers: [] });
    started.setSecret('second');
    return sendApiError(response, 401, 'UNAUTHORIZED');
  });
  expect(await started.desk.read('GET', '/desk/local-service/model-providers')).toEqual({ providers: [] });
  expect(started.administered()).toHaveLength(2);
});

test('what the service refuses is told in its own words, and never ends the session of the page', async () => {
  const refusal = { code: 'SETTING_INVALID', message: 'Give it a name.', details: { field: 'name' } };
  const { desk } = await startWith((asked, response) =>
    asked.method === 'GET'
      ? sendApiError(response, 401, 'UNAUTHORIZED')
      : sendJson(response, 400, { error: { ...refusal, requestId: null } }),
  );
  const refused = await desk.ask('POST', '/desk/local-service/model-providers', draft);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    error: { code: 'INVALID_REQUEST', message: 'Give it a name.', details: { field: 'name' } },
  });
  expect((await desk.ask('GET', '/desk/local-service/model-providers')).status).toBe(503);
});

test('an earlier service, one that answers nonsense and one that breaks off are a sentence each', async () => {
  const earlier = await startWith(respondEmpty, null);
  const missing = await earlier.desk.ask('GET', '/desk/local-service/model-providers');
  expect([missing.status, (await missing.text()).includes('Restart it')]).toEqual([503, true]);
  const nonsense = await startWith((_asked, response) => sendJson(response, 200, { providers: 7 }));
  expect((await nonsense.desk.ask('GET', '/desk/local-service/model-providers')).status).toBe(502);
  const broken = await startWith((_asked, response) => void response.destroy());
  expect((await broken.desk.ask('GET', '/desk/local-service/model-providers')).status).toBe(503);
});

test('pages reach no other path of the administration', async () => {
  const { desk, administered } = await startWith(respondEmpty);
  expect((await desk.ask('GET', '/desk/local-service/anything')).status).toBe(404);
  expect((await desk.ask('GET', '/administration/v1/model-providers')).status).toBe(404);
  expect((await desk.ask('GET', '/api/local/administration/v1/model-providers')).status).toBe(404);
  expect(administered()).toEqual([]);
});
