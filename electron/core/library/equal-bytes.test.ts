import { expect, test } from 'vitest';
import type { RunOutput } from '#shared/api/index.ts';
import { drain } from '#shared/reading/index.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { openTestOutputs } from '../testing/test-outputs.ts';
import { hashesOfRun } from '../runs/equal-bytes.ts';
import { outputEntries, readOutputs } from '../runs/output-entries.ts';
import { RunRequest } from '../runs/run-sources.ts';

const file = (fileId: string, sizeBytes: number): RunOutput => ({
  type: 'file',
  fileId,
  filename: 'x.png',
  contentType: 'image/png',
  sizeBytes,
});

/** A library of outputs at a service that tells the hash of each file; `hashes` are its files. */
function openLibrary(hashes: Record<string, string>) {
  const database = openTestDatabase();
  const outputs = openTestOutputs({ database, nameOf: () => 'Sunset', log: createTestLog() });
  const asked: string[][] = [];
  const { signal } = new AbortController();
  async function record(run: number, made: Record<string, RunOutput>): Promise<void> {
    const runId = `run_${run}`;
    const entries = drain(
      outputEntries({ id: runId, outputs: readOutputs({ outputs: made }) }, null, RunRequest.parse({})),
    );
    const known = await hashesOfRun(
      outputs.bytes,
      {
        async hashesOf(_connectionId, fileIds) {
          asked.push([...fileIds]);
          return new Map(fileIds.flatMap((id) => (hashes[id] === undefined ? [] : [[id, hashes[id]]])));
        },
        log: createTestLog(),
      },
      { connectionId: 'local', entries, signal },
    );
    outputs.record(
      {
        connectionId: 'local',
        runId,
        projectId: 'prj_1',
        projectVersion: run,
        templateId: null,
        createdAt: `2026-01-01T00:00:0${run}.000Z`,
        hashes: known,
      },
      entries,
    );
  }
  const list = (more = {}) =>
    outputs.search({ connectionId: 'local', distinct: true, ...more }).outputs.map((output) => ({
      run: output.runId,
      times: output.copyCount,
    }));
  return { outputs, record, list, asked };
}

test('equal bytes of later runs are listed once, in the newest run, with all runs that made them', async () => {
  const { outputs, record, list } = openLibrary({ a1: 'red', a2: 'red', a3: 'red', b: 'blue' });
  await record(1, { Poster: file('a1', 5) });
  await record(2, { Poster: file('a2', 5), Card: file('b', 5) });
  await record(3, { Poster: file('a3', 5) });
  expect(list()).toEqual([
    { run: 'run_3', times: 3 },
    { run: 'run_2', times: 1 },
  ]);
  const [newest] = outputs.search({ connectionId: 'local', distinct: true }).outputs;
  expect(outputs.originsOf(newest!).map(({ runId }) => runId)).toEqual(['run_3', 'run_2', 'run_1']);
  // A run by itself shows what it made.
  expect(list({ runId: 'run_1' })).toEqual([{ run: 'run_1', times: 1 }]);
});

test('only files of a size that was there before are asked for', async () => {
  const { record, asked } = openLibrary({ a: 'red', b: 'blue', c: 'red' });
  await record(1, { Poster: file('a', 5) });
  await record(2, { Poster: file('b', 6) });
  expect(asked).toEqual([]);
  await record(3, { Poster: file('c', 5) });
  expect(asked).toEqual([['c', 'a']]);
});

test('a star and a note stay with the picture when it is made again, and hiding it hides all of it', async () => {
  const { outputs, record, list } = openLibrary({ a: 'red', b: 'red', c: 'red' });
  await record(1, { Poster: file('a', 5) });
  const idOf = (runId: string): string =>
    outputs.search({ connectionId: 'local', runId }).outputs[0]?.id ?? '';
  outputs.change({ outputIds: [idOf('run_1')], starred: true, note: 'For Ana' });
  await record(2, { Poster: file('b', 5) });
  expect(outputs.list([idOf('run_2')])).toMatchObject([{ starred: true, note: 'For Ana' }]);
  expect(outputs.search({ connectionId: 'local', distinct: true, text: 'ana' }).outputs).toHaveLength(1);
  outputs.change({ outputIds: [idOf('run_2')], starred: false });
  expect(list({ starred: true })).toEqual([]);
  outputs.change({ outputIds: [idOf('run_2')], hidden: true });
  expect(list()).toEqual([]);
  outputs.change({
    outputIds: [outputs.search({ connectionId: 'local', hidden: true }).outputs[0]!.id],
    hidden: false,
  });
  expect(list()).toEqual([{ run: 'run_2', times: 2 }]);
});

test('where the file of the newest run was deleted, one that is there stands for it', async () => {
  const { outputs, record, list } = openLibrary({ a: 'red', b: 'red' });
  await record(1, { Poster: file('a', 5) });
  await record(2, { Poster: file('b', 5) });
  outputs.markMissing('local', 'b', true);
  expect(list()).toEqual([{ run: 'run_1', times: 2 }]);
});

test('of a service that does not tell, one file is one picture', async () => {
  const { record, list } = openLibrary({});
  await record(1, { Poster: file('a', 5) });
  await record(2, { Poster: file('a', 5) });
  await record(3, { Poster: file('b', 5) });
  expect(list()).toEqual([
    { run: 'run_3', times: 1 },
    { run: 'run_2', times: 2 },
  ]);
});
