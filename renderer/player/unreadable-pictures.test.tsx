// @module-tag long
import { expect, it } from 'vitest';
import { UNREADABLE_FILES } from '#renderer/testing/unreadable-files.ts';
import { openMedium } from './composer/open-medium.ts';

it.each(UNREADABLE_FILES)('the monitor says of $name what it is', async ({ file, sentence }) => {
  const url = URL.createObjectURL(file());
  const format = sentence.includes('HEIC,') ? 'HEIC' : 'JPEG XL';
  await expect(openMedium(url, 'picture')).rejects.toThrow(`is ${format}, which cannot be shown here`);
  URL.revokeObjectURL(url);
});
