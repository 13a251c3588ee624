import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../migrations/index.ts';

/** The tables of a service's database, as its migrations make them: the same in SQLite and PostgreSQL. */

type ColumnType = 'TEXT' | 'INTEGER' | 'REAL' | 'BLOB';

interface Column {
  name: string;
  type: ColumnType;
}

export interface Table {
  name: string;
  columns: readonly Column[];
  /** Names of the columns of the primary key, in its order. */
  key: readonly string[];
}

/** Which migrations a database has had is compared, and not copied. */
const NOT_COPIED = new Set(['migrations']);

/** A database as it is before anybody has used it, in memory. */
export function openFreshDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
  for (const { sql } of migrations) db.exec(sql);
  return db;
}

/**
 * All tables with rows of the service. One comes after those that it refers to, and after those whose triggers write into it,
 * so that rows can be put into them in this order.
 */
export function serviceTables(): Table[] {
  const db = openFreshDatabase();
  try {
    const tables = namesOf(db).map((name) => readTable(db, name));
    return inOrder(tables, (table) => before(db, table.name));
  } finally {
    db.close();
  }
}

const namesOf = (db: DatabaseSync): string[] =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map((row) => String(row['name']))
    .filter((name) => !NOT_COPIED.has(name));

function readTable(db: DatabaseSync, name: string): Table {
  const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid').all(name);
  const key = columns
    .filter((column) => Number(column['pk']) > 0)
    .toSorted((a, b) => Number(a['pk']) - Number(b['pk']));
  if (key.length === 0) throw new Error(`The table ${name} has no primary key, and its rows no order.`);
  return {
    name,
    columns: columns.map((column) => ({
      name: String(column['name']),
      type: String(column['type']) as ColumnType,
    })),
    key: key.map((column) => String(column['name'])),
  };
}

/** Names of the tables that have to have their rows before this one gets its own. */
function before(db: DatabaseSync, table: string): Set<string> {
  const names = new Set<string>();
  for (const row of db.prepare('SELECT "table" AS name FROM pragma_foreign_key_list(?)').all(table))
    names.add(String(row['name']));
  for (const row of db
    .prepare("SELECT tbl_name AS name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()) {
    if (new RegExp(`\\b(?:INTO|FROM|UPDATE) ${table}\\b`).test(String(row['sql'])))
      names.add(String(row['name']));
  }
  names.delete(table);
  return names;
}

function inOrder(tables: readonly Table[], namesBefore: (table: Table) => ReadonlySet<string>): Table[] {
  const ordered = new Map<string, Table>();
  const add = (table: Table): void => {
    if (ordered.has(table.name)) return;
    const needed = namesBefore(table);
    for (const candidate of tables) if (needed.has(candidate.name)) add(candidate);
    ordered.set(table.name, table);
  };
  for (const table of tables) add(table);
  return [...ordered.values()];
}
