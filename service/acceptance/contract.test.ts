import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ALL_SCOPES,
  allEndpoints,
  API_PREFIX,
  PublicFileUploadSession,
  PublicNodeTypeDetail,
  RunEventType,
  RunStatus,
} from '#shared/api/index.ts';
import { SERVICE_PROGRAM, ServiceProgram, type ServiceProcess } from '../testing/service-program.ts';

/** What other people's scripts rely on beside the API: the program, its flags, keys and commands, the node types. */

const PART = 1024;
let directory = '';
let data = '';
let program: ServiceProgram;
let service: ServiceProcess;
let key = '';

const cli = (...args: string[]) => {
  const done = spawnSync(process.execPath, [SERVICE_PROGRAM, ...args], { encoding: 'utf8' });
  return { status: done.status, out: done.stdout, err: done.stderr };
};
const call = async (
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
  bearer = key,
) => {
  const response = await fetch(`${service.origin}${API_PREFIX}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as unknown,
  };
};
const listOf = z.object({ data: z.array(z.record(z.string(), z.unknown())), hasMore: z.boolean() });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-contract-'));
  data = join(directory, 'data');
  program = new ServiceProgram(data);
  const prices = join(directory, 'prices.json');
  await writeFile(prices, JSON.stringify({ 'text/case': 5 }));
  service = await program.start({
    host: '127.0.0.1',
    'rate-limit': 5000,
    'storage-limit': 100_000,
    credits: 12,
    'upload-ttl': 60,
    'multipart-threshold': 2 * PART,
    'part-size': PART,
    prices,
    'log-level': 'error',
  });
  key = cli('keys', 'create', '--data', data, '--account', 'script').out.trim();
});
afterAll(async () => {
  await program.killAll();
  await rm(directory, { recursive: true, force: true });
});

describe('a fresh account', () => {
  it('holds the credits that were set, no project, and a template with an active endpoint', async () => {
    expect((await call('/account/credits')).body).toMatchObject({ balanceCents: 12 });
    expect((await call('/projects')).body).toMatchObject({ data: [], hasMore: false });
    const templates = listOf.parse((await call('/templates?hasEndpoint=true')).body);
    expect(templates.data.length).toBeGreaterThan(0);
    const [template] = templates.data;
    const endpoints = listOf.parse(
      (await call(`/templates/${String(template?.['templateId'])}/endpoints`)).body,
    );
    expect(endpoints.data[0]).toMatchObject({ isActive: true });
  });

  it('holds the sample project where the key was made with --sample', async () => {
    const made = cli('keys', 'create', '--data', data, '--account', 'app', '--sample');
    expect([made.status, made.err]).toEqual([0, '']);
    const projects = await call('/projects', undefined, 'GET', made.out.trim());
    expect(listOf.parse(projects.body).data).toMatchObject([{ name: 'Welcome poster' }]);
  });
});

describe('the flags', () => {
  const opened = async (sizeBytes: number) =>
    PublicFileUploadSession.parse((await call('/files/uploads', { filename: 'a.bin', sizeBytes })).body);

  it('set the ways of uploads, their life and the storage of an account', async () => {
    expect(await opened(2 * PART - 1)).toMatchObject({ storageMethod: 'single_part', parts: null });
    const large = await opened(2 * PART);
    expect(large).toMatchObject({ storageMethod: 'multipart', partCount: 2, partSizeBytes: PART });
    expect(Date.parse(large.expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
    for (const { url } of large.parts ?? []) expect(new URL(url).origin).toBe(service.origin);
    expect((await call('/files/uploads', { filename: 'a.bin', sizeBytes: 100_000 })).status).toBe(507);
  });

  it('set prices by node type', async () => {
    const nodes = [{ id: 'a', type: 'text/case', inputs: { text: { type: 'string', value: 'x' } } }];
    const { body } = await call('/runs', { graph: { nodes } });
    const { id } = z.object({ id: z.string() }).parse(body);
    const stream = await fetch(`${service.origin}${API_PREFIX}/runs/${id}/events/stream`, {
      headers: { authorization: `Bearer ${key}` },
    });
    // A stream ends by itself after the terminal event.
    expect(await stream.text()).toContain('run.succeeded');
    expect((await call(`/runs/${id}`)).body).toMatchObject({
      status: 'succeeded',
      creditsUsedMicrocredits: '5',
    });
  });

  it.each([
    ['--port', 'high'],
    ['--rate-limit', '-1'],
    ['--storage-limit', 'much'],
    ['--log-level', 'loud'],
    ['--prices', '/no/such/file.json'],
  ])('%s %s ends the program with one line and status 2', (flag, text) => {
    const { status, out, err } = cli('--data', join(directory, 'other'), flag, text);
    expect([status, out, err.trim().split('\n').length]).toEqual([2, '', 1]);
  });
});

describe('keys', () => {
  it('have all scopes or those named, an end, and origins', async () => {
    const list = () => cli('keys', 'list', '--data', data).out;
    const limited = [
      '--scopes',
      'projects:read,files:read',
      '--expires-in',
      '60',
      '--origins',
      'https://a.example',
    ];
    const made = cli('keys', 'create', '--data', data, '--account', 'limited', ...limited).out.trim();
    const line = list()
      .split('\n')
      .find((text) => text.includes('limited'));
    expect(line).toContain('projects:read,files:read');
    expect(line).toContain('https://a.example');
    for (const secret of [key, made]) expect(list()).not.toContain(secret);
    expect((await call('/projects', undefined, 'GET', made)).status).toBe(403);
    expect(cli('keys', 'create', '--data', data, '--account', 'x', '--scopes', 'everything').status).toBe(2);
  });

  it('open the endpoints whose scopes the API leaves open', () => {
    const scopes = Object.fromEntries(allEndpoints.map(({ id, scope }) => [id, scope]));
    expect(scopes).toMatchObject({
      'projects.list': 'projects:read',
      'projects.getSpend': 'projects:read',
      'projects.patchDocument': 'projects:write',
      'projects.getGraph': 'graphs:read',
      'projects.getGraphNode': 'graphs:read',
      'nodeTypes.get': 'node_types:read',
      'files.get': 'files:read',
      'files.delete': 'files:write',
      'runs.create': 'runs:execute',
      'runs.listEvents': 'runs:execute',
      'templates.get': 'templates:read',
      'templates.createRun': 'templates:run',
      'storyboards.get': 'projects:read',
      'storyboards.replace': 'projects:write',
      'storyboards.validate': null,
      'storyboards.toTimeline': null,
      'timelines.get': 'projects:read',
      'timelines.replace': 'projects:write',
      'timelines.validate': null,
      'timelines.parseOtio': null,
      'timelines.importOtio': 'files:write',
      'account.credits': 'account_credits:read',
    });
    expect(ALL_SCOPES).toHaveLength(10);
  });
});

it('templates are published by command, and open to the key of their endpoint alone', async () => {
  const { body } = await call('/projects', { name: 'Greeting' });
  const { id } = z.object({ id: z.string() }).parse(body);
  const nodes = [{ id: 'who', type: 'input/text', inputs: { value: { type: 'string', value: 'you' } } }];
  await call(
    `/projects/${id}/document`,
    { expectedVersion: 1, document: { graph: { nodes, connections: [] } } },
    'PUT',
  );
  const published = ['--project', id, '--name', 'Greet', '--endpoint', 'greet', '--input', 'who.value=who'];
  const made = cli('templates', 'publish', '--data', data, ...published);
  expect(made.status).toBe(0);
  const secret = /pbe_\S+/.exec(made.out)?.[0] ?? '';
  expect(secret).not.toBe('');
  const found = listOf.parse((await call('/templates?search=Greet')).body);
  expect(JSON.stringify(found)).not.toContain(secret);
  expect((await call('/projects', undefined, 'GET', secret)).status).toBe(401);
});

it('what the API leaves open is as it was settled', async () => {
  expect(RunStatus.options).toEqual(['accepted', 'queued', 'running', 'succeeded', 'failed', 'canceled']);
  expect(RunEventType.options).toHaveLength(13);
  const summaries = listOf.parse((await call('/node-types?fields=tags')).body);
  expect(summaries.data).toHaveLength(50);
  expect(Object.keys(summaries.data[0]!).sort()).toEqual(['tags', 'title', 'type']);
  const all = listOf.parse((await call('/node-types?limit=100000')).body);
  expect(all.data.length).toBeLessThanOrEqual(200);
});

it.each([
  ['input/text', ['value'], ['text']],
  ['input/number', ['value'], ['number']],
  ['input/image', ['file'], ['image']],
  ['text/template', ['template', 'a', 'b'], ['text']],
  ['image/resize', ['image', 'width', 'height'], ['image']],
  ['image/blur', ['image', 'sigma'], ['image']],
  ['control/delay', ['value', 'seconds'], ['value']],
  ['control/fail', ['message'], []],
  ['output/value', ['value', 'name'], []],
  ['output/file', ['file', 'name'], []],
])('the node type %s has the pins that scripts rely on', async (type, inputs, outputs) => {
  const detail = PublicNodeTypeDetail.parse((await call(`/node-types/${type}`)).body);
  const names = (pins: { name: string }[] | undefined) => (pins ?? []).map(({ name }) => name);
  expect(names(detail.inputs)).toEqual(expect.arrayContaining(inputs));
  expect(names(detail.outputs)).toEqual(expect.arrayContaining(outputs));
});
