import { expect, test } from 'vitest';
import { ApiError } from '#shared/api/index.ts';
import { callFailureOf } from './refusal.ts';

test('a start that was answered in a way that cannot be read says that it may be charged', () => {
  const odd = new ApiError({ status: 202, code: 'UNEXPECTED_RESPONSE', message: 'It cannot be read.' });
  expect(callFailureOf(odd)).toMatchObject({
    kind: 'item',
    error: expect.stringMatching(/may have been started/),
  });
  const wrong = new ApiError({ status: 400, code: 'INVALID', message: 'Wrong value' });
  expect(callFailureOf(wrong)).toEqual({ kind: 'item', error: 'Wrong value.' });
});
