import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';

/** Programs that search lists; `shared/search` is how. */
const PROGRAMS = ['renderer', 'electron', 'service', 'shared'];
/** A list that is searched by itself: it would not find names without accents. */
const OWN_SEARCH = /toLowerCase\(\)\s*\.includes\(|from 'fuse\.js/;
/** Letters in SQL that are compared as they are written, or only without the case of A to Z. */
const OWN_SQL = /\binstr\(|\bLIKE\s+\?|\bMATCH\s+\?/;

/** Where typed text is looked for in SQL, in texts that are stored folded; each has a test of its own. */
const FOLDED_SQL = [
  'electron/core/library/output-search.ts',
  'service/projects/search-rows.ts',
  // Says for PostgreSQL what the rows say.
  'service/storage/postgres/dialect.ts',
  'service/templates/list-rows.ts',
];

/** Components whose lists are short: uploads under way, snippets, items of a canvas, commands with keys. */
const SHORT_LISTS = [
  'renderer/app/pages/shortcuts-page.tsx',
  'renderer/editor/canvas/overlays/quick-add.tsx',
  'renderer/editor/panels/files-panel.tsx',
  'renderer/editor/panels/outline-items.tsx',
];

/** They look for ids and keys, which nobody types. */
const OF_IDS = [
  'electron/core/api/blank-key.ts',
  'electron/core/files/file-mentions.ts',
  'service/engine/retention-rows.ts',
  'service/files/rows.ts',
];

/** Modules that ask a service to search, and the one beside it that forgives where the service finds nothing. */
const ASKED_SERVICES: Readonly<Record<string, string | null>> = {
  // It looks for names that are taken, as they are written.
  'renderer/projects/free-name.ts': null,
  'renderer/projects/queries.ts': 'renderer/projects/use-project-list.ts',
  'renderer/templates/queries.ts': 'renderer/templates/queries.ts',
};

const sources = PROGRAMS.flatMap((program) =>
  readdirSync(join(root, program), { recursive: true, encoding: 'utf8' })
    .map((file) => `${program}/${file.replaceAll('\\', '/')}`)
    .filter(
      (file) => /(?<!\.test|\.rig)\.tsx?$/.test(file) && !/\/testing\/|^service\/acceptance\//.test(file),
    )
    .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') })),
);
const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(({ file, code }) => pattern.test(code) && !OF_IDS.includes(file))
    .map(({ file }) => file)
    .toSorted();

test('lists are searched by the one module of shared/search', () => {
  const searching = filesWith(OWN_SEARCH).filter((file) => !file.startsWith('shared/search/'));
  expect(searching, 'use searchTexts or textMatcher of shared/search').toEqual([]);
});

test('components fold a list once, and not with each key that is typed', () => {
  const folding = sources
    .filter(({ file, code }) => /^renderer\/.*\.tsx$/.test(file) && code.includes('searchTexts('))
    .map(({ file }) => file)
    .toSorted();
  expect(folding, 'use useSearch of renderer/ui, or a SearchIndex').toEqual(SHORT_LISTS);
});

test('what is looked for in databases is stored folded', () => {
  expect(filesWith(OWN_SQL), 'store the text by foldText, and search for what is typed by it').toEqual(
    FOLDED_SQL,
  );
});

test('where a service searches, the page forgives typing errors that the service does not', () => {
  const asking = sources
    .filter(({ file, code }) => file.startsWith('renderer/') && /endpoints\.\w+\.list\b/.test(code))
    .filter(({ code }) => /\bsearch(?::|,| \})/.test(code.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')))
    .map(({ file }) => file)
    .toSorted();
  expect(asking).toEqual(Object.keys(ASKED_SERVICES).toSorted());
  for (const forgiving of Object.values(ASKED_SERVICES)) {
    if (forgiving === null) continue;
    expect(sources.find(({ file }) => file === forgiving)?.code).toContain('searchTexts(');
  }
});
