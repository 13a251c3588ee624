import { expect, it } from 'vitest';
import type { JournalEntry, UndoChange } from '#shared/desk/index.ts';
import type { EditJournal } from './edit-journal.ts';
import { ApiError } from '#shared/api/index.ts';
import { JournalQueue } from './journal-queue.ts';

const entry = (id: string): JournalEntry => ({
  id,
  label: 'edit',
  at: '2026-01-01T00:00:00Z',
  baseVersion: 1,
  operations: [],
});
const hold = (label: string): UndoChange => ({
  do: 'hold',
  step: { label, forward: [], backward: [], mergeKey: null },
});

/** A queue on a journal that answers at once; time passes when the test says so. */
function openQueue(gathers = false) {
  const written: { ids: string[]; history: UndoChange['do'][] }[] = [];
  const writeIds: string[] = [];
  let cut = false;
  /** What a write waits for while the desktop process stands still. */
  let stopped: Promise<void> | null = null;
  const problems: string[] = [];
  const journaled: string[] = [];
  const acknowledged: string[][] = [];
  const recorded: string[] = [];
  let now = 0;
  const timers: { at: number; run: () => void }[] = [];
  const port: EditJournal<JournalEntry> = {
    claim: () => Promise.reject(new Error('not asked for here')),
    async append(entries, history, writeId) {
      writeIds.push(writeId);
      if (stopped) await stopped;
      if (cut) throw new Error('no answer');
      written.push({ ids: entries.map(({ id }) => id), history: history.map((change) => change.do) });
    },
    async acknowledge(ids) {
      acknowledged.push([...ids]);
    },
    replace: () => Promise.resolve(),
    async sending() {
      if (cut) throw new Error('no answer');
    },
    leave: () => undefined,
    watch: () => () => undefined,
  };
  const queue = new JournalQueue(
    port,
    {
      clock: () => now,
      after(ms, run) {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
    },
    {
      journaled: (ids) => journaled.push(...ids),
      requestRecorded: (key) => recorded.push(key),
      failed: (message) => problems.push(message),
      rejected: () => undefined,
      writing: () => undefined,
    },
    gathers,
  );
  const settle = async (): Promise<void> => {
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
  };
  return {
    queue,
    written,
    writeIds,
    journaled,
    acknowledged,
    recorded,
    problems,
    settle,
    /** From now on nothing is answered, or all is again. */
    setCut: (isCut: boolean) => {
      cut = isCut;
    },
    /** @returns a function that lets the desktop process go on. */
    stop: () => {
      let goOn: () => void = () => undefined;
      stopped = new Promise((resolve) => {
        goOn = resolve;
      });
      return async () => {
        stopped = null;
        goOn();
        await settle();
      };
    },
    /** One move of a drag. */
    move: async (id: string) => {
      queue.append([entry(id)], [hold(id)]);
      await settle();
    },
    pass: async (ms: number) => {
      now += ms;
      for (const timer of timers.filter(({ at }) => at <= now)) timer.run();
      await settle();
    },
  };
}

it('a drag writes its newest state at intervals, and says of none that it is written before it is', async () => {
  const { move, pass, written, journaled } = openQueue();
  await move('1');
  await move('2');
  await move('3');
  expect(journaled).toEqual(['1']);
  await pass(100);
  expect(journaled).toEqual(['1', '2', '3']);
  // Of the history the newest state is enough.
  expect(written).toEqual([
    { ids: ['1'], history: ['hold'] },
    { ids: ['2', '3'], history: ['hold'] },
  ]);
  await pass(100);
  await move('4');
  expect(journaled.at(-1)).toBe('4');
});

it('the end of a drag and what else is written then wait for nothing', async () => {
  const { queue, move, settle, written, journaled } = openQueue();
  await move('1');
  await move('2');
  queue.append([], [{ do: 'release' }]);
  await settle();
  expect(written.at(-1)).toEqual({ ids: ['2'], history: ['hold', 'release'] });
  await move('3');
  expect(journaled).not.toContain('3');
  queue.recordRequest({ idempotencyKey: 'key', entryIds: ['3'], expectedVersion: 1 });
  await settle();
  expect(journaled).toContain('3');
});

it('a drag that goes on when the project is closed is written', async () => {
  const { queue, move, settle, written } = openQueue();
  await move('1');
  await move('2');
  queue.stop();
  await settle();
  expect(written.map(({ ids }) => ids)).toEqual([['1'], ['2']]);
});

it('what is tried again after a failure has the same id, and what comes after it another', async () => {
  const { queue, pass, settle, setCut, written, writeIds } = openQueue();
  setCut(true);
  queue.append([], [{ do: 'undo' }]);
  await settle();
  queue.append([], [{ do: 'undo' }]);
  setCut(false);
  await pass(2000);
  expect(written).toHaveLength(2);
  expect(new Set(writeIds).size).toBe(2);
  expect(writeIds[1]).toBe(writeIds[0]);
});

it('a write without an answer is said to be a problem, and is journaled when the answer comes', async () => {
  const { queue, stop, settle, pass, journaled, problems } = openQueue();
  const goOn = stop();
  queue.append([entry('1')]);
  await settle();
  await pass(4000);
  expect(problems).toEqual([]);
  await pass(2000);
  expect(problems).toEqual([expect.stringContaining('does not answer')]);
  expect(journaled).toEqual([]);
  await goOn();
  expect(journaled).toEqual(['1']);
});

it('a request goes out only once it is written down, where the desktop process does not answer', async () => {
  const { queue, settle, setCut, recorded, pass, journaled } = openQueue();
  const request = { idempotencyKey: 'key', entryIds: ['1'], expectedVersion: 1 };
  setCut(true);
  queue.append([entry('1')]);
  await settle();
  queue.recordRequest(request);
  await settle();
  await pass(2000);
  expect(recorded).toEqual([]);
  setCut(false);
  await pass(2000);
  expect([journaled, recorded]).toEqual([['1'], ['key']]);
  setCut(true);
  queue.recordRequest({ ...request, idempotencyKey: 'next' });
  await pass(2000);
  setCut(false);
  await pass(2000);
  expect(recorded).toEqual(['key', 'next']);
});

it('says at once what the service has while edits before that cannot be written', async () => {
  const { queue, settle, setCut, acknowledged, pass } = openQueue();
  queue.append([entry('1')]);
  await settle();
  setCut(true);
  queue.append([entry('2')]);
  await settle();
  // The service took the first, and the second was made anew on what it has then.
  queue.replace({ replaced: ['1', '2'], entries: [entry('2')], accepted: ['1'] });
  await settle();
  expect(acknowledged).toEqual([['1']]);
  queue.replace({ replaced: ['2'], entries: [entry('3')] });
  await settle();
  expect(acknowledged).toHaveLength(1);
  queue.acknowledge(['3']);
  await settle();
  // What stood for an edit takes it along.
  expect(acknowledged.at(-1)?.toSorted()).toEqual(['1', '2', '3']);
  setCut(false);
  await pass(2000);
  expect(acknowledged.at(-1)).toEqual(['3']);
});

it('an edit that comes in the place of one that still waits is written in its place, and nothing twice', async () => {
  const { queue, pass, written, journaled, settle } = openQueue(true);
  queue.append([entry('1')]);
  await settle();
  queue.append([entry('2')]);
  queue.replace({ replaced: ['2'], entries: [entry('3')] });
  await settle();
  expect(journaled).toEqual(['1']);
  await pass(100);
  expect(written.map(({ ids }) => ids)).toEqual([['1'], ['3']]);
  expect(journaled).toEqual(['1', '3']);
});

it('where edits gather, none waits any longer once somebody waits for what is written', async () => {
  const { queue, journaled, settle } = openQueue(true);
  queue.append([entry('1')]);
  await queue.written();
  queue.append([entry('2')]);
  await queue.written();
  expect(journaled).toEqual(['1', '2']);
  queue.append([entry('3')]);
  await settle();
  expect(journaled).toEqual(['1', '2']);
});

it.each([
  ['DISK_FULL', 507, ['k'], 0],
  ['NOT_WRITER', 409, [], 1],
])(
  'a request that a full disk has no room for is told to the desktop process first: %s',
  async (code, status, recorded, rejected) => {
    const refusal = (because: string, of: number) =>
      new ApiError({ status: of, code: because, message: because, requestId: null, retryAfter: null });
    const done = { recorded: [] as string[], rejected: 0 };
    const announced: string[] = [];
    const port: EditJournal<JournalEntry> = {
      claim: () => Promise.reject(new Error('not asked for here')),
      append: () => Promise.reject(refusal('DISK_FULL', 507)),
      acknowledge: () => Promise.resolve(),
      replace: () => Promise.resolve(),
      sending({ idempotencyKey }) {
        announced.push(idempotencyKey);
        return Promise.reject(refusal(code, status));
      },
      leave: () => undefined,
      watch: () => () => undefined,
    };
    const queue = new JournalQueue(
      port,
      { clock: () => 0, after: () => () => undefined },
      {
        writing: () => undefined,
        journaled: () => undefined,
        requestRecorded: (key) => done.recorded.push(key),
        failed: () => undefined,
        rejected: () => void (done.rejected += 1),
      },
    );
    queue.append([entry('a')]);
    await queue.written();
    queue.recordRequest({ idempotencyKey: 'k', expectedVersion: 1, entryIds: ['a'] });
    await expect.poll(() => done).toEqual({ recorded, rejected });
    expect(announced).toEqual(['k']);
  },
);

it('what the service took while the disk was full is not written once there is room', async () => {
  const written: string[] = [];
  const acknowledged: string[][] = [];
  let isFull = true;
  let retry = (): void => undefined;
  const port: EditJournal<JournalEntry> = {
    claim: () => Promise.reject(new Error('not asked for here')),
    async append(entries) {
      const refused = { status: 507, code: 'DISK_FULL', message: 'Full.', requestId: null, retryAfter: null };
      if (isFull) throw new ApiError(refused);
      written.push(...entries.map(({ id }) => id));
    },
    async acknowledge(ids) {
      acknowledged.push([...ids]);
    },
    replace: () => Promise.resolve(),
    sending: () => Promise.resolve(),
    leave: () => undefined,
    watch: () => () => undefined,
  };
  const clock = {
    clock: () => 0,
    after(_ms: number, run: () => void) {
      retry = run;
      return () => undefined;
    },
  };
  const queue = new JournalQueue(port, clock, {
    writing: () => undefined,
    journaled: () => undefined,
    requestRecorded: () => undefined,
    failed: () => undefined,
    rejected: () => undefined,
  });
  queue.append([entry('a')]);
  await queue.written();
  queue.append([entry('b'), entry('c')]);
  queue.acknowledge(['a', 'b']);
  await queue.written();
  isFull = false;
  retry();
  await queue.written();
  expect(written).toEqual(['c']);
  expect(acknowledged.at(-1)).toEqual(['a', 'b']);
});
