import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isCheckedForSql, sqlProblems } from './sql-in-rows.ts';
import { readTree } from './tree.ts';

const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));
const sources = [...tree.files].filter(isCheckedForSql);

describe('SQL of the service', () => {
  it('stands in rows and in storage only, and rows reach nothing above them', () => {
    expect(sources.length).toBeGreaterThan(200);
    const problems = sources.flatMap((path) => sqlProblems(path, tree.read(path)));
    expect(problems).toEqual([]);
  });

  it.each([
    ['a statement', "const found = one(db, 'SELECT id FROM files WHERE id = ?', id);"],
    ['a statement over several lines', 'const q = `SELECT id,\n  name\nFROM files`;'],
    ['a change', "run(db, 'UPDATE files SET deleted_at = ?', at);"],
    ['a replacement', "run(db, 'INSERT OR REPLACE INTO files (id) VALUES (?)', id);"],
    ['a change of a table with another name', "run(db, 'UPDATE projects AS p SET name = ?', name);"],
    ['a change of a table of a database', "run(db, 'UPDATE main.projects SET name = ?', name);"],
    ['a statement in small letters', "one(db, 'select id from files where id = ?', id);"],
    ['a change in small letters', 'run(db, `\n  update files as f set name = ?`);'],
    ['a removal in small letters', "run(db, 'delete from files');"],
    ['a table that goes', "run(db, 'DROP TABLE files');"],
    ['an index', "run(db, 'CREATE UNIQUE INDEX by_name ON files (name)');"],
    ['a statement prepared by its name in brackets', "const statement = db['prepare'](text);"],
    ['a statement prepared where there may be a database', 'const statement = db?.prepare(text);'],
    ['the preparing taken out', 'const { prepare } = ctx.db;'],
    ['a text that is run', 'ctx.db.exec(text);'],
    ['a text that is run on a database of another name', 'database.exec(text);'],
    ['a text that is run by whatever name', "handle.exec('VACUUM');"],
    ['a text that is run by its name in brackets', "db['exec'](text);"],
    ['a database of its own', "import { DatabaseSync } from 'node:sqlite';"],
    ['a database of its own, loaded later', "const sqlite = await import('node:sqlite');"],
    ['SQL between texts that look like comments', "const a = '/*'; db.prepare(text); const b = '*/';"],
    ['a prepared statement', 'const statement = ctx.db.prepare(text);'],
    ['a setting', "db.exec('PRAGMA synchronous = FULL');"],
    ['the functions that run statements', "import { all } from '#service/storage/statements.ts';"],
    ['them by a relative path', "import { all } from '../storage/statements.ts';"],
  ])('is refused in a handler: %s', (_what, source) => {
    expect(sqlProblems('service/files/handlers.ts', source)).toEqual([
      expect.stringMatching(
        /^service\/files\/handlers\.ts:\d has SQL\. What to do: put the statement into the rows\.ts/,
      ),
    ]);
    expect(sqlProblems('service/files/rows.ts', source.replace('../storage', '#service/storage'))).toEqual(
      [],
    );
  });

  it('is not seen where a comment or a sentence speaks of it', () => {
    const source =
      "// SELECT a FROM b\nconst message = 'Select a file from your disk to update it.';\nconst [, a] = /select (.*) from/.exec(message) ?? [];";
    expect(sqlProblems('service/files/handlers.ts', source)).toEqual([]);
  });

  it.each(['#service/http/handler.ts', './handlers.ts', '#service/engine/engine.ts', '../app/app.ts'])(
    'is kept apart from what stands above: rows do not import %s',
    (specifier) => {
      const source = `import { x } from '${specifier}';`;
      expect(sqlProblems('service/files/rows.ts', source)).toEqual([
        expect.stringContaining(`service/files/rows.ts:1 imports ${specifier}. Rows know`),
      ]);
    },
  );
});
