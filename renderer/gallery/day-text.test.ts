import { expect, it } from 'vitest';
import { dayAt, adjacentDay, readDay } from './day-text.ts';

it('reads days as they are written, and refuses what is in no calendar', () => {
  expect(['2026-11-24', ' 24.11.2026', '2026/1/5', '24. 1. 2026'].map(readDay)).toEqual([
    '2026-11-24',
    '2026-11-24',
    '2026-01-05',
    '2026-01-24',
  ]);
  expect(['2026-06-31', '24.11', 'today', '', '0001-01-01', '11/24/2026'].map(readDay)).toEqual(
    Array.from({ length: 6 }, () => null),
  );
});

it('goes from day to day over the ends of months and years', () => {
  expect(dayAt(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect([adjacentDay('2026-12-31', 1), adjacentDay('2028-03-01', -1), adjacentDay('', 1)]).toEqual([
    '2027-01-01',
    '2028-02-29',
    '',
  ]);
});
