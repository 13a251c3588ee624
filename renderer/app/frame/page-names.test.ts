import { expect, test } from 'vitest';
import { pageName } from './page-names.ts';

test('a page has a name, and what lies below its address has the same', () => {
  expect(pageName('/')).toBe('Projects');
  expect(pageName('/shortcuts')).toBe('Keyboard shortcuts');
  expect(pageName('/templates/tpl_1')).toBe('Templates');
  expect(pageName('/batches/bat_1')).toBe('Batches');
  expect(pageName('/look')).toBe('Timeline file');
  expect(pageName('/constructor')).toBeUndefined();
  expect(pageName('/projects/local/prj_1')).toBeUndefined();
});
