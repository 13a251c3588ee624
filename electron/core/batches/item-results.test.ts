import { expect, onTestFinished, test } from 'vitest';
import type { RunOutput } from '#shared/api/index.ts';
import { openDeskDatabase } from '../storage/desk-database.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { openTestRuns } from '../testing/test-runs.ts';
import { withResult } from './item-results.ts';

const AT = '2026-01-01T00:00:00.000Z';

const item = {
  index: 0,
  place: [],
  values: [],
  state: 'done',
  starred: false,
  hidden: false,
  attempt: 1,
  runId: 'run_1',
  error: null,
  perhapsCharged: null,
  alreadyPaid: null,
  submittedAt: 0,
} as const;

/** What an item says of a run that made these. */
async function shownOf(outputs: Record<string, RunOutput>) {
  const database = openDeskDatabase(
    ':memory:',
    () => 0,
    () => undefined,
  );
  onTestFinished(() => database.close());
  const { reader, writer } = openTestRuns(database, createTestClock().clock);
  const run = { id: 'run_1', status: 'succeeded', createdAt: AT, updatedAt: AT, outputs };
  writer.note('local', { ...run, spend: { totalCredits: 2, byNode: [] }, executionTimeMs: 40 });
  expect(await writer.recorded('local', 'run_1')).toBe(true);
  return withResult({ ...item, place: [], values: [] }, 'local', reader);
}

test('an item says what its run made and took, as the list of runs has it', async () => {
  expect(
    await shownOf({
      words: { type: 'string', value: 'a fox' },
      count: { type: 'number', value: 7 },
      facts: { type: 'json', value: { a: [1] } },
      picture: { type: 'file', fileId: 'file_1', filename: 'x.png', contentType: 'image/png', sizeBytes: 9 },
    }),
  ).toMatchObject({
    microcredits: '2000000',
    executionTimeMs: 40,
    outputs: [
      { key: 'words', type: 'text', text: 'a fox' },
      { key: 'count', type: 'number', text: '7' },
      { key: 'facts', type: 'json', text: '{"a":[1]}' },
      { key: 'picture', type: 'image', fileId: 'file_1', filename: 'x.png', sizeBytes: 9 },
    ],
  });
});

test('of a run with more outputs and texts than an item shows, as much is said as it shows', async () => {
  const outputs: Record<string, RunOutput> = { ['k'.repeat(100_000)]: { type: 'string', value: 'x' } };
  for (let index = 0; index < 20_000; index += 1) {
    outputs[`out.${index}`] = { type: 'string', value: 'v'.repeat(10_000) };
  }
  const shown = await shownOf(outputs);
  expect(shown.outputs.length).toBeGreaterThan(900);
  expect(JSON.stringify(shown.outputs).length).toBeLessThan(600_000);
  expect(shown.outputs[0]?.text).toHaveLength(10_000);
  expect(shown.outputs.at(-1)).toMatchObject({ text: '', isCut: true });
});
