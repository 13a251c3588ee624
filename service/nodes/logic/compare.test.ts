import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { logicCompare } from './compare.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(logicCompare, inputs);

const ask = async (a: unknown, test: string, b: unknown) => (await run({ a, test, b } as never))['result'];

describe('compare', () => {
  test.each([
    [1, 'equal', 1, true],
    [1, 'equal', '1.0', true],
    ['a', 'not equal', 'b', true],
    [{ x: 1, y: 2 }, 'equal', { y: 2, x: 1 }, true],
    [null, 'equal', '', false],
    [2, 'less', 10, true],
    ['2', 'less', '10', true],
    ['7615917337495251231', 'equal', '7615917337495251232', false],
    ['7615917337495251231', 'less', '7615917337495251232', true],
    ['7615917337495251231', 'equal', '7615917337495251231', true],
    [['7615917337495251232'], 'contains', '7615917337495251231', false],
    ['0x10', 'equal', 16, false],
    ['file 2', 'less', 'file 10', true],
    [3, 'at most', 3, true],
    [3, 'greater', 3, false],
    [3, 'at least', 3, true],
    ['haystack', 'contains', 'stack', true],
    [[1, { a: 2 }], 'contains', { a: 2 }, true],
    [{ key: null }, 'contains', 'key', true],
    [{}, 'contains', 'constructor', false],
  ])('%j %s %j: %j', async (a, test, b, expected) => {
    expect(await ask(a, test, b)).toBe(expected);
  });

  test('files are equal by content, not by name', async () => {
    const [one, two, other] = [
      await bench.solid(2, 2, '#ff0000', 'one.png'),
      await bench.solid(2, 2, '#ff0000', 'two.png'),
      await bench.solid(2, 2, '#00ff00', 'one.png'),
    ];
    expect(await ask(one, 'equal', two)).toBe(true);
    expect(await ask(one, 'equal', other)).toBe(false);
  });

  test('says when two values have no order', async () => {
    await expect(ask([1], 'less', 'x')).rejects.toThrow('a list and “x” have no order');
  });
});
