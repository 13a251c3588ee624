import { describe, expect, test } from 'vitest';
import { ApiError } from '#shared/api/index.ts';
import { createFakeDesk, setItem, testDocument } from './testing/fake-desk.ts';

const SAVED = 700;
const start = () => createFakeDesk(testDocument('a', 'b'));
const xs = ({ items }: { items: { id: string; x: number }[] }) =>
  items.map(({ id, x }) => `${id}${x}`).join(' ');

test('edits are on screen at once and saved together a moment after the last', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }));
  expect(xs(session.getState().document)).toBe('a1 b0');
  expect(session.getState().status).toBe('saving');
  await desk.pass(500);
  session.change('move b', setItem('b', { x: 2 }));
  await desk.pass(500);
  expect(desk.service.requests).toHaveLength(0);
  await desk.pass(SAVED);
  expect(desk.service.requests).toHaveLength(1);
  expect(xs(desk.service.document)).toBe('a1 b2');
  expect(session.getState()).toMatchObject({ status: 'saved', version: 2 });
});

test('a save says what was done since the one before, each name once in a row', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }));
  session.change('move a', setItem('a', { x: 2 }));
  session.change('move b', setItem('b', { x: 2 }));
  await desk.pass(SAVED);
  session.undo();
  await desk.pass(SAVED);
  expect(desk.service.requests.map(({ steps }) => steps)).toEqual([['move a', 'move b'], ['undo: move b']]);
});

test('what was done in a save that was not taken is said with the next one: after a conflict, and after a refusal', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.service.save(setItem('b', { x: 5 }));
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  const refusal = {
    status: 400,
    code: 'INVALID_TIMELINE',
    message: 'No.',
    requestId: null,
    retryAfter: null,
  };
  desk.service.next = [new ApiError(refusal)];
  session.change('name a', setItem('a', { note: 'long' }));
  await desk.pass(SAVED);
  session.change('move b', setItem('b', { x: 2 }));
  await desk.pass(SAVED);
  expect(desk.service.requests.map(({ steps }) => steps)).toEqual([
    ['move a'],
    ['move a'],
    ['name a'],
    ['name a', 'move b'],
  ]);
});

test('who edits without pause is saved now and then', async () => {
  const desk = start();
  const session = await desk.open('one');
  for (let x = 1; x <= 20; x += 1) {
    session.change('move a', setItem('a', { x }), { gesture: 'drag' });
    await desk.pass(200);
  }
  expect(desk.service.requests.length).toBeGreaterThan(0);
});

test('an edit that changes nothing is no step and is not saved', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('nothing', (document) => document);
  session.change('nothing', () => null);
  session.change('there', setItem('a', { x: 1 }));
  session.change('and back', setItem('a', { x: 0 }));
  await desk.pass(SAVED);
  expect(desk.service.requests).toHaveLength(0);
  expect(session.getState()).toMatchObject({ undoName: 'and back', status: 'saved' });
});

test('steps are taken back and made again by name; those of one gesture are one', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }), { gesture: 'drag 1' });
  session.change('move a', setItem('a', { x: 2 }), { gesture: 'drag 1' });
  session.change('move b', setItem('b', { x: 9 }), { gesture: 'drag 2' });
  session.undo();
  expect(xs(session.getState().document)).toBe('a2 b0');
  expect(session.getState()).toMatchObject({ undoName: 'move a', redoName: 'move b' });
  session.undo();
  expect(xs(session.getState().document)).toBe('a0 b0');
  session.undo();
  session.redo();
  session.redo();
  expect(xs(session.getState().document)).toBe('a2 b9');
  expect(session.getState()).toMatchObject({ undoName: 'move b', redoName: null });
});

test('what somebody else saved meanwhile is merged by item and field, in silence where nothing clashes', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }));
  desk.service.save(setItem('a', { note: 'theirs' }));
  desk.service.save(setItem('b', { x: 5 }));
  await desk.pass(SAVED);
  expect(desk.service.document.items).toEqual([
    { id: 'a', x: 1, note: 'theirs' },
    { id: 'b', x: 5 },
  ]);
  expect(session.getState()).toMatchObject({ status: 'saved', version: 4 });
  expect(session.getState().document).toEqual(desk.service.document);
  expect(desk.said).toEqual([]);
});

test('where both changed the same, mine stands and is named', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }));
  desk.service.save(setItem('a', { x: 7 }));
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a1 b0');
  expect(desk.said).toEqual(['Somebody else changed the same meanwhile: x. Yours was kept.']);
});

test('undo after a merge takes back my step and none of theirs', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1 }), { gesture: 'drag' });
  desk.service.save(setItem('b', { x: 5 }));
  await desk.pass(SAVED);
  // The gesture goes on after the merge.
  session.change('move a', setItem('a', { x: 2 }), { gesture: 'drag' });
  session.undo();
  expect(xs(session.getState().document)).toBe('a0 b5');
  session.redo();
  expect(xs(session.getState().document)).toBe('a2 b5');
});

test('another window’s save comes in at once, another computer’s when it is looked for', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.service.save(setItem('a', { x: 3 }));
  desk.tell({ kind: 'saved', version: 2 });
  await desk.settle();
  expect(xs(session.getState().document)).toBe('a3 b0');
  desk.service.save(setItem('b', { x: 4 }));
  await desk.pass(13_000);
  expect(xs(session.getState().document)).toBe('a3 b4');
});

test('while a pointer is down nothing comes in and nothing goes out', async () => {
  const desk = start();
  const session = await desk.open('one');
  const release = session.hold();
  session.change('move a', setItem('a', { x: 1 }), { gesture: 'drag' });
  desk.service.save(setItem('b', { x: 4 }));
  desk.tell({ kind: 'saved', version: 2 });
  await desk.pass(5000);
  expect(xs(session.getState().document)).toBe('a1 b0');
  expect(desk.service.requests).toHaveLength(0);
  release();
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a1 b4');
});

test('without the service work goes on, and is sent under one key when it is back', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.service.isAway = true;
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(4000);
  expect(session.getState().status).toBe('offline');
  await expect(session.flush()).rejects.toThrow('The service cannot be reached.');
  desk.service.isAway = false;
  desk.tell({ kind: 'back' });
  await desk.settle();
  expect(session.getState().status).toBe('saved');
  expect(xs(desk.service.document)).toBe('a1 b0');
  expect(new Set(desk.service.requests.map(({ key }) => key)).size).toBe(1);
});

test('a response that got lost is asked for again, and what was edited since comes after it', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.service.next = ['lost'];
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  session.change('move a', setItem('a', { x: 2 }));
  await desk.pass(5000);
  expect(session.getState()).toMatchObject({ status: 'saved', version: 3 });
  expect(xs(desk.service.document)).toBe('a2 b0');
  expect(desk.said).toEqual([]);
});

test('a service that is busy is asked again', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.service.next = ['busy', 'busy'];
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  expect(session.getState().status).toBe('waiting');
  await desk.pass(10_000);
  expect(session.getState().status).toBe('saved');
});

test('what the service refuses is kept, said, and sent again with the next edit', async () => {
  const desk = start();
  const session = await desk.open('one');
  const message = 'timeline.clips.0: Too long.';
  desk.service.next = [
    new ApiError({ status: 400, code: 'INVALID_TIMELINE', message, requestId: null, retryAfter: null }),
  ];
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  expect(session.getState()).toMatchObject({ status: 'refused', problem: message });
  expect(xs(session.getState().document)).toBe('a1 b0');
  expect(desk.journal.entries).toHaveLength(1);
  session.change('move b', setItem('b', { x: 1 }));
  await desk.pass(SAVED);
  expect(session.getState().status).toBe('saved');
  expect(xs(desk.service.document)).toBe('a1 b1');
});

test('a change is on the disk before its request goes, and leaves it when it is saved', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.service.isAway = true;
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(100);
  expect(desk.service.requests).toHaveLength(0);
  expect(desk.journal.base).toEqual({ version: 1, document: testDocument('a', 'b') });
  desk.service.isAway = false;
  await desk.pass(SAVED);
  expect(desk.journal.entries).toEqual([]);
});

test('what a crash left is taken up, merged with what the service has now, saved, and can be taken back', async () => {
  const desk = start();
  const first = await desk.open('one');
  first.change('move a', setItem('a', { x: 1 }));
  await desk.pass(100);
  desk.kill('one', first);
  desk.service.save(setItem('b', { x: 6 }));
  const second = await desk.open('two');
  expect(xs(second.getState().document)).toBe('a1 b6');
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a1 b6');
  expect(desk.journal.entries).toEqual([]);
  second.undo();
  expect(xs(second.getState().document)).toBe('a0 b6');
});

test('a window that goes leaves its work to the one beside it', async () => {
  const desk = start();
  const [first, second] = [await desk.open('one'), await desk.open('two')];
  first.change('move a', setItem('a', { x: 1 }));
  await desk.pass(100);
  desk.kill('one', first);
  await desk.pass(SAVED);
  expect(xs(second.getState().document)).toBe('a1 b0');
  expect(xs(desk.service.document)).toBe('a1 b0');
  expect(desk.journal.entries).toEqual([]);
});

test('what is edited while drafts are read is not lost to them, and what was left while a pointer is down comes when it is up', async () => {
  const desk = start();
  const [first, second] = [await desk.open('one'), await desk.open('two')];
  const leave = async (window: string, session: typeof first, x: number) => {
    session.change('move a', setItem('a', { x }));
    await desk.pass(100);
    desk.kill(window, session);
  };
  await leave('one', first, 1);
  second.change('move b', setItem('b', { x: 5 }));
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a1 b5');

  const third = await desk.open('three');
  const release = second.hold();
  await leave('three', third, 2);
  await desk.pass(SAVED);
  expect(xs(second.getState().document)).toBe('a1 b5');
  release();
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a2 b5');
  expect(desk.journal.entries).toEqual([]);
});

test('what a window saved, took back and left is taken back also where the other had not seen it', async () => {
  const desk = start();
  const [first, second] = [await desk.open('one'), await desk.open('two')];
  first.change('add c', (document) => ({ ...document, items: [...document.items, { id: 'c', x: 0 }] }));
  await first.flush();
  first.change('remove c', (document) => ({
    ...document,
    items: document.items.filter(({ id }) => id !== 'c'),
  }));
  await first.kept();
  desk.kill('one', first);
  await desk.pass(SAVED);
  expect(xs(desk.service.document)).toBe('a0 b0');
  expect(second.getState().document).toEqual(desk.service.document);
});

test('a disk that is full is said, and the work is sent all the same', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.journal.isFull = true;
  desk.service.isAway = true;
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  expect(session.getState()).toMatchObject({ status: 'unjournaled', problem: 'The disk is full.' });
  desk.service.isAway = false;
  desk.tell({ kind: 'back' });
  await desk.settle();
  expect(session.getState()).toMatchObject({ status: 'saved', problem: null });
});

test('two windows that edit the same document come to the same', async () => {
  const desk = start();
  const [first, second] = [await desk.open('one'), await desk.open('two')];
  first.change('move a', setItem('a', { x: 1 }));
  second.change('move b', setItem('b', { x: 2 }));
  await desk.pass(SAVED);
  desk.tell({ kind: 'saved', version: desk.service.version });
  await desk.pass(SAVED);
  for (const { document } of [first.getState(), second.getState(), desk.service]) {
    expect(xs(document)).toBe('a1 b2');
  }
});

test('of a large document an edit shares all that it does not touch, and is written down small', async () => {
  const ids = Array.from({ length: 5000 }, (_, index) => `c${index}`);
  const desk = createFakeDesk(testDocument(...ids));
  const session = await desk.open('one');
  const before = session.getState().document;
  session.change('move', setItem('c7', { x: 1 }));
  await desk.pass(SAVED);
  const { document, status } = session.getState();
  expect(status).toBe('saved');
  expect(document.items.filter((item, index) => item !== before.items[index])).toHaveLength(1);
  session.change('move', setItem('c8', { x: 1 }));
  await desk.pass(100);
  expect(JSON.stringify(desk.journal.entries).length).toBeLessThan(200);
});

test('a draft that cannot be read is said once, and stays on the disk', async () => {
  const desk = start();
  const changes = { items: {}, gone: [], added: [] };
  desk.disk.set('zero', { window: 'zero', baseVersion: 1, base: testDocument('a'), changes, sent: [] });
  const session = await desk.open('one');
  expect(xs(session.getState().document)).toBe('a0 b0');
  expect(desk.said).toEqual([expect.stringContaining('Unsaved changes of this timeline')]);
  await desk.pass(SAVED);
  expect(desk.said).toHaveLength(1);
  expect([...desk.disk.keys()]).toEqual(['zero']);
});

describe('a service that went back to an older state', () => {
  const back = async () => {
    const desk = createFakeDesk(testDocument('a', 'b'));
    const session = await desk.open('one');
    session.change('move a', setItem('a', { x: 1 }));
    await session.flush();
    session.change('move a', setItem('a', { x: 2 }));
    await session.flush();
    // Restored from a backup.
    Object.assign(desk.service, { version: 1, document: testDocument('a', 'b') });
    await desk.pass(13_000);
    return { desk, session };
  };

  test('is asked about: what was saved stays on screen, and nothing is sent before somebody chooses', async () => {
    const { desk, session } = await back();
    session.change('move b', setItem('b', { x: 5 }));
    await desk.pass(60_000);
    expect(session.getState()).toMatchObject({ status: 'older', older: 1, version: 3, isOnDisk: true });
    expect(session.getState().document.items).toEqual([
      { id: 'a', x: 2 },
      { id: 'b', x: 5 },
    ]);
    expect(desk.service.version).toBe(1);
    await expect(session.flush()).rejects.toThrow('Choose first');
  });

  test.each([
    ['mine', 2],
    ['theirs', 0],
  ] as const)('answered %s, has a at %d, and what was not saved in any case', async (side, x) => {
    const { desk, session } = await back();
    session.change('move b', setItem('b', { x: 5 }));
    session.resolveOlder(side);
    await session.flush();
    const items = [
      { id: 'a', x },
      { id: 'b', x: 5 },
    ];
    expect([session.getState().document.items, desk.service.document.items]).toEqual([items, items]);
    expect([session.getState().older, desk.service.version]).toEqual([null, 2]);
  });
});
