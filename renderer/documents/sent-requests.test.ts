import { expect, test } from 'vitest';
import { createFakeDesk, setItem, testDocument, type TestDocument } from './testing/fake-desk.ts';

/** What becomes of requests that were out when everything was killed. */

const SAVED = 700;
const start = () => createFakeDesk(testDocument('a', 'b'));
const xs = ({ items }: { items: { id: string; x: number }[] }) =>
  items.map(({ id, x }) => `${id}${x}`).join(' ');

const addC = (document: TestDocument): TestDocument => ({
  ...document,
  items: [...document.items, { id: 'c', x: 0 }],
});
const removeC = (document: TestDocument): TestDocument => ({
  ...document,
  items: document.items.filter(({ id }) => id !== 'c'),
});

/** Adds something, and takes it away again while nobody knows whether the service has it. Then everything is killed. */
async function addAndRemoveWhileSending(
  desk: ReturnType<typeof start>,
  fate: 'lost' | 'unreachable',
): Promise<void> {
  const session = await desk.open('one');
  desk.service.next = [fate];
  session.change('add c', addC);
  await desk.pass(SAVED);
  session.change('remove c', removeC);
  await session.kept();
  desk.kill('one', session);
}

test.each(['lost', 'unreachable'] as const)(
  'what was added and taken away again while it was sent (%s) stays away when everything was killed',
  async (fate) => {
    const desk = start();
    await addAndRemoveWhileSending(desk, fate);
    const session = await desk.open('two');
    expect(xs(session.getState().document)).toBe('a0 b0');
    await desk.pass(SAVED);
    expect(xs(desk.service.document)).toBe('a0 b0');
    expect(desk.journal.entries).toEqual([]);
  },
);

test('it stays away also days later, when the service knows the request no more', async () => {
  const desk = start();
  await addAndRemoveWhileSending(desk, 'lost');
  desk.service.done.clear();
  const session = await desk.open('two');
  await desk.pass(SAVED);
  expect(xs(session.getState().document)).toBe('a0 b0');
  expect(xs(desk.service.document)).toBe('a0 b0');
});

test('it stays away also where others have saved since, and keeps what they did', async () => {
  const desk = start();
  await addAndRemoveWhileSending(desk, 'lost');
  desk.service.save(setItem('a', { x: 5 }));
  const session = await desk.open('two');
  await desk.pass(SAVED);
  expect(xs(session.getState().document)).toBe('a5 b0');
  expect(xs(desk.service.document)).toBe('a5 b0');
});

test('what was taken away and put back while it was sent is there when everything was killed', async () => {
  const desk = start();
  const first = await desk.open('one');
  desk.service.next = ['lost'];
  first.change('remove b', (document) => ({ ...document, items: document.items.slice(0, 1) }));
  await desk.pass(SAVED);
  first.undo();
  await first.kept();
  desk.kill('one', first);
  const second = await desk.open('two');
  await desk.pass(SAVED);
  expect(xs(second.getState().document)).toBe('a0 b0');
  expect(xs(desk.service.document)).toBe('a0 b0');
});

const names = ({ items }: TestDocument) => items.map(({ id }) => id).join(' ');
const reverse = (document: TestDocument): TestDocument => ({
  ...document,
  items: document.items.toReversed(),
});

test('what was only moved while the service was away is moved there when it is back, also when everything was killed', async () => {
  const desk = createFakeDesk(testDocument('a', 'b', 'c'));
  const first = await desk.open('one');
  desk.service.isAway = true;
  first.change('reverse', reverse);
  await desk.pass(SAVED);
  desk.kill('one', first);
  const second = await desk.open('two');
  expect(names(second.getState().document)).toBe('c b a');
  desk.service.isAway = false;
  desk.tell({ kind: 'back' });
  await desk.pass(SAVED);
  expect(names(desk.service.document)).toBe('c b a');
  expect(second.getState().status).toBe('saved');
  expect(desk.journal.entries).toEqual([]);
});

test('what was only moved in a request that was killed is moved also where others have saved since', async () => {
  const desk = createFakeDesk(testDocument('a', 'b', 'c'));
  const first = await desk.open('one');
  desk.service.next = ['unreachable'];
  first.change('reverse', reverse);
  await desk.pass(SAVED);
  desk.kill('one', first);
  desk.service.save(setItem('b', { x: 5 }));
  const second = await desk.open('two');
  expect(xs(second.getState().document)).toBe('c0 b5 a0');
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('c0 b5 a0');
});

test('a window beside it takes up what was taken away while it was sent', async () => {
  const desk = start();
  const second = await desk.open('two');
  await addAndRemoveWhileSending(desk, 'lost');
  await desk.pass(SAVED);
  expect(xs(second.getState().document)).toBe('a0 b0');
  expect(xs(desk.service.document)).toBe('a0 b0');
  expect(desk.journal.entries).toEqual([]);
});

test('without the service its request waits on the disk until that says what became of it', async () => {
  const desk = start();
  const remembered = { version: desk.service.version, document: desk.service.document };
  await addAndRemoveWhileSending(desk, 'lost');
  const taken = { version: desk.service.version, document: desk.service.document };
  desk.service.isAway = true;
  Object.assign(desk.service, remembered);
  // Killed once more before the service is back.
  const second = await desk.open('two');
  await desk.pass(SAVED);
  desk.kill('two', second);
  const third = await desk.open('three');
  expect(xs(third.getState().document)).toBe('a0 b0');
  expect(desk.journal.inFlight).toHaveLength(1);
  Object.assign(desk.service, taken, { isAway: false });
  desk.tell({ kind: 'back' });
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a0 b0');
  expect(third.getState()).toMatchObject({ status: 'saved' });
  expect(desk.journal.entries).toEqual([]);
});

test('what is remembered opens at once: what was sent before is not asked for while the service is away', async () => {
  const desk = start();
  const first = await desk.open('one');
  desk.service.isAway = true;
  first.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  desk.kill('one', first);
  const asked = desk.service.requests.length;
  const second = await desk.open('two');
  expect(xs(second.getState().document)).toBe('a1 b0');
  expect(desk.service.requests).toHaveLength(asked);
  desk.service.isAway = false;
  desk.tell({ kind: 'back' });
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a1 b0');
  expect(desk.journal.entries).toEqual([]);
});

test('what was saved and taken away after that stays away also where this computer remembers an older document', async () => {
  const desk = start();
  const remembered = { version: desk.service.version, document: desk.service.document };
  const first = await desk.open('one');
  first.change('add c', addC);
  await first.flush();
  first.change('remove c', removeC);
  await first.kept();
  desk.kill('one', first);
  const now = { version: desk.service.version, document: desk.service.document };
  Object.assign(desk.service, remembered, { isAway: true });
  const second = await desk.open('two');
  expect(xs(second.getState().document)).toBe('a0 b0');
  await desk.pass(SAVED);
  Object.assign(desk.service, now, { isAway: false });
  desk.tell({ kind: 'back' });
  await desk.pass(SAVED);
  expect(xs(second.getState().document)).toBe('a0 b0');
  expect(xs(desk.service.document)).toBe('a0 b0');
});

test('a request is sent again word by word, also by a window that finds it behind what a check has filled in', async () => {
  const withNotes = (document: TestDocument): TestDocument => ({
    ...document,
    items: document.items.map((item, place) => ({ note: `${place}`, ...item })),
  });
  const desk = createFakeDesk(testDocument('a', 'b'), withNotes);
  const first = await desk.open('one');
  first.change('add c', addC);
  await first.kept();
  desk.kill('one', first);
  const second = await desk.open('two');
  second.change('move a', setItem('a', { x: 1 }));
  desk.service.next = ['lost'];
  await desk.pass(SAVED);
  desk.kill('two', second);
  await desk.open('three');
  await desk.pass(SAVED);
  const [request, repeated, ...more] = desk.service.requests.map(({ steps: _steps, ...fields }) => fields);
  expect(more).toEqual([]);
  expect(repeated).toEqual(request);
  expect(xs(desk.service.document)).toBe('a1 b0 c0');
});
