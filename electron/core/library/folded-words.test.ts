import { expect, test } from 'vitest';
import { drain } from '#shared/reading/index.ts';
import { DESK_MIGRATIONS } from '../storage/desk-database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { openTestOutputs } from '../testing/test-outputs.ts';
import { outputEntries, readOutputs } from '../runs/output-entries.ts';
import { RunRequest } from '../runs/run-sources.ts';

function openOutputs() {
  const database = openTestDatabase();
  const outputs = openTestOutputs({ database, nameOf: () => 'Sunset', log: createTestLog() });
  const record = (runId: string, prompt: string): void => {
    const made = { 'make.text': { type: 'string', value: prompt } };
    const entries = drain(
      outputEntries({ id: runId, outputs: readOutputs({ outputs: made }) }, null, RunRequest.parse({})),
    );
    const createdAt = '2026-11-29T10:00:00.000Z';
    outputs.record(
      { connectionId: 'local', runId, createdAt, projectId: 'prj_1', projectVersion: 1, templateId: null },
      entries,
    );
  };
  const found = (text: string) =>
    outputs.search({ connectionId: 'local', text }).outputs.map(({ runId }) => runId);
  return { database, outputs, record, found };
}

test.each([
  ['Straße am Abend', ['strasse', 'STRASSE', 'straße', 'STRAẞE', 'straße abend']],
  ['Ørsted, Łódź', ['orsted', 'ørsted', 'lodz', 'Łódź']],
  ['Diyarbakır', ['diyarbakir', 'DIYARBAKIR', 'DİYARBAKIR', 'diyarbakır']],
  ['Crème brûlée', ['creme', 'cre\u0300me', 'crème', 'brulée']],
  ['ﬁlm Ｔｉｔｌｅ ΟΔΟΣ', ['film', 'title', 'οδός', 'ΟΔΟΣ']],
  ['co\u00adoperate', ['cooperate', 'coop']],
])(
  'an output of “%s” is found without accents, in any form of its letters, and with a typing error',
  (text, queries) => {
    const { record, found } = openOutputs();
    record('run_1', text);
    record('run_2', 'something else');
    for (const query of queries) expect([query, found(query)]).toEqual([query, ['run_1']]);
  },
);

test('a typing error in a word whose letters have no marks of their own is forgiven', () => {
  const { record, found } = openOutputs();
  record('run_1', 'Großbritannien');
  expect(found('grossbritanien')).toEqual(['run_1']);
});

test('outputs of an earlier version are found as before until they are indexed again, and without accents from then on', () => {
  const { database, outputs, record, found } = openOutputs();
  record('run_1', 'Straße');
  record('run_2', 'Plain');
  database.exec(`DELETE FROM output_words;
    INSERT INTO output_words (rowid, words) SELECT id, excerpt FROM outputs`);
  expect(found('straße')).toEqual(['run_1']);
  expect(found('strasse')).toEqual([]);
  database.exec(DESK_MIGRATIONS.find((sql) => sql.includes('UPDATE outputs SET is_indexed = 0 WHERE')) ?? '');
  expect(database.prepare('SELECT run_id FROM outputs WHERE is_indexed = 0').all()).toEqual([
    { run_id: 'run_1' },
  ]);
  for (const _slice of outputs.refreshIndex());
  expect(found('straße')).toEqual(['run_1']);
  expect(found('strasse')).toEqual(['run_1']);
});
