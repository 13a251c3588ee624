// @module-tag long
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkWalls, isSource, type Tree } from './check.ts';
import { MAP } from './map.ts';
import { chainOf, isTestFile } from './place.ts';
import { readSourceInfo } from './source-facts.ts';
import { readTree } from './tree.ts';

const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));

const files = new Set(tree.files);

/** What the walls say to a file of this repository that is not there, if it had this text. */
function faultsOf(path: string, text: string): string[] {
  files.add(path);
  const planted: Tree = { ...tree, files, facts: () => readSourceInfo(path, text) };
  const messages = checkWalls(MAP, planted, [path]).map(({ message }) => message);
  files.delete(path);
  return messages;
}

/** The innermost place of a file, which a refusal names. */
function placeOf(file: string): string {
  return chainOf(MAP.rooms, file).at(-1)?.path ?? 'none';
}

/** A program in a folder of the repository, the least deep one: tests of the walls shall not depend on a file's name. */
function aFileIn(folder: string, isDeep = false): string {
  const programs = [...tree.files]
    .filter((path) => path.startsWith(`${folder}/`) && isSource(path) && !isTestFile(path))
    .sort((one, other) => one.split('/').length - other.split('/').length || one.localeCompare(other));
  const file = isDeep ? programs.at(-1) : programs[0];
  if (file === undefined) throw new Error(`${folder} has no program; correct the table of this test.`);
  return file;
}

function aliasOf(path: string): string | undefined {
  const found = Object.entries(tree.aliases).find(([, place]) =>
    `./${path}`.startsWith(place.replace('*', '')),
  );
  return found && path.replace(found[1].slice(2, -1), found[0].slice(0, -1));
}

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

const SPELLINGS: readonly [string, (specifier: string) => string][] = [
  ['import', (to) => `import { a } from '${to}';`],
  ['import of all', (to) => `import * as a from '${to}';`],
  ['import for its effect', (to) => `import '${to}';`],
  ['type import', (to) => `import type { A } from '${to}';`],
  ['types alone', (to) => `import { type A } from '${to}';`],
  ['type in place', (to) => `export type B = import('${to}').A;`],
  ['typeof in place', (to) => `export type B = typeof import('${to}');`],
  ['dynamic import', (to) => `export const a = await import('${to}');`],
  ['dynamic import of a template', (to) => `export const a = await import(\`${to}\`);`],
  ['re-export', (to) => `export { a } from '${to}';`],
  ['re-export of all', (to) => `export * from '${to}';`],
  ['re-export of types', (to) => `export type { A } from '${to}';`],
  ['require', (to) => `export const a = require('${to}');`],
  ['import equals', (to) => `import a = require('${to}');`],
  ['over several lines', (to) => `import {\n  a,\n} from\n  '${to}';`],
];

const IN_TESTS_TOO = true;
const OPEN_TO_TESTS = false;

/** Who may not import whom. Inside the service and the core, tests of a layer may use the others. */
const REFUSED: readonly [from: string, to: string, inTests: boolean][] = [
  ['shared/graph', 'service', IN_TESTS_TOO],
  ['shared/graph', 'renderer/ui', IN_TESTS_TOO],
  ['shared/graph', 'native', IN_TESTS_TOO],
  ['shared/reading', 'shared/graph', OPEN_TO_TESTS],
  ['shared/api/schemas', 'shared/desk', OPEN_TO_TESTS],
  ['native/pool', 'service', IN_TESTS_TOO],
  ['native/pool', 'electron/core', IN_TESTS_TOO],
  ['service/projects', 'electron/core', IN_TESTS_TOO],
  ['service/projects', 'renderer/ui', IN_TESTS_TOO],
  ['service/projects', 'service/app', OPEN_TO_TESTS],
  ['service/storage', 'service/projects', OPEN_TO_TESTS],
  ['service/http', 'service/projects', OPEN_TO_TESTS],
  ['service/engine', 'service/http', OPEN_TO_TESTS],
  ['service/engine', 'service/app', OPEN_TO_TESTS],
  ['service/nodes', 'service/engine', OPEN_TO_TESTS],
  ['service/nodes/image', 'service/http', OPEN_TO_TESTS],
  ['electron/core/journal', 'service/storage', IN_TESTS_TOO],
  ['electron/core/journal', 'renderer/desk', IN_TESTS_TOO],
  ['electron/core/journal', 'electron/main', IN_TESTS_TOO],
  ['electron/main', 'service/app', IN_TESTS_TOO],
  ['electron/main', 'renderer/app', IN_TESTS_TOO],
  ['electron/preload', 'electron/core', IN_TESTS_TOO],
  ['electron/browser-host', 'service/app', IN_TESTS_TOO],
  ['renderer/runs', 'renderer/editor', IN_TESTS_TOO],
  ['renderer/runs', 'renderer/app', IN_TESTS_TOO],
  ['renderer/editor/canvas/view', 'renderer/runs', IN_TESTS_TOO],
  ['renderer/ui', 'renderer/runs', IN_TESTS_TOO],
  ['renderer/desk', 'renderer/projects', IN_TESTS_TOO],
  ['renderer/commands', 'renderer/editor', IN_TESTS_TOO],
  ['renderer/runs', 'service/http', IN_TESTS_TOO],
  ['renderer/runs', 'electron/core', IN_TESTS_TOO],
  ['renderer/runs', 'native/pool', IN_TESTS_TOO],
  ['renderer/editor/model', 'renderer/editor/canvas/view', OPEN_TO_TESTS],
  ['renderer/editor/model', 'renderer/ui', IN_TESTS_TOO],
  ['renderer/editor/node', 'renderer/editor/panels', OPEN_TO_TESTS],
  ['e2e', 'electron/core', IN_TESTS_TOO],
  ['e2e', 'renderer/app', IN_TESTS_TOO],
];

describe.each(REFUSED)('%s does not import %s', (from, to, inTests) => {
  const names = ['planted.ts', ...(inTests ? ['planted.test.ts', 'testing/planted.ts'] : [])];

  test.each(SPELLINGS)('as %s', (_, spell) => {
    for (const name of names) {
      const file = `${from}/${name}`;
      for (const target of new Set([aFileIn(to), aFileIn(to, true)])) {
        const specifiers = [
          relative(file, target),
          relative(file, target).replace(/\.tsx?$/, ''),
          aliasOf(target),
        ];
        for (const specifier of specifiers.filter((one) => one !== undefined)) {
          const [message, ...more] = faultsOf(file, spell(specifier));
          expect(more).toEqual([]);
          expect(message).toContain(`${file}:1 imports ${target}. ${placeOf(file)} may import: `);
          expect(message).toMatch(/ What to do: \S/);
        }
      }
    }
  });
});

describe('a refusal', () => {
  test('names the file, the line, the rooms that are allowed and what to do', () => {
    expect(faultsOf('renderer/spend/planted.ts', "\n\nimport { a } from '../editor/index.ts';")).toEqual([
      'renderer/spend/planted.ts:3 imports renderer/editor/index.ts. renderer/spend may import: ' +
        'shared, renderer/words, renderer/keys, renderer/ui, renderer/model, renderer/desk, renderer/commands, renderer/fields, renderer/saved-settings, renderer/viewer, renderer/costs. What to do: let renderer/app compose ' +
        'the features and pass one what it needs of another, or move what both need into renderer/ui, renderer/desk or shared.',
    ]);
  });

  test('finds a folder that stands for its index', () => {
    expect(faultsOf('renderer/spend/planted.ts', "import { a } from '../editor';")[0]).toContain(
      'imports renderer/editor/index.ts',
    );
  });

  test('meets a feature that passes by the index of another it may build on', () => {
    expect(faultsOf('renderer/editor/planted.ts', "import { a } from '../uploads/index.ts';")).toEqual([]);
    expect(
      faultsOf('renderer/editor/planted.ts', "import { a } from '../uploads/upload-queue.ts';"),
    ).toHaveLength(1);
  });

  test('meets a program that imports what is for tests', () => {
    expect(
      faultsOf('renderer/runs/planted.ts', "import { a } from '#renderer/testing/render-page.tsx';"),
    ).toEqual([
      'renderer/runs/planted.ts:1 imports renderer/testing/render-page.tsx. It is for tests, and only tests import it. ' +
        'What to do: move what the program needs out of the tests.',
    ]);
    expect(
      faultsOf('renderer/runs/planted.test.ts', "import { a } from '#renderer/testing/render-page.tsx';"),
    ).toEqual([]);
  });

  test('meets the address of a program and a module that a test replaces', () => {
    expect(
      faultsOf('renderer/runs/planted.ts', "new URL('../../service/main.ts', import.meta.url);"),
    ).toHaveLength(1);
    expect(faultsOf('renderer/runs/planted.test.ts', "vi.mock('../editor/index.ts');")).toHaveLength(1);
  });
});

describe.each([
  ['shared/graph', 'react'],
  ['shared/graph', 'zustand'],
  ['shared/graph', 'hono'],
  ['electron/core/journal', 'electron'],
  ['electron/core/journal', 'electron/main'],
  ['electron/browser-host', 'electron'],
  ['electron/core/media', 'sharp'],
  ['electron/core/journal', '@napi-rs/keyring'],
  ['service/nodes/image', 'sharp'],
  ['service/engine', '@fastify/busboy'],
  ['native/pictures', 'mediabunny'],
  ['native/pool', 'sharp'],
  ['build/bench', 'sharp'],
  ['e2e', 'sharp'],
  ['build/rigs', 'electron'],
  ['renderer/runs', 'mediabunny'],
  ['renderer/runs', 'node:fs'],
  ['renderer/runs', 'fs'],
  ['renderer/runs', 'path/posix'],
  ['renderer/editor/model', 'react'],
  ['renderer/editor/model', 'zustand'],
  ['renderer/editor/scene', 'react'],
  ['renderer/uploads', '@xyflow/react'],
])('%s does not use %s', (from, name) => {
  test.each(SPELLINGS)('as %s', (_, spell) => {
    for (const file of ['planted.ts', 'planted.test.ts'].map((end) => `${from}/${end}`)) {
      const messages = faultsOf(file, spell(name));
      expect(messages).toHaveLength(1);
      expect(messages[0]).toMatch(
        new RegExp(
          `^${file}:1 imports .* ${placeOf(file)} may (?:use these packages: .*|import no module of Node\\.) What to do: \\S`,
        ),
      );
    }
  });
});

describe('shared knows no clock, no random numbers and no timers', () => {
  test.each([
    ['Date.now()', 'Date.now', 'the clock'],
    ['new Date()', 'new Date()', 'the clock'],
    ['new Date', 'new Date()', 'the clock'],
    ['Date()', 'Date', 'the clock'],
    ["Date['now']()", 'Date.now', 'the clock'],
    ['globalThis.Date.now()', 'Date.now', 'the clock'],
    ["globalThis['Date'].now()", 'Date.now', 'the clock'],
    ['performance.now()', 'performance', 'the clock'],
    ['Math.random()', 'Math.random', 'random numbers'],
    ["Math['random']()", 'Math.random', 'random numbers'],
    ['crypto.randomUUID()', 'crypto.randomUUID', 'random numbers'],
    ['globalThis.crypto.getRandomValues(bytes)', 'crypto.getRandomValues', 'random numbers'],
    ['setTimeout(work, 1)', 'setTimeout', 'timers'],
    ['setInterval(work, 1)', 'setInterval', 'timers'],
    ['globalThis.setTimeout(work, 1)', 'setTimeout', 'timers'],
    ['fetch(address)', 'fetch', 'the network'],
    ['process.exit(1)', 'process', 'the process'],
    ['document.title', 'document', 'the page'],
    ['(() => { const { now } = Date; return now; })()', 'Date', 'the clock'],
    ['(() => { const { random } = Math; return random; })()', 'Math', 'random numbers'],
  ])('%s', (expression, text, what) => {
    expect(faultsOf('shared/graph/planted.ts', `export const a = ${expression};`)).toEqual([
      `shared/graph/planted.ts:1 uses ${text}. shared/graph may not touch ${what}. ` +
        'What to do: take it as a parameter from whoever calls.',
    ]);
  });

  test.each([
    ['new Date(...[])', 'new Date()', 'the clock'],
    ['new Intl.DateTimeFormat().format()', 'Intl.DateTimeFormat', 'the clock'],
    ['AbortSignal.timeout(5)', 'AbortSignal.timeout', 'timers'],
    ['queueMicrotask(work)', 'queueMicrotask', 'timers'],
    ['new MessageChannel()', 'MessageChannel', 'timers'],
    ['globalThis.globalThis.Date.now()', 'Date.now', 'the clock'],
  ])('%s, hidden a little', (expression, text, what) => {
    expect(faultsOf('shared/graph/planted.ts', `export const a = ${expression};`)).toEqual([
      `shared/graph/planted.ts:1 uses ${text}. shared/graph may not touch ${what}. ` +
        'What to do: take it as a parameter from whoever calls.',
    ]);
  });

  test.each([
    'const { Date: D, Math: M } = globalThis;',
    'const g = globalThis;',
    "const d = Reflect.get(globalThis, 'Date');",
    'const d = globalThis[name];',
    '(globalThis as unknown as { Date: DateConstructor }).Date.now();',
  ])('%s makes everything reachable', (source) => {
    expect(faultsOf('shared/graph/planted.ts', source)[0]).toMatch(
      /^shared\/graph\/planted\.ts:1 uses globalThis\S*\. .* the global object as a whole\. What to do: name the one member/,
    );
  });

  test.each([
    'function f(Date: { now(): number }): number { return Date.now(); }\nexport const a = Date.now();',
    'try { f(); } catch (Date) { g(Date); }\nexport const a = Date.now();',
    '{ const Date = clock; g(Date); }\nexport const a = Date.now();',
    'declare const Date: { now(): number };\nexport const a = Date.now();',
    'type F = (Date: number) => void;\nexport const a = Date.now();',
    "import type { Date } from './a-type.ts';\nexport const a = Date.now();",
  ])('%s is not hidden by the same name elsewhere', (source) => {
    expect(faultsOf('shared/graph/planted.ts', source)).toContainEqual(
      expect.stringContaining('shared/graph/planted.ts:2 uses Date.now.'),
    );
  });

  test.each([
    'export const f = ({ document }: Props, ...history: string[]) => [document, history];',
    'for (const self of all) work(self);\nfor (let location = 0; location < 9; location++) work(location);',
    "import { Worker } from './worker.ts';\nexport const a = new Worker();",
    "export { history } from './history.ts';",
    'type F = (...history: string[]) => void;',
    'class Image { history = 1; constructor() { this.history = 2; } }\nexport const a = new Image();',
    'switch (a) { case 1: { break; } default: const screen = 1; work(screen); }',
    'try { f(); } catch ({ location }) { g(location); }',
    'function f(signal: AbortSignal) { return signal instanceof AbortSignal; }',
    'export const a = new Intl.NumberFormat();',
    'export const a = { location: 1, history: 2, self: true }.history;',
    'export enum Image { a }\nexport const b = Image.a;',
    'export const a = new Date(2026, 10), b = new Date(text);',
    'export const a = new Date(0).toISOString();',
    "export const a = Date.parse('2026-11-22');",
    'export const a = Date.UTC(2026, 10);',
    'export const a = Math.max(1, 2);',
    'export function f(date: Date): boolean { return date instanceof Date; }',
    'export const a = (document: { title: string }) => document.title;',
    'export const a = { setTimeout: 1, fetch: 2 };',
    "// Date.now() in a comment\nexport const a = 'Math.random()';",
  ])('%s is no such use', (source) => {
    expect(faultsOf('shared/graph/planted.ts', source)).toEqual([]);
  });

  test('and neither does the model of the editor, in its tests either as far as the page goes', () => {
    expect(faultsOf('renderer/editor/model/planted.ts', 'export const a = Date.now();')).toHaveLength(1);
    expect(faultsOf('renderer/editor/model/planted.ts', 'export const a = document.title;')).toHaveLength(1);
  });
});

describe('nowhere is a module loaded, or code made, that the walls cannot read', () => {
  const SPELLED: readonly [source: string, text: string][] = [
    ["import { createRequire } from 'node:module';", 'createRequire'],
    ["import { createRequire as from } from 'node:module';", 'createRequire'],
    ["import * as m from 'node:module';\nm.createRequire(import.meta.url)('sharp');", 'createRequire'],
    ["const { createRequire: r } = await import('node:module');", 'createRequire'],
    ["process.getBuiltinModule('fs');", 'getBuiltinModule'],
    ["process['getBuiltinModule']('fs');", 'getBuiltinModule'],
    ['await import(name);', 'import() of a computed name'],
    ["await import('sh' + 'arp');", 'import() of a computed name'],
    ['await import(`sh${arp}`);', 'import() of a computed name'],
    ["import.meta.glob('../**/*.ts');", 'import.meta.glob'],
    ['require(name);', 'require'],
    ['const load = require;', 'require'],
    ["eval('1');", 'eval'],
    ["new Function('return 1');", 'Function'],
    ["new Date(0).constructor('now');", 'constructor'],
    ["(() => 1)['constructor']('return 1');", 'constructor'],
  ];
  test.each(SPELLED)('%s', (source, text) => {
    for (const folder of [
      'shared/graph',
      'service/projects',
      'renderer/runs',
      'electron/core/journal',
      'build/rigs',
    ]) {
      const file = `${folder}/planted.ts`;
      expect(faultsOf(file, source)).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `^${file}:\\d uses ${text.replaceAll(/[().]/g, String.raw`\$&`)}\\. .* cannot read from the source\\. What to do: import it by a plain name`,
          ),
        ),
      );
    }
  });

  test('but a file with a reason may', () => {
    expect(faultsOf('native/decoders/sharp.ts', "import { createRequire } from 'node:module';")).toEqual([]);
  });
});

describe('the model of the editor knows no page', () => {
  test.each([
    'self.name',
    'location.href',
    'history.back()',
    'indexedDB.open(name)',
    'new Worker(address)',
    'new Image()',
    'new MessageChannel()',
    'queueMicrotask(work)',
    'AbortSignal.timeout(9)',
    'globalThis.location',
    'alert(1)',
  ])('%s', (expression) => {
    expect(faultsOf('renderer/editor/model/planted.ts', `export const a = ${expression};`)).toHaveLength(1);
  });

  test('and draws nothing', () => {
    expect(faultsOf('renderer/editor/model/planted.tsx', '\nexport const a = <b>1</b>;')).toEqual([
      expect.stringMatching(/^renderer\/editor\/model\/planted\.tsx:2 imports react\/jsx-runtime\. /),
    ]);
    expect(faultsOf('renderer/editor/model/planted.tsx', 'export const a = <></>;')).toHaveLength(1);
    expect(faultsOf('renderer/runs/planted.tsx', 'export const a = <b>1</b>;')).toEqual([]);
  });

  test('the page is no way round the clock', () => {
    expect(faultsOf('renderer/editor/scene/planted.ts', 'window.setTimeout(work, 1);')).toEqual([
      expect.stringContaining('uses setTimeout'),
    ]);
  });
});

test('a source that cannot be read is named and hides no other', () => {
  expect(faultsOf('shared/graph/planted.ts', '\nimport {')[0]).toMatch(
    /^shared\/graph\/planted\.ts:2 cannot be read: .* What to do: correct it first\.$/,
  );
});
