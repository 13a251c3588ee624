import { copyFile, rm } from 'node:fs/promises';
import { sharp } from '#native/testing/sharp.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublicRunDetail } from '#shared/api/index.ts';
import { batchRunId, PERHAPS_CHARGED, PERHAPS_CHARGED_TYPE, perhapsChargedOf } from '#shared/desk/index.ts';
import { saveProvider } from '#service/providers/providers.ts';
import {
  begin,
  json,
  refusal,
  startProvider,
  stream,
  type ProviderReply,
  type ProviderServer,
} from '../nodes/ai/testing/provider-server.ts';
import { dataPaths } from '../storage/data-directory.ts';
import { isRemote } from '#service/testing/database-under-test.ts';
import { TestService } from './harness.ts';

const PRICE = 30_000_000;
const text = (value: string) => ({ type: 'string', value });
const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#20a060' } })
  .png()
  .toBuffer();
const pictureReply = json(200, { data: [{ b64_json: picture.toString('base64') }] });

describe('a model is asked once for what was asked once', () => {
  let service: TestService;
  let provider: ProviderServer;

  beforeEach(async () => {
    service = await TestService.open('in-process', { credits: 1000 });
    provider = await startProvider();
    const { db } = service.context;
    await saveProvider(db, service.config.dataDirectory, Date.now(), {
      name: 'Acme',
      baseUrl: provider.url,
      key: null,
      models: [
        { kind: 'text', model: 'm1', price: BigInt(PRICE) },
        { kind: 'image', model: 'm2', price: BigInt(PRICE) },
      ],
    });
  });
  afterEach(async () => {
    await service.close();
    await provider.close();
  });

  const graph = (type = 'ai/text', prompt = 'Say hi') => ({
    nodes: [{ id: 'ask', type, title: 'Slogan', inputs: { prompt: text(prompt) } }],
    connections: [],
  });
  const start = async (body: Record<string, unknown> = { graph: graph() }) =>
    (await service.ok('runs.create', { body })).id;
  const detail = (id: string) => service.ok('runs.get', { params: { run_id: id } });
  const ended = async (id: string): Promise<PublicRunDetail> => {
    await service.engine.whenIdle();
    return detail(id);
  };
  /** A provider that says when it is asked, and answers when it is let. */
  const held = (then: ProviderReply) => {
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const reply: ProviderReply = async (response, request) => {
      asked.resolve();
      await go.promise;
      if (!response.destroyed) await then(response, request);
    };
    return { reply, asked: asked.promise, go: go.resolve };
  };

  it(
    'also when the service ends in the middle of the call: the node says so, and only a person asks again',
    { tags: 'rig' },
    async () => {
      const project = await service.createProject();
      await service.ok('projects.replaceDocument', {
        params: { project_id: project.id },
        body: { expectedVersion: project.version, document: { graph: graph() } },
      });
      const first = held(stream(['lost']));
      provider.answers(first.reply, stream(['Hi']));
      const id = await start({ projectId: project.id });
      await first.asked;
      await service.restart();
      const failed = await ended(id);
      expect(failed).toMatchObject({
        status: 'failed',
        creditsUsedMicrocredits: '0',
        error: {
          code: PERHAPS_CHARGED,
          nodeId: 'ask',
          message:
            'The service ended while Acme worked on Slogan, so its answer is lost. Acme may have charged 30 credits for it, so it is not asked again by itself.',
          perhapsCharged: { provider: 'Acme', model: 'm1', microcredits: String(PRICE) },
        },
      });
      const events = await service.ok('runs.listEvents', { params: { run_id: id }, query: { limit: 200 } });
      const ofNode = events.data.find(({ type }) => type === 'node.failed');
      expect(perhapsChargedOf(ofNode?.data)).toMatchObject({ microcredits: String(PRICE) });
      expect(provider.requests).toHaveLength(1);
      await service.restart();
      expect(provider.requests).toHaveLength(1);

      const spend = () => service.ok('projects.getSpend', { params: { project_id: project.id } });
      expect(await spend()).toMatchObject({
        totalMicrocredits: '0',
        byChargeType: {},
        recentRuns: [
          {
            chargeType: PERHAPS_CHARGED_TYPE,
            microcredits: String(PRICE),
            provider: 'Acme',
            nodeTitle: 'Slogan',
            nodeExecutionId: id,
          },
        ],
      });

      first.go();
      const again = await ended(await start({ projectId: project.id }));
      expect(again.outputs).toMatchObject({ 'ask.text': { value: 'Hi' } });
      expect(provider.requests).toHaveLength(2);
      expect(await spend()).toMatchObject({ totalMicrocredits: String(PRICE), recentRuns: [{}, {}] });
    },
  );

  it('with an idempotency key of its own, which a wait for room does not change', async () => {
    provider.answers(refusal(429, 'Busy', 'busy', { 'retry-after': '0' }), stream(['Hi']));
    const one = await ended(await start());
    const two = await ended(await start({ graph: graph('ai/text', 'Another') }));
    expect(provider.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      `${one.id}.ask.1`,
      `${one.id}.ask.1`,
      `${two.id}.ask.1`,
    ]);
  });

  it('with a key that no id of a node can make into another header', async () => {
    provider.answers(stream(['Hi']));
    const nodes = [{ ...graph().nodes[0]!, id: 'ask\r\nx-evil: 1', title: 'a\r\nx-evil: 1' }];
    await ended(await start({ graph: { nodes, connections: [] } }));
    expect(provider.requests).toMatchObject([
      { idempotencyKey: expect.stringMatching(/^run_\w+\.[0-9a-f]{64}\.1$/) as string },
    ]);
  });

  const cut: ProviderReply = (response) => void response.destroy();
  const uncertain: [string, ProviderReply, string][] = [
    ['a cut connection', cut, 'PROVIDER_UNREACHABLE'],
    ['an answer that breaks off', begin(['Hm'], cut), 'PROVIDER_UNREACHABLE'],
    ['an error after the body was sent', refusal(500, 'Oops'), 'PROVIDER_FAILED'],
    ['a gateway that gave up', json(504, ''), 'PROVIDER_FAILED'],
    ['an answer that is none', json(200, 'nothing'), 'PROVIDER_BAD_ANSWER'],
    ['an empty answer', stream([]), 'PROVIDER_EMPTY_ANSWER'],
  ];
  it.each(uncertain)('after %s it is not asked again, and may have charged', async (_what, reply, code) => {
    provider.answers(reply);
    const failed = await ended(await start());
    expect(failed.error).toMatchObject({ code, perhapsCharged: { microcredits: String(PRICE) } });
    expect(failed.error?.['message']).toContain('may have charged 30 credits');
    expect(provider.requests).toHaveLength(1);
  });

  it('and has charged nothing where it refused, or was not reached', async () => {
    for (const status of [400, 401, 404, 422]) {
      provider.answers(refusal(status, 'No'));
      expect(perhapsChargedOf((await ended(await start())).error)).toBeNull();
    }
    await provider.close();
    const failed = await ended(await start());
    expect(failed.error).toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
    expect(perhapsChargedOf(failed.error)).toBeNull();
    provider = await startProvider();
  });

  it('for all who wait for the same: what is lost for one is lost for them', async () => {
    const first = held(cut);
    provider.answers(first.reply, stream(['again']));
    const ids = [await start(), await start()];
    await first.asked;
    ids.push(await start());
    first.go();
    for (const id of ids) {
      const failed = await ended(id);
      expect(failed).toMatchObject({ status: 'failed', error: { perhapsCharged: { provider: 'Acme' } } });
    }
    expect(provider.requests).toHaveLength(1);
  });

  it.each(['while it runs', 'before it is started again'])(
    'also when the clock is set back %s: who waited is not served by a second request, who comes later is',
    { tags: 'rig' },
    async (when) => {
      const first = held(cut);
      provider.answers(first.reply, stream(['again']));
      const ids = [await start(), await start()];
      await first.asked;
      service.clockOffsetMs = -3_600_000;
      if (when === 'while it runs') first.go();
      else await service.restart();
      for (const id of ids) {
        expect(await ended(id)).toMatchObject({
          status: 'failed',
          error: { perhapsCharged: { provider: 'Acme' } },
        });
      }
      expect(provider.requests).toHaveLength(1);
      first.go();
      expect((await ended(await start())).status).toBe('succeeded');
      expect(provider.requests).toHaveLength(2);
    },
  );

  // Of other databases the service makes no backups.
  it.skipIf(isRemote()).each(['by itself', 'by hand'])(
    'also when the database is replaced %s by a backup that knows nothing of the calls since',
    { tags: 'rig' },
    async (how) => {
      const first = held(stream(['Hi']));
      provider.answers(first.reply);
      // More than run at the same time, so that some have not asked yet.
      const prompts = Array.from({ length: 18 }, (_, at) => `Prompt ${at}`);
      const ids = await Promise.all(prompts.map((prompt) => start({ graph: graph('ai/text', prompt) })));
      await first.asked;
      const backup = await service.backUp();
      first.go();
      for (const id of ids) expect((await ended(id)).status).toBe('succeeded');
      expect(provider.requests).toHaveLength(ids.length);
      await service.restart(async () => {
        const { database } = dataPaths(service.config.dataDirectory);
        for (const end of ['', '-wal', '-shm']) await rm(database + end, { force: true });
        if (how === 'by hand') await copyFile(backup!, database);
      });
      const failures = await Promise.all(ids.map(async (id) => (await ended(id)).error));
      for (const error of failures) expect(error).toMatchObject({ perhapsCharged: { provider: 'Acme' } });
      expect(failures.at(-1)?.['message']).toContain(
        'is a backup that was made while this run was under way',
      );
      await service.restart();
      await service.engine.whenIdle();
      expect(provider.requests).toHaveLength(ids.length);
      const again = await ended(await start({ graph: graph('ai/text', prompts.at(-1)) }));
      expect(again.status).toBe('succeeded');
      expect(provider.requests).toHaveLength(ids.length + 1);
    },
  );

  it('within a batch: only the item that is tried again by a person asks', { tags: 'rig' }, async () => {
    provider.answers(cut, stream(['Hi']));
    const item = async (index: string) =>
      ended(await start({ graph: graph(), externalId: batchRunId('batch-1', index) }));
    await item('0');
    expect((await item('1')).error).toMatchObject({ code: PERHAPS_CHARGED });
    expect((await item('2')).error).toMatchObject({ code: PERHAPS_CHARGED });
    expect(provider.requests).toHaveLength(1);
    expect((await item('1')).status).toBe('succeeded');
    expect((await item('2')).status).toBe('succeeded');
    expect(provider.requests).toHaveLength(2);
  });

  it('and a picture that was asked for when its run was stopped is there for the next run, and paid once', async () => {
    const first = held(pictureReply);
    provider.answers(first.reply);
    const id = await start({ graph: graph('ai/image') });
    await first.asked;
    await service.ok('runs.cancel', { params: { run_id: id } });
    expect((await ended(id)).status).toBe('canceled');
    const next = await start({ graph: graph('ai/image') });
    first.go();
    const again = await ended(next);
    expect(again).toMatchObject({ status: 'succeeded', creditsUsedMicrocredits: '0' });
    expect((await detail(id)).creditsUsedMicrocredits).toBe(String(PRICE));
    expect(provider.requests).toHaveLength(1);
  });

  it(
    'and a text that was being written when its run was stopped may have been charged',
    { tags: 'rig' },
    async () => {
      const project = await service.createProject();
      await service.ok('projects.replaceDocument', {
        params: { project_id: project.id },
        body: { expectedVersion: project.version, document: { graph: graph() } },
      });
      const first = held(cut);
      provider.answers(first.reply);
      const id = await start({ projectId: project.id });
      await first.asked;
      await service.ok('runs.cancel', { params: { run_id: id } });
      await ended(id);
      const spend = await service.ok('projects.getSpend', { params: { project_id: project.id } });
      expect(spend.recentRuns).toMatchObject([
        { chargeType: PERHAPS_CHARGED_TYPE, reason: expect.stringContaining('was stopped') },
      ]);
      first.go();
    },
  );

  it(
    'and an answer whose bytes are gone when the run goes on is not asked for again',
    { tags: 'rig' },
    async () => {
      const wait = held(stream(['later']));
      provider.answers(pictureReply, wait.reply);
      const id = await start({
        graph: {
          nodes: [
            { id: 'picture', type: 'ai/image', inputs: { prompt: text('A hill') } },
            { id: 'size', type: 'image/info', inputs: {} },
            { id: 'words', type: 'ai/text', inputs: { system: text('x'), prompt: text('Wait') } },
            { id: 'join', type: 'text/template', inputs: { template: text('{{a}}{{b}}') } },
          ],
          connections: [
            { from: ['picture', 'image'], to: ['size', 'image'] },
            { from: ['words', 'text'], to: ['join', 'b'] },
          ],
        },
      });
      await wait.asked;
      const types = async () =>
        (await service.ok('runs.listEvents', { params: { run_id: id }, query: { limit: 200 } })).data
          .filter(({ nodeId }) => nodeId === 'picture')
          .map(({ type }) => type);
      await expect.poll(types, { timeout: 20_000 }).toContain('node.succeeded');
      const blobs = await service.context.db.all('SELECT blob FROM files');
      const paths = blobs.map(({ blob }) => service.context.blobs.pathOf(String(blob)));
      await service.restart(async () => {
        for (const path of paths) await rm(path);
      });
      const failed = await ended(id);
      expect(failed.status).toBe('failed');
      expect(provider.requests.filter(({ path }) => path.includes('images'))).toHaveLength(1);
      wait.go();
    },
  );
});
