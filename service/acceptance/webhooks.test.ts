import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { liveRunId } from '#shared/desk/run-origin.ts';
import { postSigned } from '#service/webhooks/post.ts';
import { listDeliveries, removeWebhook } from '#service/webhooks/rows.ts';
import { addWebhook } from '#service/webhooks/webhooks.ts';
import { TestService } from './harness.ts';

const GRAPH = { nodes: [{ id: 'text', type: 'input/text' }] };

interface Call {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

/** A receiver that answers as the test says. */
async function startReceiver(respond: (response: ServerResponse, count: number) => void) {
  const calls: Call[] = [];
  const server = createServer((incoming, response) => {
    const { headers } = incoming;
    let body = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => (body += chunk));
    incoming.on('end', () => {
      calls.push({
        id: String(headers['x-patchbay-delivery']),
        timestamp: String(headers['x-patchbay-timestamp']),
        signature: String(headers['x-patchbay-signature']),
        body,
      });
      respond(response, calls.length);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/runs` };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();

describe('webhooks', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.open('in-process');
  });
  afterEach(() => service.close());

  const add = (url: string, isPrivate: boolean) => {
    const { db, newId, now: getTime, config } = service.context;
    const { accountId } = service;
    return addWebhook({ db, newId, getTime }, config.dataDirectory, { accountId, url, isPrivate });
  };
  const run = (externalId?: string) =>
    service.ok('runs.create', {
      body: { graph: GRAPH, ...(externalId === undefined ? {} : { externalId }) },
    });
  const log = () => listDeliveries(service.context.db, null, 10);
  /** What waits for its next attempt is due now, and was begun by a process that is gone. */
  const hasten = () =>
    service.context.db.run(
      "UPDATE webhook_deliveries SET next_at = '2000', owner = 'gone' WHERE next_at IS NOT NULL",
      [],
    );

  it('are told of the end of a run, signed, and again under the same id until they take it', async () => {
    const { calls, url } = await startReceiver((response, count) =>
      status(count === 1 ? 500 : 204)(response),
    );
    const { secret } = await add(url, true);
    await run(liveRunId('1'));
    const { id: runId } = await run('order-7');
    await expect.poll(() => calls.length).toBe(1);
    await expect.poll(async () => (await log())[0]?.attempts).toBe(1);
    expect(await log()).toMatchObject([
      { runId, status: 500, deliveredAt: null, problem: 'It answered 500.' },
    ]);
    await hasten();
    await expect.poll(async () => (await log())[0]?.deliveredAt ?? null).not.toBeNull();
    const [first, second] = calls as [Call, Call];
    expect([second.id, second.body, calls.length]).toEqual([first.id, first.body, 2]);
    const hmac = createHmac('sha256', secret).update(`${second.timestamp}.${second.body}`).digest('hex');
    expect(second.signature).toBe(`v1=${hmac}`);
    expect(JSON.parse(second.body)).toMatchObject({
      id: second.id,
      type: 'run.succeeded',
      run: { id: runId, status: 'succeeded', externalId: 'order-7', error: null },
    });
    expect(second.body).not.toContain(service.accountId);
    expect(await log()).toMatchObject([{ attempts: 2, status: 204, problem: null, nextAt: null }]);
  });

  it('are told after a restart what was under way, and once they are removed no more', async () => {
    const { calls, url } = await startReceiver((response, count) => {
      // The first call is never answered.
      if (count > 1) status(200)(response);
    });
    const { id } = await add(url, true);
    await run();
    await expect.poll(() => calls.length).toBe(1);
    await service.restart();
    await expect.poll(() => calls.length).toBe(2);
    expect(calls[1]!.id).toBe(calls[0]!.id);
    await expect.poll(async () => (await log())[0]?.deliveredAt ?? null).not.toBeNull();
    await removeWebhook(service.context.db, id, 'now');
    await run();
    await service.engine.whenIdle();
    expect(await log()).toHaveLength(1);
  });

  it('lead into no private network unless that was named, and into none by a redirect', async () => {
    await expect(add('http://127.0.0.1/', false)).rejects.toThrow('has to begin with https://');
    await expect(add('https://me:secret@example.com/', false)).rejects.toThrow('Leave name and password out');
    await add('https://127.0.0.1:9/', false);
    await run();
    await expect
      .poll(async () => (await log())[0]?.problem)
      .toContain('The address lies inside a private network.');
    const target = await startReceiver(status(200));
    const post = { body: '{}', headers: {}, signal: new AbortController().signal };
    const toOther = await startReceiver(status(307, { location: target.url }));
    await expect(postSigned({ ...post, url: toOther.url, isPrivate: true })).rejects.toThrow('without https');
    const toAddress = await startReceiver(status(308, { location: 'https://10.0.0.1/' }));
    await expect(postSigned({ ...post, url: toAddress.url, isPrivate: true })).rejects.toThrow(
      'inside a private network',
    );
    // A name is judged by what it means at the connection.
    const named = { ...post, url: 'https://example.com/', isPrivate: false };
    const privateName = postSigned({
      ...named,
      resolve: (_name, onAddresses) => onAddresses(null, [{ address: '192.168.0.1', family: 4 }]),
    });
    await expect(privateName).rejects.toThrow('inside a private network');
    const within = await startReceiver((response, count) =>
      status(count === 1 ? 307 : 200, { location: '/again' })(response),
    );
    expect(await postSigned({ ...post, url: within.url, isPrivate: true })).toBe(200);
    expect([within.calls.length, target.calls.length]).toEqual([2, 0]);
  });
});
