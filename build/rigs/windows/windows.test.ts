// @module-tag rig
import { describe, expect, test } from 'vitest';
import { runs } from '#shared/testing/size.ts';
import { playWindows } from './world.ts';

/** A seed that breaks a promise is told line by line by `npm run windows -- --n 1 --seed S --trace FILE`. */

async function problemsOf(seeds: number, options: Parameters<typeof playWindows>[1]) {
  const found: Record<number, string[]> = {};
  let edits = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const report = await playWindows(seed, options);
    edits += report.edits;
    if (report.problems.length > 0) found[seed] = report.problems;
  }
  return { found, edits };
}

describe('whatever arrives in whatever order between two windows, the desktop process and the service', () => {
  const calm = runs(250);
  test(`each shows all that was done in it, and the service has it in the end (${calm} orders)`, async () => {
    const { found, edits } = await problemsOf(calm, { steps: 200, withKills: false });
    expect(found).toEqual({});
    expect(edits).toBeGreaterThan(5 * calm);
  });

  const killed = runs(400);
  test(`what was called kept is there after kills of each of them (${killed} orders)`, async () => {
    const { found, edits } = await problemsOf(killed, { steps: 300, withKills: true });
    expect(found).toEqual({});
    expect(edits).toBeGreaterThan(5 * killed);
  });
});
