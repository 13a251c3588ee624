import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Rollup } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { BUILT_PAGES_FILE, describePages, type BuiltChunk, type BuiltPages } from '../bundle/built-pages.ts';

/** What the pages load before anything is wanted of them: of the real build, file by file. */

const root = resolve(import.meta.dirname, '../..');
let chunks: ReadonlyMap<string, BuiltChunk>;
let pages: ReadonlyMap<string, string>;
let licenses: string;

/** The pages that `npm test` has just built, else a build of this test. */
async function builtPages(): Promise<BuiltPages> {
  const list = join(process.env['PATCHBAY_BUILT'] ?? '', BUILT_PAGES_FILE);
  if (process.env['PATCHBAY_BUILT'] !== undefined && existsSync(list)) {
    const described: BuiltPages = JSON.parse(readFileSync(list, 'utf8'));
    return described;
  }
  const built = await build({
    configFile: resolve(root, 'build/vite.renderer.config.ts'),
    logLevel: 'error',
    build: { write: false, minify: false, emptyOutDir: false },
  });
  const { output } = (Array.isArray(built) ? built[0]! : built) as Rollup.RollupOutput;
  return describePages(output);
}

beforeAll(async () => {
  const described = await builtPages();
  chunks = new Map(described.chunks.map((chunk) => [chunk.fileName, chunk]));
  pages = new Map(Object.entries(described.pages));
  ({ licenses } = described);
}, 120_000);

/** The files that come with one, itself included. */
function withImports(chunk: BuiltChunk, files = new Set<string>()): Set<string> {
  files.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = chunks.get(name);
    if (next && !files.has(name)) withImports(next, files);
  }
  return files;
}

const chunkOf = (module: string): BuiltChunk => {
  const found = [...chunks.values()].find(({ modules }) => modules.includes(module));
  if (!found) throw new Error(`No file of the build has ${module}.`);
  return found;
};

/** Modules with code in the files that come with `entries`, as paths within the repository. */
function loadedWith(...entries: string[]): string[] {
  const files = new Set(entries.flatMap((entry) => [...withImports(chunkOf(entry))]));
  return [...files].flatMap((name) => chunks.get(name)?.rendered ?? []);
}

const CODE_EDITOR = /codemirror|@lezer/;
const FILM = /^renderer\/player\/|^renderer\/(timeline|storyboard)\/.*\.tsx$|^node_modules\/mediabunny/;
const VERSIONS = /^renderer\/versions\//;
const DIALOGS = /dialog\.tsx$/;
const PAGES =
  /^renderer\/(gallery|batches|models|spend|takes)\/.*\.tsx$|^renderer\/(templates|variants|help)\/.*-(page|panel)\.tsx$|^renderer\/app\/(settings|shortcuts|project)-page\.tsx$/;
const VIEWER = /^renderer\/viewer\/page\/(viewer|compare)\.tsx$/;

/** Dialogs that belong to what is seen first: small questions that are asked over and over. */
const SMALL_DIALOGS = [
  'renderer/ui/dialog.tsx',
  'renderer/ui/bare-dialog.tsx',
  'renderer/connections/connection-dialog.tsx',
  'renderer/projects/delete-project-dialog.tsx',
  'renderer/projects/delete-projects-dialog.tsx',
];

it('the list of projects comes without canvas, films, versions, viewer, other pages and dialogs', () => {
  const first = loadedWith('renderer/main.tsx', 'renderer/start.tsx');
  expect(first).toContain('renderer/projects/projects-page.tsx');
  for (const unwanted of [CODE_EDITOR, FILM, VERSIONS, PAGES, VIEWER, /@xyflow/, /^renderer\/editor\//]) {
    expect(first.filter((module) => unwanted.test(module))).toEqual([]);
  }
  expect(first.filter((module) => DIALOGS.test(module) && !SMALL_DIALOGS.includes(module))).toEqual([]);
});

it('an opening canvas comes without code editor, history, films, viewer, grids and other pages', () => {
  const canvas = loadedWith('renderer/main.tsx', 'renderer/start.tsx', 'renderer/app/editor/editor-page.tsx');
  expect(canvas).toContain('renderer/editor/canvas/view/editor-canvas.tsx');
  for (const unwanted of [CODE_EDITOR, FILM, VERSIONS, PAGES, VIEWER, /^renderer\/variants\/vary-/]) {
    expect(canvas.filter((module) => unwanted.test(module))).toEqual([]);
  }
});

it('the list of projects is a handful of files', () => {
  expect(
    withImports(chunkOf('renderer/start.tsx'), withImports(chunkOf('renderer/main.tsx'))).size,
  ).toBeLessThanOrEqual(9);
});

it('the page of a project names all scripts that an opening canvas begins with, and any other page none of the canvas', () => {
  const app = withImports(chunkOf('renderer/start.tsx'), withImports(chunkOf('renderer/main.tsx')));
  const canvas = withImports(chunkOf('renderer/app/editor/editor-page.tsx'));
  const isNamed = (page: string) => (name: string) => pages.get(page)?.includes(`"/${name}"`);
  expect([...app, ...canvas].filter((name) => !isNamed('project.html')(name))).toEqual([]);
  expect([...app].filter((name) => !isNamed('index.html')(name))).toEqual([]);
  expect([...canvas].filter((name) => !app.has(name)).filter(isNamed('index.html'))).toEqual([]);
});

const TEXTS = 'renderer/words/index.ts';
const GERMAN = /^renderer\/words\/german\//;

it('who reads English loads no German, at the begin or with any other part', () => {
  const german = [...chunks.values()].filter(({ modules: ids }) => ids.some((id) => GERMAN.test(id)));
  const names = german.map(({ fileName }) => fileName);
  expect(names).toHaveLength(1);
  const importing = [...chunks.values()].filter(({ fileName, imports }) =>
    imports.some((name) => names.includes(name) && fileName !== name),
  );
  expect(importing).toEqual([]);
  for (const html of pages.values()) expect(html).not.toContain(names[0]!);
});

it('the language is settled by code that takes no texts along', () => {
  expect(loadedWith('renderer/main.tsx').filter((module) => module === TEXTS)).toEqual([]);
  expect(loadedWith('renderer/words/german/index.ts').filter((module) => module === TEXTS)).toEqual([]);
  expect(loadedWith('renderer/start.tsx')).toContain(TEXTS);
});

it('numbers, dates and plurals take the language after it is settled', () => {
  const FORMS = /^renderer\/words\/(?:forms|locale)\.ts$/;
  expect(loadedWith('renderer/main.tsx').filter((module) => FORMS.test(module))).toEqual([]);
  expect(loadedWith('renderer/words/german/index.ts').filter((module) => FORMS.test(module))).toHaveLength(2);
});

it('the licenses of all packages in the pages and their workers stand beside them', () => {
  const modules = [...chunks.values()].flatMap(({ modules: ids }) => ids);
  const names = modules.flatMap((id) => {
    const [, name] = /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
    return name === undefined ? [] : [name];
  });
  const heads = licenses.match(/^(?:@?[\w./-]+) \d+\.\d+\.\S+, .+$/gm) ?? [];
  const listed = heads.map((head) => head.slice(0, head.indexOf(' ')));
  expect(new Set(names).size).toBeGreaterThan(20);
  expect([...new Set(names)].filter((name) => !listed.includes(name))).toEqual([]);
  // A worker's, and the fonts that the styles name.
  for (const name of ['react', 'mediabunny', '@fontsource-variable/jetbrains-mono'])
    expect(listed).toContain(name);
  expect(licenses).toContain('Copyright (c) Meta Platforms');
  expect(heads).toEqual([...new Set(heads)]);
});
