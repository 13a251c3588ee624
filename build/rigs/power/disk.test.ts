import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../random.ts';
import { UnreliableDisk } from './disk.ts';
import type { FileCall } from './trace.ts';

const open = (path: string): FileCall => ({
  kind: 'open',
  path,
  key: `3<${path}>`,
  creates: true,
  truncates: false,
});
const write = (path: string, text: string): FileCall => ({
  kind: 'write',
  path,
  offset: null,
  data: Buffer.from(text),
  key: `3<${path}>`,
  appends: true,
});
const sync = (path: string, startedAt = 1000): FileCall => ({ kind: 'sync', path, startedAt });

/** The contents of a file in states of a hundred seeds; null where it is not there. */
function statesOf(calls: readonly FileCall[], path: string): Set<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const disk = new UnreliableDisk();
  for (const call of calls) disk.apply(call);
  const found = new Set<string | null>();
  for (let seed = 0; seed < 100; seed += 1) {
    const target = join(folder, String(seed));
    disk.writeState(target, createRandom(seed));
    found.add(existsSync(join(target, path)) ? readFileSync(join(target, path), 'utf8') : null);
  }
  expect(readdirSync(folder)).toHaveLength(100);
  return found;
}

test('what was flushed, bytes and name, is always there', () => {
  expect(statesOf([open('a'), write('a', 'one'), sync('a'), sync('')], 'a')).toEqual(new Set(['one']));
});

test('without the folder flushed the name may be missing; without the file flushed its bytes', () => {
  expect(statesOf([open('a'), write('a', 'one'), sync('a')], 'a')).toEqual(new Set(['one', null]));
  expect(statesOf([open('a'), write('a', 'one'), sync('')], 'a')).toEqual(new Set(['one', '']));
});

test('a flush covers what had ended when it began', () => {
  expect(statesOf([open('a'), write('a', 'one'), write('a', 'two'), sync('a', 2), sync('')], 'a')).toEqual(
    new Set(['one', 'onetwo']),
  );
});

test('a file that replaces another does so wholly, or not at all', () => {
  const replaced: FileCall[] = [
    open('a'),
    write('a', 'old'),
    sync('a'),
    sync(''),
    open('b'),
    write('b', 'new'),
    sync('b'),
    { kind: 'rename', from: 'b', to: 'a' },
  ];
  expect(statesOf(replaced, 'a')).toEqual(new Set(['old', 'new']));
  expect(statesOf([...replaced, sync('')], 'a')).toEqual(new Set(['new']));
});

test('a folder whose own name was not flushed takes all below with it', () => {
  const calls: FileCall[] = [
    { kind: 'mkdir', path: 'd' },
    open('d/a'),
    write('d/a', 'one'),
    sync('d/a'),
    sync('d'),
  ];
  expect(statesOf(calls, 'd/a')).toEqual(new Set(['one', null]));
  expect(statesOf([...calls, sync('')], 'd/a')).toEqual(new Set(['one']));
});

test('a long write may arrive in part', () => {
  const calls = [open('a'), sync(''), write('a', 'x'.repeat(2048))];
  const states = [...statesOf(calls, 'a')].map((text) => (text ?? '').replaceAll('\0', '').length);
  expect(states).toEqual(expect.arrayContaining([0, 2048]));
  expect(states.some((length) => length > 0 && length < 2048 && length % 512 === 0)).toBe(true);
});
