import { expect, test } from 'vitest';
import { linkedProjectPath } from '#shared/desk/places.ts';
import { launchTargetIn, launchTargetOf, routeOfTarget } from './launch-target.ts';

test('a link and a file are found among the other arguments of a program', () => {
  expect(launchTargetIn(['--data', '/x', 'patchbay://project/prj_1'], '/')).toEqual({
    kind: 'place',
    path: linkedProjectPath('prj_1'),
  });
  expect(launchTargetIn(['electron', '.', '--no-sandbox', '/films/Cut.OTIO'], '/')).toEqual({
    kind: 'file',
    path: '/films/Cut.OTIO',
  });
  expect(launchTargetIn([], '/')).toBeNull();
});

test.skipIf(process.platform === 'win32')('a relative path and a file address are made absolute', () => {
  expect(launchTargetOf('cut.otioz', '/home/ada')).toEqual({ kind: 'file', path: '/home/ada/cut.otioz' });
  expect(launchTargetOf('file:///films/a%20b.patchbay', '/')).toEqual({
    kind: 'file',
    path: '/films/a b.patchbay',
  });
});

test.each(['notes.txt', '--out=x.otio', 'file://other-host/x.otio', 'patchbay://app/x'])(
  '%s opens nothing',
  (argument) => {
    expect(launchTargetOf(argument, '/')).toBeNull();
  },
);

test('a place is shown as it is, a file by what the core says', () => {
  const openFile = (path: string) => `/opened${path}`;
  expect(routeOfTarget({ kind: 'place', path: '/settings' }, openFile)).toBe('/settings');
  expect(routeOfTarget({ kind: 'file', path: '/a.otio' }, openFile)).toBe('/opened/a.otio');
  expect(routeOfTarget(null, openFile)).toBeNull();
});
