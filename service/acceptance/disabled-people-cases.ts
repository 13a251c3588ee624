import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Person } from '#shared/administration/index.ts';
import { API_PREFIX } from '#shared/api/index.ts';
import { delayGraph } from '#service/testing/service-client.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import type { Transport } from './harness.ts';
import { usePeople } from './people-bench.ts';

/** From the moment a person is disabled nothing of theirs goes on. */
export function describeDisabledPeople(transport: Transport): void {
  describe('people who are disabled', () => {
    const people = usePeople(transport);
    const { administer, redeem, invite, joined, command } = people;

    it('a person who is disabled has no key, invitation, upload or run from that moment', async () => {
      const { personId, key } = await joined('Ada');
      const second = await joined('Ben');
      const open = await invite(personId);
      const before = await people.service.context.db.get('SELECT storage_reserved_bytes AS n FROM accounts');
      const body = { filename: 'a.txt', sizeBytes: 5 };
      const { upload, uploadId } = await people.service.ok('files.createUpload', { key, body });
      const run = await people.service.ok('runs.create', { key, body: { graph: delayGraph(300) } });
      const unaffected = await people.service.ok('runs.create', {
        key: second.key,
        body: { graph: delayGraph(300) },
      });
      const stream = await people.service.raw(`${API_PREFIX}/runs/${run.id}/events/stream`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const events = stream.text();
      const { status, body: disabled } = await administer<Person>('POST', `/people/${personId}/disable`);
      expect([status, disabled.isDisabled]).toEqual([200, true]);
      // Two requests: one at each of two services.
      for (let count = 0; count < 2; count += 1)
        expect((await people.service.refused('projects.list', 401, { key })).message).toContain(
          'was disabled',
        );
      expect((await redeem(open.code)).body.error?.message).toContain('was taken back');
      const { pathname, search } = new URL(upload!.url);
      const received = await people.service.raw(pathname + search, { method: 'PUT', body: 'hello' });
      expect(received.status).toBe(410);
      await people.service.refused('files.completeUpload', 401, {
        key,
        params: { upload_id: uploadId },
        body: {},
      });
      expect(await people.service.context.db.get('SELECT storage_reserved_bytes AS n FROM accounts')).toEqual(
        before,
      );
      expect(await events).toMatch(/run\.canceled|was disabled/);
      const statusOf = async (runId: string) =>
        (await people.service.ok('runs.get', { params: { run_id: runId } })).status;
      await expect.poll(() => statusOf(run.id)).toBe('canceled');
      expect(['queued', 'running']).toContain(await statusOf(unaffected.id));
      await people.service.ok('projects.list', { key: second.key });
      await administer('POST', `/people/${personId}/enable`);
      for (let count = 0; count < 2; count += 1) await people.service.ok('projects.list', { key });
      await people.service.ok('runs.cancel', { params: { run_id: unaffected.id } });
    });

    it('a person who is disabled by command leaves no part of an upload, and no run where services share a database', async () => {
      const { key } = await joined('Ada');
      const body = { filename: 'a.txt', sizeBytes: 5 };
      const { upload } = await people.service.ok('files.createUpload', { key, body });
      const { pathname, search } = new URL(upload!.url);
      const response = await people.service.raw(pathname + search, { method: 'PUT', body: 'hello' });
      expect(response.status).toBe(200);
      const incoming = join(dataPaths(people.service.config.dataDirectory).blobs, 'incoming');
      expect(readdirSync(incoming)).toHaveLength(1);
      const run = await people.service.ok('runs.create', { key, body: { graph: delayGraph(300) } });
      const params = { run_id: run.id };
      const statusOf = async () => (await people.service.ok('runs.get', { params })).status;
      // A run whose node has not begun would end before it.
      const started = expect.objectContaining({ type: 'node.started' });
      await expect
        .poll(async () => (await people.service.ok('runs.listEvents', { params })).data)
        .toEqual(expect.arrayContaining([started]));
      await command('disable', 'Ada');
      expect(readdirSync(incoming)).toEqual([]);
      // A service by itself ends it at its next node.
      const isSingle = people.service.config.database === undefined;
      await expect.poll(statusOf, { timeout: 20_000 }).toBe(isSingle ? 'running' : 'canceled');
    });

    it('what is still being sent when a person is disabled is not done', async () => {
      const { personId, key } = await joined('Ada');
      const sendSlowly = async (url: string, text: string, type: string, onRead: () => Promise<unknown>) => {
        const body = new ReadableStream<Uint8Array>(
          {
            // Asked for once the key was looked at.
            async pull(controller) {
              await onRead();
              controller.enqueue(Buffer.from(text));
              controller.close();
            },
          },
          { highWaterMark: 0 },
        );
        const headers = { authorization: `Bearer ${key}`, 'content-type': type };
        const response = await people.service.raw(url, { method: 'POST', headers, body, duplex: 'half' });
        return [response.status, await response.text()];
      };
      const disable = () => administer('POST', `/people/${personId}/disable`);
      const enable = () => administer('POST', `/people/${personId}/enable`);
      const form =
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n';
      const cases: [url: string, text: string, type: string][] = [
        [`${API_PREFIX}/projects`, '{"name":"Late"}', 'application/json'],
        [`${API_PREFIX}/files`, form, 'multipart/form-data; boundary=x'],
        ['/administration/v1/team/changes', '{"changes":[]}', 'application/json'],
      ];
      for (const [url, text, type] of cases) {
        const [before] = await sendSlowly(url, text, type, enable);
        expect([url, Math.floor(Number(before) / 100)]).toEqual([url, 2]);
        const refused = await sendSlowly(url, text, type, disable);
        expect([url, ...refused]).toEqual([url, 401, expect.stringContaining('was disabled')]);
        await enable();
      }
      const { data } = await people.service.ok('projects.list');
      expect(data.filter(({ name }) => name === 'Late')).toHaveLength(1);
    });
  });
}
