import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints, API_PREFIX, buildPath, pathParamNames } from '#shared/api/index.ts';
import { issueEndpointKey } from '#service/templates/rows.ts';
import { TestService } from './harness.ts';
import { publish, runToEnd, storePhoto, type Called } from './template-story.ts';

/** The key of a published endpoint, tried on every row of the table with ids of things that are there. */

let service: TestService;
let called: Called;
let key = '';
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await TestService.open('in-process');
  await service.ok('templates.list');
  const { key: issued, ...params } = await publish(service);
  called = params;
  key = issued;
  const fileId = await storePhoto(service);
  const mine = await runToEnd(service, called, { inputs: { photo: { type: 'file', fileId } } });
  const { data } = await service.ok('projects.list');
  Object.assign(ids, called, {
    file_id: fileId,
    task_id: mine.taskId,
    run_id: mine.taskId,
    project_id: data[0]?.id ?? 'none',
    node_type: 'text/join',
  });
});
afterAll(() => service.close());

const contents = () =>
  Promise.all(
    ['projects', 'files', 'runs', 'templates', 'template_runs'].map((table) => service.count(table)),
  );

test.each(['authorization', 'x-api-key'])('opens no row of the table, sent as %s', async (header) => {
  const before = await contents();
  const opened: string[] = [];
  // What is open to everybody needs no key.
  for (const { id, method, path } of allEndpoints.filter(({ scope }) => scope !== null)) {
    const names = pathParamNames(path).map((name) => [name, ids[name] ?? `some-${name}`] as const);
    const response = await service.raw(`${API_PREFIX}${buildPath(path, Object.fromEntries(names))}`, {
      method,
      headers: {
        [header]: header === 'authorization' ? `Bearer ${key}` : key,
        'content-type': 'application/json',
      },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
    });
    await response.text();
    if (response.status !== 401) opened.push(`${id}: ${response.status}`);
  }
  expect(opened).toEqual([]);
  expect(await contents()).toEqual(before);
});

test('opens its own endpoint, and neither another one nor what the owner ran', async () => {
  const ask = (path: string, method = 'GET') =>
    service.raw(path, { method, headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status);
  const { data } = await service.ok('templates.list');
  const others = data
    .flatMap(({ endpoints }) => endpoints ?? [])
    .filter(({ endpointId }) => endpointId !== called.endpoint_id);
  expect(others.length).toBeGreaterThan(0);
  expect(await ask(`/run/${called.endpoint_id}`)).toBe(200);
  expect(await ask(`/run/${called.endpoint_id}/runs/${ids['task_id']}`)).toBe(404);
  for (const { endpointId } of others) {
    await issueEndpointKey(service.context, endpointId);
    const run = `/run/${endpointId}`;
    const statuses = [
      await ask(run),
      await ask(run, 'POST'),
      await ask(`${run}/runs/${ids['task_id']}`),
      await ask(`${run}/runs/${ids['task_id']}/events/stream`),
    ];
    expect([endpointId, statuses]).toEqual([endpointId, [401, 401, 401, 401]]);
  }
});
