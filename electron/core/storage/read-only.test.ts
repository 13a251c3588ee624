// @module-tag rig
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { respondWithError } from '../http/respond.ts';
import { Journal } from '../journal/journal.ts';
import { entry } from '../testing/journal-place.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { launcherOf, refusalOf, startOnService, startTestCore } from '../testing/test-core.ts';

const MEGABYTE = 1024 * 1024;

test('a data folder that may not be written is refused at the start, with what to do', async (context) => {
  const disk = mountSmallDisk(30 * MEGABYTE);
  if (!disk) {
    context.skip('no file system can be mounted here');
    return;
  }
  const { desk } = await startOnService(undefined, { dataDirectory: disk.folder });
  await desk.core.close();
  disk.setReadOnly(true);
  const start = startTestCore({ folder: disk.folder, launchService: launcherOf('http://127.0.0.1:1') });
  await expect(start).rejects.toThrow(
    /may not write to its data folder .*read-only.*Allow writing there, or choose another folder with --data/,
  );
  const main = join(import.meta.dirname, '../../browser-host/main.ts');
  const { status, stderr } = spawnSync(process.execPath, [main, '--data', disk.folder], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Patchbay may not write to its data folder .*Allow writing there/);
  disk.setReadOnly(false);
});

test('a start without any room, after a kill, is refused with what to do', async (context) => {
  const disk = mountSmallDisk(60 * MEGABYTE);
  if (!disk) {
    context.skip('no file system can be mounted here');
    return;
  }
  const folder = join(disk.folder, 'data');
  const pages = join(disk.folder, 'pages');
  mkdirSync(pages);
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Patchbay</title>');
  const main = join(import.meta.dirname, '../../browser-host/main.ts');
  const args = [main, '--data', folder, '--pages', pages];
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(host, 'message');
  const ended = once(host, 'exit');
  host.kill('SIGKILL');
  await ended;
  disk.fill();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
  expect(status).toBe(1);
  expect(stderr).toBe(
    `The disk of the data folder ${folder} is full. Free some space on it, then start again.\n`,
  );
  disk.free();
});

test('a file that fits is taken although little room is left, and one that does not is refused with figures', async (context) => {
  const disk = mountSmallDisk(40 * MEGABYTE);
  if (!disk) {
    context.skip('no file system can be mounted here');
    return;
  }
  const { desk } = await startOnService(undefined, { dataDirectory: disk.folder });
  const small = await desk.upload({ bytes: new Uint8Array(1000) });
  expect(small.status).toBe(201);
  const large = await desk.upload({ bytes: new Uint8Array(30 * MEGABYTE) });
  const refused = await refusalOf(large);
  expect(refused.code).toBe('DISK_FULL');
  expect(refused.message).toMatch(/not enough room.* needs 63 MB .*\d+ MB are free/);
});

test('a write that the system refuses later says so, and what to do', async (context) => {
  const disk = mountSmallDisk(30 * MEGABYTE);
  if (!disk) {
    context.skip('no file system can be mounted here');
    return;
  }
  const log = createTestLog();
  const journal = new Journal({
    directory: disk.folder,
    clock: createTestClock().clock,
    log,
    notify: () => {},
  });
  const append = (id: string) =>
    journal.append('local', 'prj_1', { writer: 'w', entries: [entry(id)], history: [] });
  await append('1');
  disk.setReadOnly(true);
  const error = await append('2').catch((thrown: unknown) => thrown);
  const refused = await refusalOf(respondWithError(error, 'request', log));
  expect(refused).toMatchObject({ status: 507, code: 'FOLDER_NOT_WRITABLE' });
  expect(refused.message).toMatch(/read-only.*Allow writing there, then try again/);
  disk.setReadOnly(false);
  await append('2');
});
