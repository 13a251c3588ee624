import { expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { createUniqueNames, MAX_NAME_LENGTH, outputFileName } from './output-name.ts';

const nameOf = (more: Partial<Parameters<typeof outputFileName>[0]>) =>
  outputFileName({ project: 'Summer campaign', output: 'Poster', version: 14, extension: 'png', ...more });

test('a saved output says its project, its title and its version', () => {
  expect(nameOf({})).toBe('Summer campaign_Poster_v14.png');
  expect(nameOf({ version: null })).toBe('Summer campaign_Poster.png');
  expect(nameOf({ position: 'Radius 0.5, Mode a/b' })).toBe(
    'Summer campaign_Poster_Radius 0.5, Mode a b_v14.png',
  );
  expect(nameOf({ project: null, extension: '.JPG' })).toBe('Poster_v14.jpg');
  expect(nameOf({ output: 'poster.PNG' })).toBe('Summer campaign_poster_v14.png');
  expect(nameOf({ project: 'Sunset', output: 'Sunset', version: null, extension: 'mp4' })).toBe('Sunset.mp4');
  expect(nameOf({ project: '', output: '', version: null, extension: '' })).toBe('output');
});

test('what a file system does not take is left out of a name', () => {
  expect(nameOf({ project: null, version: null, output: '../a\\b:c*?"<>|\u0000d' })).toBe('a b c d.png');
  expect(nameOf({ project: null, version: null, output: 'con' })).toBe('con_.png');
  expect(nameOf({ project: null, version: null, output: 'LPT1', extension: '' })).toBe('LPT1_');
  expect(nameOf({ project: null, version: null, output: '...' })).toBe('output.png');
  expect(nameOf({ project: null, version: null, output: 'a\u202egnp.exe' })).toBe('a gnp.exe.png');
  expect(nameOf({ project: 'صيف', output: 'ملصق' })).toBe('صيف_ملصق_v14.png');
});

test('whatever the parts are, the name is one safe part of a path', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(
      text,
      text,
      fc.option(fc.nat(), { nil: null }),
      text,
      text,
      (project, output, version, extension, position) => {
        const name = outputFileName({ project, output, position, version, extension });
        expect(name.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
        expect(name.length).toBeGreaterThan(0);
        expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\u202e]|^\.|[. ]$/u);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      },
    ),
  );
  const long = nameOf({ project: 'p'.repeat(10_000), output: '🖼'.repeat(5000), position: '🖼'.repeat(5000) });
  expect(long.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
  expect(long).toMatch(/_v14\.png$/);
});

test('names of one archive differ, also for systems that look past case', () => {
  const unique = createUniqueNames();
  const given = ['Poster.png', 'poster.png', 'Poster.png', 'Poster (2).png', 'x'.repeat(116) + '.png'];
  const names = [...given, 'x'.repeat(116) + '.png'].map(unique);
  expect(names.slice(0, 4)).toEqual(['Poster.png', 'poster (2).png', 'Poster (3).png', 'Poster (2) (2).png']);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(MAX_NAME_LENGTH);
});
