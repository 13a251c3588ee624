import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStale, stampFile } from './stamp.ts';
import type { BundleTarget } from './targets.ts';

const target: BundleTarget = {
  name: 'renderer',
  title: 'pages',
  config: 'build/vite.config.ts',
  out: 'out/renderer',
  sources: ['renderer', 'package.json'],
  entry: 'out/renderer/index.html',
};

let folder: string;
const write = async (name: string, text: string) => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
};
const stale = async () => (await isStale(folder, target)).stale;
/** As after a build. */
const keep = async () => {
  await write(target.entry, '<html>');
  await writeFile(stampFile(folder, target), (await isStale(folder, target)).stamp);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-stamp-'));
  await write('renderer/app/main.tsx', 'one');
  await write('package.json', '{}');
  await write('build/vite.config.ts', 'export default {}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('what was never built is stale, what was built is not', async () => {
  expect(await stale()).toBe(true);
  await keep();
  expect(await stale()).toBe(false);
});

test.each([
  ['a changed source', () => write('renderer/app/main.tsx', 'two')],
  ['a new source', () => write('renderer/app/other.tsx', '')],
  ['a removed source', () => rm(join(folder, 'renderer/app/main.tsx'))],
  ['a changed package list', () => write('package.json', '{"a":1}')],
  ['a changed configuration', () => write('build/vite.config.ts', 'export default { a: 1 }')],
  ['a missing output', () => rm(join(folder, target.entry))],
  ['a build that was cut short', () => rm(stampFile(folder, target))],
])('%s makes it stale', async (_what, change) => {
  await keep();
  await change();
  expect(await stale()).toBe(true);
});

test('a new time, a test and a page of text do not', async () => {
  await keep();
  await utimes(join(folder, 'renderer/app/main.tsx'), new Date(), new Date());
  await write('renderer/app/main.test.tsx', 'test');
  await write('renderer/README.md', 'text');
  expect(await stale()).toBe(false);
});

test('a change that is taken back is no change', async () => {
  await keep();
  await write('renderer/app/main.tsx', 'two');
  await write('renderer/app/main.tsx', 'one');
  expect(await stale()).toBe(false);
});
