// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import type { PublicRunDetail } from '#shared/api/index.ts';
import { saveProvider } from '#service/providers/providers.ts';
import {
  bytes,
  json,
  refusal,
  startProvider,
  type ProviderReply,
  type ProviderServer,
} from '../nodes/ai/testing/provider-server.ts';
import { TestService } from './harness.ts';

/** Pictures that a model made and that cannot be fetched at once: each is paid once, and none is lost by itself. */

const PRICE = 30_000_000;
const KEY = 'sk-never-to-be-seen-42';
const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#20a060' } })
  .png()
  .toBuffer();
const given = bytes('image/png', picture);
/** Says that trying soon would not help, so that no test waits for attempts. */
const closed: ProviderReply = refusal(503, 'Later', 'busy', { 'retry-after': '86400' });
const expired: ProviderReply = refusal(403, 'Signature expired');

let service: TestService;
let provider: ProviderServer;
beforeEach(async () => {
  service = await TestService.open('in-process', { credits: 30 });
  provider = await startProvider();
  await saveProvider(service.context.db, service.config.dataDirectory, Date.now(), {
    name: 'Acme',
    baseUrl: provider.url,
    key: KEY,
    models: [{ kind: 'image', model: 'm2', price: BigInt(PRICE) }],
  });
});
afterEach(async () => {
  await service.close();
  await provider.close();
});

const address = (path = '/1.png?sig=abc') => new URL(path, provider.url).href;
const named: ProviderReply = (response, request) =>
  json(200, { data: [{ url: address() }] })(response, request);
const start = async (): Promise<string> => {
  const prompt = { type: 'string', value: 'A hill' };
  const graph = {
    nodes: [{ id: 'a', type: 'ai/image', title: 'Hill', inputs: { prompt } }],
    connections: [],
  };
  return (await service.ok('runs.create', { body: { graph } })).id;
};
const ended = async (id: string): Promise<PublicRunDetail> => {
  await service.engine.whenIdle();
  return service.ok('runs.get', { params: { run_id: id } });
};
const run = async () => ended(await start());
const methods = () => provider.requests.map(({ method }) => method).join(' ');
const balance = async () => (await service.ok('account.credits')).balanceMicrocredits;

it('a picture that cannot be fetched is paid, with its address and cost, and the next run fetches it for nothing', async () => {
  provider.answers(named, closed);
  const failed = await run();
  expect(failed).toMatchObject({
    status: 'failed',
    creditsUsedMicrocredits: String(PRICE),
    spend: { byProviderMicrocredits: { Acme: String(PRICE) } },
    error: {
      code: 'PAID_FILE_NOT_FETCHED',
      nodeId: 'a',
      paidFile: { provider: 'Acme', model: 'm2', microcredits: String(PRICE), address: address() },
    },
  });
  const message = String(failed.error?.['message']);
  expect(message).toContain('It is paid (30 credits)');
  expect(message).toContain('run again to fetch it, which costs nothing');
  expect(message).toContain('expire');
  expect(message).not.toContain('sig=abc');
  expect(await balance()).toBe('0');
  // Another failure in between changes nothing, nor does a restart.
  expect((await run()).error).toMatchObject({ code: 'PAID_FILE_NOT_FETCHED' });
  await service.restart();
  provider.answers(given);
  const second = await run();
  expect(second).toMatchObject({ status: 'succeeded', creditsUsedMicrocredits: '0' });
  expect(second.outputs).toMatchObject({ 'a.image': { contentType: 'image/png' } });
  expect(methods()).toBe('POST GET GET GET');
  expect(await balance()).toBe('0');
});

it('a picture whose address has expired is said to be lost, and the run after that asks and pays anew', async () => {
  await service.context.db.run('UPDATE accounts SET balance_microcredits = ?', [2 * PRICE]);
  provider.answers(named, expired);
  expect((await run()).error).toMatchObject({ code: 'PAID_FILE_NOT_FETCHED' });
  const third = await run();
  expect(third).toMatchObject({
    creditsUsedMicrocredits: '0',
    error: { code: 'PAID_FILE_LOST', paidFile: { address: address() } },
  });
  expect(third.error?.['message']).toContain('expired');
  expect(methods()).toBe('POST GET GET');
  provider.answers(named, given);
  expect(await run()).toMatchObject({ status: 'succeeded', creditsUsedMicrocredits: String(PRICE) });
  expect(methods()).toBe('POST GET GET POST GET');
});

it('a service that ends while a picture is fetched fetches it when it is started again', async () => {
  const asked = Promise.withResolvers<void>();
  provider.answers(named, () => asked.resolve(), given);
  const id = await start();
  await asked.promise;
  await service.restart();
  expect(await ended(id)).toMatchObject({ status: 'succeeded', creditsUsedMicrocredits: String(PRICE) });
  expect(methods()).toBe('POST GET GET');
  expect(await balance()).toBe('0');
});

it('a run that is stopped while its picture is fetched leaves it to the next one', async () => {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  provider.answers(
    named,
    async (response, request) => {
      asked.resolve();
      await go.promise;
      await closed(response, request);
    },
    given,
  );
  const id = await start();
  await asked.promise;
  await service.ok('runs.cancel', { params: { run_id: id } });
  go.resolve();
  expect((await ended(id)).status).toBe('canceled');
  await expect.poll(balance).toBe('0');
  expect(await run()).toMatchObject({ status: 'succeeded', creditsUsedMicrocredits: '0' });
  expect(methods()).toBe('POST GET GET');
});

it('what is no picture is not fetched again, and may have been charged', async () => {
  provider.answers(named, bytes('image/png', Buffer.from('<svg/>')));
  expect((await run()).error).toMatchObject({
    code: 'PROVIDER_BAD_ANSWER',
    perhapsCharged: { microcredits: String(PRICE) },
  });
  provider.answers(named, given);
  expect(await run()).toMatchObject({ status: 'succeeded' });
});

it('an address with the key of its provider in it is stored nowhere', async () => {
  const withKey: ProviderReply = (response, request) =>
    json(200, { data: [{ url: address(`/1.png?key=${KEY}`) }] })(response, request);
  provider.answers(withKey, closed);
  const failed = await run();
  expect(failed.error).toMatchObject({ perhapsCharged: { provider: 'Acme' } });
  const calls = await service.context.db.all('SELECT * FROM model_calls');
  expect(JSON.stringify([failed, calls])).not.toContain(KEY);
});
