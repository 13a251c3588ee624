import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAIRS } from '#renderer/words/german/sentences.ts';
import { root } from '../bundle/targets.ts';
import { textsOutsideCatalog } from './plain-words.ts';

/** Letters and signs of a text without what a source has between two parts of it. */
const bare = (text: string): string => text.replaceAll(/\\u00a0|\\[nt]|[\s'"`+\\]|\{\d\}|…/g, '');

const sourcesOf = (pattern: string, isIncluded: (path: string) => boolean = () => true): string[] =>
  globSync(pattern, { cwd: root })
    .filter(isIncluded)
    .filter((path) => !/\.d\.ts$|\.test\.|\.rig\.|[\\/](?:testing|german)[\\/]/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'));

test('each sentence that has German words is still written by a program', () => {
  // What is filled in stands in the source as code.
  const code = sourcesOf('{shared,native,service,electron}/**/*.ts')
    .map((source) => bare(source.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '')))
    .join('\n');
  const unused = PAIRS.map(([english]) => english).filter(
    (english) => !english.split(/\{\d\}/).every((piece) => code.includes(bare(piece))),
  );
  expect(unused).toEqual([]);
});

test('German sentences fill in what the English ones do, and none stands twice', () => {
  const gaps = (text: string): string => (text.match(/\{\d\}/g) ?? []).toSorted().join('');
  expect(PAIRS.filter(([english, german]) => gaps(english) !== gaps(german))).toEqual([]);
  const all = PAIRS.map(([english]) => english);
  expect(all.filter((english, at) => all.indexOf(english) !== at)).toEqual([]);
});

/** What only programs that call the API, or people at a terminal, read. */
const NOT_FOR_PAGES =
  /^service\/(?:cli|http|backup|operation|signing|docs|samples|fuzz|acceptance|node-types|templates|timelines|administration|otio)\/|^service\/(?:app\/(?:app|authenticate|external-runs|storage-routes)|uploads\/.*|people\/(?:join-page|invitation-surface)|runs\/prepare-run|documents\/(?:handlers|write-graph)|files\/handlers|storage\/(?:postgres\/.*|row-copy\/.*|[^/]*-database|sealed|schema-version|migrations\/[^/]*|backup-.*|data-directory|media-location|move-media|open-blob-store|file-blob-store)|providers\/check-models|project-documents\/project-documents)\.ts$/;

/** Beginnings and ends of sentences whose whole stands elsewhere, and descriptions, which node types have in their own words. */
const description = /description:\s*(?:'[^'\n]*'|`[^`]*`)/g;

test('what a service says of stores, accounts, files and nodes has German words', () => {
  const known = new Set(PAIRS.map(([english]) => bare(english)));
  const paths = globSync('service/**/*.ts', { cwd: root }).filter((path) => !NOT_FOR_PAGES.test(path));
  const missing = sourcesOf('service/**/*.ts', (path) => paths.includes(path))
    .flatMap((source) => textsOutsideCatalog(source.replaceAll(description, '')))
    .filter((text) => /^[A-Z“].*[a-z]{2} .*\.$/.test(text) && !known.has(bare(text)));
  expect([...new Set(missing)]).toEqual([]);
});

test('what people read of runs, of timelines that come and go, and of the desktop process has German words', () => {
  const known = new Set(PAIRS.map(([english]) => bare(english)));
  const sentences = [
    ...sourcesOf('service/engine/**/*.ts'),
    ...sourcesOf('shared/{interchange,otio}/**/*.ts'),
    ...sourcesOf('electron/core/{uploads,connections,batches,library,notices,project-files}/**/*.ts'),
  ]
    .flatMap(textsOutsideCatalog)
    .filter((text) => /^[A-Z“].*[a-z]{2} .*\.$/.test(text));
  const missing = [...new Set(sentences)].filter((text) => !known.has(bare(text)));
  expect(missing).toEqual([]);
});
