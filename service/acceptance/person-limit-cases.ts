import { describe, expect, it } from 'vitest';
import { delayGraph } from '#service/testing/service-client.ts';
import type { Transport } from './harness.ts';
import { NO_LIMITS, PRICE, usePeople } from './people-bench.ts';

/** What a person may spend, store and ask. */
export function describePersonLimits(transport: Transport): void {
  describe('limits of people', () => {
    const people = usePeople(transport);
    const { administer, redeem, invite, joined, command } = people;

    it('what a person may spend in a month holds over their runs, and begins anew with the next', async () => {
      const { key } = await joined('Ada', { spendLimit: 3 * PRICE });
      const delays = (count: number, seconds: number) => ({
        nodes: Array.from({ length: count }, (_, index) => ({
          id: `n${index}`,
          type: 'control/delay',
          inputs: {
            value: { type: 'string', value: `${seconds}-${index}` },
            seconds: { type: 'number', value: seconds },
          },
        })),
        connections: [],
      });
      const run = (count: number, seconds = 0) =>
        people.service.call('runs.create', { key, body: { graph: delays(count, seconds) } });
      expect((await run(4)).error).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
      expect((await run(2)).status).toBe(202);
      await people.service.engine.whenIdle();
      const slow = await run(1, 300);
      expect(slow.status).toBe(202);
      // What the run under way may cost is as good as spent.
      const rejection = (await run(1, 1)).error;
      expect(rejection?.message).toContain('what you may spend this month');
      await people.service.ok('runs.cancel', { key, params: { run_id: (slow.body as { id: string }).id } });
      await people.service.engine.whenIdle();
      people.service.clockOffsetMs += 32 * 86_400_000;
      expect((await run(3, 0.01)).status).toBe(202);
      await people.service.engine.whenIdle();
    });

    it('a node that is begun anew after a restart is not counted twice', async () => {
      const { key } = await joined('Ada', { spendLimit: PRICE });
      const run = await people.service.ok('runs.create', { key, body: { graph: delayGraph(1) } });
      const events = async () =>
        (await people.service.ok('runs.listEvents', { params: { run_id: run.id } })).data;
      const started = expect.objectContaining({ type: 'node.started' });
      await expect.poll(events).toEqual(expect.arrayContaining([started]));
      await people.service.restart();
      const find = () => people.service.ok('runs.get', { params: { run_id: run.id } });
      await expect.poll(async () => (await find()).status, { timeout: 30_000 }).toMatch(/succeeded|failed/);
      const { status, error } = await find();
      expect([status, error ?? null]).toEqual(['succeeded', null]);
    });

    it('a limit that was lowered, and a person who was disabled by command, end a run at its next node', async () => {
      const { personId, key } = await joined('Ada');
      const wait = (id: string, seconds: number, value: string) => ({
        id,
        type: 'control/delay',
        inputs: { seconds: { type: 'number', value: seconds }, value: { type: 'string', value } },
      });
      const start = async (value: string) => {
        const second = { ...wait('b', 0, value), inputs: { seconds: { type: 'number', value: 0 } } };
        const graph = {
          nodes: [wait('a', 1, value), second],
          connections: [{ from: ['a', 'value'], to: ['b', 'value'] }],
        };
        return (await people.service.ok('runs.create', { key, body: { graph } })).id;
      };
      const untilStarted = async (runId: string): Promise<void> => {
        await expect
          .poll(async () => people.service.ok('runs.listEvents', { params: { run_id: runId } }))
          .toMatchObject({
            data: expect.arrayContaining([expect.objectContaining({ type: 'node.started' })]),
          });
      };
      const failureOf = async (runId: string) => {
        await people.service.engine.whenIdle();
        return (await people.service.ok('runs.get', { params: { run_id: runId } })).error?.code;
      };
      const limited = await start('limited');
      await untilStarted(limited);
      const changed = await administer('PUT', `/people/${personId}`, { ...NO_LIMITS, spendLimit: PRICE });
      expect(changed.status).toBe(200);
      expect(await failureOf(limited)).toBe('SPEND_LIMIT_REACHED');
      await command('limits', personId, '--spend', 'none');
      const disabled = await start('disabled');
      await untilStarted(disabled);
      await command('disable', personId);
      // Where services share a database the command cancels it, if that comes first.
      const isShared = people.service.config.database !== undefined;
      expect(await failureOf(disabled)).toBeOneOf(['PERSON_DISABLED', ...(isShared ? [undefined] : [])]);
      for (let count = 0; count < 2; count += 1)
        expect((await people.service.refused('projects.list', 401, { key })).message).toContain(
          'was disabled',
        );
      expect((await command('list')).join('\n')).toMatch(/\tAda\t.*\tdisabled/);
      await command('enable', 'Ada');
      await people.service.ok('projects.list', { key });
    });

    it('what a person may store holds with what they are sending; others have room', async () => {
      const { key } = await joined('Ada', { storageLimit: 10 });
      const second = await joined('Ben');
      const upload = (bearer: string, sizeBytes: number) =>
        people.service.call('files.createUpload', { key: bearer, body: { filename: 'a.txt', sizeBytes } });
      const answers = await Promise.all([upload(key, 6), upload(key, 6), upload(key, 6)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 507, 507]);
      const form = new FormData();
      form.set('file', new File(['seven b'], 'b.txt'));
      const rejection = await people.service.refused('files.upload', 507, { key, body: form });
      expect(rejection.message).toContain('your own storage limit of 10 bytes');
      expect((await upload(second.key, 20)).status).toBe(201);
      const { uploadId } = answers.find(({ status }) => status === 201)!.body as { uploadId: string };
      await people.service.ok('files.abortUpload', { key, params: { upload_id: uploadId } });
      expect((await upload(key, 10)).status).toBe(201);
    });

    it('requests of all keys of a person count together', async () => {
      const { personId, key } = await joined('Ada', { rateLimit: 4 });
      const second = (await redeem((await invite(personId)).code)).body.key;
      const peer = await joined('Ben');
      const statuses = [];
      for (const bearer of [key, key, key, second, second, second])
        statuses.push((await people.service.call('projects.list', { key: bearer })).status);
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
      await people.service.ok('projects.list', { key: peer.key });
    });
  });
}
