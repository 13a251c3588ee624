import { expect, test } from 'vitest';
import type { RunOutput } from '#shared/api/index.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { openTestOutputs } from '../testing/test-outputs.ts';
import { createRunRecorder } from './run-recorder.ts';
import { createRunSources } from './run-sources.ts';

const AT = '2026-01-01T00:00:00Z';
const outputs: Record<string, RunOutput> = { 'make.text': { type: 'string', value: 'a fox' } };
const runOf = (index: number) => ({
  id: `run_${index}`,
  status: 'succeeded',
  updatedAt: AT,
  projectId: 'prj_1',
  projectVersion: index,
  outputs,
});

function start() {
  const database = openTestDatabase();
  const log = createTestLog();
  const stored = openTestOutputs({ database, nameOf: () => null, log });
  const gate = Promise.withResolvers<void>();
  const reads = { now: 0, most: 0 };
  const deferred: string[] = [];
  const recorder = createRunRecorder({
    sources: createRunSources(database),
    outputs: stored,
    async graphAt(_connectionId, _projectId, _version, signal) {
      reads.now += 1;
      reads.most = Math.max(reads.most, reads.now);
      signal.addEventListener('abort', () => gate.reject(signal.reason as Error), { once: true });
      await gate.promise;
      reads.now -= 1;
      return null;
    },
    hashesOf: async () => new Map(),
    onRecorded: () => undefined,
    onDeferred: (connectionId) => deferred.push(connectionId),
    clock: createTestClock().clock,
    log,
  });
  const count = () => stored.search({ connectionId: 'local' }).total;
  return { recorder, gate, reads, postponed: deferred, count };
}

test('a hundred runs that end at once are recorded one after the other, and those that are too many are asked for again', async () => {
  const { recorder, gate, reads, postponed: deferred, count } = start();
  for (let index = 0; index < 100; index += 1) recorder.noteRun('local', runOf(index));
  recorder.noteRun('hosted', runOf(1));
  expect(recorder.isBehind('local')).toBe(true);
  expect(recorder.isBehind('hosted')).toBe(false);
  gate.resolve();
  await recorder.settled();
  // One of each connection.
  expect(reads.most).toBe(2);
  expect(deferred).toEqual(['local']);
  const first = count();
  expect(first).toBeGreaterThan(10);
  expect(first).toBeLessThan(100);
  for (let from = 0; from < 100; from += 20) {
    for (let index = from; index < from + 20; index += 1) recorder.noteRun('local', runOf(index));
    await recorder.settled();
  }
  expect(count()).toBe(100);
});

test('closing does not wait for a service that does not answer', async () => {
  const { recorder, count } = start();
  recorder.noteRun('local', runOf(1));
  recorder.noteRun('local', runOf(2));
  await recorder.close();
  expect(count()).toBe(0);
});

test('the graph of a run that could not be found while the service was away is found when it is asked for', async () => {
  const database = openTestDatabase();
  const log = createTestLog();
  const sources = createRunSources(database);
  const answers = [null, { nodes: [{ id: 'a', type: 'test/a' }], connections: [] }];
  const recorder = createRunRecorder({
    sources,
    outputs: openTestOutputs({ database, nameOf: () => null, log }),
    graphAt: async () => answers.shift() ?? null,
    hashesOf: async () => new Map(),
    onRecorded: () => undefined,
    onDeferred: () => undefined,
    clock: createTestClock().clock,
    log,
  });
  recorder.noteRun('local', runOf(1));
  await recorder.idle('local', 'run_1');
  expect(sources.find('local', 'run_1')?.hasGraph).toBe(false);
  await recorder.findGraph('local', 'run_1');
  expect(sources.graphOf('local', 'run_1')?.nodes.map(({ id }) => id)).toEqual(['a']);
});
