import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { appWindowArguments, defaultBrowserCommand, findChromium, openWindow } from './browser-window.ts';

const only =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

test('a browser is found on the path, and the named one wins', () => {
  const env = { PATH: '/usr/local/bin:/usr/bin' };
  expect(findChromium('linux', env, only('/usr/bin/google-chrome', '/usr/bin/chromium'))).toBe(
    '/usr/bin/chromium',
  );
  expect(findChromium('linux', env, only())).toBeNull();
  const named = { ...env, PATCHBAY_CHROMIUM: '/opt/chromium' };
  expect(findChromium('linux', named, only('/opt/chromium', '/usr/bin/chromium'))).toBe('/opt/chromium');
  expect(findChromium('linux', named, only('/usr/bin/chromium'))).toBe('/usr/bin/chromium');
});

test('on Windows and macOS it is looked for where installers put it', () => {
  const chrome = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
  expect(findChromium('win32', { PROGRAMFILES: 'C:\\Program Files' }, only(chrome))).toBe(chrome);
  const edge = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
  expect(findChromium('darwin', { HOME: '/Users/ada' }, only(edge))).toBe(edge);
});

test('the window has a profile of its own and keeps its sandbox', () => {
  const options = { profileDirectory: '/cache/profile', isRoot: false };
  const args = appWindowArguments('/usr/bin/none', 'http://127.0.0.1:1/#token=x', options);
  expect(args).toContain('--app=http://127.0.0.1:1/#token=x');
  expect(args).toContain('--user-data-dir=/cache/profile');
  expect(args).not.toContain('--no-sandbox');
  expect(appWindowArguments('/usr/bin/none', 'x', { ...options, isRoot: true })).toContain('--no-sandbox');
});

test('the default browser gets the address as one argument', () => {
  for (const platform of ['linux', 'darwin', 'win32']) {
    expect(defaultBrowserCommand(platform, 'http://127.0.0.1:1/#token=x')[1]).toContain(
      'http://127.0.0.1:1/#token=x',
    );
  }
});

describe.skipIf(process.platform !== 'linux')('opening', () => {
  let folder = '';
  const program = async (name: string, source: string): Promise<string> => {
    folder ||= await mkdtemp(join(tmpdir(), 'patchbay-window-'));
    const file = join(folder, name);
    await writeFile(file, `#!/bin/sh\n${source}\n`);
    await chmod(file, 0o755);
    return file;
  };
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
    folder = '';
  });

  test('the app window comes first', async () => {
    const browser = await program('browser', 'echo "$@" > "$0.args"');
    vi.stubEnv('PATCHBAY_CHROMIUM', browser);
    expect(await openWindow('http://127.0.0.1:1/#token=x', '/profile')).toBe('app-window');
    expect(await readFile(`${browser}.args`, 'utf8')).toContain('--app=http://127.0.0.1:1/#token=x');
  });

  test('a browser that cannot run here gives way to the default one, and that to nothing', async () => {
    vi.stubEnv('PATCHBAY_CHROMIUM', await program('browser', 'exit 1'));
    const opener = await program('xdg-open', 'echo "$@" > "$0.args"');
    vi.stubEnv('PATH', `${folder}:/bin`);
    expect(await openWindow('http://127.0.0.1:1/#token=x', '/profile')).toBe('default-browser');
    expect(await readFile(`${opener}.args`, 'utf8')).toBe('http://127.0.0.1:1/#token=x\n');
    await rm(opener);
    vi.stubEnv('PATH', folder);
    expect(await openWindow('http://127.0.0.1:1/#token=x', '/profile')).toBe('nowhere');
  });
});
