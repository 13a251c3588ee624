import { expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { openDeskDatabase } from '../storage/desk-database.ts';
import { fill, ID, LIMITS, open, startProcess } from './testing/batch-process.ts';
import { RunService, type Fate } from './testing/run-service.ts';

test('every item runs once with its own values, at most so many at a time', async () => {
  const { service, desk } = open();
  fill(desk, 7);
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({
    state: 'done',
    reason: null,
    counts: { total: 7, done: 7 },
    runsStarted: 7,
    spentMicrocredits: '70',
    highestMicrocredits: '10',
  });
  expect(service.runs.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    Array.from({ length: 7 }, (_, at) =>
      expect.objectContaining({
        inputOverrides: { a: { value: { type: 'number', value: at } } },
        externalId: `patchbay-batch/${ID}/${at}`,
      }),
    ),
  );
  const under = desk.events.map((event) =>
    event.type === 'batch' ? (event.batch?.counts.submitted ?? 0) : 0,
  );
  expect(Math.max(...under)).toBeLessThanOrEqual(3);
  expect(desk.batches.items(ID, { from: '6' })).toMatchObject([
    { index: 6, state: 'done', outputs: [{ key: 'Result', text: `patchbay-batch/${ID}/6` }] },
  ]);
});

test('a provider that fails every third item stops nothing, and only the failed run again', async () => {
  const { service, desk } = open();
  service.fails = (item, nth) => item % 3 === 2 && nth === 1;
  fill(desk, 9);
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({ state: 'done', counts: { done: 6, failed: 3 } });
  expect(desk.batches.items(ID, { state: 'failed' }).map(({ index, error }) => [index, error])).toEqual([
    [2, 'Item 2 failed.'],
    [5, 'Item 5 failed.'],
    [8, 'Item 8 failed.'],
  ]);
  desk.batches.retry(ID, [5]);
  await desk.settle();
  expect(desk.batches.get(ID).counts).toMatchObject({ done: 7, failed: 2 });
  desk.batches.retry(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID).counts).toMatchObject({ done: 9, failed: 0 });
  expect(service.runs).toHaveLength(12);
});

test('rows that are tried again run alone: what waits stays, and the ceiling grows by them alone', async () => {
  const { service, desk } = open();
  service.fails = (item, nth) => item === 1 && nth === 1;
  fill(desk, 6, { ...LIMITS, maxRuns: 3 });
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({ state: 'paused', counts: { done: 2, failed: 1, waiting: 3 } });
  desk.batches.retry(ID, [1]);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({
    state: 'paused',
    reason: 'What was to be tried again has run. The rest waits until you go on.',
    counts: { done: 3, failed: 0, waiting: 3 },
    limits: { maxRuns: 4 },
  });
  expect(service.runs).toHaveLength(4);
  // Nothing has failed, so nothing is run.
  expect(desk.batches.retry(ID, undefined)).toMatchObject({ state: 'paused' });
  desk.batches.resume(ID, LIMITS);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({ state: 'done', counts: { done: 6 } });
});

test('an item is at its end once what its run made is on the disk, also after a kill', async () => {
  const { database, service, desk } = open();
  const gate = Promise.withResolvers<void>();
  service.recording = gate.promise;
  fill(desk, 1);
  desk.batches.resume(ID, undefined);
  await desk.pass(6);
  expect(service.runs[0]?.status).toBe('succeeded');
  expect(desk.batches.items(ID, {})).toMatchObject([{ state: 'submitted', outputs: [] }]);
  desk.kill();
  service.recording = Promise.resolve();
  const next = startProcess(database, service);
  next.batches.start();
  await next.settle();
  expect(next.batches.items(ID, {})).toMatchObject([
    { state: 'done', microcredits: '10', outputs: [{ text: `patchbay-batch/${ID}/0` }] },
  ]);
  expect(service.runs).toHaveLength(1);
  expect(next.batches.get(ID)).toMatchObject({ spentMicrocredits: '10' });
});

test('retries go on alone after a kill', async () => {
  const { database, service, desk } = open();
  service.fails = (_item, nth) => nth === 1;
  fill(desk, 5, { ...LIMITS, maxRuns: 2 });
  desk.batches.resume(ID, undefined);
  await desk.settle();
  service.pollsToEnd = 1000;
  desk.batches.retry(ID, undefined);
  await desk.pass(2);
  desk.kill();
  service.pollsToEnd = 1;
  const next = startProcess(database, service);
  next.batches.start();
  await next.settle();
  expect(next.batches.get(ID)).toMatchObject({ state: 'paused', counts: { done: 2, failed: 0, waiting: 3 } });
  expect(service.runs).toHaveLength(4);
});

test('a project that comes back under another id has its batches with it', () => {
  const { desk } = open();
  fill(desk, 2);
  desk.batches.moveProject('local', 'prj_1', 'prj_2');
  expect(desk.batches.list('local', { projectId: 'prj_1' })).toEqual([]);
  expect(desk.batches.list('local', { projectId: 'prj_2' })).toMatchObject([
    { id: ID, origin: { kind: 'graph', projectId: 'prj_2', projectVersion: 4 } },
  ]);
});

test('one that fails again and again in the same way is stopped', async () => {
  const { service, desk } = open();
  service.fates = Array.from({ length: 30 }, () => 'refused');
  fill(desk, 30);
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({
    state: 'paused',
    reason: expect.stringMatching(/^8 in a row failed in the same way: Refused: INVALID_INPUT\./),
  });
});

test('a ceiling on credits holds while runs are under way', async () => {
  const { service, desk } = open();
  fill(desk, 9, { ...LIMITS, maxMicrocredits: '45' });
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(service.runs).toHaveLength(4);
  expect(desk.batches.get(ID)).toMatchObject({
    state: 'paused',
    spentMicrocredits: '40',
    reason: expect.stringMatching(/Raise the ceiling to go on/),
  });
  desk.batches.resume(ID, { ...LIMITS, maxMicrocredits: '1000' });
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({ state: 'done', spentMicrocredits: '90' });
});

test('a service that does not say what runs cost cannot be held to credits, and that is said', async () => {
  const { service, desk } = open();
  service.cost = null;
  fill(desk, 5, { ...LIMITS, maxMicrocredits: '45' });
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(service.runs).toHaveLength(1);
  expect(desk.batches.get(ID).reason).toMatch(/Set a ceiling on runs instead/);
});

test('while the service is away the batch says so, and it goes on when it is back', async () => {
  const { service, desk } = open();
  fill(desk, 5);
  service.isAway = true;
  desk.batches.resume(ID, undefined);
  await desk.pass(3);
  expect(desk.batches.get(ID)).toMatchObject({
    state: 'running',
    reason: 'The service is away. The batch goes on by itself when it is back.',
  });
  service.isAway = false;
  desk.batches.serviceIsBack('local');
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({ state: 'done', reason: null });
  expect(service.runs).toHaveLength(5);
});

test('pausing starts nothing more, canceling ends what goes on, and both can be resumed', async () => {
  const { service, desk } = open();
  service.pollsToEnd = 1000;
  fill(desk, 8);
  desk.batches.resume(ID, undefined);
  await desk.pass(4);
  desk.batches.pause(ID);
  await desk.pass(10);
  expect(service.runs).toHaveLength(3);
  await desk.batches.cancel(ID);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({ state: 'canceled', counts: { canceled: 3, waiting: 5 } });
  service.pollsToEnd = 1;
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({ state: 'done', counts: { canceled: 3, done: 5 } });
});

test('a grid of 10,000 cells is taken in pages, keeps its counts, and stops at its ceiling', async () => {
  const { service, desk } = open();
  fill(desk, 0, { ...LIMITS, maxRuns: 5 });
  const cells = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      place: [from + at],
      values: [{ type: 'number' as const, value: from + at }],
    }));
  for (let from = 0; from < 10_000; from += 1000) desk.batches.append(ID, from, cells(from, 1000));
  // One page once more, as after an answer that was lost, adds nothing.
  desk.batches.append(ID, 9000, cells(9000, 1000));
  expect(desk.batches.get(ID).counts).toMatchObject({ total: 10_000, waiting: 10_000 });
  expect(() => desk.batches.append(ID, 10_000, cells(10_000, 1))).toThrow(/may hold 10,000 runs/);
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(service.runs).toHaveLength(5);
  expect(desk.batches.get(ID)).toMatchObject({
    state: 'paused',
    reason: 'The ceiling of 5 runs is reached. Raise it to go on.',
    counts: { done: 5, waiting: 9995 },
  });
  expect(desk.batches.items(ID, { from: '9999' })).toMatchObject([{ index: 9999, place: [9999] }]);
});

test('a row that was skipped says why, and runs once with the values it gets', async () => {
  const { service, desk } = open();
  fill(desk, 1, LIMITS, 'table');
  desk.batches.append(ID, 1, [
    { place: [], values: [null], skipped: true, reason: 'Value: “big” is not a number.' },
  ]);
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(desk.batches.items(ID, {})[1]).toMatchObject({
    state: 'skipped',
    error: 'Value: “big” is not a number.',
  });

  desk.batches.setValues(ID, { item: 1, values: [{ type: 'number', value: 12 }] });
  expect(desk.batches.get(ID)).toMatchObject({ state: 'paused', counts: { waiting: 1, skipped: 0 } });
  expect(desk.batches.items(ID, {})[1]).toMatchObject({
    error: null,
    values: [{ type: 'number', value: 12 }],
  });
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({ state: 'done', counts: { done: 2 }, runsStarted: 2 });
  expect(JSON.parse(service.runs[1]?.body ?? '')).toMatchObject({
    inputOverrides: { a: { value: { type: 'number', value: 12 } } },
  });
  // What has run stays what it is.
  expect(() => desk.batches.setValues(ID, { item: 1, values: [null] })).toThrow('has run');
});

test('skipped cells do not run, and hidden ones are not lost', async () => {
  const { service, desk } = open();
  fill(desk, 4);
  desk.batches.mark(ID, { items: [1, 3], skipped: true });
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(service.runs).toHaveLength(2);
  desk.batches.mark(ID, { items: [0], hidden: true });
  desk.batches.mark(ID, { items: [2], starred: true });
  expect(desk.batches.get(ID).counts).toMatchObject({ done: 2, skipped: 2, hidden: 1, starred: 1 });
  expect(desk.batches.items(ID, {})[0]).toMatchObject({ hidden: true, state: 'done' });
  desk.batches.mark(ID, { items: [3], skipped: false });
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(service.runs).toHaveLength(3);
});

test('a grid of more than may be is refused in a sentence', () => {
  const { desk } = open();
  fill(desk, 1);
  expect(() =>
    desk.batches.append(ID, 9_999, [
      { place: [], values: [null] },
      { place: [], values: [null] },
    ]),
  ).toThrow('A grid may hold 10,000 runs. Take fewer values.');
  expect(() =>
    desk.batches.append(ID, 1, [{ place: [], values: [{ type: 'string', value: 'x'.repeat(2e6) }] }]),
  ).toThrow('The values of item 2 are longer than 1 MB. Shorten them.');
});

const action = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), steps: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constantFrom('kill', 'close', 'pause', 'resume', 'cancel', 'retry', 'away', 'back') }),
  fc.record({ kind: fc.constant('skip' as const), item: fc.nat(11), skipped: fc.boolean() }),
);
const fate: fc.Arbitrary<Fate> = fc.constantFrom(
  'taken',
  'taken',
  'taken-and-lost',
  'cut',
  'busy',
  'unavailable',
  'refused',
);

test(
  'whatever happens on the way, nothing runs twice, nothing is lost, and no ceiling is passed',
  { tags: 'rig' },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 14 }),
        fc.array(fate, { maxLength: 20 }),
        fc.integer({ min: 1, max: 30 }),
        async (actions, fates, maxRuns) => {
          const database = openDeskDatabase(
            ':memory:',
            () => 0,
            () => {},
          );
          const service = new RunService();
          service.fails = (item, nth) => item % 3 === 0 && nth === 1;
          service.fates = fates;
          let desk = startProcess(database, service);
          fill(desk, 12, { ...LIMITS, maxRuns });
          /** Ends of items that a retry took back: each allows one run more. */
          const retried = new Map<number, number>();
          const retry = () => {
            for (const state of ['failed', 'canceled'] as const) {
              for (const { index } of desk.batches.items(ID, { state })) {
                retried.set(index, (retried.get(index) ?? 0) + 1);
              }
            }
            desk.batches.retry(ID, undefined);
          };
          const check = () => {
            const retries = [...retried.values()].reduce((sum, times) => sum + times, 0);
            expect(service.runs.length).toBeLessThanOrEqual(maxRuns + retries);
            for (let item = 0; item < 12; item += 1) {
              expect(service.runsOf(item).length).toBeLessThanOrEqual(1 + (retried.get(item) ?? 0));
            }
          };
          desk.batches.resume(ID, undefined);
          for (const step of actions) {
            if (step.kind === 'pass') await desk.pass(step.steps);
            else if (step.kind === 'kill' || step.kind === 'close') {
              if (step.kind === 'close') await desk.batches.close();
              desk.kill();
              desk = startProcess(database, service);
              desk.batches.start();
            } else if (step.kind === 'pause') desk.batches.pause(ID);
            else if (step.kind === 'resume') desk.batches.resume(ID, undefined);
            else if (step.kind === 'cancel') await desk.batches.cancel(ID);
            else if (step.kind === 'retry') retry();
            else if (step.kind === 'skip')
              desk.batches.mark(ID, { items: [step.item], skipped: step.skipped });
            else service.isAway = step.kind === 'away';
            check();
          }
          service.isAway = false;
          service.fates = [];
          desk.batches.mark(ID, { items: Array.from({ length: 12 }, (_, at) => at), skipped: false });
          desk.batches.resume(ID, undefined);
          await desk.settle();
          check();
          // Then all that is left runs, however it went so far.
          desk.batches.change(ID, { limits: LIMITS });
          maxRuns = Infinity;
          for (let round = 0; round < 4; round += 1) {
            retry();
            desk.batches.resume(ID, undefined);
            await desk.settle();
          }
          const { counts, state, spentMicrocredits } = desk.batches.get(ID);
          expect([state, counts.done]).toEqual(['done', 12]);
          // What the service charged is what is shown: no run is lost from the sum.
          expect(spentMicrocredits).toBe(String(service.runs.length * 10));
          check();
          database.close();
        },
      ),
      { numRuns: 30 },
    );
  },
);
