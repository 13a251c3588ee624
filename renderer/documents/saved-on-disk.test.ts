import { expect, test } from 'vitest';
import { ApiError } from '#shared/api/index.ts';
import { createFakeDesk, setItem, testDocument } from './testing/fake-desk.ts';

/** “Saved locally” is said of what the disk has, and of nothing else. */

/** Milliseconds after which a session without trouble has saved everything. */
const SAVED = 4000;
/** Milliseconds after which a write without an answer is a problem. */
const SLOW = 5000;

const start = () => createFakeDesk(testDocument('a', 'b'));

test('an edit is called saved locally only once the desktop process has answered that it is on the disk', async () => {
  const desk = start();
  const session = await desk.open('one');
  const said: string[] = [];
  /** What was called saved locally while the disk had something else. */
  const untrue: number[] = [];
  session.subscribe(() => {
    const { status, document } = session.getState();
    const x = document.items[0]?.x ?? 0;
    said.push(status);
    const isStored = JSON.stringify(desk.journal.entries).includes(`${x}`);
    if (status === 'waiting' && !isStored) untrue.push(x);
  });
  session.change('move a', setItem('a', { x: 71 }));
  expect(session.getState()).toMatchObject({ status: 'saving', isOnDisk: false });
  await desk.pass(100);
  expect(session.getState()).toMatchObject({ status: 'waiting', isOnDisk: true });
  session.change('move a', setItem('a', { x: 72 }));
  expect(session.getState().status).toBe('saving');
  await desk.pass(SAVED);
  expect(session.getState().status).toBe('saved');
  expect(said.slice(0, 3)).toEqual(['saving', 'waiting', 'saving']);
  expect(untrue).toEqual([]);
});

test('while the desktop process stands still nothing is called saved, and then it is said what to do', async () => {
  const desk = start();
  const session = await desk.open('one');
  const goOn = desk.disks.stop();
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SLOW - 1000);
  expect(session.getState()).toMatchObject({ status: 'saving', problem: null });
  await desk.pass(SLOW);
  expect(session.getState()).toMatchObject({ status: 'unjournaled', isOnDisk: false });
  expect(session.getState().problem).toContain('Patchbay on this computer does not answer');
  expect(desk.journal.entries).toEqual([]);
  await goOn();
  await desk.pass(SAVED);
  expect(session.getState()).toMatchObject({ status: 'saved', problem: null });
});

test('without the service and without the disk it is said of neither that they have it', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.service.isAway = true;
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  expect(session.getState().status).toBe('offline');
  const goOn = desk.disks.stop();
  session.change('move a', setItem('a', { x: 2 }));
  expect(session.getState().status).toBe('saving');
  await goOn();
  await desk.pass(100);
  expect(session.getState().status).toBe('offline');
});

test('what a full disk did not take is written by itself once there is room, and called saved then', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.service.isAway = true;
  desk.journal.isFull = true;
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(100);
  expect(session.getState()).toMatchObject({ status: 'unjournaled', problem: 'The disk is full.' });
  await expect(session.flush()).rejects.toThrow('The disk is full.');
  desk.journal.isFull = false;
  await desk.pass(SAVED);
  expect(session.getState()).toMatchObject({ status: 'offline', problem: null, isOnDisk: true });
  expect(desk.journal.entries).toHaveLength(1);
});

test('what the service refuses is not called saved on this computer before it is', async () => {
  const desk = start();
  const session = await desk.open('one');
  const message = 'timeline.clips.0: Too long.';
  desk.service.next = [
    new ApiError({ status: 400, code: 'INVALID_TIMELINE', message, requestId: null, retryAfter: null }),
  ];
  desk.journal.isFull = true;
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(1000);
  expect(session.getState()).toMatchObject({
    status: 'refused',
    problem: message,
    diskProblem: 'The disk is full.',
    isOnDisk: false,
  });
  desk.journal.isFull = false;
  await desk.pass(SAVED);
  expect(session.getState()).toMatchObject({ status: 'refused', diskProblem: null, isOnDisk: true });
});

test('after a full disk a later start takes nothing older from it than the service has, and says nothing of it', async () => {
  const desk = start();
  const session = await desk.open('one');
  session.change('move a', setItem('a', { x: 1, note: 'early' }));
  await desk.pass(100);
  expect(desk.journal.entries).toHaveLength(1);
  desk.journal.isFull = true;
  session.change('move a', setItem('a', { x: 2, note: 'early, then late' }));
  // Somebody moves on while the request is out, so that there is always something that is not saved.
  const save = desk.service.save.bind(desk.service);
  desk.service.save = (edit) => {
    save(edit);
    session.change('move a', setItem('a', { x: desk.service.document.items[0]!.x + 1 }));
  };
  const taken = () => desk.service.document.items[0]?.x ?? 0;
  while (taken() < 2) await desk.pass(10);
  desk.kill('one', session);
  await desk.settle();
  desk.journal.isFull = false;
  const again = await desk.open('two');
  expect(again.getState().document).toEqual(desk.service.document);
  expect(again.getState().document.items[0]?.note).toBe('early, then late');
  expect(desk.said).toEqual([]);
});

test('what was written while a request was out is not taken for older than what the request had', async () => {
  const desk = start();
  const session = await desk.open('one');
  desk.journal.isFull = true;
  desk.service.next = ['unreachable'];
  session.change('move a', setItem('a', { x: 1 }));
  await desk.pass(SAVED);
  desk.journal.isFull = false;
  session.change('move a', setItem('a', { x: 5 }));
  await desk.pass(60);
  desk.journal.isFull = true;
  await desk.pass(SAVED);
  desk.kill('one', session);
  await desk.settle();
  desk.journal.isFull = false;
  const again = await desk.open('two');
  expect(again.getState().document.items[0]?.x).toBe(5);
});
