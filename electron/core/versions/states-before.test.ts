import { expect, test } from 'vitest';
import { statesBefore } from './states-before.ts';
import type { StateRow } from './version-rows.ts';

const row = (place: number, version: number, reason: StateRow['reason'] = 'saved'): StateRow => ({
  project_id: 'p',
  id: `v${place}`,
  version,
  place,
  reason,
});
const FIRST = { restoration: '2026-01-02T00:00:00.000Z', place: 3 };
const SECOND = { restoration: '2026-01-04T00:00:00.000Z', place: 5 };

test('before the first restoration the highest number is the last state', () => {
  const rows = [row(1, 1), row(2, 3), row(3, 2, 'opened')];
  expect(statesBefore(rows, [FIRST], FIRST.restoration, '2026-01-01T00:00:00.000Z')).toEqual([
    { projectId: 'p', id: 'v2', version: 3, numbering: 'same', isSavedSince: false },
  ]);
});

test.each([
  ['2026-01-03T00:00:00.000Z', 'same'],
  // The backup of the first restoration again: all that was made since is newer, whatever its number.
  ['2026-01-01T00:00:00.000Z', 'later'],
])(
  'after a restoration lower numbers are later states; from a backup of %s they count as %s',
  (from, numbering) => {
    const rows = [row(1, 7), row(4, 2), row(5, 3)];
    expect(statesBefore(rows, [FIRST, SECOND], SECOND.restoration, from)).toEqual([
      { projectId: 'p', id: 'v5', version: 3, numbering, isSavedSince: false },
    ]);
  },
);

test('a state of before the restoration that the backup followed is older than it', () => {
  const [state] = statesBefore([row(1, 7)], [FIRST, SECOND], SECOND.restoration, '2026-01-03T00:00:00.000Z');
  expect(state).toMatchObject({ version: 7, numbering: 'earlier' });
});

test('a project that was saved after the restoration says so', () => {
  const [state] = statesBefore([row(1, 7), row(4, 3)], [FIRST], FIRST.restoration, null);
  expect(state).toMatchObject({ id: 'v1', isSavedSince: true });
});
