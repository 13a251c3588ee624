import { expect, test } from 'vitest';
import { createFakeDesk, setItem, testDocument } from './testing/fake-desk.ts';

/** Steps of a document in a window that comes after the one they were made in. */

const SAVED = 700;
const start = () => createFakeDesk(testDocument('a', 'b'));
const xs = ({ items }: { items: { id: string; x: number }[] }) =>
  items.map(({ id, x }) => `${id}${x}`).join(' ');

test('steps are taken back and made again in the next window, by the names they had', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }), { gesture: 'drag' });
  session.change('move a', setItem('a', { x: 2 }), { gesture: 'drag' });
  session.change('add c', (document) => ({ ...document, items: [...document.items, { id: 'c', x: 3 }] }));
  session.change('move b', setItem('b', { x: 9 }));
  session.undo();
  await desk.pass(SAVED);
  desk.kill('one', session);
  const next = await desk.open('two');
  expect(next.getState()).toMatchObject({ undoName: 'add c', redoName: 'move b' });
  next.redo();
  expect(xs(next.getState().document)).toBe('a2 b9 c3');
  next.undo();
  next.undo();
  expect(xs(next.getState().document)).toBe('a2 b0');
  next.undo();
  expect(xs(next.getState().document)).toBe('a0 b0');
  expect(next.getState().undoName).toBeNull();
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a0 b0');
});

test('what was not saved before is its own step, and none that was found', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(500);
  desk.kill('one', session);
  const next = await desk.open('two');
  expect(xs(next.getState().document)).toBe('a1 b0');
  expect(next.getState().undoName).toBe('move a');
  next.undo();
  expect(xs(next.getState().document)).toBe('a0 b0');
  expect(next.getState().undoName).toBeNull();
});

test('what others changed meanwhile stays when a step of before is taken back', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  desk.kill('one', session);
  desk.service.save(setItem('b', { x: 5 }));
  desk.service.save(setItem('a', { note: 'theirs' }));
  const next = await desk.open('two');
  next.undo();
  expect(next.getState().document.items).toEqual([
    { id: 'a', x: 0, note: 'theirs' },
    { id: 'b', x: 5 },
  ]);
});

test('the document that steps begin with is written once, and of many steps the newest hundreds', async () => {
  const desk = start();
  const session = await desk.open('one');
  for (let x = 1; x <= 400; x += 1) {
    session.change(`move ${x}`, setItem('a', { x }));
    if (x % 10 === 0) await desk.pass(120);
  }
  await desk.pass(SAVED);
  expect(desk.undo.bases).toBe(2);
  desk.kill('one', session);
  const next = await desk.open('two');
  let steps = 0;
  for (; next.getState().undoName !== null; steps += 1) next.undo();
  expect(steps).toBeGreaterThan(149);
  expect(steps).toBeLessThan(301);
  expect(xs(next.getState().document)).toBe(`a${400 - steps} b0`);
});

test('steps that cannot be read are none, and the document opens', async () => {
  const desk = start();
  const step = { name: 'move', before: null, after: { items: {}, gone: [], added: [] } };
  desk.undo.written = { base: { name: 'Test' }, done: [step], undone: [] };
  const session = await desk.open('one');
  expect(session.getState()).toMatchObject({ undoName: null, redoName: null });
  expect(xs(session.getState().document)).toBe('a0 b0');
});

test('an import of thousands of items is there again, with its step', async () => {
  const desk = start();
  const session = await desk.open('one');
  const added = Array.from({ length: 8000 }, (_, index) => ({ id: `new-${index}`, x: index }));
  session.change('import', (document) => ({ ...document, items: [...document.items, ...added] }));
  await desk.pass(SAVED);
  desk.kill('one', session);
  const next = await desk.open('two');
  expect(next.getState().undoName).toBe('import');
  next.undo();
  expect(xs(next.getState().document)).toBe('a0 b0');
});

const writtenBy = (desk: ReturnType<typeof start>) => [
  desk.undo.window,
  ...(desk.undo.written?.done.map(({ name }) => name) ?? []),
];

test('a window that only looks on leaves the steps of the one that edits, without and with steps of before', async () => {
  const desk = start();
  const one = await desk.open('one');
  const two = await desk.open('two');
  one.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  desk.tell({ kind: 'saved', version: desk.service.version });
  await desk.pass(SAVED);
  expect(xs(two.getState().document)).toBe('a1 b0');
  expect(writtenBy(desk)).toEqual(['one', 'move a']);
  const three = await desk.open('three');
  one.change('move b', setItem('b', { x: 2 }));
  await desk.pass(SAVED);
  desk.tell({ kind: 'saved', version: desk.service.version });
  await desk.pass(SAVED);
  expect(xs(three.getState().document)).toBe('a1 b2');
  expect(writtenBy(desk)).toEqual(['one', 'move a', 'move b']);
});

test('a window that looks on after a drag of its own leaves the steps of the one that edits', async () => {
  const desk = start();
  const one = await desk.open('one');
  const two = await desk.open('two');
  two.change('move a', setItem('a', { x: 1 }), { gesture: 'drag' });
  await desk.pass(SAVED);
  desk.tell({ kind: 'saved', version: desk.service.version });
  await desk.pass(SAVED);
  one.change('move b', setItem('b', { x: 2 }));
  await desk.pass(SAVED);
  desk.tell({ kind: 'saved', version: desk.service.version });
  await desk.pass(SAVED);
  expect(xs(two.getState().document)).toBe('a1 b2');
  expect(writtenBy(desk)).toEqual(['one', 'move b']);
});

test('of two windows that edit in turn, the steps of the last one are there', async () => {
  const desk = start();
  const one = await desk.open('one');
  const two = await desk.open('two');
  one.change('first', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  two.change('second', setItem('b', { x: 1 }));
  await desk.pass(SAVED);
  one.change('third', setItem('a', { x: 2 }));
  await desk.pass(SAVED);
  expect(writtenBy(desk)).toEqual(['one', 'first', 'third']);
});

test('nothing is written while a pointer is down, and its step a moment after it is up', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move b', setItem('b', { x: 1 }));
  const release = session.hold();
  session.change('move a', setItem('a', { x: 1 }), { gesture: 'drag' });
  await desk.pass(2000);
  expect(desk.undo.written).toBeNull();
  session.change('move a', setItem('a', { x: 2 }), { gesture: 'drag' });
  release();
  await desk.pass(500);
  expect(writtenBy(desk)).toEqual(['one', 'move b', 'move a']);
});

test('of large steps the newest are kept, one that nearly fills the limit alone, and none that is larger', async () => {
  const desk = start();
  const session = await desk.open('one');
  const write = async (name: string, length: number) => {
    session.change(name, setItem('a', { note: name.padEnd(length, '.') }));
    await desk.pass(SAVED);
  };
  for (const name of ['1', '2', '3', '4', '5', '6']) await write(name, 100_000);
  expect(desk.undo.written?.done.map(({ name }) => name).at(-1)).toBe('6');
  expect(JSON.stringify(desk.undo.written?.done).length).toBeLessThan(500_000);
  await write('7', 450_000);
  expect(writtenBy(desk)).toEqual(['one', '7']);
  await write('8', 600_000);
  expect(writtenBy(desk)).toEqual(['one']);
  await write('9', 100);
  expect(writtenBy(desk)).toEqual(['one', '9']);
});
