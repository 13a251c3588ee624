import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';
import { countWords, declaredNames, wordsOf } from './name-words.ts';

/** In how many sources names with a word may be declared, at most: each number may only become smaller. */
const most: Record<string, number> = JSON.parse(
  readFileSync(join(root, 'build/checks/everyday-words.json'), 'utf8'),
);

test('declared names are taken apart into their words', () => {
  expect(
    declaredNames("const isTakenBy = 'gone'; // asked\ntype Wanted = { heldAt: number; drop(): void };"),
  ).toEqual(['isTakenBy', 'Wanted', 'heldAt', 'drop']);
  expect(wordsOf('MAX_PLACES_Of2Items')).toEqual(['max', 'place', 'item']);
  expect(wordsOf('bodiesOfKeys')).toEqual(['body', 'key']);
  expect(
    countWords(['let wantedAt = 1;', 'function wanted() {}', 'call(wanted);'], new Set(['wanted'])),
  ).toEqual({
    wanted: 2,
  });
});

test('no everyday word comes into more names than have it', () => {
  const sources = globSync('{shared,service,native,electron,renderer,build}/**/*.{ts,tsx}', { cwd: root })
    // A translation has the keys that the English catalog gave it.
    .filter(
      (path) =>
        !/\.d\.ts$|\.test\.|\.rig\.|[\\/]testing[\\/]|[\\/]words[\\/](?!english)\w+[\\/]|[\\/]german[\\/]/.test(
          path,
        ),
    )
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const counts = countWords(sources, new Set(Object.keys(most)));
  const problems = Object.entries(counts)
    .filter(([word, count]) => count > most[word]!)
    .map(
      ([word, count]) =>
        `${count} sources have a name with "${word}", ${most[word]} may: name the new one after what it is (a request, a rect, an entry), or lower the number where it became less.`,
    );
  expect(problems).toEqual([]);
});
