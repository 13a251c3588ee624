import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signIn, watchNextSession } from './session.ts';

/** A host that knows these one-time tokens, and gives a bearer and the token of the next tab for each. */
let tokens: Set<string>;
let given = 0;
const host = vi.fn<(path: string, init: { body: string }) => Promise<Response>>(async (_path, { body }) => {
  const { token } = JSON.parse(body) as { token: string };
  if (!tokens.delete(token)) return Response.json({ error: { code: 'NOT_ALLOWED' } }, { status: 401 });
  given += 1;
  tokens.add(`next ${given}`);
  return Response.json({ bearer: `bearer ${given}`, next: `next ${given}` });
});

beforeEach(() => {
  tokens = new Set(['of the address']);
  given = 0;
  host.mockClear();
  vi.stubGlobal('fetch', host);
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', location.pathname + location.search);
});

/** As another tab of the same browser: what belongs to a tab is gone. */
const inAnotherTab = () => {
  sessionStorage.clear();
  return signIn();
};

it('a tab without an address of its own is let in after one of the same browser was, each with a bearer of its own', async () => {
  expect(await signIn()).toEqual({ kind: 'none', bearer: null });
  location.hash = '#token=of the address';
  expect(await signIn()).toEqual({ kind: 'browser', bearer: 'bearer 1' });
  expect(location.hash).toBe('');
  expect(await inAnotherTab()).toEqual({ kind: 'browser', bearer: 'bearer 2' });
  // All earlier ones may be closed by now.
  expect(await inAnotherTab()).toEqual({ kind: 'browser', bearer: 'bearer 3' });
});

it('a tab that is loaded again goes on with its bearer', async () => {
  location.hash = '#token=of the address';
  await signIn();
  expect(await signIn()).toEqual({ kind: 'browser', bearer: 'bearer 1' });
  expect(host).toHaveBeenCalledTimes(1);
});

it('two tabs that are restored at once are both let in', async () => {
  location.hash = '#token=of the address';
  await signIn();
  sessionStorage.clear();
  const both = await Promise.all([signIn(), signIn()]);
  expect(new Set(both.map(({ bearer }) => bearer))).toEqual(new Set(['bearer 2', 'bearer 3']));
});

it('a token of an earlier Patchbay lets nobody in and is asked about once', async () => {
  localStorage.setItem('patchbay.next-tab', 'of an earlier one');
  expect(await signIn()).toEqual({ kind: 'none', bearer: null });
  expect(await signIn()).toEqual({ kind: 'none', bearer: null });
  expect(host).toHaveBeenCalledTimes(1);
});

it('a tab without a way in hears of another one that was let in', () => {
  const received = vi.fn<() => void>();
  const stop = watchNextSession(received);
  window.dispatchEvent(new StorageEvent('storage', { key: 'patchbay.next-tab', newValue: null }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  expect(received).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: 'patchbay.next-tab', newValue: 'next 4' }));
  expect(received).toHaveBeenCalledTimes(1);
  stop();
});
