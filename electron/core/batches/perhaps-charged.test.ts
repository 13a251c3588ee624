import { expect, test } from 'vitest';
import { fill, ID, LIMITS, open, startProcess } from './testing/batch-process.ts';

test('items that a model may have charged are tried again by their own button only', async () => {
  const { service, desk } = open();
  service.fails = (item, nth) => (item === 2 || item === 5) && nth === 1;
  service.mayCharge = (item) => item === 5;
  fill(desk, 7);
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID).counts).toMatchObject({ done: 5, failed: 2, perhapsCharged: 1 });
  expect(desk.batches.items(ID, { state: 'failed' })).toMatchObject([
    { index: 2, perhapsCharged: null },
    { index: 5, perhapsCharged: '30000000' },
  ]);
  desk.batches.retry(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID).counts).toMatchObject({ done: 6, failed: 1, perhapsCharged: 1 });
  expect(service.runsOf(5)).toHaveLength(1);
  desk.batches.retry(ID, undefined, false);
  await desk.settle();
  expect(desk.batches.get(ID).counts).toMatchObject({ done: 7, failed: 0, perhapsCharged: 0 });
  expect(service.runsOf(5)).toHaveLength(2);
});

test('a batch pauses when a model that may have charged gives no answer three times in a row', async () => {
  const { service, desk } = open();
  service.fails = () => true;
  service.mayCharge = () => true;
  fill(desk, 40);
  desk.batches.resume(ID, undefined);
  await desk.settle();
  expect(desk.batches.get(ID)).toMatchObject({
    state: 'paused',
    reason: expect.stringContaining('may have been charged'),
  });
  // Those that were under way by then, and no more.
  expect(service.runs.length).toBeLessThanOrEqual(5);
});

test('a request whose answer was lost is not sent again after the service may have forgotten it', async () => {
  const { database, service, desk } = open();
  service.fates = ['taken-and-lost', 'cut', 'cut', 'cut', 'cut'];
  fill(desk, 1);
  desk.batches.resume(ID, undefined);
  await desk.pass(1);
  desk.kill();
  const next = startProcess(database, service);
  next.jump(21 * 3_600_000);
  service.fates = [];
  next.batches.start();
  await next.settle();
  expect(service.runs).toHaveLength(1);
  expect(next.batches.items(ID, {})).toMatchObject([
    {
      state: 'failed',
      error: expect.stringMatching(/cannot tell whether this one was started/),
      perhapsCharged: '0',
    },
  ]);
});

test('a request whose answer was lost before the service was replaced by its backup is not paid twice unasked', async () => {
  const { database, service, desk } = open();
  service.fates = ['taken-and-lost', 'cut', 'cut', 'cut', 'cut'];
  fill(desk, 2, { ...LIMITS, inFlight: 1 });
  desk.batches.resume(ID, undefined);
  await desk.pass(1);
  desk.kill();
  const next = startProcess(database, service);
  next.jump(60_000);
  service.restoredAt = Date.parse('2026-01-01T00:00:30Z');
  service.forgetAll();
  service.fates = [];
  next.batches.start();
  await next.settle();
  // The second item ran; of the first nobody knows.
  expect(next.batches.get(ID).counts).toMatchObject({ done: 1, failed: 1, perhapsCharged: 1 });
  expect(next.batches.items(ID, {})).toMatchObject([
    { state: 'failed', error: expect.stringContaining('replaced by its backup'), perhapsCharged: '0' },
    { state: 'done' },
  ]);
  const requestBody = service.requests;
  next.batches.retry(ID, undefined);
  await next.settle();
  expect(service.requests).toBe(requestBody);
  next.batches.retry(ID, undefined, false);
  await next.settle();
  expect(next.batches.get(ID).counts).toMatchObject({ done: 2, failed: 0, perhapsCharged: 0 });
});

test('a run that the service has no more, as after a backup, may have been charged and is not run again unasked', async () => {
  const { service, desk } = open();
  service.pollsToEnd = 3;
  fill(desk, 1);
  desk.batches.resume(ID, undefined);
  await desk.pass(1);
  service.forgetAll();
  await desk.settle();
  expect(desk.batches.items(ID, {})).toMatchObject([{ state: 'failed', perhapsCharged: '0' }]);
  const requestBody = service.requests;
  desk.batches.retry(ID, undefined);
  await desk.settle();
  expect(service.requests).toBe(requestBody);
});
