import { expect, it } from 'vitest';
import { mergeNotes } from './merge-notes.ts';

const merge = (value: string | null, before: string | null, present: string | null, limit = 1000) =>
  mergeNotes({ value, before }, present, limit);

it('replaces the note that its writer saw', () => {
  expect(merge('new', 'old', 'old')).toBe('new');
  expect(merge(null, 'old', 'old')).toBeNull();
  expect(merge('new', null, null)).toBe('new');
  expect(merge('new', 'old', null)).toBe('new');
});

it('lets both stand where somebody else wrote meanwhile', () => {
  expect(merge('mine', null, 'theirs')).toBe('theirs\n\nmine');
  expect(merge('mine', 'old', 'theirs')).toBe('theirs\n\nmine');
  // Whoever empties a note empties the one that was seen.
  expect(merge(null, 'old', 'theirs')).toBe('theirs');
});

it('finds the own part again when it is written on', () => {
  const joined = merge('mine', 'old', 'theirs');
  expect(merge('mine, more', 'mine', joined)).toBe('theirs\n\nmine, more');
  expect(merge(null, 'mine', joined)).toBe('theirs');
});

it('writes nothing twice, and gives way to the later note where both are too long', () => {
  expect(merge('same', null, 'same')).toBe('same');
  expect(merge('mine', null, 'theirs\n\nmine')).toBe('theirs\n\nmine');
  expect(merge('mine', null, 'theirs', 8)).toBe('mine');
});
