import { codeOf, lineFinder } from './syntax.ts';

/**
 * Where SQL may stand in the service: in modules called `rows.ts` or `…-rows.ts`, and in `service/storage`. Whoever puts
 * another database below the service has these files to write again, and no other.
 */

const ROWS = /(?:^|\/)(?:[\w-]+-)?rows\.ts$/;
const STORAGE = 'service/storage/';
/** What rows may import: nothing that knows requests, runs or rules of a resource. */
const BELOW_ROWS = [/^#shared\//, /^#service\/(?:storage|rules|problems|nodes)\//, /^#service\/context\.ts$/];

/** Tests and what they stand on look into the database as they need to. */
const FOR_TESTS = /\.(?:test|rig|acceptance)\.ts$|\/testing\/|^service\/(?:acceptance|fuzz|testing)\//;

/** The beginning of a statement; `i` is not set, so that a sentence like “Select a file from …” is none. */
const STATEMENT = [
  'SELECT\\s[^;]{0,400}?\\bFROM',
  'INSERT\\s+(?:OR\\s+\\w+\\s+)?INTO',
  'REPLACE\\s+INTO',
  'UPDATE\\s+(?:OR\\s+\\w+\\s+)?["\\w.]+(?:\\s+(?:AS\\s+)?\\w+)?\\s+SET',
  'DELETE\\s+FROM',
  '(?:CREATE|DROP|ALTER)\\s+(?:\\w+\\s+){0,2}?(?:TABLE|INDEX|TRIGGER|VIEW)',
  'ATTACH\\s+DATABASE',
  'PRAGMA',
].join('|');

/** `SELECT` in a pattern becomes `select`; escapes like `\s` and `\w` are small already and stay. */
const lowercase = STATEMENT.toLowerCase();

/** Statements, and what runs text as SQL. */
const SQL = [
  new RegExp(`\\b(?:${STATEMENT})\\b`),
  // In small letters only where a text begins: in the middle of a sentence the same words are English.
  new RegExp(`['"\`]\\s*(?:${lowercase})\\b`),
  /\?*\.\s*prepare\s*\(|\[\s*['"`]prepare['"`]\s*\]|\{[^{}]*\bprepare\b[^{}]*\}\s*=/,
  // `exec` is of a database where it is given a text that is written there, or where the owner is called so.
  /\b\w*(?:[dD]b|[dD]atabase)\s*[?!]*\.\s*exec\s*\(|\.\s*exec\s*\(\s*['"`]|\[\s*['"`]exec['"`]\s*\]/,
  /storage\/statements\.ts['"`]|['"`]node:sqlite['"`]|\bDatabaseSync\b/,
];

/** Whether this rule looks at a file: a program of the service. */
export const isCheckedForSql = (path: string): boolean =>
  path.startsWith('service/') && path.endsWith('.ts') && !FOR_TESTS.test(path);

/** Where a source has SQL or what runs it first, as an offset; -1 without any. */
const findSql = (code: string): number =>
  Math.min(...SQL.map((pattern) => code.search(pattern)).map((at) => (at === -1 ? Infinity : at)));

/** Whether SQL may stand in a file. */
const mayHaveSql = (path: string): boolean => ROWS.test(path) || path.startsWith(STORAGE);

/** Imports of a rows module that reach above it. */
function importsAboveRows(path: string, code: string): { specifier: string; at: number }[] {
  if (!ROWS.test(path)) return [];
  return [...code.matchAll(/\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"`]([^'"`]+)['"`]/g)]
    .map((found) => ({ specifier: found[1] ?? found[2] ?? '', at: found.index }))
    .filter(({ specifier }) => /^[.#]/.test(specifier))
    .filter(
      ({ specifier }) => !ROWS.test(specifier) && !BELOW_ROWS.some((allowed) => allowed.test(specifier)),
    );
}

/** What is wrong with a source of the service, one text each: file and line, what, and what to do. */
export function sqlProblems(path: string, source: string): string[] {
  const code = codeOf(path, source);
  const lineAt = lineFinder(source);
  const problems = importsAboveRows(path, code).map(
    ({ specifier, at }) =>
      `${path}:${lineAt(at)} imports ${specifier}. Rows know shared, storage, rules, problems and other rows only. What to do: take what you need as a parameter.`,
  );
  const at = mayHaveSql(path) ? Infinity : findSql(code);
  if (at !== Infinity)
    problems.push(
      `${path}:${lineAt(at)} has SQL. What to do: put the statement into the rows.ts of its folder, behind a function.`,
    );
  return problems;
}
