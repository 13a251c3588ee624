import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCanvas } from '../decoders/canvas.ts';
import { permitNativeCode } from '../decoders/guard.ts';
import { openMedium } from './open-medium.ts';

const { signal } = new AbortController();
let folder: string;
beforeAll(async () => {
  permitNativeCode();
  folder = await mkdtemp(join(tmpdir(), 'patchbay-drawings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open = async (text: string) => {
  const path = join(folder, 'drawing.svg');
  await writeFile(path, text);
  return openMedium(path, 'picture', { program: '', folder, signal });
};
const drawing = (inside: string): string =>
  `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="32" height="18">${inside}</svg>`;

test('a small drawing fills a film of HD with sharp edges', async () => {
  const { image } = await open(
    drawing('<rect width="32" height="18" fill="#fff"/><rect width="13" height="18"/>'),
  );
  if (!image) throw new Error('It is no still.');
  expect([image.width, image.height]).toEqual([32, 18]);
  const context = loadCanvas().createCanvas(1920, 1080).getContext('2d');
  image.draw(context, 0, 0, 1920, 1080);
  const row = context.getImageData(0, 540, 1920, 1).data;
  const grays = Array.from({ length: 1920 }, (_, x) => row[x * 4] ?? 0).filter((v) => v > 8 && v < 247);
  expect(grays.length).toBeLessThanOrEqual(4);
  expect(row[770 * 4]).toBe(0);
  expect(row[790 * 4]).toBe(255);
});

test.each([
  ['more parts than anybody draws', drawing('<g/>'.repeat(200_001))],
  ['more uses of its parts', drawing(`<g id="a"/>${'<use href="#a"/>'.repeat(10_001)}`)],
  ['entities', drawing('').replace('<svg', '<!DOCTYPE svg [<!ENTITY a "a">]><svg')],
  ['more bytes', drawing(`<!--${' '.repeat(16 * 1024 ** 2)}-->`)],
])('one with %s is refused before it is parsed', async (_what, text) => {
  await expect(open(text)).rejects.toThrow('is no picture that can be shown here');
});

test('JPEG XL is named, with a way on', async () => {
  const path = join(folder, 'photo.jxl');
  await writeFile(path, Uint8Array.from([0, 0, 0, 12, 74, 88, 76, 32, 13, 10, 135, 10, 0]));
  await expect(openMedium(path, 'picture', { program: '', folder, signal })).rejects.toThrow(
    'is JPEG XL, for which there is no decoder here; save it as PNG or JPEG',
  );
});
