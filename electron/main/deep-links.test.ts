import { expect, test } from 'vitest';
import { deepLinkIn, placeOfDeepLink } from './deep-links.ts';

test('a project link names its place', () => {
  expect(placeOfDeepLink('patchbay://project/prj_01hx')).toBe('/projects/prj_01hx');
  expect(placeOfDeepLink('patchbay://project/prj_01hx/')).toBe('/projects/prj_01hx');
});

test.each([
  'patchbay://app/desk/status',
  'patchbay://project/',
  'patchbay://project/../settings',
  'patchbay://project/a/b',
  'patchbay://project/a?x=1',
  'patchbay://project/a#x',
  'https://example.com/project/prj_1',
  'patchbay://project/%2e%2e',
  '--flag=patchbay://project/prj_1',
])('%s leads nowhere', (text) => {
  expect(placeOfDeepLink(text)).toBeNull();
});

test('it is found among other arguments', () => {
  expect(deepLinkIn(['--data', '/x', 'patchbay://project/prj_1'])).toBe('/projects/prj_1');
  expect(deepLinkIn([])).toBeNull();
});
