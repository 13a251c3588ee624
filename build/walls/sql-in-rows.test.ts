import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sqlProblems } from './sql-in-rows.ts';

const root = new URL('../../', import.meta.url);

/** Tests and what they stand on look into the database as they need to. */
const FOR_TESTS = /\.test\.ts$|\/testing\/|^service\/(?:acceptance|fuzz|testing)\//;

const sources = globSync('service/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !FOR_TESTS.test(path));

describe('SQL of the service', () => {
  it('stands in rows and in storage only, and rows reach nothing above them', () => {
    expect(sources.length).toBeGreaterThan(200);
    const problems = sources.flatMap((path) => sqlProblems(path, readFileSync(new URL(path, root), 'utf8')));
    expect(problems).toEqual([]);
  });

  it.each([
    ['a statement', "const found = one(db, 'SELECT id FROM files WHERE id = ?', id);"],
    ['a statement over several lines', 'const q = `SELECT id,\n  name\nFROM files`;'],
    ['a change', "run(db, 'UPDATE files SET deleted_at = ?', at);"],
    ['a replacement', "run(db, 'INSERT OR REPLACE INTO files (id) VALUES (?)', id);"],
    ['a prepared statement', 'const statement = ctx.db.prepare(text);'],
    ['a setting', "db.exec('PRAGMA synchronous = FULL');"],
    ['the functions that run statements', "import { all } from '#service/storage/statements.ts';"],
    ['them by a relative path', "import { all } from '../storage/statements.ts';"],
  ])('is refused in a handler: %s', (_what, source) => {
    expect(sqlProblems('service/files/handlers.ts', source)).toEqual([
      expect.stringMatching(/^service\/files\/handlers\.ts has SQL\. Put the statement into the rows\.ts/),
    ]);
    expect(sqlProblems('service/files/rows.ts', source.replace('../storage', '#service/storage'))).toEqual(
      [],
    );
  });

  it('is not seen where a comment or a sentence speaks of it', () => {
    const source = "// SELECT a FROM b\nconst message = 'Select a file from your disk to update it.';";
    expect(sqlProblems('service/files/handlers.ts', source)).toEqual([]);
  });

  it.each(['#service/http/handler.ts', './handlers.ts', '#service/engine/engine.ts', '../app/app.ts'])(
    'is kept apart from what stands above: rows do not import %s',
    (specifier) => {
      const source = `import { x } from '${specifier}';`;
      expect(sqlProblems('service/files/rows.ts', source)).toEqual([
        expect.stringContaining(`service/files/rows.ts imports ${specifier}. Rows know`),
      ]);
    },
  );
});
