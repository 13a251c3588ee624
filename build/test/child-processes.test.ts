import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endChildProcesses } from './child-processes.ts';

const idle = 'setInterval(() => {}, 1000)';

test('ends what a test left running, and says what it was', async () => {
  const child = spawn(process.execPath, ['-e', idle], { stdio: 'ignore' });
  await once(child, 'spawn');
  expect(await endChildProcesses()).toEqual([`${process.execPath} -e ${idle}`]);
  expect(child.signalCode).toBe('SIGKILL');
  expect(await endChildProcesses()).toEqual([]);
});

test.skipIf(process.platform === 'win32')('ends the group that a process leads', async () => {
  const code = `
    const { spawn } = require('node:child_process');
    spawn(process.execPath, ['-e', "console.log('up'); ${idle}"], { stdio: ['ignore', 'inherit', 'ignore'] });
    ${idle};`;
  const leader = spawn(process.execPath, ['-e', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  await once(leader.stdout, 'data');
  // Open for as long as one of the two lives.
  const closed = once(leader.stdout, 'close');
  expect(await endChildProcesses()).toHaveLength(1);
  await closed;
});

test('has nothing to do with processes that ended or never began', async () => {
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit');
  await once(spawn('no such program', { stdio: 'ignore' }), 'error');
  expect(await endChildProcesses()).toEqual([]);
});
