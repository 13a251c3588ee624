import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';

/** A list that is searched by itself: it would not find names without accents. */
const OWN_SEARCH = /toLowerCase\(\)\s*\.includes\(|from 'fuse\.js/;

test('pages search lists by the one module of shared/search', () => {
  const pages = join(root, 'renderer');
  const searching = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => OWN_SEARCH.test(readFileSync(join(pages, file), 'utf8')));
  expect(searching, 'use searchTexts or textMatcher of shared/search').toEqual([]);
});
