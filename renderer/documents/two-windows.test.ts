import { expect, test } from 'vitest';
import { createFakeDesk, setItem, testDocument } from './testing/fake-desk.ts';

/** Windows of this computer on one document: one writes its journal, the others follow, and whoever edits takes over. */

const SAVED = 700;
const start = () => createFakeDesk(testDocument('a', 'b'));
const xs = ({ items }: { items: { id: string; x: number }[] }) =>
  items.map(({ id, x }) => `${id}${x}`).join(' ');

test('what one edits is shown in the other before it is saved, also without the service', async () => {
  const desk = start();
  const [one, two] = [await desk.open('one'), await desk.open('two')];
  desk.service.isAway = true;
  one.change('move a', setItem('a', { x: 1 }));
  await desk.pass(100);
  expect(xs(two.getState().document)).toBe('a1 b0');
  one.change('move a', setItem('a', { x: 2 }));
  one.change('move a', setItem('a', { x: 3 }));
  await desk.pass(100);
  expect(xs(two.getState().document)).toBe('a3 b0');
  expect(two.getState().isOnDisk).toBe(true);
});

test('both edit the same item at once: each field has what was done last, in both and at the service', async () => {
  const desk = start();
  const [one, two] = [await desk.open('one'), await desk.open('two')];
  one.change('move a', setItem('a', { x: 7 }));
  two.change('write', setItem('a', { note: 'two' }));
  await desk.pass(SAVED);
  one.change('move b', setItem('b', { x: 8 }));
  two.change('write', setItem('b', { note: 'too' }));
  await desk.pass(4000);
  const items = [
    { id: 'a', x: 7, note: 'two' },
    { id: 'b', x: 8, note: 'too' },
  ];
  expect(desk.service.document.items).toEqual(items);
  for (const session of [one, two])
    expect(session.getState()).toMatchObject({ status: 'saved', document: { items } });
  expect(desk.journal.entries).toEqual([]);
});

test('a request of the window before is sent again under its key by the one that takes over, and nothing is done twice', async () => {
  const desk = start();
  const [one, two] = [await desk.open('one'), await desk.open('two')];
  desk.service.next = ['lost'];
  one.change('add c', (document) => ({ ...document, items: [...document.items, { id: 'c', x: 0 }] }));
  await desk.pass(SAVED);
  const [request] = desk.service.requests;
  two.change('remove c', (document) => ({
    ...document,
    items: document.items.filter(({ id }) => id !== 'c'),
  }));
  await desk.pass(4000);
  expect(desk.service.requests[1]?.key).toBe(request?.key);
  expect(desk.service.document.items.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(xs(one.getState().document)).toBe('a0 b0');
  expect(xs(two.getState().document)).toBe('a0 b0');
});

test('what waits while another writes is not called saved, and a save of it is waited for', async () => {
  const desk = start();
  const [one, two] = [await desk.open('one'), await desk.open('two')];
  const goOn = desk.disks.stop();
  two.change('move a', setItem('a', { x: 1 }));
  await desk.pass(100);
  expect(two.getState()).toMatchObject({ status: 'saving', isOnDisk: false });
  await goOn();
  await two.flush();
  expect(desk.service.document.items[0]?.x).toBe(1);
  await desk.pass(100);
  expect(xs(one.getState().document)).toBe('a1 b0');
});

test('nothing comes in while a pointer is down, and an edit of that time comes behind what came meanwhile', async () => {
  const desk = start();
  const [one, two] = [await desk.open('one'), await desk.open('two')];
  const release = two.hold();
  one.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  expect(xs(two.getState().document)).toBe('a0 b0');
  two.change('move b', setItem('b', { x: 2 }), { gesture: 'drag' });
  await desk.pass(100);
  expect(xs(two.getState().document)).toBe('a0 b2');
  release();
  await desk.pass(4000);
  expect(xs(two.getState().document)).toBe('a1 b2');
  expect(xs(desk.service.document)).toBe('a1 b2');
  two.undo();
  await desk.pass(4000);
  expect(xs(one.getState().document)).toBe('a1 b0');
});

test('what comes late of a write that was in what a window has read is not done once more', async () => {
  const desk = start();
  const [one, two] = [await desk.open('one'), await desk.open('two')];
  const tellLater = desk.journal.hold();
  one.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  two.change('move b', setItem('b', { x: 2 }));
  await desk.pass(SAVED);
  expect(xs(two.getState().document)).toBe('a1 b2');
  await tellLater();
  await desk.pass(100);
  expect(xs(two.getState().document)).toBe('a1 b2');
  expect(xs(one.getState().document)).toBe('a1 b2');
  expect(desk.service.document.items).toEqual(two.getState().document.items);
});

test('edits in the journal that cannot be read are set aside and said, and editing goes on', async () => {
  const desk = start();
  desk.journal.base = { version: 1, document: testDocument('a', 'b') };
  desk.journal.entries = [{ id: 'x', steps: [], changes: { items: {}, gone: [], added: [] } }];
  const session = await desk.open('one');
  expect(desk.said).toEqual([expect.stringContaining('Unsaved changes of this timeline')]);
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a1 b0');
});

test('what is dragged in a window that takes over is on the disk while the pointer is still down', async () => {
  const desk = start();
  const [one, two] = [await desk.open('one'), await desk.open('two')];
  desk.service.isAway = true;
  const release = two.hold();
  one.change('move a', setItem('a', { x: 1 }));
  await desk.pass(100);
  two.change('move b', setItem('b', { x: 2 }), { gesture: 'drag' });
  await desk.pass(100);
  expect([xs(two.getState().document), two.getState().isOnDisk]).toEqual(['a0 b2', true]);
  expect(desk.journal.document).toMatchObject(testDocumentWith(1, 2));
  release();
  await desk.pass(100);
  expect(xs(two.getState().document)).toBe('a1 b2');
});

const testDocumentWith = (a: number, b: number) => ({
  items: [
    { id: 'a', x: a },
    { id: 'b', x: b },
  ],
});

test('a save is waited for in a window that another one takes the writing from, and is no failure', async () => {
  const desk = start();
  const [one, two] = [await desk.open('one'), await desk.open('two')];
  for (const x of [1, 2, 3]) {
    one.change('move a', setItem('a', { x }));
    two.change('move b', setItem('b', { x }));
    for (const session of [one, two]) {
      const saved = session.flush();
      await desk.pass(20_000);
      await saved;
    }
    expect(xs(desk.service.document)).toBe(`a${x} b${x}`);
  }
});
