import { expect, test } from 'vitest';
import { cacheDirectory, dataDirectory } from './host.ts';

const at = (platform: string, env: Record<string, string> = {}) => ({ platform, env, home: '/home/ada' });

test('data lives where the platform keeps data', () => {
  expect(dataDirectory(at('linux'))).toBe('/home/ada/.local/share/patchbay');
  expect(dataDirectory(at('linux', { XDG_DATA_HOME: '/data' }))).toBe('/data/patchbay');
  expect(dataDirectory(at('linux', { XDG_DATA_HOME: 'relative' }))).toBe('/home/ada/.local/share/patchbay');
  expect(dataDirectory(at('darwin'))).toBe('/home/ada/Library/Application Support/Patchbay');
  expect(dataDirectory(at('win32', { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }))).toBe(
    'C:\\Users\\ada\\AppData\\Roaming\\Patchbay',
  );
});

test('the variable wins everywhere', () => {
  for (const platform of ['linux', 'darwin', 'win32']) {
    expect(dataDirectory(at(platform, { PATCHBAY_DATA: '/mine', XDG_DATA_HOME: '/data' }))).toBe('/mine');
  }
});

test('what can be thrown away lives elsewhere', () => {
  for (const platform of ['linux', 'darwin', 'win32']) {
    expect(cacheDirectory(at(platform))).not.toBe(dataDirectory(at(platform)));
  }
  expect(cacheDirectory(at('linux', { XDG_CACHE_HOME: '/cache' }))).toBe('/cache/patchbay');
});
