import { expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { nextStep, type BatchFigures } from './plan.ts';

const figures = (change: Partial<BatchFigures> = {}): BatchFigures => ({
  counts: { waiting: 5, submitted: 0 },
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 2 },
  runsStarted: 0,
  spentMicrocredits: '0',
  highestMicrocredits: null,
  unpricedRuns: 0,
  ...change,
});

test('no more run at once than may, and the end comes with the last', () => {
  expect(nextStep(figures()).kind).toBe('submit');
  expect(nextStep(figures({ counts: { waiting: 5, submitted: 2 } })).kind).toBe('wait');
  expect(nextStep(figures({ counts: { waiting: 0, submitted: 1 } })).kind).toBe('wait');
  expect(nextStep(figures({ counts: { waiting: 0, submitted: 0 } })).kind).toBe('finish');
});

test('a ceiling says what it was and what to do', () => {
  const limits = { maxRuns: 3, maxMicrocredits: null, inFlight: 2 };
  expect(nextStep(figures({ limits, runsStarted: 3 }))).toEqual({
    kind: 'stop',
    reason: 'The ceiling of 3 runs is reached. Raise it to go on.',
  });
  const credits = { maxRuns: null, maxMicrocredits: '10000000', inFlight: 2 };
  expect(
    nextStep(figures({ limits: credits, spentMicrocredits: '8500000', highestMicrocredits: '2000000' })),
  ).toEqual({
    kind: 'stop',
    reason: '8.5 of 10 credits are used, and one more run may cost 2. Raise the ceiling to go on.',
  });
  expect(nextStep(figures({ limits: credits, unpricedRuns: 1 }))).toMatchObject({
    kind: 'stop',
    reason: expect.stringMatching(/does not say what these runs cost/),
  });
});

test('while no cost is known, one run at a time finds it out', () => {
  const limits = { maxRuns: null, maxMicrocredits: '10', inFlight: 4 };
  expect(nextStep(figures({ limits })).kind).toBe('submit');
  expect(nextStep(figures({ limits, counts: { waiting: 5, submitted: 1 } })).kind).toBe('wait');
});

test('whatever runs cost, no ceiling is passed by more than what nobody could know', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 50n }), { minLength: 1, maxLength: 40 }),
      fc.bigInt({ min: 0n, max: 400n }),
      fc.option(fc.integer({ min: 1, max: 30 })),
      fc.integer({ min: 1, max: 5 }),
      fc.infiniteStream(fc.boolean()),
      (costs, maxMicrocredits, maxRuns, inFlight, ends) => {
        const under: bigint[] = [];
        let at = 0;
        let spent = 0n;
        let highest: bigint | null = null;
        let worst = 0n;
        const limits = { maxRuns, maxMicrocredits: String(maxMicrocredits), inFlight };
        for (let steps = 0; steps < 500; steps += 1) {
          const step = nextStep({
            counts: { waiting: costs.length - at, submitted: under.length },
            limits,
            runsStarted: at,
            spentMicrocredits: String(spent),
            highestMicrocredits: highest === null ? null : String(highest),
            unpricedRuns: 0,
          });
          if (step.kind === 'finish' || step.kind === 'stop') break;
          const endsOne = ends.next().value ?? true;
          if (step.kind === 'submit' && !(endsOne && under.length > 0)) {
            const foreseen = highest === null ? 0n : spent + highest * BigInt(under.length + 1);
            worst = foreseen > worst ? foreseen : worst;
            under.push(costs[at]!);
            at += 1;
          } else {
            const cost = under.shift()!;
            spent += cost;
            highest = highest === null || cost > highest ? cost : highest;
          }
          expect(under.length).toBeLessThanOrEqual(inFlight);
          expect(at).toBeLessThanOrEqual(maxRuns ?? Infinity);
        }
        expect(worst).toBeLessThanOrEqual(maxMicrocredits);
        // Runs that all cost the same are known after the first: then the ceiling holds to the letter.
        const isEven = costs.every((cost) => cost === costs[0]);
        expect(isEven && costs[0]! <= maxMicrocredits ? spent : 0n).toBeLessThanOrEqual(maxMicrocredits);
      },
    ),
  );
});
