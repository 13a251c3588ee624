import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkedProjectPath } from '#shared/desk/places.ts';
import { hasDisplay, parseStartOptions } from './start-options.ts';

const from = { platform: 'linux', env: {}, home: '/home/ada', cwd: '/src/patchbay' };

test('without arguments everything is as usual', () => {
  expect(parseStartOptions([], from)).toEqual({
    dataDirectory: '/home/ada/.local/share/patchbay',
    browser: false,
    open: true,
    port: 0,
    launch: null,
    agent: false,
  });
});

test('a link or a file says what to show first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-options-'));
  try {
    await writeFile(join(folder, 'cut.otio'), '');
    const launch = (...args: string[]) => {
      const options = parseStartOptions(args, { ...from, env: { INIT_CWD: folder } });
      return options === 'help' ? null : options.launch;
    };
    expect(launch('--browser', 'cut.otio')).toEqual({
      target: { kind: 'file', path: join(folder, 'cut.otio') },
      argument: join(folder, 'cut.otio'),
    });
    expect(launch('patchbay://project/prj_1')).toEqual({
      target: { kind: 'place', path: linkedProjectPath('prj_1') },
      argument: 'patchbay://project/prj_1',
    });
    expect(() => launch('missing.otio')).toThrow('There is no file');
    expect(() => launch('notes.txt')).toThrow('.otioz');
    expect(() => launch('cut.otio', 'cut.otio')).toThrow('at a time');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a relative folder is meant from where the command was typed', () => {
  const data = (args: string[], env: Record<string, string>) => {
    const options = parseStartOptions(args, { ...from, env });
    return options === 'help' ? '' : options.dataDirectory;
  };
  expect(data(['--data', 'mine'], { INIT_CWD: '/home/ada/work' })).toBe('/home/ada/work/mine');
  expect(data(['--data', 'mine'], {})).toBe('/src/patchbay/mine');
  expect(data([], { PATCHBAY_DATA: '/srv/p' })).toBe('/srv/p');
  expect(data(['--data', '/other'], { PATCHBAY_DATA: '/srv/p' })).toBe('/other');
});

test.each([['--port', 'x'], ['--port', '-1'], ['--port', '65535'], ['--brwser']])(
  'what is wrong is said: %s %s',
  (...args) => {
    expect(() => parseStartOptions(args, from)).toThrow(args[0]);
  },
);

test('a window needs a display', () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
  expect(hasDisplay('darwin', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' })).toBe(false);
});
