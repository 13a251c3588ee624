import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCheckedDatabase } from '../storage/checked-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { RESPONSE_CACHE_MIGRATIONS, createResponseCache } from './response-cache.ts';

test('a response is given, and stays, where its use cannot be noted', async () => {
  const database = openCheckedDatabase(
    join(temporaryFolder(), 'responses.sqlite'),
    { migrations: RESPONSE_CACHE_MIGRATIONS, synchronous: 'NORMAL', newer: 'beside' },
    () => 0,
    () => undefined,
  );
  const { clock } = createTestClock();
  const cache = createResponseCache({ database, limit: 1_000_000, clock, log: createTestLog() });
  const body = new TextEncoder().encode('{"data":[]}');
  await cache.store('local', '/v1/projects', body);
  database.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON responses BEGIN
    SELECT RAISE(ABORT, 'database or disk is full');
  END`);
  for (const _again of [1, 2]) {
    expect(new TextDecoder().decode(cache.find('local', '/v1/projects')?.body)).toBe('{"data":[]}');
  }
  database.exec(`CREATE TRIGGER refuse_too BEFORE DELETE ON responses BEGIN
    SELECT RAISE(ABORT, 'database or disk is full');
  END`);
  expect(() => cache.evict('local', '/v1/projects')).not.toThrow();
  database.close();
});
