import { expect, it, vi } from 'vitest';
import { ApiError } from '#shared/api/index.ts';
import { openWindow } from '../testing/open-window.ts';
import { SyncWorld } from '../testing/sync-world.ts';
import { setText } from '../testing/three-nodes.ts';
import { LeftSessions } from './left-sessions.ts';

/** A project is left, and come back to, in the same page. */

async function openIn(world: SyncWorld) {
  const { driver, crash, edit, pass, value } = await openWindow(world);
  return {
    store: { flush: () => driver.flush() },
    sync: driver,
    dispose: vi.fn<() => void>(crash),
    edit,
    pass,
    value,
    goOffline() {
      world.away = away;
      driver.dispatch({ type: 'fetch-failed', outcome: { kind: 'unreachable' } });
    },
  };
}

const away = new ApiError({ status: 503, code: 'LOCAL_SERVICE_DOWN', message: 'The service is starting.' });

it('what neither the service nor the disk has stays in the page, and is there when somebody comes back', async () => {
  const world = new SyncWorld();
  const session = await openIn(world);
  const left = new LeftSessions<typeof session>();
  world.diskFull = true;
  session.goOffline();
  session.edit(setText('a', 'text', 'mine'));
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('unjournaled'));
  left.leave('p', session);
  const again = await left.returnTo('p');
  expect(again).toBe(session);
  expect(session.dispose).not.toHaveBeenCalled();
  expect(again?.value('a')).toBe('mine');
  left.leave('p', session);
  world.diskFull = false;
  await vi.waitFor(() => {
    session.pass();
    expect(session.dispose).toHaveBeenCalledOnce();
  });
  expect(world.entries.flatMap(({ operations }) => operations)).toEqual([setText('a', 'text', 'mine')]);
  expect(await left.returnTo('p')).toBeNull();
});

it('what is still on its way to the disk when a project is left comes there', async () => {
  const world = new SyncWorld();
  const session = await openIn(world);
  const left = new LeftSessions<typeof session>();
  const goOn = world.stopJournal();
  session.goOffline();
  session.edit(setText('a', 'text', 'first'));
  await vi.waitFor(() => expect(world.appends).toHaveLength(1));
  session.edit(setText('b', 'text', 'second'));
  left.leave('p', session);
  goOn();
  expect(await left.returnTo('p')).toBeNull();
  expect(session.dispose).toHaveBeenCalledOnce();
  expect(world.entries.flatMap(({ operations }) => operations)).toEqual([
    setText('a', 'text', 'first'),
    setText('b', 'text', 'second'),
  ]);
});
