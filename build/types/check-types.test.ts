// @module-tag rig
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkTypes } from './check-types.ts';
import { foldFaults } from './fold-faults.ts';

const BASE = {
  target: 'ES2024',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  composite: true,
  emitDeclarationOnly: true,
  allowImportingTsExtensions: true,
  types: [],
};

let root: string;

async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

function project(name: string): unknown {
  const compilerOptions = { ...BASE, rootDir: '..', outDir: `../.cache/${name}` };
  return { compilerOptions, include: ['./**/*.ts'], references: [] };
}

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-types-')));
  // Twenty files that import each other in a row, behind one door.
  const row = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `cellar/file-${at}.ts`,
      `${at === 19 ? '' : `import { value as next } from './file-${at + 1}.ts';\n`}export const value: number = ${at === 19 ? '1' : 'next'};\n`,
    ]),
  );
  await write({
    'package.json': { type: 'module' },
    'tsconfig.json': { files: [], references: [{ path: 'kitchen' }, { path: 'cellar' }] },
    'kitchen/tsconfig.json': project('kitchen'),
    'kitchen/cook.ts': 'export const pot: number = 1;\n',
    'cellar/tsconfig.json': project('cellar'),
    ...row,
  });
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe('the typecheck', () => {
  test('says nothing where all is well', async () => {
    expect(await checkTypes(root, new Set())).toEqual({ ok: true, faults: [] });
  });

  test('says one sentence for an import across rooms, whatever lies behind it, and each other fault once', async () => {
    await write({
      'kitchen/cook.ts':
        "import { value } from '../cellar/file-0.ts';\n\nexport const pot: string = value;\n",
      'kitchen/eat.ts': "import { pot } from './cook.ts';\n\nexport const dish: boolean = pot;\n",
    });
    expect(await checkTypes(root, new Set())).toEqual({
      ok: false,
      faults: [
        'kitchen/cook.ts:1 imports cellar/file-0.ts, which is no part of kitchen and no room it refers to in ' +
          'kitchen/tsconfig.json. What to do: import only from the rooms that docs/map.md allows here.',
        "kitchen/cook.ts:3:14 error TS2322: Type 'number' is not assignable to type 'string'.",
        "kitchen/eat.ts:3:14 error TS2322: Type 'string' is not assignable to type 'boolean'.",
      ],
    });
  });

  test('leaves out what the walls have said already', async () => {
    await write({
      'kitchen/cook.ts':
        "import { value } from '../cellar/file-0.ts';\n\nexport const pot: number = value;\n",
    });
    expect(await checkTypes(root, new Set(['kitchen/cook.ts:1']))).toEqual({ ok: false, faults: [] });
  });

  test('says faults of a dragged-in file once, as its own project sees them', async () => {
    await write({
      'kitchen/cook.ts':
        "import { value } from '../cellar/file-19.ts';\n\nexport const pot: number = value;\n",
      'cellar/file-19.ts': "export const value: number = 'none';\n",
    });
    const { faults } = await checkTypes(root, new Set());
    expect(faults.filter((fault) => fault.startsWith('cellar/'))).toEqual([
      "cellar/file-19.ts:1:14 error TS2322: Type 'string' is not assignable to type 'number'.",
    ]);
  });

  test('keeps the lines that explain a fault', async () => {
    await write({
      'kitchen/cook.ts':
        'export const pot: { lid: { size: number } } = { lid: { size: "big" } };\nexport const pan: () => number = () => pot.lid;\n',
    });
    const { faults } = await checkTypes(root, new Set());
    expect(faults).toHaveLength(2);
  });

  test('passes on what the compiler says of its own settings', async () => {
    await write({ 'tsconfig.json': { files: [], references: [{ path: 'attic' }] } });
    const { ok, faults } = await checkTypes(root, new Set());
    expect(ok).toBe(false);
    expect(faults.join('\n')).toMatch(/attic/);
  });
});

test('a fault with lines that explain it stays whole', () => {
  const output = [
    "7:18:02 PM - Building project 'kitchen/tsconfig.json'...",
    '',
    "kitchen/cook.ts(3,7): error TS2322: Type 'A' is not assignable to type 'B'.",
    "  Property 'lid' is missing.",
    "kitchen/cook.ts(3,7): error TS2322: Type 'A' is not assignable to type 'B'.",
    "  Property 'lid' is missing.",
  ].join('\n');
  expect(foldFaults(output, '/house').faults.map(({ text }) => text)).toEqual([
    "kitchen/cook.ts:3:7 error TS2322: Type 'A' is not assignable to type 'B'.\n  Property 'lid' is missing.",
  ]);
});
