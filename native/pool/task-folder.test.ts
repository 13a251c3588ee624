import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TaskFolder, InvalidOutput, type TaskFile } from './task-folder.ts';

function openFolder(): { folder: TaskFolder; root: string } {
  const root = mkdtempSync(join(tmpdir(), 'patchbay-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = new TaskFolder(join(root, 'child'));
  folder.create();
  return { folder, root };
}

const original = (path: string): TaskFile[] => [{ name: 'original', path }];
const GiB = 1024 ** 3;

describe('the folder of a child', () => {
  it.each([true, false])('puts no file over another one (links: %s)', async (mayLink) => {
    const { folder, root } = openFolder();
    const [first, second] = ['first', 'second'].map((name) => join(root, name)) as [string, string];
    writeFileSync(first, 'first');
    writeFileSync(second, 'second');
    await folder.fill(original(first), { mayLink });
    const again = folder.fill(original(second), { mayLink });
    await expect(again).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(first, 'utf8')).toBe('first');
    expect(readFileSync(join(folder.path, 'in', 'original'), 'utf8')).toBe('first');
  });

  it('is emptied only when what was being put in is there', async () => {
    const { folder, root } = openFolder();
    const path = join(root, 'original');
    writeFileSync(path, 'content');
    const files = Array.from({ length: 50 }, (_, index) => ({ name: `file-${index}`, path }));
    const filling = folder.fill(files, { mayLink: true });
    await folder.clear();
    await filling;
    expect(readdirSync(join(folder.path, 'in'))).toEqual([]);
  });

  it('is not emptied through a link that took the place of its results', async () => {
    const { folder, root } = openFolder();
    const elsewhere = join(root, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'precious'), '');
    rmSync(join(folder.path, 'out'), { recursive: true });
    symlinkSync(elsewhere, join(folder.path, 'out'));
    await expect(folder.clear()).rejects.toThrow('Its folder is gone.');
    expect(readdirSync(elsewhere)).toEqual(['precious']);
  });

  it('gives a result of no bytes as no bytes', async () => {
    const { folder } = openFolder();
    writeFileSync(join(folder.path, 'out', 'empty'), '');
    const bytes = await folder.readOutput('empty', 10, async (stream) => (await stream.toArray()).length);
    expect(bytes).toBe(0);
  });

  const MiB = 1024 * 1024;

  it.each([1, MiB, MiB + 1, 4 * MiB, 4 * MiB + 1])('gives a result of %d bytes as it is', async (size) => {
    const { folder } = openFolder();
    const results = [1, 2, 3].map((fill) => Buffer.alloc(size, fill));
    const read = async (stream: Readable) => Buffer.concat((await stream.toArray()) as Buffer[]);
    for (const [index, result] of results.entries()) {
      writeFileSync(join(folder.path, 'out', `result-${index}`), result);
    }
    const apart = await folder.readOutput('result-0', size, read);
    const together = await Promise.all([
      folder.readOutput('result-1', size, read),
      folder.readOutput('result-2', size, read),
    ]);
    for (const [index, bytes] of [apart, ...together].entries()) {
      expect(bytes.equals(results[index]!)).toBe(true);
    }
  });

  it('does not read into what a reader that failed may still be writing from', async () => {
    const { folder } = openFolder();
    for (const [name, fill] of [
      ['first', 1],
      ['second', 2],
    ] as const)
      writeFileSync(join(folder.path, 'out', name), Buffer.alloc(1000, fill));
    let held: Uint8Array = new Uint8Array();
    const failing = folder.readOutput('first', 1000, async (stream) => {
      [held] = (await stream.toArray()) as [Buffer];
      throw new Error('The disk is full.');
    });
    await expect(failing).rejects.toThrow('The disk is full.');
    await folder.readOutput('second', 1000, (stream) => stream.toArray());
    expect(Buffer.alloc(1000, 1).equals(held)).toBe(true);
  });

  it('gives a small result at once, and none that is not small', () => {
    const { folder } = openFolder();
    const out = join(folder.path, 'out');
    writeFileSync(join(out, 'small'), 'a preview');
    writeFileSync(join(out, 'large'), Buffer.alloc(600 * 1024));
    expect(Buffer.from(folder.readOutputBytes('small', 1000)!).toString()).toBe('a preview');
    expect(folder.readOutputBytes('large', GiB)).toBeNull();
    expect(() => folder.readOutputBytes('small', 5)).toThrow(InvalidOutput);
  });

  it('takes nothing for a small result that is no file of its own', () => {
    const { folder, root } = openFolder();
    const out = join(folder.path, 'out');
    const precious = join(root, 'precious');
    writeFileSync(precious, 'somebody else’s');
    symlinkSync(precious, join(out, 'link'));
    writeFileSync(join(root, 'other'), 'somebody else’s');
    linkSync(join(root, 'other'), join(out, 'hard-link'));
    mkdirSync(join(out, 'folder'));
    for (const name of ['link', 'hard-link', 'folder', 'missing', '../in', '']) {
      expect(() => folder.readOutputBytes(name, 1000)).toThrow(InvalidOutput);
    }
  });

  it('leaves no file of a task behind, however many there are', async () => {
    const { folder } = openFolder();
    const out = join(folder.path, 'out');
    for (let index = 0; index < 40; index += 1) writeFileSync(join(out, `frame-${index}`), '');
    await folder.clear();
    mkdirSync(join(out, 'scratch', 'deep'), { recursive: true });
    writeFileSync(join(out, 'scratch', 'deep', 'file'), '');
    symlinkSync('/', join(out, 'link'));
    await folder.clear();
    expect(readdirSync(out)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('refuses a result that is nearly all holes', async () => {
    const { folder } = openFolder();
    const path = join(folder.path, 'out', 'sparse');
    writeFileSync(path, 'x');
    truncateSync(path, 2 * GiB);
    await expect(folder.openOutput('sparse', 16 * GiB)).rejects.toThrow(InvalidOutput);
  });
});
