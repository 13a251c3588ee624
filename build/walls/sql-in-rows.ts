/**
 * Where SQL may stand in the service: in modules called `rows.ts` or `…-rows.ts`, and in `service/storage`. Whoever puts
 * another database below the service has these files to write again, and no other.
 */

const ROWS = /(?:^|\/)(?:[\w-]+-)?rows\.ts$/;
const STORAGE = 'service/storage/';
/** What rows may import: nothing that knows requests, runs or rules of a resource. */
const BELOW_ROWS = [/^#shared\//, /^#service\/(?:storage|rules|problems|nodes)\//, /^#service\/context\.ts$/];

/** Statements, and the calls that run text as SQL. */
const SQL = [
  /\b(?:SELECT\s+[\s\S]{0,400}?\bFROM|INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+TABLE|PRAGMA)\b/,
  /\.prepare\(|\bdb\.exec\(/,
  /storage\/statements\.ts'/,
];

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');

/** Whether a source of the service has SQL or what runs it. */
const hasSql = (source: string): boolean => {
  const code = withoutComments(source);
  return SQL.some((pattern) => pattern.test(code));
};

/** Whether SQL may stand in a file. */
const mayHaveSql = (path: string): boolean => ROWS.test(path) || path.startsWith(STORAGE);

/** Imports of a rows module that reach above it. */
function importsAboveRows(path: string, source: string): string[] {
  if (!ROWS.test(path)) return [];
  const imports = [...withoutComments(source).matchAll(/\bfrom\s+'([^']+)'|\bimport\('([^']+)'\)/g)];
  return imports
    .map(([, from, dynamic]) => from ?? dynamic ?? '')
    .filter((specifier) => /^[.#]/.test(specifier))
    .filter((specifier) => !ROWS.test(specifier) && !BELOW_ROWS.some((allowed) => allowed.test(specifier)));
}

/** What is wrong with a source of the service, one sentence each. */
export function sqlProblems(path: string, source: string): string[] {
  const problems = importsAboveRows(path, source).map(
    (specifier) =>
      `${path} imports ${specifier}. Rows know shared, storage, rules, problems and other rows only: take what you need as a parameter.`,
  );
  if (hasSql(source) && !mayHaveSql(path)) {
    problems.push(`${path} has SQL. Put the statement into the rows.ts of its folder, behind a function.`);
  }
  return problems;
}
