import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';

/** Names of attributes of each `main` in a source. */
const mainsOf = (source: string): string[] =>
  [...source.matchAll(/<main\b([^>]*)>/g)].map(([, attributes]) => attributes ?? '');

test('a main part is told from its name', () => {
  expect(mainsOf('<main id="content" aria-label={t.title}>\n<mainly>')).toEqual([
    ' id="content" aria-label={t.title}',
  ]);
});

test('the main part of each page has a name: it takes the focus as a whole when the page is opened', () => {
  const unnamed = globSync('renderer/**/*.tsx', { cwd: root })
    .filter((file) => !/\.test\.|\.rig\.|[\\/]testing[\\/]/.test(file))
    .flatMap((file) => mainsOf(readFileSync(join(root, file), 'utf8')).map((main) => ({ file, main })))
    .filter(({ main }) => !/\baria-label(?:ledby)?=/.test(main));
  expect(unnamed).toEqual([]);
});
