import { expect, test } from 'vitest';
import { MachineTime, processorTicks, starvationReason, type Sample } from './machine-time.ts';

const calm = (at: number, more: Partial<Sample> = {}): Sample => ({
  at,
  lateMs: 2,
  stolen: 0,
  total: at,
  load: 3,
  ...more,
});

test('a machine that is at the service of the tests excuses nothing', () => {
  const samples = [calm(0), calm(250), calm(500)];
  expect(starvationReason(samples, 0, 500, 2)).toBeNull();
});

test('a machine that stood still, gave its time to others or was wanted by many is named', () => {
  expect(starvationReason([calm(0), calm(2600, { lateMs: 2350 })], 0, 3000, 2)).toBe(
    'the machine stood still for 2.4 s',
  );
  expect(starvationReason([calm(0), calm(1000, { stolen: 400 })], 0, 1000, 2)).toBe(
    'other machines took 40 % of the processor (steal time)',
  );
  expect(starvationReason([calm(0, { load: 31 }), calm(250)], 0, 1000, 2)).toBe(
    '31 programs wanted 2 cores (load average)',
  );
});

test('only what happened during the test counts, and a stand-still that reaches into it does', () => {
  const samples = [calm(0, { lateMs: 5000 }), calm(1000), calm(2000), calm(9000, { lateMs: 5000 })];
  expect(starvationReason(samples, 1000, 2000, 2)).toBeNull();
  expect(starvationReason(samples, 1000, 4500, 2)).toBe('the machine stood still for 5.0 s');
  expect(starvationReason([], 0, 1000, 2)).toBeNull();
});

test('reads the ticks of all processors', () => {
  expect(processorTicks('cpu  10 1 20 60 0 2 3 4 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n')).toEqual({
    stolen: 4,
    total: 100,
  });
  expect(processorTicks('')).toEqual({ stolen: 0, total: 0 });
});

test('looks at the machine while it runs', async () => {
  const machine = new MachineTime();
  await expect.poll(() => machine.samples.length).toBeGreaterThan(1);
  machine.stop();
  expect(machine.samples[0]?.load).toBeGreaterThanOrEqual(0);
});
