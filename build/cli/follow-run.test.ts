import { expect, test } from 'vitest';
import { followRun, isFailedRun, type ToolReply } from './follow-run.ts';

const answer = (status: string): ToolReply => ({
  structuredContent: { result: { run: 'r1', status }, cursor: null },
});

const never = () => Promise.reject(new Error('Nothing is reads.'));

test('a run that takes longer than one call waits is followed to its end', async () => {
  const answers = [answer('running'), answer('queued'), answer('succeeded')];
  const reads: string[] = [];
  let pauses = 0;
  const read = async (run: string): Promise<ToolReply> => {
    reads.push(run);
    return answers.shift()!;
  };
  const end = await followRun(answer('running'), {
    read,
    pause: async () => void (pauses += 1),
    cancel: never,
  });
  expect(end).toEqual(answer('succeeded'));
  expect([reads, pauses]).toEqual([['r1', 'r1', 'r1'], 3]);
});

test.each([
  ['succeeded', false],
  ['failed', true],
  ['canceled', true],
])('a run that is %s is over, and a failure: %s', async (status, isFailure) => {
  expect(await followRun(answer(status), { read: never, pause: never, cancel: never })).toEqual(
    answer(status),
  );
  expect(isFailedRun(answer(status))).toBe(isFailure);
});

test('a refusal, and an answer about something else, are not followed', async () => {
  const refusal = { isError: true };
  expect(await followRun(refusal, { read: never, pause: never, cancel: never })).toBe(refusal);
  expect(isFailedRun({ structuredContent: { result: null } })).toBe(false);
});

test('where nobody waits any more the run is canceled', async () => {
  const canceled: string[] = [];
  const run = followRun(answer('running'), {
    read: never,
    pause: () => Promise.reject(new Error('Ctrl-C')),
    cancel: async (run) => canceled.push(run),
  });
  await expect(run).rejects.toThrow('Ctrl-C');
  expect(canceled).toEqual(['r1']);
});
