import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Ways to say that a check does not count here, or that something is left for later. */
const ESCAPES =
  /(?:ox|es)lint-disable|@ts-(?:expect-error|ignore|nocheck)|\bas any(?=\s*[;,)\]}>.])|\b(?:TODO|FIXME)\b/;

const escapesIn = (text: string): string[] =>
  text.split('\n').flatMap((line, index) => (ESCAPES.test(line) ? [`${index + 1}: ${line.trim()}`] : []));

test('no source asks a check to look away, and none is left for later', () => {
  const files = globSync('{shared,native,service,electron,renderer,build,e2e}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
  }).filter((file) => !file.endsWith('escapes.test.ts'));
  const found = files.flatMap((file) =>
    escapesIn(readFileSync(`${root}/${file}`, 'utf8')).map((line) => `${file}:${line}`),
  );
  // Mend what the check names; where the check is wrong, change the check and write down why.
  expect(found).toEqual([]);
});

test('each of them is seen, and words that look like one are not', () => {
  const lines = ['// oxlint-disable-next-line', 'f(x as any)', '// @ts-expect-error', '// TODO'];
  expect(escapesIn(lines.join('\n'))).toHaveLength(4);
  expect(escapesIn('It goes on as any other does.')).toEqual([]);
});
