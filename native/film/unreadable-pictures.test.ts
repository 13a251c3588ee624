import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permitNativeCode } from '../decoders/guard.ts';
import { openMedium } from './open-medium.ts';

const { signal } = new AbortController();
let folder: string;
beforeAll(async () => {
  permitNativeCode();
  folder = await mkdtemp(join(tmpdir(), 'patchbay-unreadable-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  [
    'HEIC',
    '\0\0\0\u0018ftypheic\0\0\0\0mif1heic',
    'is HEIC, for which there is no decoder here; save it as JPEG',
  ],
  ['HEIC of an open brand', '\0\0\0\u0018ftypmif1\0\0\0\0mif1heix', 'is HEIC, for which'],
  ['JPEG XL', '\u00ff\n', 'is JPEG XL, for which'],
  ['something else', 'no picture', 'is no picture that can be shown here'],
])('a film says of %s what it is', async (_what, bytes, sentence) => {
  const path = join(folder, 'photo.jpg');
  await writeFile(path, Buffer.from(bytes, 'latin1'));
  await expect(openMedium(path, 'picture', { program: '', folder, signal })).rejects.toThrow(sentence);
});
