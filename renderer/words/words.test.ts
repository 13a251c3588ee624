import { expect, it } from 'vitest';
import { pluralForm, withCounts, formatList, number } from './forms.ts';
import { words } from './index.ts';

it('forms plurals and lists by the rules of the language', () => {
  const forms = { one: '# node', other: '# nodes' };
  expect([0, 1, 2, 1200].map((count) => pluralForm(count, forms))).toEqual([
    '0 nodes',
    '1 node',
    '2 nodes',
    '1,200 nodes',
  ]);
  expect(formatList(['Blur', 'Tint', 'Crop'])).toBe('Blur, Tint, and Crop');
  expect(number(9_007_199_254_740_993n)).toBe('9,007,199,254,740,993');
});

it('speaks of one thing as of one, to the end of the sentence', () => {
  expect(words.batches.columnList.theyGraph(1)).toBe('1 input stays as it is in the graph');
  expect(words.batches.columnList.theyGraph(3)).toBe('3 inputs stay as they are in the graph');
});

it('names what is there several times once, and says how often', () => {
  expect(withCounts(['Photo', 'Sky', 'Photo', 'Photo'])).toEqual(['Photo (3 times)', 'Sky']);
  expect(withCounts([])).toEqual([]);
  expect(words.files.usedHere(['Photo', 'Photo'])).toContain('on the canvas by Photo (2 times).');
  expect(words.files.usedByProjects(['Film', 'Film', 'Card'])).toBe(
    'Used by Film (2 times), Card. Take it out there first.',
  );
  expect(words.files.usedByTemplates(['Card', 'Card'])).toContain('templates Card (2 times).');
  expect(words.recut.inPlace(['walk.mp4', 'walk.mp4'])).toContain('“walk.mp4” (2 times).');
  expect(words.clips.stuck(['V1', 'V1'])).toContain('“V1” (2 times)');
});
