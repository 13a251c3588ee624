import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Settings } from '#shared/desk/schemas.ts';
import { CLIP_FIELDS } from '#shared/timeline/clip-fields.ts';
import { CUT_FORMATS } from '#shared/timeline/cut-formats.ts';

const root = resolve(import.meta.dirname, '../..');

/** A table whose rows say all of a thing; nobody else may name every row of it. */
interface Table {
  names: readonly string[];
  /** How a list beside the table names one. */
  pattern: (name: string) => RegExp;
  /** Those who may name them all, each with why. */
  allowed: Readonly<Record<string, string>>;
  /** How many of them are named by a place that has to be changed for a new one. */
  isListed: (found: number, all: number) => boolean;
  mend: string;
}

const asKey = (name: string): RegExp => new RegExp(`(?<![\\w.'-])'?${name}'?\\??: `);

const TABLES: Readonly<Record<string, Table>> = {
  settings: {
    names: Object.keys(Settings.shape),
    pattern: asKey,
    allowed: { 'shared/desk/schemas.ts': 'the table' },
    isListed: (found, all) => found > all * 0.7,
    mend: 'Take settingsWith of shared/testing/settings.ts.',
  },
  'formats of edits': {
    names: Object.values(CUT_FORMATS).flatMap(({ endings }) => endings),
    pattern: (ending) => new RegExp(`\\${ending}(?![\\w(])`, 'i'),
    allowed: {
      'shared/timeline/cut-formats.ts': 'the table',
    },
    isListed: (found, all) => found === all,
    mend: 'Take the endings from shared/timeline/cut-formats.ts.',
  },
  'fields of clips': {
    names: Object.keys(CLIP_FIELDS),
    pattern: (name) => new RegExp(`'${name}'`),
    allowed: {
      'shared/timeline/clip-fields.ts': 'the table',
    },
    isListed: (found, all) => found >= all - 1,
    mend: 'Take them from shared/timeline/clip-fields.ts.',
  },
};

function listing(
  { names, pattern, allowed, isListed }: Table,
  files: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(files)
    .filter(([file]) => !Object.hasOwn(allowed, file))
    .filter(([, text]) => isListed(names.filter((name) => pattern(name).test(text)).length, names.length))
    .map(([file]) => file);
}

const sources = Object.fromEntries(
  globSync('{shared,native,service,electron,renderer}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]),
);

test.each(Object.entries(TABLES))('no other place than their table lists all %s', (_what, table) => {
  const found = listing(table, sources).map((file) => `${file}: ${table.mend}`);
  expect(found).toEqual([]);
});

test('a list beside a table is seen', () => {
  const { settings, 'formats of edits': formats, 'fields of clips': fields } = TABLES;
  const whole = Object.keys(Settings.shape)
    .map((name) => `  ${name}: null,`)
    .join('\n');
  expect(listing(settings!, { 'a.test.ts': whole, 'b.ts': 'theme: dark' })).toEqual(['a.test.ts']);
  expect(
    listing(formats!, {
      'a.ts': "const accept = '.otio,.otioz,.zip,.edl,.xml';",
      'b.ts': "const picture = '.zip';",
    }),
  ).toEqual(['a.ts']);
  expect(
    listing(fields!, {
      'a.ts': "const KEYED = ['opacity', 'volume', 'x', 'y', 'scale', 'rotation'];",
      'b.ts': 'const at = { x: 1, y: 2 };',
    }),
  ).toEqual(['a.ts']);
});
