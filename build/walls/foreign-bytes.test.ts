import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ALLOWED, readersIn, type Reader } from './foreign-bytes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Sources of the product: no tests, and nothing that only tests use. */
const sources = globSync('{shared,service,native,renderer,electron}/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(?:test|rig)\.tsx?$|\/testing\/|^service\/(?:acceptance|fuzz)\//.test(path));

const found = sources
  .map((path) => ({ path, reads: readersIn(readFileSync(`${root}/${path}`, 'utf8')) }))
  .filter(({ reads }) => Object.keys(reads).length > 0);

describe('bytes from elsewhere', () => {
  test('become values in the reading modules only, but for places with a reason', () => {
    const unread = found.flatMap(({ path, reads }) =>
      Object.entries(reads)
        .filter(([reader, count]) => count > (ALLOWED[path]?.reads[reader as Reader] ?? 0))
        .map(([reader, count]) => `${path}: ${reader} × ${count}`),
    );
    // Read it with parseJson, readJson or readText of #shared/reading, or say in foreign-bytes.ts why that is not needed.
    expect(unread).toEqual([]);
  });

  test('no reason stands for what is gone', () => {
    const stale = Object.entries(ALLOWED).flatMap(([path, { reads }]) => {
      const now = found.find((file) => file.path === path)?.reads ?? {};
      return Object.entries(reads)
        .filter(([reader, count]) => (now[reader as Reader] ?? 0) < count)
        .map(([reader]) => `${path}: ${reader}`);
    });
    expect(stale).toEqual([]);
  });

  test.each<[string, Partial<Record<Reader, number>>]>([
    ['const a = JSON.parse(text) as A;', { parse: 1 }],
    ['texts.map(JSON.parse)', { parse: 1 }],
    ['await (await fetch(url)).json(); await request.arrayBuffer();', { body: 2 }],
    ["await readFile(path); fs.readFileSync(path, 'utf8')", { file: 2 }],
    ['// JSON.parse(text)\n/** readFile(path) */ parseJson(text, limits)', {}],
    ['session.json(1); execution.readFile(file)', {}],
  ])('%s is seen as it is', (source, reads) => {
    expect(readersIn(source)).toEqual(reads);
  });
});
