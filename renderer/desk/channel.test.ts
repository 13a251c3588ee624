import { afterEach, expect, test, vi } from 'vitest';
import { CHANNEL_LIMITS, type ChannelCall } from '#shared/desk/index.ts';
import { callDesk } from './desk.ts';

/** The channel of the desktop window, which is the bridge; that of a browser is played against a real host in `build/rigs`. */

const params = { connectionId: 'local', projectId: 'prj_1' };
const acknowledge = (entryIds: string[]) =>
  callDesk('journalAcknowledge', { params, body: { writer: 'w', entryIds } });

function openWindow(answer: (message: string) => Promise<string>) {
  const sent: ChannelCall[] = [];
  const asked: string[] = [];
  vi.stubGlobal('window', {
    patchbay: {
      callDesk(message: string) {
        sent.push(JSON.parse(message) as ChannelCall);
        return answer(message);
      },
    },
  });
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  return { sent, asked };
}
afterEach(() => vi.unstubAllGlobals());

test('in the desktop window a write goes over the bridge, and is no request', async () => {
  const { sent, asked } = openWindow(async () => '{"id":0,"status":204}');
  await acknowledge(['a']);
  expect(sent).toEqual([
    { id: 0, call: 'journalAcknowledge', params, body: { writer: 'w', entryIds: ['a'] } },
  ]);
  expect(asked).toEqual([]);
});

test('a refusal is the one of a request', async () => {
  const error = { code: 'DISK_FULL', message: 'The disk is full.', details: {} };
  openWindow(async () => JSON.stringify({ id: 0, status: 507, body: { error } }));
  await expect(acknowledge(['a'])).rejects.toMatchObject({ name: 'ApiError', status: 507, ...error });
});

test.each([
  ['fails', () => Promise.reject(new Error('No.'))],
  ['answers what nobody knows', async () => '{"status":"fine"}'],
])('a bridge that %s is followed by a request', async (_what, answer) => {
  const { asked } = openWindow(answer);
  await acknowledge(['a']);
  expect(asked).toEqual(['/desk/journal/local/prj_1/acknowledge']);
});

test('what is too large for the bridge is a request', async () => {
  const { sent, asked } = openWindow(async () => '{"id":0,"status":204}');
  await acknowledge(['x'.repeat(CHANNEL_LIMITS.characters)]);
  expect([sent.length, asked.length]).toEqual([0, 1]);
});
