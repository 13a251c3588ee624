import { expect, test } from 'vitest';
import { createFakeDesk, testDocument } from './testing/fake-desk.ts';

/** Drafts word by word as Patchbay 0.2.0 wrote them: they open in every later build, and nothing of them is lost. */

const base = {
  name: 'Test',
  items: [
    { id: 'a', x: 0 },
    { id: 'b', x: 0 },
  ],
};

test('a draft with edits alone', async () => {
  const desk = createFakeDesk(testDocument('a', 'b'));
  desk.disk.set('w-0.2.0', {
    window: 'w-0.2.0',
    baseVersion: 1,
    base,
    changes: {
      fields: {
        items: {
          items: { a: { fields: { x: { set: 7 }, note: { set: 'late' } } } },
          gone: ['b'],
          added: [{ after: 'a', item: { id: 'c', x: 3 } }],
        },
      },
    },
    sent: [],
  });
  const session = await desk.open('one');
  const items = [
    { id: 'a', x: 7, note: 'late' },
    { id: 'c', x: 3 },
  ];
  expect(session.getState()).toMatchObject({ document: { items }, undoName: 'unsaved changes found here' });
  await desk.pass(700);
  expect(desk.service.document.items).toEqual(items);
  expect([desk.said, desk.disk.size]).toEqual([[], 0]);
});

test.each([
  ['the service has', true],
  ['the service never got', false],
])('a draft with a request that %s, and what was added in it taken away again', async (_what, isTaken) => {
  const desk = createFakeDesk(testDocument('a', 'b'));
  const withC = { ...base, items: [...base.items, { id: 'c', x: 0 }] };
  if (isTaken) {
    desk.service.save(() => withC);
    desk.service.done.set('k-0.2.0', { version: 2, document: withC });
  }
  const added = {
    fields: { items: { items: {}, gone: [], added: [{ after: 'b', item: { id: 'c', x: 0 } }] } },
  };
  desk.disk.set('w-0.2.0', {
    window: 'w-0.2.0',
    baseVersion: 1,
    base,
    changes: null,
    sent: [{ key: 'k-0.2.0', expectedVersion: 1, before: null, changes: added }],
  });
  const session = await desk.open('one');
  await desk.pass(700);
  expect(session.getState().document.items.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(desk.service.document.items.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(desk.service.requests[0]).toMatchObject({ key: 'k-0.2.0', expectedVersion: 1 });
  expect(desk.disk.size).toBe(0);
});

test('a draft whose changes do not fit stays where it is, and is said', async () => {
  const desk = createFakeDesk(testDocument('a', 'b'));
  const changes = { fields: { items: { items: { z: { fields: { x: { set: 1 } } } }, gone: [], added: [] } } };
  desk.disk.set('w-0.2.0', { window: 'w-0.2.0', baseVersion: 1, base: 'no document', changes, sent: [] });
  const session = await desk.open('one');
  await desk.pass(700);
  expect(session.getState()).toMatchObject({ document: base, status: 'saved' });
  expect(desk.said).toEqual([expect.stringContaining('Unsaved changes of this timeline')]);
  expect([...desk.disk.keys()]).toEqual(['w-0.2.0']);
});
