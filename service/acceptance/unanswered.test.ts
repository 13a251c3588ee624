import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CASES_OF, unanswered } from './unanswered.ts';

const endpoint = {
  id: 'storyboards.get',
  status: 200,
  errors: { 404: 'It is gone.', 503: 'Full.' },
} as const;

test('an endpoint that was not called is named, with the file for its calls', () => {
  expect(unanswered(endpoint, () => false)).toEqual([
    'storyboards.get has not answered 200: write a call that brings it about into service/acceptance/storyboard-cases.ts.',
    'storyboards.get has not answered 404: write a call that brings it about into service/acceptance/storyboard-cases.ts.',
  ]);
  expect(unanswered(endpoint, (status) => status === 200)).toHaveLength(1);
  expect(unanswered(endpoint, () => true)).toEqual([]);
});

test.each(Object.values(CASES_OF))('%s is there', (file) => {
  expect(existsSync(join(import.meta.dirname, '../..', file))).toBe(true);
});
