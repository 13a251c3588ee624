// @module-tag long
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import type { Configuration } from 'electron-builder';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { launchFileEndings } from '#shared/desk/places.ts';
import { electronTargets, root } from '../bundle/targets.ts';
import { THIRD_PARTY_FILE } from '../bundle/third-party.ts';

const run = promisify(execFile);
const configFile = join(root, 'build/electron-builder.config.mjs');
const { default: config } = (await import(configFile)) as { default: Configuration };
const require = createRequire(import.meta.url);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-packaging-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the configuration is one that electron-builder takes', async () => {
  const schema = JSON.parse(
    await readFile(join(dirname(require.resolve('app-builder-lib/package.json')), 'scheme.json'), 'utf8'),
  ) as object;
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  validate(config);
  expect(validate.errors).toBeNull();
  expect(validate({ ...config, asarUnpak: [] })).toBe(false);
});

test('the fuses close what the app does not need', () => {
  expect(config.electronFuses).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    grantFileProtocolExtraPrivileges: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
  });
});

test('the system hands over every kind of file that the app opens', () => {
  const associations = [config.fileAssociations ?? []].flat();
  expect(associations.flatMap(({ ext }) => ext).map((ext) => `.${ext}`)).toEqual([...launchFileEndings]);
});

test('the licenses of what is packed and asks for it go along', async () => {
  const files = [config.extraResources ?? []].flat().filter((file) => typeof file !== 'string');
  const texts = new Map<string, string>();
  for (const { from = '', to = '', filter } of files) {
    const isMade = from.startsWith('out/');
    if (filter === undefined && !isMade) texts.set(to, await readFile(join(root, from), 'utf8'));
  }
  expect(texts.get('licenses/NOTICE.txt')).toContain('FFmpeg');
  expect(texts.get('licenses/NOTICE.txt')).toContain('libvips');
  expect(texts.get('licenses/LGPL-3.0.txt')).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  expect(texts.get('licenses/GPL-3.0.txt')).toContain('GNU GENERAL PUBLIC LICENSE');
  // Every bundle writes the licenses of its packages beside it.
  expect(files.map(({ from }) => from)).toEqual(
    expect.arrayContaining(electronTargets.map(({ out }) => `${out}/${THIRD_PARTY_FILE}`)),
  );
  for (const name of ['mediabunny', 'mediabunny-aac-encoder']) {
    expect(texts.get(`licenses/${name}.txt`)).toContain('Mozilla Public License');
  }
});

test('the program starts what the build makes', async () => {
  const { main } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { main: string };
  expect(electronTargets.map(({ entry }) => entry)).toContain(main);
});

test('everything that the build makes is packed, and nothing else', async () => {
  const project = join(folder, 'project');
  const write = async (name: string, text = name) => {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  };
  for (const target of electronTargets) {
    await write(target.entry);
    await write(`${target.out}.stamp`);
  }
  await write('out/renderer/assets/app-1.js');
  await write('out/service/worker.js');
  await write('service/main.ts');
  await write('.env');
  const { main, version, type } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  await write(
    'package.json',
    JSON.stringify({ name: 'patchbay', description: 'x', author: 'x', main, version, type }),
  );
  await write(
    'package-lock.json',
    JSON.stringify({ name: 'patchbay', lockfileVersion: 3, packages: { '': {} } }),
  );
  // A program that is nobody's: what is packed around it is what counts. Fuses need a real one.
  const runtime = join(folder, 'runtime');
  await mkdir(join(runtime, 'resources'), { recursive: true });
  for (const name of ['electron', 'LICENSE', 'LICENSES.chromium.html', 'version']) {
    await writeFile(join(runtime, name), '');
  }
  await chmod(join(runtime, 'electron'), 0o755);
  const derived = join(folder, 'config.mjs');
  await writeFile(
    derived,
    `import config from ${JSON.stringify(configFile)};
     const { electronFuses, ...rest } = config;
     export default { ...rest, electronVersion: '45.4.1', electronDist: ${JSON.stringify(runtime)} };`,
  );
  await run(
    process.execPath,
    [
      require.resolve('electron-builder/cli.js'),
      '--linux',
      '--x64',
      '--dir',
      '--config',
      derived,
      '--projectDir',
      project,
    ],
    { cwd: project },
  );

  const resources = join(project, 'release/linux-unpacked/resources');
  const archives = createRequire(require.resolve('app-builder-lib/package.json'))('@electron/asar') as {
    listPackage: (archive: string) => string[];
  };
  const packed = archives.listPackage(join(resources, 'app.asar')).filter((name) => /\.\w+$/.test(name));
  expect(packed.toSorted()).toEqual(
    [
      '/package.json',
      '/out/renderer/assets/app-1.js',
      '/out/service/worker.js',
      ...electronTargets.map(({ entry }) => `/${entry}`),
    ].toSorted(),
  );
  const unpacked = await readdir(join(resources, 'app.asar.unpacked/out/service'));
  expect(unpacked.toSorted()).toEqual(['main.js', 'worker.js']);
}, 120_000);
