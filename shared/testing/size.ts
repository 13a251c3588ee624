/**
 * How much of generated or repeated cases a test plays: `npm test` a fixed part, which ends in minutes, the rigs of `npm run test:slice`
 * a part that is a little larger, `npm run test:long` all: it runs the tests that call these once more (`build/test/full-size-files.ts`).
 */
type TestSize = 'every-run' | 'slice' | 'long';

const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };
const rigs = process?.env['PATCHBAY_RIGS'];
const SIZE: TestSize = rigs === 'long' || rigs === 'slice' ? rigs : 'every-run';

/** Fewer cases than these are not worth a part. */
const MIN_RUNS = 25;
const SHARES: Readonly<Record<TestSize, number>> = { 'every-run': 0.1, slice: 0.25, long: 1 };

/** @returns a count or the like for this run: a small one for `npm test`. */
export const bySize = <Value>(values: { everyRun: Value; full: Value }, size = SIZE): Value =>
  size === 'every-run' ? values.everyRun : values.full;

/** @returns how many of so many generated cases are played: the first of them, by the one seed of all property tests. */
export const runs = (all: number, size = SIZE): number =>
  Math.min(all, Math.max(MIN_RUNS, Math.ceil(all * SHARES[size])));

/**
 * @param isOfEveryRun whether a case is one of those that `npm test` plays: each kind needs one
 * @returns the cases that are played; in the slice also each tenth of the others.
 */
export const ofThisRun = <Case>(
  cases: readonly Case[],
  isOfEveryRun: (each: Case, index: number) => boolean,
  size = SIZE,
): Case[] =>
  cases.filter(
    (each, index) => size === 'long' || isOfEveryRun(each, index) || (size === 'slice' && index % 10 === 0),
  );
