import { describe, expect, test } from 'vitest';
import { ALLOWED, byteProblems, isCheckedForBytes } from './foreign-bytes.ts';
import { readersIn, type Reader } from './readers.ts';
import { readTree } from './tree.ts';
import { fileURLToPath } from 'node:url';

const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));
const sources = [...tree.files].filter(isCheckedForBytes);

describe('bytes from elsewhere', () => {
  test('become values in the reading modules only, but for places with a reason', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.flatMap((path) => byteProblems(path, tree.read(path)))).toEqual([]);
  });

  test('no reason stands for a file that is gone', () => {
    expect(Object.keys(ALLOWED).filter((path) => !sources.includes(path))).toEqual([]);
  });

  test.each<[string, Partial<Record<Reader, number[]>>]>([
    ['const a = JSON.parse(text) as A;', { parse: [1] }],
    ['texts.map(JSON.parse)', { parse: [1] }],
    ["JSON['parse'](text)", { parse: [1] }],
    ['JSON[name](text)', { parse: [1] }],
    ['globalThis.JSON.parse(text)', { parse: [1] }],
    ['\nconst { parse } = JSON;', { parse: [2] }],
    ['const j = JSON;', { parse: [1] }],
    ['await (await fetch(url)).json();\nawait request.arrayBuffer();', { body: [1, 2] }],
    ["r['json'](); r?.text();", { body: [1, 1] }],
    ["import { readFile } from 'node:fs/promises';\nawait readFile(path);", { file: [2] }],
    ["import { readFile as r } from 'node:fs/promises';\nawait r(path); all.map(r);", { file: [2, 2] }],
    ["import * as disk from 'fs';\ndisk.readFileSync(path); disk['readFileSync'](path);", { file: [2, 2] }],
    ["import disk from 'node:fs';\nconst { readFileSync: r } = disk;", { file: [2] }],
    ["import { promises as disk } from 'node:fs';\ndisk.readFile(path);", { file: [2] }],
    ["import * as disk from 'node:fs';\ndisk.promises.readFile(path);", { file: [2] }],
    ["(await import('node:fs/promises')).readFile(path)", { file: [1] }],
    ["const { readFile } = await import('node:fs/promises');", { file: [1] }],
    ['// JSON.parse(text)\n/** readFile(path) */ parseJson(text, limits)', {}],
    ["const a = 'This is no JSON.'; JSON.stringify(a);", {}],
    ['session.json(1); execution.readFile(file)', {}],
    ["import { readFile } from './pin-values.ts';\nreadFile(value);", {}],
  ])('%s is seen as it is', (source, reads) => {
    expect(readersIn('service/files/planted.ts', source)).toEqual(reads);
  });

  test('are refused with file, line and what to do', () => {
    expect(byteProblems('renderer/runs/planted.ts', '\nJSON.parse(text);')).toEqual([
      expect.stringMatching(
        /^renderer\/runs\/planted\.ts:2 reads bytes .* What to do: read it with parseJson/,
      ),
    ]);
    expect(byteProblems('service/http/read-body.ts', '')).toEqual([
      expect.stringMatching(/^service\/http\/read-body\.ts:1 has 0 of 1 reads .* What to do: take/),
    ]);
  });
});
