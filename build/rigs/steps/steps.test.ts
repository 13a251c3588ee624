import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StepCounter } from './count-steps.ts';
import { documentRows } from './document-rows.ts';
import { graphRows } from './graph-rows.ts';
import { interchangeRows } from './interchange-rows.ts';
import { journalRows } from './journal-rows.ts';
import type { StepsRow } from './row.ts';
import { bySize } from '#shared/testing/size.ts';

/** What comes from elsewhere takes as many steps as it is long, in the shapes that take longest. */

const SIZES = bySize({ everyRun: [2, 8], full: [4, 16] });

/** Sorting looks at each entry a little oftener where there are more; twice as often is far from sixteen times. */
const MAX_GROWTH = 2;

let counter: StepCounter;
beforeAll(() => {
  counter = new StepCounter();
});
afterAll(() => counter.end());

async function stepsPerEntry({ base, prepare }: StepsRow): Promise<number[]> {
  // Caches are filled and modules are loaded once.
  await (
    await prepare(base)
  )();
  const works: (() => unknown)[] = [];
  for (const size of SIZES) works.push(await prepare(base * size));
  const counts = await counter.countEach(works);
  return counts.map((count, at) => count / (base * (SIZES[at] ?? 1)));
}

describe.each([
  ['files of other programs', interchangeRows],
  ['graphs', graphRows],
  ['what pages send', journalRows],
  ['documents', documentRows],
])('%s', (_name, rows) => {
  it.each(Object.entries(rows))('%s', { tags: 'rig' }, async (_what, row) => {
    const [medium = 0, large = 0] = await stepsPerEntry(row);
    expect(large / medium).toBeLessThan(MAX_GROWTH);
  });
});

describe('counting', () => {
  const growthOf = async (prepare: StepsRow['prepare']): Promise<number> => {
    const [medium = 0, large = 0] = await stepsPerEntry({ base: 100, prepare });
    return large / medium;
  };
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  it.each<[string, (count: number) => unknown]>([
    ['loops', (count) => numbers(count).every((value) => numbers(count).some((other) => other === value))],
    [
      'calls of closures',
      (count) => numbers(count).map((value) => numbers(count).filter((other) => other > value)),
    ],
    ['built-in searches', (count) => numbers(count).map((value) => numbers(count).indexOf(value))],
    ['copies', (count) => numbers(count).reduce<number[]>((all, value) => [...all, value], [])],
    ['texts', (count) => numbers(count).map(() => 'a'.repeat(count).replaceAll('b', 'c'))],
  ])('sees that %s within each other are too many', async (_name, work) => {
    expect(await growthOf((count) => () => work(count))).toBeGreaterThan(MAX_GROWTH);
  });

  it('takes one walk through for what it is', async () => {
    expect(await growthOf((count) => () => numbers(count).map(String).join(''))).toBeLessThan(1.2);
  });
});
