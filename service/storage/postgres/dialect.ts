/**
 * What the rows write as SQLite has it and PostgreSQL says otherwise. Everything else in the rows is SQL that both understand.
 *
 * - `?` and `?1`: positions of values.
 * - `column GLOB 'beginning*'`: texts with that beginning.
 * - `SELECT value FROM json_each(?)`: the texts of a JSON array, given as one value (`textList`).
 * - `instr(text, part)`: where a part begins.
 */
const TOKENS = /'(?:[^']|'')*'|\b(\w+) GLOB '([^'*?[\]]+)\*'|json_each\((\?)\)|\binstr\(|\?(\d*)/g;

/** Writes a statement of the rows for PostgreSQL. @throws Error for one that mixes numbered values with others */
export function toPostgres(sql: string): string {
  let count = 0;
  let isNumbered = false;
  const position = (number: string | undefined): string => {
    if (number) isNumbered = true;
    else count += 1;
    if (isNumbered && count > 0) throw new Error('A statement numbers either all of its values or none.');
    return `$${number || count}`;
  };
  return sql.replace(
    TOKENS,
    (token, column: string | undefined, beginning: string | undefined, list: string | undefined, number) => {
      if (beginning !== undefined) return `starts_with(${column}, '${beginning}')`;
      if (list !== undefined)
        return `json_array_elements_text(CAST(${position('')} AS json)) AS listed (value)`;
      if (token === 'instr(') return 'strpos(';
      return token.startsWith('?') ? position(number) : token;
    },
  );
}

const TYPES: Readonly<Record<string, string>> = {
  // Compared and sorted by their bytes, as SQLite does, whatever the language of the server is.
  TEXT: 'TEXT COLLATE "C"',
  INTEGER: 'BIGINT',
  REAL: 'DOUBLE PRECISION',
  BLOB: 'BYTEA',
};

/** Writes the tables of a migration for PostgreSQL, where they differ from those of SQLite in their types alone. */
export const schemaToPostgres = (sql: string): string =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\) STRICT(?:, WITHOUT ROWID)?;/g, ');')
    .replaceAll(/\b(?:TEXT|INTEGER|REAL|BLOB)\b/g, (type) => TYPES[type] ?? type)
    .replaceAll(/\n\s*\n/g, '\n');
