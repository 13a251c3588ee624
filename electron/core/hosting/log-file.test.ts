import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openLogFile } from './log-file.ts';

it('writes a line at once', async () => {
  const folder = temporaryFolder();
  openLogFile(folder, 'warn').warn({ part: 'journal' }, 'something to know');
  expect(await readFile(join(folder, 'logs/desk.log'), 'utf8')).toContain('something to know');
});

it.each(['logs', 'logs/desk.log'])('sets aside what stands in the place of %s', async (name) => {
  const folder = temporaryFolder();
  if (name === 'logs') writeFileSync(join(folder, name), 'mine');
  else mkdirSync(join(folder, name), { recursive: true });
  openLogFile(folder, 'warn').warn('something to know');
  expect(await readFile(join(folder, 'logs/desk.log'), 'utf8')).toContain('something to know');
});

it.skipIf(!existsSync('/dev/full'))('loses a line on a full disk, and nothing else', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'logs'));
  symlinkSync('/dev/full', join(folder, 'logs/desk.log'));
  const log = openLogFile(folder, 'warn');
  // An error that nobody takes would end the process; the test runner reports it.
  for (let line = 0; line < 3; line += 1) log.error({ line }, 'no room for this');
  await new Promise((turn) => setImmediate(turn));
  expect(log.level).toBe('warn');
});
