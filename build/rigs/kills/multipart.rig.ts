import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../random.ts';
import { isSlice } from '../size.ts';
import { killed, killPoints, MultipartWorld } from './multipart.ts';

/** Each moment and each victim is there in a slice as well. */
const pairs = killPoints
  .flatMap((moment, row) => killed.map((victim, column) => ({ moment, victim, row, column })))
  .filter(({ row, column }) => !isSlice || row === column);

test('uploads in parts whose service or core is killed come to their end, once, and leave nothing over', async () => {
  const world = await MultipartWorld.open();
  onTestFinished(() => world.close());
  const random = createRandom(5);
  const problems: string[] = [];
  for (const { moment, victim } of pairs) {
    const found = await world.play(victim, moment, random);
    problems.push(...found.map((problem) => `${victim} killed ${moment}: ${problem}`));
  }
  problems.push(...(await world.checkRemaining()));
  expect(problems).toEqual([]);
  // The last step is fast: a kill may come after it.
  expect(world.killsInTime).toBeGreaterThanOrEqual((pairs.length * 2) / 3);
});
