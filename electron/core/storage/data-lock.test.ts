import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { acquireDataLock, DataDirectoryInUseError } from './data-lock.ts';

test('one holder at a time; the next after it is released', () => {
  const folder = temporaryFolder();
  const first = acquireDataLock(folder);
  expect(() => acquireDataLock(folder)).toThrow(DataDirectoryInUseError);
  first.release();
  acquireDataLock(folder).release();
});

test('another process that holds it is noticed, and leaves nothing behind when it is killed', async () => {
  const folder = temporaryFolder();
  const module = new URL('./data-lock.ts', import.meta.url).href;
  const code = `
    const { acquireDataLock } = await import(${JSON.stringify(module)});
    acquireDataLock(${JSON.stringify(folder)});
    // A collection does not let go of a lock whose holder keeps nothing of it.
    globalThis.gc();
    await new Promise((done) => setImmediate(done));
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  expect(() => acquireDataLock(folder)).toThrow(/Another Patchbay/);
  child.kill('SIGKILL');
  await exited;
  acquireDataLock(folder).release();
});

test('a damaged lock file keeps nobody out', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'writer.lock'), 'junk'.repeat(1000));
  const lock = acquireDataLock(folder);
  expect(() => acquireDataLock(folder)).toThrow(DataDirectoryInUseError);
  lock.release();
});
