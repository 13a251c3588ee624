import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { drain } from '#shared/reading/index.ts';
import { createOutputs } from '../library/outputs.ts';
import { createRunOutputs } from '../runs/run-outputs.ts';
import { openCheckedDatabase } from '../storage/checked-database.ts';
import { DESK_MIGRATIONS } from '../storage/desk-database.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestLog } from '../testing/test-log.ts';
import { openTestRuns } from '../testing/test-runs.ts';
import { BatchStore } from './batch-store.ts';
import { withResult } from './item-results.ts';

const AT = '2026-01-01T00:00:00.000Z';
const BATCH = 'batch_12345678';

/** The database of a version whose items held what their runs made, as JSON in the item. */
function earlierDatabase(path: string) {
  const step = DESK_MIGRATIONS.findIndex((sql) => sql.includes('DROP COLUMN outputs'));
  const database = openCheckedDatabase(
    path,
    { migrations: DESK_MIGRATIONS.slice(0, step), synchronous: 'FULL', newer: 'refuse' },
    () => 0,
    () => undefined,
  );
  database
    .prepare(
      `INSERT INTO batches (id, connection_id, project_id, kind, name, origin, fields, limits, state, created_at, updated_at)
       VALUES (?, 'local', 'prj_1', 'table', 'Names', '{"kind":"graph","projectId":"prj_1","targetNodeIds":[]}', '[]',
         '{"maxRuns":null,"maxMicrocredits":null,"inFlight":1}', 'done', ?, ?)`,
    )
    .run(BATCH, AT, AT);
  const addItem = database.prepare(
    `INSERT INTO batch_items (batch_id, item, place, item_values, state, run_id, outputs, microcredits, execution_time_ms)
     VALUES (?, ?, '[]', '[]', ?, ?, ?, ?, ?)`,
  );
  const addRun = database.prepare(
    `INSERT INTO runs (connection_id, run_id, project_id, status, created_at, updated_at, batch_id, outputs_recorded)
     VALUES ('local', ?, 'prj_1', 'succeeded', ?, ?, ?, 1)`,
  );
  return { database, addItem, addRun };
}

const openNow = (path: string) => {
  const database = openCheckedDatabase(
    path,
    { migrations: DESK_MIGRATIONS, synchronous: 'FULL', newer: 'refuse' },
    () => 0,
    () => undefined,
  );
  onTestFinished(() => database.close());
  return database;
};

test('what items of an earlier version held is there as before, and in the gallery too', () => {
  const path = join(temporaryFolder(), 'desk.sqlite');
  const { database: earlier, addItem, addRun } = earlierDatabase(path);
  const outputs = [
    {
      key: 'pic.image',
      type: 'file',
      fileId: 'file_1',
      filename: 'x.png',
      contentType: 'image/png',
      sizeBytes: 9,
    },
    { key: 'say.text', type: 'string', text: 'a “fox”' },
    { key: 'count.value', type: 'number', text: '7' },
    { key: 'long.text', type: 'string', text: 'begins', isCut: true },
  ];
  addItem.run(BATCH, 0, 'done', 'run_1', JSON.stringify(outputs), '1500000', 250);
  // Damaged on the disk, and one that the list of runs has already.
  addItem.run(BATCH, 1, 'done', 'run_2', '[{"key"', null, null);
  addItem.run(BATCH, 2, 'failed', 'run_3', null, '20', 3);
  addRun.run('run_3', AT, AT, BATCH);
  addItem.run(BATCH, 3, 'waiting', null, null, null, null);
  earlier.close();

  const database = openNow(path);
  const { clock } = createTestClock();
  const { reader } = openTestRuns(database, clock);
  const items = new BatchStore(database, () => 0)
    .page(BATCH, 0, 10)
    .map((item) => withResult(item, 'local', reader));
  expect(items).toMatchObject([
    {
      state: 'done',
      microcredits: '1500000',
      executionTimeMs: 250,
      outputs: [
        { key: 'pic.image', type: 'image', fileId: 'file_1', filename: 'x.png', sizeBytes: 9 },
        { key: 'say.text', text: 'a “fox”' },
        { key: 'count.value', type: 'number', text: '7' },
        { key: 'long.text', text: 'begins', isCut: true },
      ],
    },
    { state: 'done', outputs: [] },
    { state: 'failed', outputs: [], microcredits: '20', executionTimeMs: 3 },
    { state: 'waiting', outputs: [], microcredits: null },
  ]);

  const recorded = createRunOutputs({ database, nameOf: () => null, log: createTestLog() });
  drain(recorded.refreshIndex());
  const gallery = createOutputs(database, recorded);
  expect(gallery.search({ connectionId: 'local', text: 'fox' }).outputs).toMatchObject([
    { key: 'say.text', kind: 'text', runId: 'run_1', projectId: 'prj_1', batch: { id: BATCH, row: 1 } },
  ]);
});

test('what the gallery has of a run stays, with its star and note', () => {
  const path = join(temporaryFolder(), 'desk.sqlite');
  const { database: earlier, addItem, addRun } = earlierDatabase(path);
  addRun.run('run_1', AT, AT, BATCH);
  earlier
    .prepare(
      `INSERT INTO outputs (connection_id, run_id, key, title, kind, value, excerpt, inputs, stack, created_at, starred, note)
       VALUES ('local', 'run_1', 'say.text', 'Words', 'text', '"a fox"', 'a fox', '[]', 's', ?, 1, 'mine')`,
    )
    .run(AT);
  const held = [{ key: 'say.text', type: 'string', text: 'a fox' }];
  addItem.run(BATCH, 0, 'done', 'run_1', JSON.stringify(held), null, null);
  earlier.close();

  const database = openNow(path);
  const recorded = createRunOutputs({ database, nameOf: () => null, log: createTestLog() });
  expect(createOutputs(database, recorded).search({ connectionId: 'local' }).outputs).toMatchObject([
    { title: 'Words', starred: true, note: 'mine' },
  ]);
});
