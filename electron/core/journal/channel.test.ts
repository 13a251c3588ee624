import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHANNEL_LIMITS, type JournalState } from '#shared/desk/index.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { entry } from '../testing/journal-place.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

/** What pages write by the channel, at the core itself. */

const params = { connectionId: 'local', projectId: 'prj_1' };

async function start(folder?: string) {
  const desk = await startTestCore({
    launchService: launcherOf('http://127.0.0.1:9'),
    ...(folder === undefined ? {} : { folder }),
  });
  const claim = async (writer: string) =>
    (await desk.read('POST', '/desk/journal/local/prj_1/claim', { writer, take: true })) as JournalState;
  let id = 0;
  return {
    core: desk.core,
    file: () => readFileSync(join(desk.folder, 'desk/journal/local/prj_1.jsonl'), 'utf8'),
    send: (call: string, body: unknown) =>
      desk.core.call(JSON.stringify({ id: (id += 1), call, params, body })),
    claim,
    ids: async () => (await claim('reader')).entries.map((one) => one.id),
  };
}

const appended = (id: string) => ({ writer: 'w', entries: [entry(id)], history: [] });

describe('the channel', () => {
  test('each row of it has its effect before it is answered, and one that is repeated counts once', async () => {
    const { send, file, ids } = await start();
    expect(await send('appendJournal', appended('a'))).toEqual({ id: 1, status: 204 });
    expect(file()).toContain('"Edit a"');
    expect((await send('appendJournal', appended('a'))).status).toBe(204);
    await send('appendJournal', appended('b'));
    const inFlight = { idempotencyKey: 'key-1', expectedVersion: 1, entryIds: ['a'] };
    expect((await send('journalSending', { writer: 'w', inFlight })).status).toBe(204);
    expect(file()).toContain('key-1');
    expect((await send('journalAcknowledge', { writer: 'w', entryIds: ['a'] })).status).toBe(204);
    const replacing = { writer: 'w', replaced: ['b'], entries: [entry('c')] };
    expect((await send('replaceJournal', replacing)).status).toBe(204);
    expect(await ids()).toEqual(['c']);
  });

  test('a window that does not write is refused', async () => {
    const { send, claim, ids } = await start();
    await claim('w');
    await send('appendJournal', appended('a'));
    expect(await send('appendJournal', { ...appended('b'), writer: 'other' })).toMatchObject({
      id: 2,
      status: 409,
      body: { error: { code: 'NOT_WRITER' } },
    });
    expect(await ids()).toEqual(['a']);
  });

  test('a body that its row does not have is refused with the place', async () => {
    const { send } = await start();
    expect(await send('appendJournal', { ...appended('a'), entries: [{ id: 7 }] })).toMatchObject({
      id: 1,
      status: 400,
      body: { error: { code: 'INVALID_REQUEST', details: { field: 'entries.0.id' } } },
    });
  });

  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['no call', '[]'],
    [
      'a row that is none of the channel',
      JSON.stringify({ id: 1, call: 'changeSettings', params, body: {} }),
    ],
    ['a name that every object has', JSON.stringify({ id: 1, call: 'constructor', params, body: {} })],
    ['no project', JSON.stringify({ id: 1, call: 'appendJournal', params: {}, body: appended('a') })],
    ['nesting without end', `{"id":1,"call":"appendJournal","body":${'['.repeat(5000)}`],
    ['too much', ' '.repeat(CHANNEL_LIMITS.bytes + 1)],
  ])('a message of %s is answered without a number', async (_what, message) => {
    const { core } = await start();
    for (const sent of [message, new TextEncoder().encode(message)]) {
      expect(await core.call(sent)).toMatchObject({
        id: null,
        status: 400,
        body: { error: { code: 'INVALID_REQUEST' } },
      });
    }
  });

  test('a core that has ended refuses what comes', async () => {
    const { core, send } = await start();
    await core.close();
    expect((await send('appendJournal', appended('a'))).status).toBe(503);
  });

  test('a full disk is said as to a request', async ({ skip }) => {
    const disk = mountSmallDisk(8_000_000);
    if (!disk) {
      skip('A small disk can be mounted by the administrator of a Linux machine only.');
      return;
    }
    const { send, ids } = await start(disk.folder);
    await send('appendJournal', appended('a'));
    disk.fill(0);
    const large = { ...entry('b'), label: 'x'.repeat(60_000) };
    expect(await send('appendJournal', { writer: 'w', entries: [large], history: [] })).toMatchObject({
      status: 507,
      body: { error: { code: 'DISK_FULL', message: expect.stringContaining('Free some space') as unknown } },
    });
    disk.free();
    expect((await send('appendJournal', { writer: 'w', entries: [large], history: [] })).status).toBe(204);
    expect(await ids()).toEqual(['a', 'b']);
  });
});
