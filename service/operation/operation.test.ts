import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textNode } from '#service/acceptance/harness.ts';
import { createService } from '#service/app/create-service.ts';
import { createTestDatabase, hasPostgres } from '#service/storage/postgres/testing/databases.ts';
import { createServiceKey, SERVICE_PROGRAM } from '#service/testing/service-program.ts';
import { readServiceFlags } from '#service/cli/flags.ts';
import { listenForOperation, type OperationListener } from './operation-listener.ts';

const isPostgresThere = await hasPostgres();

let folder: string;
let closing: (() => Promise<unknown>)[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-operation-'));
  closing = [];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async ({ address }: Pick<OperationListener, 'address'>, path: string) => {
  const answer = await fetch(`http://${address}${path}`);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const statusOf = async (operation: OperationListener, path: string) => (await ask(operation, path)).status;

async function open(database?: string) {
  const operation = await listenForOperation({ host: '127.0.0.1', port: 0 });
  closing.push(() => operation.close());
  const { config } = readServiceFlags(['--data', join(folder, 'data'), '--log-level', 'silent']);
  const service = await createService({ ...config, database }, { onResponse: operation.record });
  closing.push(() => service.close());
  return {
    operation,
    service,
    watch: () => operation.watch({ db: service.context.db, dataDirectory: folder }),
  };
}

describe('figures and health', () => {
  it('tell starting, ready and ending apart, while the process is alive', async () => {
    const { operation, watch } = await open();
    const states: string[] = [];
    const look = async () => {
      expect(await statusOf(operation, '/healthz')).toBe(200);
      const { status, text } = await ask(operation, '/readyz');
      states.push(`${status} ${text.trim()}`);
    };
    await look();
    watch();
    await look();
    operation.ending();
    await look();
    expect(states).toEqual(['503 starting', '200 ready', '503 ending']);
    expect(await statusOf(operation, '/api/v1/projects')).toBe(404);
  });

  it('count requests by endpoint and status, runs, and what the process uses', async () => {
    const { operation, service, watch } = await open();
    watch();
    for (const path of ['/api/v1/projects', '/api/v1/projects/prj_secret', '/api/v1/nowhere'])
      await service.fetch(new Request(`http://service.test${path}`));
    const { text, type } = await ask(operation, '/metrics');
    expect(type).toMatch(/^application\/openmetrics-text/);
    expect(text).toContain('patchbay_requests_total{endpoint="projects.list",status="401"} 1');
    expect(text).toContain('patchbay_requests_total{endpoint="projects.get",status="401"} 1');
    expect(text).toContain('patchbay_request_duration_seconds_count{endpoint="projects.list"} 1');
    for (const line of [
      'patchbay_runs{status="queued"} 0',
      'patchbay_database_up 1',
      'patchbay_stored_bytes 0',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/nodejs_eventloop_lag_seconds [\d.e-]+/);
    expect(text).toMatch(/process_cpu_seconds_total [\d.e-]+/);
    expect(text.endsWith('# EOF\n')).toBe(true);
    // Paths hold ids of people's things.
    expect(text).not.toContain('prj_secret');
  });

  it.runIf(isPostgresThere)('say that a database is away, and that it is back', async () => {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const network = await database.throughNetwork();
    const { operation, watch } = await open(network.url);
    watch();
    expect(await statusOf(operation, '/readyz')).toBe(200);
    network.cut();
    expect(await ask(operation, '/readyz')).toMatchObject({
      status: 503,
      text: 'the database cannot be reached\n',
    });
    expect((await ask(operation, '/metrics')).text).toContain('patchbay_database_up 0');
    network.mend();
    await expect.poll(() => statusOf(operation, '/readyz')).toBe(200);
  });
});

describe('the log of the program', () => {
  it(
    'has a line for each request and run with their ids, and no key, name or text',
    { tags: 'rig' },
    async () => {
      const data = join(folder, 'data');
      const key = await createServiceKey(data, 'Ada Lovelace');
      const args = ['--data', data, '--port', '0', '--log', 'json', '--log-level', 'debug'];
      const child = spawn(process.execPath, [SERVICE_PROGRAM, ...args, '--metrics', '127.0.0.1:0']);
      const exited = once(child, 'exit');
      closing.push(async () => {
        child.kill('SIGKILL');
        await exited;
      });
      let output = '';
      let log = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
      await expect.poll(() => output, { timeout: 30_000 }).toContain('ready at');
      const origin = /http:\/\/\S+/.exec(output)![0];
      const [, address = ''] = /Metrics and health on (\S+)/.exec(log) ?? [];
      expect((await ask({ address }, '/readyz')).status).toBe(200);
      const call = async (
        path: string,
        init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
      ) => {
        const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'mine-17', ...init.headers };
        return await fetch(`${origin}/api/v1${path}`, { ...init, headers });
      };
      const json = { 'content-type': 'application/json' };
      await call('/projects', { method: 'POST', body: '{"name":"Letters to Babbage"}', headers: json });
      const form = new FormData();
      form.set('file', new Blob(['dear Charles']), 'letter-of-may.txt');
      await call('/files', { method: 'POST', body: form });
      await call('/projects?search=Babbage&limit=x');
      const graph = { nodes: [textNode('a', 'dear Charles')], connections: [] };
      const made = await call('/runs', { method: 'POST', body: JSON.stringify({ graph }), headers: json });
      const { id } = (await made.json()) as { id: string };
      await expect.poll(() => log).toMatch(new RegExp(`"runId":"${id}"[^\\n]*run ended`));
      const lines = log
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const responses = lines.filter(({ msg }) => msg === 'answered');
      expect(responses.map(({ endpoint, requestId }) => [endpoint, requestId])).toEqual(
        ['projects.create', 'files.upload', 'projects.list', 'runs.create'].map((name) => [name, 'mine-17']),
      );
      expect(lines.filter(({ msg }) => msg === 'run dispatched')).toEqual([
        expect.objectContaining({ runId: id, requestId: 'mine-17' }),
      ]);
      for (const secret of [key, 'Ada', 'Lovelace', 'Babbage', 'Charles', 'letter-of-may'])
        expect(log).not.toContain(secret);
    },
  );
});
