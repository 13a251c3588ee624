import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram, type ProgramOptions } from './run-program.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DAY = 86_400_000;
const run = (code: string, options: Partial<ProgramOptions> = {}) =>
  runProgram(process.execPath, ['-e', code], { cwd: folder, env: process.env, limit: DAY, ...options });

const isUnmoved = 'setInterval(() => {}, 1000);';

test('has the exit code of the program', async () => {
  expect(await run('process.exit(3)')).toEqual({ code: 3, exit: 'by itself' });
  expect(await run('')).toEqual({ code: 0, exit: 'by itself' });
});

test('ends a program that takes too long', async () => {
  expect(await run(isUnmoved, { limit: 300 })).toEqual({ code: null, exit: 'overdue' });
});

test('ends a program that has reported and stays', async () => {
  const path = join(folder, 'report.json');
  const code = `require('node:fs').writeFileSync('report.json', '{}'); ${isUnmoved}`;
  expect(await run(code, { report: { path, grace: 1 } })).toEqual({ code: null, exit: 'stayed' });
});

test('leaves a program in peace that has not reported, or ends in time', async () => {
  const path = join(folder, 'report.json');
  expect(await run('process.exit(1)', { report: { path, grace: 1 } })).toEqual({
    code: 1,
    exit: 'by itself',
  });
  writeFileSync(path, '{}');
  expect(await run('', { report: { path, grace: DAY } })).toEqual({ code: 0, exit: 'by itself' });
});

test('ends at a signal', async () => {
  const stop = new AbortController();
  const ended = run(
    `process.on('SIGTERM', () => process.exit(7)); require('node:fs').writeFileSync('up', ''); ${isUnmoved}`,
    {
      signal: stop.signal,
    },
  );
  await expect.poll(() => readFileSync(join(folder, 'up'), 'utf8')).toBe('');
  stop.abort();
  expect(await ended).toEqual({ code: 7, exit: 'by itself' });
});

test.skipIf(process.platform === 'win32')('leaves nothing behind of what the program started', async () => {
  // What it starts calls here; the call ends with it, and not before.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const calls = once(server, 'connection') as Promise<[Socket]>;
  const member = `require('node:net').connect(${port}, '127.0.0.1').write('up');`;
  const code = `
    require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(member)}], { stdio: 'ignore' });
    require('node:fs').watch('.', (_, name) => name === 'called' && process.exit(0));`;
  const ended = run(code);
  const [call] = await calls;
  call.on('error', () => {});
  await once(call, 'data');
  const closed = once(call, 'close');
  writeFileSync(join(folder, 'called'), '');
  expect(await ended).toEqual({ code: 0, exit: 'by itself' });
  await closed;
  server.close();
});

test('says what is wrong with a program that is not there', async () => {
  const ending = await runProgram('no such program', [], { cwd: folder, env: process.env, limit: DAY });
  expect(ending).toEqual({ code: null, exit: 'by itself' });
});

test('puts the output of a program into a file where one is given', async () => {
  const path = join(folder, 'output');
  const output = openSync(path, 'w');
  await run('console.log("out"); console.error("err")', { output });
  closeSync(output);
  expect(readFileSync(path, 'utf8').split('\n').toSorted()).toEqual(['', 'err', 'out']);
});
