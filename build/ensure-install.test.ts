import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './bundle/targets.ts';

/** A project of its own with an npm that only notes that it was asked; the script under test is the real one. */

let folder: string;
const inFolder = (name: string) => join(folder, name);
const write = async (name: string, text: string, mode = 0o644) => {
  await mkdir(dirname(inFolder(name)), { recursive: true });
  await writeFile(inFolder(name), text, { mode });
};
const lock = (version: string) =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/a': { version },
      'node_modules/only-on-a-mac': { version: '1.0.0', optional: true },
    },
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-install-'));
  await mkdir(inFolder('build'));
  for (const name of ['ensure-install.mjs', 'run.mjs'])
    await cp(join(root, 'build', name), inFolder(`build/${name}`));
  await write('package-lock.json', lock('1.0.0'));
  await write(
    'hello.ts',
    `const text: string = process.argv.slice(2).join(' '); console.log(text); process.exitCode = 7;`,
  );
  await writeNpm(`
    fs.mkdirSync('node_modules/node/bin', { recursive: true });
    // As npm does with ignored scripts: packages alone.
    if (process.argv[2] === 'ci') fs.writeFileSync('node_modules/.package-lock.json', fs.readFileSync('package-lock.json'));
    else fs.rmSync('node_modules/node/bin/node', { force: true });
    if (process.argv[2] !== 'ci') fs.symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/node/bin/node');
    console.log('noise of npm');
  `);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writeNpm = (source: string) =>
  write(
    'npm-cli.js',
    `const fs = require('fs'); fs.appendFileSync('npm-was-asked', process.argv.slice(2, 6).join(' ') + '\\n'); ${source}`,
  );
const timesAsked = () =>
  readFile(inFolder('npm-was-asked'), 'utf8').then(
    (text) => text.match(/^ci /gm)?.length ?? 0,
    () => 0,
  );

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}
const run = (): Promise<Outcome> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [inFolder('build/run.mjs'), inFolder('hello.ts').slice(folder.length + 1), 'a', 'b c'],
      { cwd: folder, env: { ...process.env, npm_execpath: inFolder('npm-cli.js') } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code);
        done({ code, stdout, stderr });
      },
    );
  });

test('a fresh clone is installed once; the script gets its arguments and gives its exit code', async () => {
  const first = await run();
  expect(first).toMatchObject({ code: 7, stdout: 'a b c\n' });
  expect(first.stderr).toContain('Installing packages');
  // No package runs anything but the one that is named.
  expect(await readFile(inFolder('npm-was-asked'), 'utf8')).toBe(
    'ci --ignore-scripts --no-audit --no-fund\nrebuild node --ignore-scripts=false --foreground-scripts\n',
  );
  expect(await run()).toEqual({ code: 7, stdout: 'a b c\n', stderr: '' });
  expect(await timesAsked()).toBe(1);
});

test('a changed lock is installed', async () => {
  await run();
  await write('package-lock.json', lock('2.0.0'));
  await run();
  expect(await timesAsked()).toBe(2);
});

test.each(['installed', 'taken over by hand'])(
  'what is %s here leaves the stamp of a copy made of hard links as it was',
  { tags: 'rig' },
  async (how) => {
    await run();
    const stamp = inFolder('node_modules/.patchbay-install');
    await link(stamp, inFolder('stamp-of-the-copy'));
    const before = await readFile(stamp, 'utf8');
    await write('package-lock.json', lock('2.0.0'));
    if (how !== 'installed') await write('node_modules/.package-lock.json', lock('2.0.0'));
    await run();
    expect(await readFile(stamp, 'utf8')).not.toBe(before);
    expect(await readFile(inFolder('stamp-of-the-copy'), 'utf8')).toBe(before);
  },
);

test(
  'packages installed by hand are taken over when they are those of the lock',
  { tags: 'rig' },
  async () => {
    await run();
    await rm(inFolder('node_modules/.patchbay-install'));
    await write('node_modules/.package-lock.json', lock('1.0.0'));
    await run();
    expect(await timesAsked()).toBe(1);
    await rm(inFolder('node_modules/.patchbay-install'));
    await write('node_modules/.package-lock.json', lock('0.9.0'));
    await run();
    expect(await timesAsked()).toBe(2);
  },
);

test('a failed installation is said and tried again the next time', async () => {
  await writeNpm('process.exit(1);');
  const outcome = await run();
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toContain('could not be installed');
  await run();
  expect(await timesAsked()).toBe(2);
});

test('packages that were installed by hand get Node 24 and nothing else', async () => {
  await write('node_modules/.package-lock.json', lock('1.0.0'));
  expect(await run()).toMatchObject({ code: 7, stdout: 'a b c\n' });
  expect(await timesAsked()).toBe(0);
});

test('installing runs no script of a package, whichever npm does it', async () => {
  expect(await readFile(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const { allowScripts, scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>;
    scripts: Record<string, string>;
  };
  const withScripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  const names = withScripts.map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
  expect(names).toContain('@scarf/scarf');
  expect(names.filter((name) => allowScripts[name])).toEqual(['node']);
  expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
  // Scripts that npm runs around others would not be run any more.
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)(?!view)/.test(name))).toEqual([]);
});

test('an installation without Node 24 is explained', async () => {
  await writeNpm(`fs.mkdirSync('node_modules', { recursive: true });`);
  const outcome = await run();
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toContain('ignore-scripts');
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a script ends with the npm that runs it, by %s too',
  { tags: 'rig' },
  async (signal) => {
    await run();
    await write(
      'stays.ts',
      `process.on('SIGTERM', () => { console.log('ended in order'); process.exit(0); });
     setInterval(() => {}, 1000);
     console.log('up');`,
    );
    // As npm does: a shell that waits, in an npm that waits.
    const npm = spawn('sh', ['-c', `sh -c '"${process.execPath}" build/run.mjs stays.ts; true'; true`], {
      cwd: folder,
      env: { ...process.env, npm_lifecycle_event: 'service' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    const said = (text: string) =>
      new Promise<void>((done) => {
        const look = () => {
          if (output.includes(text)) done();
        };
        npm.stdout.on('data', look);
        look();
      });
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await said('up');
    npm.kill(signal);
    await said('ended in order');
    await once(npm, 'close');
    expect(output).toContain('ended in order');
  },
);
