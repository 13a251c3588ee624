import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const COMPOSES = /composes:\s*([\w\s-]+?)\s+from\s+'([^']+)'/g;

/** Classes that a style is made of and that the named file does not have; the bundler says nothing of them. */
function missingClasses(file: string, text: string, read: (path: string) => string): string[] {
  return [...text.matchAll(COMPOSES)].flatMap(([, names = '', from = '']) => {
    const source = read(join(dirname(file), from));
    return names
      .split(/\s+/)
      .filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(source))
      .map((name) => `${file}: .${name} of ${from}`);
  });
}

test('what a style is made of is there', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const files = globSync('renderer/**/*.css', { cwd: root });
  expect(files.flatMap((file) => missingClasses(file, read(file), read))).toEqual([]);
});

test('a class that is gone is named', () => {
  const text = ".a { composes: panel small from '../ui/b.css'; }";
  expect(missingClasses('renderer/runs/a.css', text, () => '.small-x {} .panel {}')).toEqual([
    'renderer/runs/a.css: .small of ../ui/b.css',
  ]);
});
