import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';
import { britishForms, textsOf } from './spelling.ts';

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** `file: form` for each British form found. */
const found = (path: string, texts: readonly string[]): string[] =>
  texts.flatMap(britishForms).map((form) => `${relative(root, path)}: ${form}`);

test('British forms are seen in strings and between tags, and in no name', () => {
  expect(
    textsOf(`const colour = css['colour']; say('Choose a colour');`, false).flatMap(britishForms),
  ).toEqual(['colour']);
  expect(textsOf('<p>Pick the centre</p>', true).flatMap(britishForms)).toEqual(['centre']);
  expect(textsOf('say(`${colours.font} is bold`); // the colour', false).flatMap(britishForms)).toEqual([]);
  expect(britishForms('Normalised, canceled, color, gray, raised, promise, exercise, precise')).toEqual([
    'normalised',
  ]);
});

test('texts of pages, service and desktop process are in American spelling', () => {
  // The colors of CSS have both spellings; they are names.
  const forms = ['renderer', 'service', 'electron', 'shared', 'build/start']
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    .filter((path) => !path.includes('/testing/') && !path.endsWith('shared/language/color.ts'))
    .flatMap((path) => found(path, textsOf(readFileSync(path, 'utf8'), path.endsWith('x'))));
  expect(forms).toEqual([]);
});

test('the README and the documents are in American spelling', () => {
  const paths = [join(root, 'README.md'), ...filesIn('docs', /\.md$/)];
  expect(
    paths.flatMap((path) => found(path, [readFileSync(path, 'utf8').replaceAll(/`[^`]*`/g, '')])),
  ).toEqual([]);
});
