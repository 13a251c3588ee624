// @module-tag long
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';
import { allowCores } from './core-dump.ts';
import { bySize } from '#shared/testing/size.ts';

/** Programs that crash, as test programs do; the net under them is the real one. */

const moduleOf = (name: string): string => JSON.stringify(pathToFileURL(join(root, 'build/test', name)).href);
const hasGdb = spawnSync('gdb', ['--version']).status === 0;
const noCores = allowCores();
/** Each starts the runner of the tests once more. */
const IS_FULL = bySize({ everyRun: false, full: true });
const crash = `process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000);`;

let folder = '';
beforeEach(() => {
  // Inside the checkout, where the runner is found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/crash-net-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const run = (args: string[]): string => {
  const done = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 120_000 });
  return done.stdout + done.stderr;
};
/** A program that starts a process, waits for its end and says when everything is reported. */
const program = (start: string): string => `
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  const { installCrashNet, closeCrashNet } = await import(${moduleOf('crash-net.ts')});
  installCrashNet();
  const child = ${start};
  await once(child, 'exit');
  await closeCrashNet();
  console.log('the program goes on');`;
const child = (code: string): string =>
  `spawn(process.execPath, ['-e', ${JSON.stringify(code)}], { stdio: 'ignore' })`;

/** What is said of a crash on this computer: a backtrace, or why there is none. */
const reported = (): RegExp => {
  if (noCores !== null) return /It left no core: /;
  return hasGdb ? /^#0 .*[\s\S]*kill/m : /There is no gdb here; install it for a backtrace/;
};

test('a child of a test program that dies by a signal leaves its backtrace', { timeout: 120_000 }, () => {
  write('program.mjs', program(child(crash)));
  const output = run(['program.mjs']);
  expect(output).toMatch(/Process \d+ died by SIGSEGV: .*process\.kill/);
  expect(output).toMatch(reported());
  expect(output).toContain('the program goes on');
  // The core is not left where the process worked.
  expect(readdirSync(folder)).toEqual(['program.mjs']);
});

test(
  'what ends as it should, or by the hand of the program itself, is not reported',
  { timeout: 120_000 },
  () => {
    const waits = child('setInterval(() => {}, 1000)');
    const signaled = `((one) => (one.once('spawn', () => process.kill(one.pid, 'SIGSEGV')), one))(${waits})`;
    const killed = `((one) => (one.once('spawn', () => one.kill('SIGABRT')), one))(${waits})`;
    const awaited = `(process.env.PATCHBAY_AWAITED_CRASH = 'SIGSEGV', ${child(crash)})`;
    for (const start of [child(''), child('process.exit(3)'), signaled, killed, awaited]) {
      write('program.mjs', program(start));
      expect(run(['program.mjs'])).toBe('the program goes on\n');
      expect(readdirSync(folder)).toEqual(['program.mjs']);
    }
  },
);

test('memory that runs out leaves a report of Node', { timeout: 120_000 }, () => {
  const greedy = 'const all = []; for (;;) all.push(Array.from({ length: 1e6 }, (_, n) => String(n)));';
  const start = `spawn(process.execPath, ['--max-old-space-size=40', '-e', ${JSON.stringify(greedy)}], { stdio: 'ignore' })`;
  write('program.mjs', program(start));
  const output = run(['program.mjs']);
  expect(output).toMatch(/died by SIG(?:ABRT|TRAP|ILL)/);
  expect(output).toMatch(/Node's report: .*\.json/);
  const path = /Node's report: (.*\.json)/.exec(output)?.[1] ?? '';
  rmSync(path);
});

test('a worker of the tests that dies by a signal leaves its backtrace', { timeout: 120_000 }, () => {
  write(
    'vitest.config.mjs',
    `export default { test: { include: ['*.case.mjs'], globalSetup: [${moduleOf('crash-net.global.ts')}.replace('file://', '')], setupFiles: [${moduleOf('end-children.setup.ts')}.replace('file://', '')] } };`,
  );
  write(
    'dies.case.mjs',
    `import { test } from 'vitest'; test('dies', async () => { ${crash} await new Promise(() => {}); });`,
  );
  const output = run([join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder]);
  expect(output).toMatch(/Process \d+ died by SIGSEGV: .*vitest/);
  expect(output).toMatch(reported());
});

test.runIf(IS_FULL)(
  'a rig that dies by a signal itself, and a process of it, leave their backtraces',
  { timeout: 120_000 },
  () => {
    const dies = (name: string, code: string): string => {
      write(name, code);
      return run([join(root, 'build/run.mjs'), `build/test/../../.cache/${basename(folder)}/${name}`]);
    };
    const itself = dies('rig.mjs', crash);
    expect(itself).toMatch(/Process \d+ died by SIGSEGV: .*rig\.mjs/);
    expect(itself).toMatch(reported());
    const start = `import { spawn } from 'node:child_process'; ${child(crash)};`;
    const other = dies('parent.mjs', start);
    expect(other).toMatch(/Process \d+ died by SIGSEGV: .*process\.kill/);
    expect(other).toMatch(reported());
  },
);
