import { expect, test } from 'vitest';
import { drain } from '#shared/reading/index.ts';
import { outputEntries, readOutputs } from '../runs/output-entries.ts';
import { RunRequest } from '../runs/run-sources.ts';
import { createTeamRows } from '../team/team-rows.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { openTestOutputs } from '../testing/test-outputs.ts';
import { createTeamLibrary } from './apply-registers.ts';

test('what a service says of a collection changes none of another service, whose id it may know', () => {
  const database = openTestDatabase();
  const recorded = openTestOutputs({ database, nameOf: () => 'Sunset', log: createTestLog() });
  const outputs = readOutputs({ outputs: { Text: { type: 'string', value: 'hello' } } });
  const entries = drain(outputEntries({ id: 'run', outputs }, null, RunRequest.parse({})));
  const createdAt = '2026-01-01T00:00:00.000Z';
  const run = { runId: 'run', projectId: 'prj', projectVersion: 1, templateId: null, createdAt };
  recorded.record({ connectionId: 'guest', ...run, hashes: new Map() }, entries);
  database
    .prepare("INSERT INTO collections (id, connection_id, name, created_at) VALUES (?, ?, 'Ours', ?)")
    .run('ours', 'studio', createdAt);
  const library = createTeamLibrary(
    database,
    { recorded, registers: createTeamRows(database) },
    () => undefined,
  );
  const output = { runId: 'run', key: 'Text' };
  const membersOf = (id: string) =>
    database.prepare('SELECT * FROM collection_items WHERE collection_id = ?').all(id).length;
  for (const collectionId of ['ours', 'theirs']) {
    library.apply('guest', [
      { field: 'member', collectionId, output, value: true },
      { field: 'name', collectionId, output: null, value: 'Taken over' },
      { field: 'deleted', collectionId, output: null, value: collectionId === 'ours' },
    ]);
  }
  const rows = database.prepare('SELECT id, name, deleted_at FROM collections ORDER BY id').all();
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { id: 'ours', name: 'Ours', deleted_at: null },
    { id: 'theirs', name: 'Taken over', deleted_at: null },
  ]);
  expect([membersOf('ours'), membersOf('theirs')]).toEqual([0, 1]);
});
