import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';
import { glossaryWords, parseWords, unparseWords } from './dictionary.ts';
import { declaredNames } from './name-words.ts';

/** From how many sources on a word has to be in a list. */
const LIMIT = 3;

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('words are refused that stand in several sources and in no list', () => {
  const glossary = glossaryWords('| **wire, stand-in** | a **cut** |');
  expect([...glossary]).toEqual(['wire', 'stand', 'cut']);
  const names = [['wireGizmos', 'gizmoOf'], ['gizmo', 'lonely'], ['GizmoCut']];
  expect(unparseWords(names, [glossary], 3)).toEqual(['gizmo']);
  expect(unparseWords(names, [glossary, parseWords('gizmo\nother')], 3)).toEqual([]);
});

test('no new word that neither the field nor the glossary has comes into names', () => {
  const sources = globSync('{shared,service,native,electron,renderer,build}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.d\.ts$|\.test\.|\.rig\.|[\\/](?:testing|words)[\\/]/.test(path))
    .map((path) => declaredNames(read(path)));
  const everyday: Record<string, number> = JSON.parse(read('build/checks/everyday-words.json'));
  const lists = [
    parseWords(read('build/checks/field-words.txt')),
    glossaryWords(read('docs/glossary.md')),
    // These are counted by themselves.
    new Set(Object.keys(everyday)),
    // These stood in names before there was a dictionary: take words out, add none.
    parseWords(read('build/checks/odd-words.txt')),
  ];
  expect(
    unparseWords(sources, lists, LIMIT),
    'Name it as the field does (build/checks/field-words.txt), or explain the word in docs/glossary.md if it is one of the trade.',
  ).toEqual([]);
});
