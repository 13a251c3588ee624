import { expect, it } from 'vitest';
import { UNREADABLE_FILES } from '#renderer/testing/unreadable-files.ts';
import { graphToBegin } from './begin-from.ts';

it.each(UNREADABLE_FILES)('does not begin with $name, and says what to do', async ({ file, sentence }) => {
  const { signal } = new AbortController();
  await expect(graphToBegin('local', { from: 'photo', file: file() }, signal)).rejects.toThrow(sentence);
});
