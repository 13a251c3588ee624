import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { controlDelay, timeLeft } from './delay.ts';

const bench = useNodeBench();

describe('delay', () => {
  test('passes its value on, files included, and says how far it is', async () => {
    const value = await bench.solid(2, 2, '#ff0000');
    expect(await bench.run(controlDelay, { value, seconds: 0.05 })).toEqual({ value });
    expect(bench.progress[0]).toBeCloseTo(0, 1);
    expect(bench.progress.at(-1)).toBe(1);
    expect(bench.progress).toEqual(bench.progress.toSorted((a, b) => a - b));
  });

  test('says long waits in minutes', () => {
    expect([400, 59_940, 59_990, 1_746_000].map(timeLeft)).toEqual([
      '0.4 s left',
      '59.9 s left',
      '1 min 00 s left',
      '29 min 06 s left',
    ]);
  });

  test('goes on at once with no time to wait', async () => {
    expect(await bench.run(controlDelay, { value: 1, seconds: 0 })).toEqual({ value: 1 });
  });

  test('ends when the run is canceled in the middle', async () => {
    const cancel = new AbortController();
    const execution = bench.execution(
      { seconds: 3600 },
      { signal: cancel.signal, onProgress: () => cancel.abort() },
    );
    await expect(controlDelay.execute(execution)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('refuses to wait for ever', async () => {
    await expect(bench.run(controlDelay, { seconds: 1e9 })).rejects.toThrow('Seconds must be from 0 to 3600');
    await expect(bench.run(controlDelay, { seconds: -1 })).rejects.toThrow('Seconds must be from 0');
  });

  test('runs each time', () => {
    expect(controlDelay.cacheable).toBe(false);
  });
});
