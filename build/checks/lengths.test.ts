import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { differences, reasonProblems, exceedingLimits } from './lengths.ts';
import { EXCEPTIONS } from './long-functions.ts';

const root = resolve(import.meta.dirname, '../..');
const ROOMS = ['shared', 'native', 'service', 'electron', 'renderer', 'build'];

test('nothing becomes longer or harder to follow than it was', async () => {
  expect(differences(await exceedingLimits(root, ROOMS), EXCEPTIONS)).toEqual([]);
});

test('each that stays has a reason of its own', () => {
  expect(reasonProblems(EXCEPTIONS)).toEqual([]);
});

test('a long function, a long file and one of many ways are each found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-long-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `  call(${index});`).join('\n');
  writeFileSync(join(folder, 'a.ts'), `export function long() {\n${lines(90)}\n}\n${lines(300)}\n`);
  const ways = Array.from({ length: 21 }, (_, index) => `if (x === ${index}) return ${index};`).join('\n');
  writeFileSync(join(folder, 'b.ts'), `export function ways(x: number) {\n${ways}\n}\n`);
  writeFileSync(join(folder, 'b.test.ts'), `export function long() {\n${lines(90)}\n}\n`);
  expect(await exceedingLimits(folder, ['.'])).toEqual({
    'a.ts': { lines: 392 },
    'a.ts long': { lines: 92 },
    'b.ts ways': { complexity: 22 },
  });
});

test('a difference from the list is a sentence', () => {
  const list = { 'a.ts one': { lines: 90, complexity: 25 }, 'a.ts two': { lines: 100 } };
  expect(differences(list, list)).toEqual([]);
  expect(differences({ ...list, 'b.ts three': { complexity: 21 } }, list)).toEqual([
    'b.ts three: complexity 21, over the limit. Take it apart where that makes it clearer.',
  ]);
  expect(differences({ 'a.ts one': { lines: 91 }, 'a.ts two': { lines: 95 } }, list)).toEqual([
    'a.ts one: lines 91, more than the 90 of the list. Take it apart where that makes it clearer.',
    'a.ts one became smaller: take complexity out of its line in build/checks/long-functions.ts.',
    'a.ts two became smaller: write lines 95 into its line in build/checks/long-functions.ts.',
  ]);
});

test('an entry without a reason, or with that of another, is named', () => {
  const reason = 'It is one switch with a case for each kind.';
  expect(reasonProblems({ 'a.ts one': { reason } })).toEqual([]);
  expect(reasonProblems({ 'a.ts one': {}, 'a.ts two': { reason: 'It is long.' } })).toEqual([
    'a.ts one has no reason: say in a sentence why it stays as it is.',
    'a.ts two has no reason: say in a sentence why it stays as it is.',
  ]);
  expect(reasonProblems({ 'a.ts one': { reason }, 'a.ts two': { reason } })).toEqual([
    'a.ts two has the reason of a.ts one: say what is so of this one.',
  ]);
});
