import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { launcherOf } from '#core/testing/test-core.ts';
import type { Core } from '#core/core.ts';
import { CHANNEL_LIMITS, type JournalEntry, type JournalState } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { startBrowserHost, type BrowserHost } from '../../electron/browser-host/host.ts';
import { emulatePage, type Fault } from './page-side.ts';
import { createRigCore } from './rig-core.ts';

/** The page's own modules on a real host with a real journal: what comes by the channel, and what by requests. */

const at = { connectionId: 'local', projectId: 'prj_1' };
const writer = 'w1';

const entry = (id: string, title = 'x'): JournalEntry => ({
  id,
  label: 'edit',
  at: '2026-01-01T00:00:00Z',
  baseVersion: 1,
  operations: [{ op: 'setNodeTitle', nodeId: 'a', title }],
});
const append = (id: string, title?: string) =>
  callDesk('appendJournal', { params: at, body: { writer, entries: [entry(id, title)], history: [] } });
const journaled = async (): Promise<JournalState> =>
  callDesk('claimJournal', { params: at, body: { writer, take: true } });

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-channel-'));
  const log: string[] = [];
  const faults: Fault[] = [];
  const noService = launcherOf('http://127.0.0.1:9');
  let core: Core;
  const startHost = async (port = 0): Promise<BrowserHost> => {
    core = createRigCore(folder, noService);
    await core.start();
    return startBrowserHost({
      served: () => ({
        fetch(request) {
          const { pathname } = new URL(request.url);
          if (pathname.endsWith('/entries')) log.push('request');
          return core.fetch(request);
        },
        media: (request) => core.media(request),
        call(message) {
          log.push('channel');
          return core.call(message);
        },
      }),
      pages: () => ({ respond: () => new Response('page'), names: [] }),
      version: '1',
      port,
      onError: () => {},
    });
  };
  let host = await startHost();
  const leave = await emulatePage(host.link(), { fault: () => faults.shift() ?? 'none' });
  onTestFinished(async () => {
    leave();
    await host.close();
    await core.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await journaled();
  return {
    log,
    mishaps: faults,
    file: () => readFileSync(join(folder, 'desk/journal/local/prj_1.jsonl'), 'utf8'),
    ids: async () => (await journaled()).entries.map(({ id }) => id),
    /** Writes until the channel is there; how often that took. */
    untilOpen: async () => {
      for (let count = 0; ; count += 1) {
        await append(`before ${count}`);
        if (log.splice(0).includes('channel')) return;
        await new Promise((resume) => setImmediate(resume));
      }
    },
    stopHost: async () => {
      const port = Number(new URL(host.origin).port);
      await host.close();
      await core.close();
      return async () => {
        host = await startHost(port);
        return host;
      };
    },
  };
}

test('a write goes by the channel once it is open, and is on the disk when it is answered', async () => {
  const { log, file, untilOpen } = await start();
  await append('first');
  expect(log.splice(0)).toEqual(['request']);
  await untilOpen();
  await append('by the channel');
  expect(file()).toContain('"by the channel"');
  expect(log).toEqual(['channel']);
});

test('what is too large for the channel goes as a request', async () => {
  const { log, ids, untilOpen } = await start();
  await untilOpen();
  await append('large', 'x'.repeat(CHANNEL_LIMITS.characters));
  await append('small');
  expect(log).toEqual(['request', 'channel']);
  expect((await ids()).slice(-2)).toEqual(['large', 'small']);
});

test.each(['lost', 'unanswered', 'twice'] as const)(
  'a message that is %s counts once, and the next one comes after it',
  async (fault) => {
    const { mishaps: faults, ids, untilOpen } = await start();
    await untilOpen();
    faults.push(fault);
    await append('met');
    await append('after');
    expect((await ids()).slice(-2)).toEqual(['met', 'after']);
  },
);

test.each(['lost', 'unanswered', 'twice'] as const)(
  'a step without edits that is %s counts once',
  async (fault) => {
    const { mishaps: faults, untilOpen } = await start();
    await untilOpen();
    faults.push(fault);
    const step = { label: 's', forward: [], backward: [], mergeKey: null };
    await callDesk('appendJournal', {
      params: at,
      body: { writer, entries: [], history: [{ do: 'push', step }], writeId: 'write' },
    });
    await append('after');
    expect((await journaled()).history.done).toEqual([step]);
  },
);

test('a window that does not write is refused by its name, as by a request', async () => {
  const { log, untilOpen } = await start();
  await untilOpen();
  const refused = callDesk('appendJournal', {
    params: at,
    body: { writer: 'w2', entries: [entry('theirs')], history: [] },
  });
  await expect(refused).rejects.toMatchObject({ name: 'ApiError', status: 409, code: 'NOT_WRITER' });
  expect(log).toEqual(['channel']);
});

test('a body that the row does not have is refused, and the channel goes on', async () => {
  const { log, untilOpen } = await start();
  await untilOpen();
  const body = {
    writer,
    entries: [{ ...entry('odd'), baseVersion: 'one' as unknown as number }],
    history: [],
  };
  await expect(callDesk('appendJournal', { params: at, body })).rejects.toMatchObject({
    status: 400,
    code: 'INVALID_REQUEST',
  });
  await append('next');
  expect(log).toEqual(['channel', 'channel']);
});

test('while nobody is there a write fails as ever; a host that does not know the page says so', async () => {
  const { stopHost, untilOpen } = await start();
  await untilOpen();
  const startAgain = await stopHost();
  await expect(append('nobody')).rejects.toMatchObject({ name: 'HostUnreachable' });
  await startAgain();
  await expect(append('a stranger')).rejects.toMatchObject({ status: 401 });
});

test('after a cut the channel is opened again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, mishaps: faults, untilOpen } = await start();
  await untilOpen();
  faults.push('unanswered');
  await append('cut');
  await append('by a request');
  expect(log.splice(0)).toEqual(['channel', 'request', 'request']);
  vi.advanceTimersByTime(60_000);
  await untilOpen();
});
