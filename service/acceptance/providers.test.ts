import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublicRunDetail } from '#shared/api/index.ts';
import {
  begin,
  refusal,
  startProvider,
  stream,
  type ProviderServer,
} from '../nodes/ai/testing/provider-server.ts';
import { SERVICE_FLAGS } from '../cli/flags.ts';
import { dataPaths } from '../storage/data-directory.ts';
import { SERVICE_PROGRAM } from '../testing/service-program.ts';
import { TestService } from './harness.ts';

const KEY = 'sk-never-to-be-seen-42';
const value = (content: string | number) => ({ type: typeof content, value: content });

describe('providers of AI models', () => {
  let service: TestService;
  let provider: ProviderServer;
  let data: string;

  beforeEach(async () => {
    service = await TestService.open('in-process', { credits: 1, prices: { 'ai/text': 5 } });
    provider = await startProvider();
    data = service.config.dataDirectory;
  });
  afterEach(async () => {
    await service.close();
    await provider.close();
  });

  /** Runs the program with a text on its standard input. */
  const cli = async (args: string[], input = '') => {
    const { database } = service.config;
    const place = ['--data', data, ...(database === undefined ? [] : ['--database', database])];
    const child = spawn(process.execPath, [SERVICE_PROGRAM, 'providers', ...args, ...place]);
    child.stdin.end(input);
    const ended = once(child, 'close');
    const [out, err] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
    const [status] = (await ended) as [number];
    return { status, out, err };
  };
  const add = async (name: string, ...more: string[]) => {
    const args = ['add', '--name', name, '--base-url', provider.url, '--model', 'm1', ...more];
    expect(await cli(args, `${KEY}\n`)).toEqual({ status: 0, out: '', err: '' });
  };

  const graph = (inputs: Record<string, unknown> = {}) => ({
    nodes: [
      { id: 'write', type: 'ai/text', title: 'Slogan', inputs: { prompt: value('Say hi'), ...inputs } },
      { id: 'out', type: 'output/value', inputs: { name: value('slogan') } },
    ],
    connections: [{ from: ['write', 'text'], to: ['out', 'value'] }],
  });
  /** Runs a graph to its end. */
  const run = async (body: Record<string, unknown>): Promise<PublicRunDetail> => {
    const { id } = await service.ok('runs.create', { body });
    await service.engine.whenIdle();
    return service.ok('runs.get', { params: { run_id: id } });
  };
  const inline = (inputs?: Record<string, unknown>) => run({ graph: graph(inputs) });
  const events = async (runId: string) =>
    (await service.ok('runs.listEvents', { params: { run_id: runId }, query: { limit: 200 } })).data;

  it('answer nodes, and what they cost is in the ledger under their name and model', async () => {
    await add('Acme', '--price', '300000', '--key-stdin');
    provider.answers(stream(['Hi', ' there']));
    const project = await service.createProject();
    const { version } = await service.ok('projects.replaceDocument', {
      params: { project_id: project.id },
      body: { expectedVersion: project.version, document: { graph: graph() } },
    });
    expect(version).toBe(project.version + 1);
    const done = await run({ projectId: project.id });
    expect(done).toMatchObject({
      status: 'succeeded',
      outputs: { slogan: { value: 'Hi there' } },
      creditsUsedMicrocredits: '300005',
      spend: {
        byChargeTypeMicrocredits: { provider_estimated: '300005' },
        byProviderMicrocredits: { Acme: '300005' },
        byNode: [{ nodeId: 'write', billedRuns: 1 }],
      },
    });
    expect(provider.requests[0]).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'm1' } });
    const spend = await service.ok('projects.getSpend', { params: { project_id: project.id } });
    expect(spend.recentRuns).toMatchObject([
      {
        chargeType: 'provider_estimated',
        provider: 'Acme',
        model: 'm1',
        nodeType: 'ai/text',
        microcredits: '300005',
      },
    ]);
    const credits = await service.ok('account.credits');
    expect(credits.balanceMicrocredits).toBe(String(1_000_000 - 300_005));
    const progress = (await events(done.id)).filter(({ type }) => type === 'node.progress');
    expect(progress.map(({ message }) => message)).toContain('Waiting for m1');
  });

  it(
    'are not asked again for the same, unless the model or the address is another',
    { tags: 'rig' },
    async () => {
      await add('Acme');
      provider.answers(stream(['Hi']));
      await inline();
      const again = await inline();
      expect(again.outputs).toMatchObject({ slogan: { value: 'Hi' } });
      expect(provider.requests).toHaveLength(1);
      await inline({ model: value('m2') });
      expect(provider.requests.map(({ body }) => body['model'])).toEqual(['m1', 'm2']);
      await inline({ variation: value(1) });
      expect(provider.requests).toHaveLength(3);
    },
  );

  it('show text while it is written, in events that can be read meanwhile', { tags: 'rig' }, async () => {
    await add('Acme');
    const goOn = Promise.withResolvers<void>();
    provider.answers(
      begin(['First words'], async (response) => {
        await goOn.promise;
        response.write('data: {"choices":[{"delta":{"content":", last words"},"finish_reason":"stop"}]}\n\n');
        response.end('data: [DONE]\n\n');
      }),
    );
    const { id } = await service.ok('runs.create', { body: { graph: graph() } });
    await expect
      .poll(async () => (await events(id)).map(({ message }) => message), { timeout: 20_000 })
      .toContain('First words');
    goOn.resolve();
    await service.engine.whenIdle();
    const done = await service.ok('runs.get', { params: { run_id: id } });
    expect(done.outputs).toMatchObject({ slogan: { value: 'First words, last words' } });
  });

  it('charge nothing when they fail, and never show the key', { tags: 'rig' }, async () => {
    await add('Acme', '--price', '100', '--key-stdin');
    provider.answers(refusal(401, `Wrong key ${KEY}`));
    const failed = await inline();
    expect(failed).toMatchObject({
      status: 'failed',
      creditsUsedMicrocredits: '0',
      error: { code: 'PROVIDER_REFUSED_KEY', nodeId: 'write' },
    });
    const list = await cli(['list']);
    expect(list.out).toContain(`Acme\t${provider.url}\tm1\t100\tsealed`);
    const published = JSON.stringify([failed, await events(failed.id), list]);
    expect(published).not.toContain(KEY);
    for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      expect([entry.name, bytes.includes(KEY)]).toEqual([entry.name, false]);
    }
    const { mode } = await stat(dataPaths(data).providerKeys);
    expect(mode & 0o777).toBe(0o600);
  });

  it(
    'may say the key in a good answer, plain or encoded: it is in no output, event or file',
    { tags: 'rig' },
    async () => {
      await add('Acme', '--key-stdin');
      const encoded = Buffer.from(`Bearer ${KEY}`).toString('base64');
      provider.answers(stream(['Your key is ', KEY.slice(0, 9), KEY.slice(9), ` or ${encoded}`, '. Bye']));
      const done = await inline();
      expect(done.outputs).toMatchObject({ slogan: { value: 'Your key is [key] or QmVhcmVyI[key]. Bye' } });
      const published = JSON.stringify([done, await events(done.id)]);
      for (const secret of [KEY, KEY.slice(0, 9), encoded.slice(12, 40)]) {
        expect(published).not.toContain(secret);
        for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile()) continue;
          const bytes = await readFile(join(entry.parentPath, entry.name));
          expect([entry.name, bytes.includes(secret)]).toEqual([entry.name, false]);
        }
      }
    },
  );

  it('are refused before a run that the balance does not cover', async () => {
    await add('Acme', '--price', '1000001');
    const error = await service.refused('runs.create', 400, { body: { graph: graph() } });
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: { requiredMicrocredits: '1000006' },
    });
    expect(provider.requests).toEqual([]);
  });

  it('must be there, and be named where there are several', { tags: 'rig' }, async () => {
    const codeOf = (detail: PublicRunDetail) => detail.error?.['code'];
    const type = () => service.ok('nodeTypes.get', { params: { node_type: 'ai/text' } });
    const pins = async () =>
      Object.fromEntries(
        (await type()).inputs!.map(({ name, type, default: value }) => [name, [type, value]]),
      );
    const none = await inline();
    expect(codeOf(none)).toBe('NO_PROVIDER');
    expect(none.error?.['message']).toBe('No text model is connected. Connect one under Models.');
    expect((await type()).description).toContain('No text model is connected yet');
    expect(await pins()).toMatchObject({ provider: ['text', ''], model: ['text', ''] });

    const local = ['--name', 'local', '--base-url', 'http://127.0.0.1:11434/v1', '--model', 'llama3.2'];
    expect(await cli(['add', ...local])).toEqual({ status: 0, out: '', err: '' });
    expect(await pins()).toMatchObject({ provider: ['choice(local)', 'local'], model: ['text', 'llama3.2'] });
    expect((await type()).description).not.toContain('No text model');
    expect(await cli(['remove', '--name', 'local'])).toMatchObject({ status: 0 });

    await add('Acme');
    expect(await pins()).toMatchObject({ provider: ['choice(Acme)', 'Acme'], model: ['text', 'm1'] });
    await add('Zenith');
    expect(await pins()).toMatchObject({ provider: ['choice(Acme|Zenith)', ''], model: ['text', ''] });
    expect(codeOf(await inline())).toBe('PROVIDER_NOT_CHOSEN');
    expect(codeOf(await inline({ provider: value('Nobody') }))).toBe('UNKNOWN_PROVIDER');
    provider.answers(stream(['Hi']));
    expect((await inline({ provider: value('Zenith') })).status).toBe('succeeded');
    expect(await cli(['remove', '--name', 'Zenith'])).toMatchObject({ status: 0 });
    expect((await inline({ variation: value(9) })).status).toBe('succeeded');
    expect(await cli(['remove', '--name', 'Zenith'])).toMatchObject({ status: 2 });
  });

  it('stop at once when the run is canceled', async () => {
    await add('Acme');
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    provider.answers(
      begin(['Hm'], (response) => {
        response.on('close', () => left.resolve());
        asked.resolve();
      }),
    );
    const { id } = await service.ok('runs.create', { body: { graph: graph() } });
    await asked.promise;
    await service.ok('runs.cancel', { params: { run_id: id } });
    await left.promise;
    await service.engine.whenIdle();
    expect((await service.ok('runs.get', { params: { run_id: id } })).status).toBe('canceled');
  });

  it('say what to do when the file with their keys is gone', { tags: 'rig' }, async () => {
    await add('Acme', '--key-stdin');
    await rm(dataPaths(data).providerKeys);
    const failed = await inline();
    expect(failed.error).toMatchObject({ code: 'PROVIDER_KEY_UNREADABLE' });
    expect(provider.requests).toEqual([]);
  });

  it('are set up with addresses that are safe, and with keys that are keys', { tags: 'rig' }, async () => {
    const refused = async (url: string, ...more: string[]) => {
      const { status, out, err } = await cli(
        ['add', '--name', 'x', '--base-url', url, ...more],
        'two lines\nof key',
      );
      return [status, out, err.trim().split('\n').length];
    };
    for (const url of [
      'http://example.com/v1',
      'ftp://127.0.0.1/v1',
      'https://user:pass@example.com/v1',
      'https://example.com/v1?key=1',
      'example.com',
      'http://127.0.0.1.example.com/v1',
    ]) {
      expect([url, await refused(url)]).toEqual([url, [2, '', 1]]);
    }
    expect(await refused('https://example.com/v1', '--key-stdin')).toEqual([2, '', 1]);
    expect(await refused('https://example.com/v1', '--price', '-1')).toEqual([2, '', 1]);
    expect((await cli(['list'])).out.trim().split('\n')).toHaveLength(1);
  });
});

it('help names every command and flag', () => {
  const { status, stdout } = spawnSync(process.execPath, [SERVICE_PROGRAM, '--help'], { encoding: 'utf8' });
  expect(status).toBe(0);
  for (const word of [
    ...SERVICE_FLAGS.map((flag) => `--${flag} `),
    'keys create',
    'providers add',
    '--key-stdin',
    'templates publish',
  ]) {
    expect(stdout).toContain(word);
  }
});
