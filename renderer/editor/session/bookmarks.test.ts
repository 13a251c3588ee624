import { expect, it } from 'vitest';
import { standIn } from '../testing/editor-stand-in.ts';
import { openSession } from './open-session.ts';
import { goToBookmark, setBookmark } from './bookmarks.ts';

const open = async () => {
  const session = await openSession(standIn({ nodes: [], connections: [] }));
  session.view.resize({ left: 0, top: 0, width: 800, height: 600 });
  return session;
};

it('a bookmark brings the same part of the graph back to the middle, in a window of another size too', async () => {
  const session = await open();
  session.view.set({ x: -1200, y: 340, zoom: 0.5 });
  const { center } = session.view;
  setBookmark(session, '3');
  session.view.set({ x: 0, y: 0, zoom: 1 });
  session.view.resize({ left: 0, top: 0, width: 500, height: 400 });
  goToBookmark(session, '3');
  expect(session.view.view.zoom).toBe(0.5);
  expect(session.view.center.x).toBeCloseTo(center.x, 0);
  expect(session.view.center.y).toBeCloseTo(center.y, 0);
});

it('setting one is one undo step, and one that is not there says how to set it', async () => {
  const session = await open();
  setBookmark(session, '1');
  expect(session.store.canvas.items.bookmarks['1']).toBeDefined();
  session.undo();
  expect(session.store.canvas.items.bookmarks['1']).toBeUndefined();
  const before = session.view.view;
  goToBookmark(session, '1');
  expect(session.view.view).toEqual(before);
  expect(session.ui.get().notice?.text).toMatch(/no bookmark 1 yet/);
});

it('without a digit the first free one is set, and the next one is gone to', async () => {
  const session = await open();
  setBookmark(session, '2');
  for (const x of [10, 20, 30]) {
    session.view.set({ x, y: 0, zoom: 1 });
    setBookmark(session, null);
  }
  expect(Object.keys(session.store.canvas.items.bookmarks).sort()).toEqual(['1', '2', '3', '4']);
  const seen: number[] = [];
  for (let step = 0; step < 5; step += 1) {
    goToBookmark(session, null);
    seen.push(session.view.view.x);
  }
  expect(seen).toEqual([10, 0, 20, 30, 10]);
  for (let digit = 5; digit <= 9; digit += 1) setBookmark(session, null);
  setBookmark(session, null);
  expect(session.ui.get().notice?.text).toMatch(/^All nine bookmarks are set/);
});
