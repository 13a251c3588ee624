import { expect, test } from 'vitest';
import {
  linkedProjectPath,
  launchFileIdIn,
  launchFilePath,
  pathOfLink,
  pathPatterns,
  projectIn,
  projectPath,
  projectViewPath,
  templatePath,
} from './places.ts';

/** A pattern of the router as a regular expression. */
const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

test('a link leads to an address that the router has', () => {
  expect(matches(pathPatterns.linkedProject, pathOfLink('patchbay://project/prj_01hx') ?? '')).toBe(true);
  expect(matches(pathPatterns.project, pathOfLink('patchbay://project/con_1/prj_01hx/') ?? '')).toBe(true);
});

test('each builder makes an address that the router has', () => {
  expect(matches(pathPatterns.project, projectPath('a/b', 'c?d'))).toBe(true);
  expect(matches(pathPatterns.projectView, projectViewPath('a', 'b', 'spend'))).toBe(true);
  expect(matches(pathPatterns.linkedProject, linkedProjectPath('x/y'))).toBe(true);
  expect(matches(pathPatterns.openedFile, launchFilePath('abc'))).toBe(true);
  expect(matches(pathPatterns.template, templatePath('a/b'))).toBe(true);
});

test('a link names a project, with its connection where it is given', () => {
  expect(pathOfLink('patchbay://project/prj_1')).toBe(linkedProjectPath('prj_1'));
  expect(pathOfLink('patchbay://project/con_1/prj_1')).toBe(projectPath('con_1', 'prj_1'));
});

test.each([
  'patchbay://app/desk/status',
  'patchbay://project/',
  'patchbay://project/../settings',
  'patchbay://project/a/b/c',
  'patchbay://project/a?x=1',
  'patchbay://project/a#x',
  'https://example.com/project/prj_1',
  'patchbay://project/%2e%2e',
  '--flag=patchbay://project/prj_1',
])('%s leads nowhere', (text) => {
  expect(pathOfLink(text)).toBeNull();
});

test('an address tells which project or file it is about', () => {
  expect(projectIn(projectViewPath('a/b', 'c d', 'timeline'))).toEqual({
    connectionId: 'a/b',
    projectId: 'c d',
  });
  expect(projectIn('/projects/%E0%A4%A/x')).toBeNull();
  expect(projectIn('/settings')).toBeNull();
  expect(launchFileIdIn(launchFilePath('abc-_1'))).toBe('abc-_1');
  expect(launchFileIdIn('/open/file/../x')).toBeNull();
});
