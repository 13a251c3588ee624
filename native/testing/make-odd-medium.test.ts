import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oddMediaMaker } from './make-odd-medium.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-maker-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** In the place of ffmpeg: writes its arguments into its output, and counts what it made. */
async function program(version: string): Promise<{ path: string; count: () => Promise<number> }> {
  const path = join(folder, `ffmpeg-${version}`);
  const log = join(folder, `made-${version}`);
  await writeFile(log, '');
  const script = [
    `#!${process.execPath}`,
    "const { appendFileSync, writeFileSync } = require('node:fs');",
    `const [, , ...given] = process.argv;`,
    `if (given[0] === '-version') console.log('ffmpeg version ${version}');`,
    `else {`,
    `  appendFileSync(${JSON.stringify(log)}, 'made\\n');`,
    `  writeFileSync(given.at(-1), given.join(' '));`,
    `}`,
  ].join('\n');
  await writeFile(path, script);
  await chmod(path, 0o755);
  return { path, count: async () => (await readFile(log, 'utf8')).split('\n').length - 1 };
}

const medium = { name: 'a.mkv', contentType: 'video/x-matroska', make: ['-i', 'BASE', '-c', 'copy'] };

it('a medium is made once for all who need it, anew where anything that makes it changed', async () => {
  const cache = join(folder, 'cache');
  const { path, count } = await program('1');
  const first = await oddMediaMaker(path, cache);
  const made = await first.make(medium);
  await first.close();
  // The film that it is made of, and itself.
  expect(await count()).toBe(2);
  const second = await oddMediaMaker(path, cache);
  expect(await second.make(medium)).toBe(made);
  expect(await readFile(made, 'utf8')).toContain('-c copy');
  expect(await count()).toBe(2);
  expect(await second.make({ ...medium, name: 'b.mkv', make: ['-i', 'BASE'] })).not.toBe(made);
  expect(await count()).toBe(3);
  await second.close();
  const newer = await program('2');
  const third = await oddMediaMaker(newer.path, cache);
  expect(await third.make(medium)).not.toBe(made);
  expect(await newer.count()).toBe(2);
  await third.close();
});
