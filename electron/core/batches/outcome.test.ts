import { expect, test } from 'vitest';
import { ApiError, type RunOutput } from '#shared/api/index.ts';
import { outcomeOf } from './outcome.ts';
import { callFailureOf } from './refusal.ts';

test('of a run with more outputs and texts than an item shows, as much is stored as it shows', () => {
  const outputs: Record<string, RunOutput> = { ['k'.repeat(100_000)]: { type: 'string', value: 'x' } };
  for (let index = 0; index < 20_000; index += 1) {
    outputs[`out.${index}`] = { type: 'string', value: 'v'.repeat(10_000) };
  }
  const outcome = outcomeOf({ status: 'succeeded', outputs });
  expect(outcome.outputs.length).toBeGreaterThan(900);
  expect(JSON.stringify(outcome.outputs).length).toBeLessThan(600_000);
  expect(outcome.outputs[0]?.text).toHaveLength(10_000);
  expect(outcome.outputs.at(-1)).toMatchObject({ text: '', isCut: true });
});

test('a start that was answered in a way that cannot be read says that it may be charged', () => {
  const odd = new ApiError({ status: 202, code: 'UNEXPECTED_RESPONSE', message: 'It cannot be read.' });
  expect(callFailureOf(odd)).toMatchObject({
    kind: 'item',
    error: expect.stringMatching(/may have been started/),
  });
  const wrong = new ApiError({ status: 400, code: 'INVALID', message: 'Wrong value' });
  expect(callFailureOf(wrong)).toEqual({ kind: 'item', error: 'Wrong value.' });
});
