import { expect, test } from 'vitest';
import { fill, ID, LIMITS, open, startProcess } from './testing/batch-process.ts';

test('a batch that is moved to the front begins its runs before the others, also after a restart', async () => {
  const OTHER = 'batch_00000002';
  const { database, service, desk } = open();
  const oneByOne = { ...LIMITS, inFlight: 1 };
  fill(desk, 5, oneByOne);
  fill(desk, 4, oneByOne, 'grid', OTHER);
  desk.batches.resume(ID, undefined);
  desk.batches.resume(OTHER, undefined);
  // Without one in front they take turns.
  await desk.pass(4);
  const before = service.runs.length;
  expect(new Set(service.runs.map(({ externalId }) => externalId.split('/')[1]))).toEqual(
    new Set([ID, OTHER]),
  );
  expect(desk.batches.moveToFront(OTHER).movedToFront).toBe(1);
  expect(desk.batches.get(ID).reason).toMatch(/once all runs of “Strength by seed” have begun/);
  expect(desk.batches.get(OTHER).reason).toBeNull();
  desk.kill();

  const again = startProcess(database, service);
  again.batches.start();
  await again.settle(OTHER);
  await again.settle(ID);
  const begun = service.runs.slice(before).map(({ externalId }) => externalId.split('/')[1]);
  expect(begun.indexOf(ID)).toBe(begun.lastIndexOf(OTHER) + 1);
  expect(service.runs).toHaveLength(9);
});

test('a batch in front that is paused, waits for its service or is deleted keeps no other waiting', async () => {
  const OTHER = 'batch_00000002';
  for (const leave of ['pause', 'delete'] as const) {
    const { service, desk } = open();
    fill(desk, 3);
    fill(desk, 3, LIMITS, 'grid', OTHER);
    desk.batches.moveToFront(OTHER);
    desk.batches.resume(OTHER, undefined);
    service.fates = ['busy', 'busy', 'busy'];
    await desk.pass(1);
    desk.batches.resume(ID, undefined);
    expect(desk.batches.get(ID).reason).toBeNull();
    await desk.batches[leave](OTHER);
    await desk.settle();
    expect(desk.batches.get(ID)).toMatchObject({ state: 'done', counts: { done: 3 } });
  }
});
