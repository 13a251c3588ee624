import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { obtainElectron, type ElectronLocation } from './electron-binary.ts';

let folder: string;
let place: ElectronLocation;
let said: string[];
const report = (line: string) => void said.push(line);
const day = 24 * 60 * 60 * 1000;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-electron-'));
  place = { packageDirectory: join(folder, 'electron'), failureFile: join(folder, 'cache/failed.json') };
  said = [];
  await mkdir(place.packageDirectory);
  await writeFile(join(place.packageDirectory, 'package.json'), '{"version":"45.4.1"}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An installer that notes each time it runs. */
const installer = (source: string) =>
  writeFile(
    join(place.packageDirectory, 'install.js'),
    `const fs = require('fs'), path = require('path');
     fs.appendFileSync(path.join(__dirname, 'runs'), 'x');
     ${source}`,
  );
const works = `fs.mkdirSync(path.join(__dirname, 'dist'));
  fs.writeFileSync(path.join(__dirname, 'dist/electron'), '');
  fs.writeFileSync(path.join(__dirname, 'path.txt'), 'electron');`;
const runs = () =>
  readFile(join(place.packageDirectory, 'runs'), 'utf8').then(
    (text) => text.length,
    () => 0,
  );

test('a program that is there is used without a word', async () => {
  await installer(works);
  await obtainElectron(place, { report });
  said = [];
  expect(await obtainElectron(place, { report })).toBe(join(place.packageDirectory, 'dist/electron'));
  expect(await runs()).toBe(1);
  expect(said).toEqual([]);
});

test('a name without its program does not count', async () => {
  await writeFile(join(place.packageDirectory, 'path.txt'), 'electron');
  await installer(works);
  expect(await obtainElectron(place, { report })).not.toBeNull();
  expect(await runs()).toBe(1);
});

test('a failure is one line, and costs nothing for a day', async () => {
  await installer(
    `console.error('TypeError: fetch failed\\n    at x {\\n  [cause]: Error: getaddrinfo ENOTFOUND github.com\\n      at y {'); process.exit(1);`,
  );
  let now = 1_000_000;
  const obtain = () => obtainElectron(place, { report, clock: () => now });
  expect(await obtain()).toBeNull();
  expect(said.at(-1)).toContain('getaddrinfo ENOTFOUND github.com');
  expect(said.at(-1)).not.toContain('\n');
  expect(said).toHaveLength(2);
  said = [];
  now += day - 1;
  expect(await obtain()).toBeNull();
  expect([await runs(), said]).toEqual([1, []]);
  now += 1;
  await obtain();
  expect(await runs()).toBe(2);
});

test('a network that is not there is said in words', async () => {
  await installer(`console.error('TypeError: fetch failed'); process.exit(1);`);
  await obtainElectron(place, { report });
  expect(said.at(-1)).toContain('could not be reached');
});

test('another version of Electron is another try', async () => {
  await installer('process.exit(1);');
  await obtainElectron(place, { report });
  await writeFile(join(place.packageDirectory, 'package.json'), '{"version":"46.0.0"}');
  await obtainElectron(place, { report });
  expect(await runs()).toBe(2);
});

test('an installer that hangs is ended', async () => {
  await installer('setInterval(() => {}, 1000);');
  expect(await obtainElectron(place, { report, limit: 200 })).toBeNull();
  expect(said.at(-1)).toContain('no answer within');
});

test('an installer that claims success without a program is a failure', async () => {
  await installer('');
  expect(await obtainElectron(place, { report })).toBeNull();
  expect(said.at(-1)).toContain('left no program');
});

test('without the package there is nothing to fetch', async () => {
  await rm(place.packageDirectory, { recursive: true });
  expect(await obtainElectron(place, { report })).toBeNull();
  expect(said).toEqual([]);
});
