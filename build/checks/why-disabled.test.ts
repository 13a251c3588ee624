import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';

/** The attributes of each `<Button` of a source, as they are written. */
function buttonsOf(source: string): string[] {
  return [...source.matchAll(/<Button\b/g)].map(({ index }) => {
    let depth = 0;
    let end = index;
    for (; end < source.length; end++) {
      const letter = source[end];
      if (letter === '{') depth++;
      else if (letter === '}') depth--;
      else if (letter === '>' && depth === 0) break;
    }
    return source.slice(index, end);
  });
}

const IS_MAIN = /\bvariant=(?:"(?:primary|run|danger)"|\{[^}]*'(?:primary|run|danger)')/;

/** Main buttons that can be gray without saying why. */
const silent = (source: string): string[] =>
  buttonsOf(source).filter((button) => IS_MAIN.test(button) && /\bdisabled=/.test(button));

test('finds main buttons that are gray without a reason', () => {
  expect(silent('<Button variant="primary" disabled={a > 1} onClick={b}>')).toHaveLength(1);
  expect(silent("<Button\n  variant={a ? 'danger' : 'quiet'}\n  disabled={a}>")).toHaveLength(1);
  expect(silent('<Button variant="run" whyDisabled={a ? words.b : null}>')).toEqual([]);
  expect(silent('<Button disabled={a}><Button variant="primary" busy={b}>')).toEqual([]);
});

test('every main button that can be gray says why', () => {
  const found = globSync('renderer/**/*.tsx', { cwd: root })
    .filter((path) => !/\.test\.tsx$|\/testing\//.test(path))
    .flatMap((path) => silent(readFileSync(join(root, path), 'utf8')).map((button) => `${path}: ${button}`));
  // Give `whyDisabled` a sentence of `words.whyNot` instead of `disabled`.
  expect(found).toEqual([]);
});
