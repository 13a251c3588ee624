import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCheckedDatabase } from '../storage/checked-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { ANSWER_MIGRATIONS, createKnownAnswers } from './known-answers.ts';

test('an answer is given, and stays, where its use cannot be noted', async () => {
  const database = openCheckedDatabase(
    join(temporaryFolder(), 'answers.sqlite'),
    { migrations: ANSWER_MIGRATIONS, synchronous: 'NORMAL', newer: 'beside' },
    () => 0,
    () => undefined,
  );
  const { clock } = createTestClock();
  const known = createKnownAnswers({ database, limit: 1_000_000, clock, log: createTestLog() });
  const body = new TextEncoder().encode('{"data":[]}');
  await known.keep('local', '/v1/projects', body);
  database.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON answers BEGIN
    SELECT RAISE(ABORT, 'database or disk is full');
  END`);
  for (const _again of [1, 2]) {
    expect(new TextDecoder().decode(known.find('local', '/v1/projects')?.body)).toBe('{"data":[]}');
  }
  database.exec(`CREATE TRIGGER refuse_too BEFORE DELETE ON answers BEGIN
    SELECT RAISE(ABORT, 'database or disk is full');
  END`);
  expect(() => known.forget('local', '/v1/projects')).not.toThrow();
  database.close();
});
