import { expect, test } from 'vitest';
import { hasDisplay, parseStartOptions } from './start-options.ts';

const from = { platform: 'linux', env: {}, home: '/home/ada', cwd: '/src/patchbay' };

test('without arguments everything is as usual', () => {
  expect(parseStartOptions([], from)).toEqual({
    dataDirectory: '/home/ada/.local/share/patchbay',
    browser: false,
    open: true,
    port: 0,
  });
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
