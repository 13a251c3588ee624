import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { jsonFile, writeFileAtomically } from './atomic-file.ts';

const Stored = z.object({ count: z.int() });
const make = () => {
  const path = join(temporaryFolder(), 'stored.json');
  const quarantined: string[] = [];
  return {
    path,
    quarantined,
    file: jsonFile(path, Stored, { now: () => 0, onQuarantine: (one) => quarantined.push(one) }),
  };
};

test('gives back what was saved last, and leaves no temporary file', async () => {
  const { path, file } = make();
  expect(await file.load()).toBeNull();
  await Promise.all([1, 2, 3].map((count) => file.save({ count })));
  expect(await file.load()).toEqual({ count: 3 });
  expect(readdirSync(join(path, '..')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test.each(['', '{"count":', '{"count":"three"}', '[]', '\0\0\0\0'])(
  'content %j is set aside and the last good one used',
  async (content) => {
    const { path, quarantined, file } = make();
    await file.save({ count: 7 });
    writeFileSync(path, content);
    expect(await file.load()).toEqual({ count: 7 });
    expect(quarantined).toHaveLength(1);
    expect(readFileSync(quarantined[0]!, 'utf8')).toBe(content);
  },
);

test('a folder in the place of the file is set aside and the last good one used', async () => {
  const { path, quarantined, file } = make();
  await file.save({ count: 7 });
  rmSync(path);
  mkdirSync(path);
  writeFileSync(join(path, 'inside'), 'mine');
  await file.save({ count: 6 });
  expect(quarantined).toHaveLength(1);
  rmSync(path);
  mkdirSync(path);
  writeFileSync(join(path, 'inside'), 'mine');
  expect(await file.load()).toEqual({ count: 6 });
  for (const one of quarantined) expect(readFileSync(join(one, 'inside'), 'utf8')).toBe('mine');
  expect(quarantined).toHaveLength(2);
  await file.save({ count: 8 });
  expect(await file.load()).toEqual({ count: 8 });
});

// Root reads everything.
test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a file that may not be read is set aside and the last good one used',
  async () => {
    const { path, quarantined, file } = make();
    await file.save({ count: 7 });
    chmodSync(path, 0o000);
    expect(await file.load()).toEqual({ count: 7 });
    expect(quarantined).toHaveLength(1);
  },
);

test('with both copies broken there is nothing, and saving works again', async () => {
  const { path, quarantined, file } = make();
  await file.save({ count: 7 });
  writeFileSync(path, 'x');
  writeFileSync(`${path}.last-good`, 'y');
  expect(await file.load()).toBeNull();
  expect(quarantined).toHaveLength(2);
  await file.save({ count: 8 });
  expect(await file.load()).toEqual({ count: 8 });
});

test('a failed write leaves the old content', async () => {
  const { path } = make();
  mkdirSync(path);
  await expect(writeFileAtomically(path, 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(readdirSync(join(path, '..')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
