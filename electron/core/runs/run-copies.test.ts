import { expect, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { createRunCopies } from './run-copies.ts';

test('projects that show runs as they were are found by run and by project', () => {
  const database = openTestDatabase();
  const copies = createRunCopies(database);
  const copy = (projectId: string, runId: string) => ({
    projectId,
    runId,
    version: 2,
    sourceProjectId: 'prj_1',
    sourceName: 'Poster',
    runAt: '2026-01-01T10:00:00.000Z',
  });
  copies.record('local', copy('a', 'run_1'));
  copies.record('local', copy('b', 'run_1'));
  copies.record('local', copy('c', 'run_2'));
  copies.record('other', copy('a', 'run_9'));
  expect(copies.list('local', { runId: 'run_1' }).map(({ projectId }) => projectId)).toEqual(['b', 'a']);
  expect(copies.list('local', { projectId: 'c' })).toEqual([copy('c', 'run_2')]);
  copies.moveProject('local', 'c', 'c2');
  copies.moveProject('local', 'prj_1', 'prj_2');
  expect(copies.list('local', { projectId: 'c' })).toEqual([]);
  expect(copies.list('local', { projectId: 'c2' })).toEqual([
    { ...copy('c2', 'run_2'), sourceProjectId: 'prj_2' },
  ]);
  expect(copies.list('other', {})).toEqual([copy('a', 'run_9')]);
  copies.removeConnection('local');
  expect(copies.list('local', {})).toEqual([]);
  expect(copies.list('other', { projectId: 'a' })).toEqual([copy('a', 'run_9')]);
});
