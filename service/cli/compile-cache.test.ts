import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compileCacheFolder, ensurePrivateFolder } from './compile-cache.ts';

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe('the folder of compiled code', () => {
  it.each([
    ['linux', {}, '/home/me/.cache/patchbay/compiled'],
    ['linux', { XDG_CACHE_HOME: '/caches' }, '/caches/patchbay/compiled'],
    ['darwin', {}, '/home/me/Library/Caches/Patchbay/compiled'],
    ['win32', {}, null],
  ])('on %s with %j', (system, environment, folder) => {
    expect(compileCacheFolder(system, environment, '/home/me')).toBe(folder);
  });

  it('is nowhere without a home', () => {
    expect(compileCacheFolder('linux', {}, '/')).toBeNull();
  });

  it('is made', () => {
    expect(ensurePrivateFolder(join(temporaryFolder(), 'a', 'b'))).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('is made for its owner only', () => {
    const folder = join(temporaryFolder(), 'compiled');
    ensurePrivateFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.skipIf(process.platform === 'win32')('is not used where others can write', () => {
    const folder = join(temporaryFolder(), 'shared');
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    expect(ensurePrivateFolder(folder)).toBe(false);
  });

  it('is not used when it is a link or a file', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'link'));
    writeFileSync(join(root, 'file'), '');
    expect(ensurePrivateFolder(join(root, 'link'))).toBe(false);
    expect(ensurePrivateFolder(join(root, 'file'))).toBe(false);
  });
});
