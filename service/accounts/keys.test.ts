import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestService } from '#service/acceptance/harness.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

let service: TestService;
beforeEach(async () => {
  service = await TestService.open('in-process');
  await service.ok('projects.list');
});
afterEach(() => service.close());

/** How the writes of a column are synced from now on: 1 leaves it to the next checkpoint, 2 waits for the disk. */
function syncsOf(table: string, column: string): number[] {
  const db = connectionOf(service.context.db);
  const levels: number[] = [];
  db.function('note_level', () => {
    levels.push(Number(db.prepare('PRAGMA synchronous').get()?.['synchronous']));
    return null;
  });
  db.exec(`CREATE TEMP TRIGGER level_${column} AFTER UPDATE OF ${column} ON ${table}
    BEGIN SELECT note_level(); END`);
  return levels;
}

test('that a key was used is noted without waiting for the disk; what was promised waits for it', async () => {
  const uses = syncsOf('api_keys', 'last_used_at');
  service.clockOffsetMs = 3_600_000;
  await service.ok('projects.list');
  expect(uses).toEqual([1]);
  const writes = syncsOf('projects', 'version');
  const { id } = await service.createProject();
  await service.ok('projects.updateMetadata', {
    params: { project_id: id },
    body: { expectedVersion: 1, name: 'Renamed' },
  });
  expect(writes).toEqual([2]);
});
