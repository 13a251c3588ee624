import { expect, onTestFinished, test } from 'vitest';
import { createChance } from '../chance.ts';
import { killed, moments, MultipartWorld } from './multipart.ts';

test('uploads in parts whose service or core is killed come to their end, once, and leave nothing over', async () => {
  const world = await MultipartWorld.open();
  onTestFinished(() => world.close());
  const chance = createChance(5);
  const problems: string[] = [];
  for (const moment of moments) {
    for (const victim of killed) {
      const found = await world.play(victim, moment, chance);
      problems.push(...found.map((problem) => `${victim} killed ${moment}: ${problem}`));
    }
  }
  problems.push(...(await world.checkRest()));
  expect(problems).toEqual([]);
  // The last step is fast: a kill may come after it.
  expect(world.killsInTime).toBeGreaterThanOrEqual(6);
});
