import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_PREFIX, PublicTemplateRunDetail } from '#shared/api/index.ts';
import { revokeKey } from '#service/accounts/keys.ts';
import { issueEndpointKey, setEndpointActive } from '#service/templates/rows.ts';
import { TestService } from './harness.ts';
import { publishSlow, value } from './template-story.ts';
import { openBeside } from '#service/testing/database-under-test.ts';

/** Event streams whose key is taken back or expires, while their run has nothing to tell for a long time. */

let service: TestService;
beforeAll(async () => {
  service = await TestService.open('in-process');
  await service.ok('templates.list');
});
afterAll(() => service.close());

const SECONDS = 300;
const startRun = async (): Promise<string> => {
  const inputs = { value: value('late'), seconds: value(SECONDS) };
  const graph = { nodes: [{ id: 'wait', type: 'control/delay', inputs }], connections: [] };
  return (await service.ok('runs.create', { body: { graph } })).id;
};

/** A stream that has begun, with what it has told so far. */
const follow = async (path: string, key: string) => {
  const response = await service.raw(path, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  while (!/node\.started|"running"/.test(told)) {
    const { done, value: chunk } = await reader.read();
    if (done) throw new Error(`The stream ended with: ${told}`);
    told += chunk;
  }
  return {
    /** Everything that was told when the stream has ended. */
    toItsEnd: async (): Promise<string> => {
      for (let read = await reader.read(); !read.done; read = await reader.read()) told += read.value;
      return told;
    },
  };
};
const eventsOf = (runId: string) => `${API_PREFIX}/runs/${runId}/events/stream`;
/** The error of the last event. */
const reasonIn = (told: string): unknown => {
  const last = /event: rejected\ndata: (.*)\n\n$/.exec(told)?.[1];
  return last === undefined ? told : (JSON.parse(last) as unknown);
};
const because = (part: string) => ({
  error: { code: 'UNAUTHORIZED', message: expect.stringContaining(part) as string },
});

const ways: [string, ends: (key: string) => unknown, reason: string][] = [
  ['revoked', (key) => service.revoke(key), 'was revoked'],
  [
    'revoked by another process',
    async (key) => {
      const db = await openBeside(service.config);
      await revokeKey(db, Date.now(), key);
      await db.close();
    },
    'was revoked',
  ],
  ['expired', () => (service.clockOffsetMs += 3_601_000), 'has expired'],
];
it.each(ways)(
  'a stream ends at once with the reason when its key is %s, and no other does',
  async (...way) => {
    const [, end, reason] = way;
    const runId = await startRun();
    const key = await service.newKey({ scopes: ['runs:execute'], expiresInSeconds: 3600 });
    const stream = await follow(eventsOf(runId), key);
    const other = await follow(eventsOf(runId), service.key);
    await end(key);
    expect(reasonIn(await stream.toItsEnd())).toEqual(because(reason));
    const again = await service.raw(eventsOf(runId), { headers: { authorization: `Bearer ${key}` } });
    expect(again.status).toBe(401);
    await service.ok('runs.cancel', { params: { run_id: runId } });
    const told = await other.toItsEnd();
    expect(told).toContain('run.canceled');
    expect(told).not.toContain('event: rejected');
  },
);

it('so do streams of a template’s runs, the owner’s and those of callers', async () => {
  const slow = await publishSlow(service, SECONDS);
  const { endpoint_id, template_id } = slow;
  let endpointKey = slow.key;
  const call = async (): Promise<string> => {
    const response = await service.raw(`/run/${endpoint_id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${endpointKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return PublicTemplateRunDetail.parse(await response.json()).taskId;
  };
  const taskId = await call();
  const outside = `/run/${endpoint_id}/runs/${taskId}/events/stream`;
  const revocations: (() => Promise<unknown>)[] = [
    async () => (endpointKey = (await issueEndpointKey(service.context, endpoint_id))!),
    () => setEndpointActive(service.context, endpoint_id, false),
  ];
  for (const revoke of revocations) {
    const stream = await follow(outside, endpointKey);
    await revoke();
    expect(reasonIn(await stream.toItsEnd())).toEqual(because('replaced, or the endpoint was switched off'));
  }
  await setEndpointActive(service.context, endpoint_id, true);
  const key = await service.newKey({ scopes: ['templates:run'] });
  const runs = `${API_PREFIX}/templates/${template_id}/endpoints/${endpoint_id}/runs`;
  const stream = await follow(`${runs}/${taskId}/events/stream`, key);
  await service.revoke(key);
  expect(reasonIn(await stream.toItsEnd())).toEqual(because('was revoked'));
  await service.engine.cancel(taskId);
});
