import { expect, test } from 'vitest';
import { drain } from '#shared/reading/index.ts';
import { outputEntries, readOutputs } from '../runs/output-entries.ts';
import { RunRequest } from '../runs/run-sources.ts';
import { createTeamRows } from '../team/team-rows.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { openTestOutputs } from '../testing/test-outputs.ts';
import { createTeamLibrary } from './apply-registers.ts';
import { createCollections } from './collections.ts';

test('what a service says of a collection changes none of another service, whose id it may know', () => {
  const database = openTestDatabase();
  const recorded = openTestOutputs({ database, nameOf: () => 'Sunset', log: createTestLog() });
  const outputs = readOutputs({ outputs: { Text: { type: 'string', value: 'hello' } } });
  const entries = drain(outputEntries({ id: 'run', outputs }, null, RunRequest.parse({})));
  const createdAt = '2026-01-01T00:00:00.000Z';
  const run = { runId: 'run', projectId: 'prj', projectVersion: 1, templateId: null, createdAt };
  recorded.record({ connectionId: 'guest', ...run, hashes: new Map() }, entries);
  database
    .prepare(
      "INSERT INTO collections (id, shared_id, connection_id, name, created_at) VALUES (?1, ?1, ?2, 'Ours', ?3)",
    )
    .run('ours', 'studio', createdAt);
  const registers = createTeamRows(database);
  const library = createTeamLibrary(database, { recorded, registers }, () => undefined);
  const output = { runId: 'run', key: 'Text', projectId: 'prj', content: 'unknown' };
  const membersOf = (id: string) =>
    database.prepare('SELECT * FROM collection_items WHERE collection_id = ?').all(id).length;
  for (const [at, collectionId] of ['ours', 'theirs'].entries()) {
    const member = { field: 'member', collectionId, output, value: true, sequence: at + 1 } as const;
    registers.writeRegister('guest', { ...member, changedAt: createdAt });
    library.apply('guest', [
      { field: 'member', collectionId, output, value: true },
      { field: 'name', collectionId, output: null, value: 'Taken over' },
      { field: 'deleted', collectionId, output: null, value: collectionId === 'ours' },
    ]);
  }
  const rows = database.prepare('SELECT id, name, deleted_at FROM collections WHERE connection_id = ?');
  expect(rows.all('studio').map((row) => ({ ...row }))).toEqual([
    { id: 'ours', name: 'Ours', deleted_at: null },
  ]);
  expect(rows.all('guest')).toMatchObject([
    { name: 'Taken over', deleted_at: '1970-01-01T00:00:00.000Z' },
    { id: 'theirs', name: 'Taken over', deleted_at: null },
  ]);
  expect([membersOf('ours'), membersOf('theirs')]).toEqual([0, 1]);
});

test('a collection of a service that is connected twice is in the gallery of both, with its outputs, and changes go out by the name the service knows', () => {
  const database = openTestDatabase();
  const recorded = openTestOutputs({ database, nameOf: () => 'Sunset', log: createTestLog() });
  const outputs = readOutputs({ outputs: { Text: { type: 'string', value: 'hello' } } });
  const entries = drain(outputEntries({ id: 'run', outputs }, null, RunRequest.parse({})));
  const run = {
    runId: 'run',
    projectId: 'prj',
    projectVersion: 1,
    templateId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const registers = createTeamRows(database);
  const library = createTeamLibrary(database, { recorded, registers }, () => undefined);
  const told: unknown[] = [];
  const collections = createCollections(database, (connectionId, fields) =>
    told.push([connectionId, fields]),
  );
  const output = { runId: 'run', key: 'Text', projectId: 'prj', content: 'unknown' };
  for (const connectionId of ['first', 'second']) {
    recorded.record({ connectionId, ...run, hashes: new Map() }, entries);
    const changes = [
      { field: 'member', collectionId: 'shared', output, value: true },
      { field: 'name', collectionId: 'shared', output: null, value: 'Best' },
    ] as const;
    for (const [at, change] of changes.entries()) {
      const sequence = at + 1;
      registers.writeRegister(connectionId, { ...change, sequence, changedAt: run.createdAt });
      library.apply(connectionId, [change]);
    }
  }
  const [first] = collections.list('first');
  const [second] = collections.list('second');
  expect([first, second]).toMatchObject([
    { connectionId: 'first', name: 'Best', count: 1 },
    { connectionId: 'second', name: 'Best', count: 1 },
  ]);
  expect(second!.id).not.toBe(first!.id);
  expect(Array.from(library.allChanges('second'), (change) => change.field)).toEqual(['name', 'member']);
  for (const change of library.allChanges('second')) expect(change).toMatchObject({ collectionId: 'shared' });

  collections.change(second!.id, { name: 'Very best' }, run.createdAt);
  expect(told).toEqual([['second', { field: 'name', collectionId: 'shared', value: 'Very best' }]]);
  library.apply('second', [{ field: 'member', collectionId: 'shared', output, value: false }]);
  expect([collections.list('first'), collections.list('second')]).toMatchObject([
    [{ name: 'Best', count: 1 }],
    [{ name: 'Very best', count: 0 }],
  ]);
});
