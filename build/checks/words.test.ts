import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';
import { betterName, declaredWords } from './words.ts';

/** The names themselves stand there, or are wire names and names of released tables. */
const ELSEWHERE = /^build\/checks\/(?:words|spelling)|\/migrations\//;

test('names in own words are seen in code, and not in comments or texts', () => {
  expect(
    declaredWords(
      `const unkept = readAnswer(\`\${catalogue.size} kept\`); // heard\nsay('colour'); new PreparedAnswer(mayAnswer);`,
    ),
  ).toEqual([
    'unkept: say journaled, stored, cached',
    'readAnswer: say response, respond',
    'catalogue: say American spelling',
    'PreparedAnswer: say response',
  ]);
  expect(declaredWords('const MAX_WAIT_MS = backoff(random, isRetried); overheard(); concentre();')).toEqual(
    [],
  );
});

test('sources and their files are named in words of the field', () => {
  const found = globSync('{shared,service,native,electron,renderer,build,e2e}/**/*.{ts,tsx,mjs}', {
    cwd: root,
  })
    .filter((path) => !ELSEWHERE.test(path))
    .flatMap((path) => {
      const stem = basename(path).replace(/\..*$/, '');
      const camel = stem.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const say = betterName(camel);
      return [
        ...(say === null ? [] : [`${path}: say ${say}`]),
        ...declaredWords(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
      ];
    });
  expect(found).toEqual([]);
});
