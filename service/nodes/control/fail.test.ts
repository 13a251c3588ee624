import { expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { controlFail } from './fail.ts';

const bench = useNodeBench();

test('fails with the message, or one of its own', async () => {
  await expect(bench.run(controlFail, { message: 'Not today' })).rejects.toMatchObject({
    name: 'NodeFailure',
    message: 'Not today',
  });
  await expect(bench.run(controlFail, { message: '' })).rejects.toThrow('This step was set to fail.');
  expect(controlFail.cacheable).toBe(false);
});
