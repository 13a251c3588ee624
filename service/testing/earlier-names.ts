import { transaction, type Database } from '#service/storage/database.ts';
import { connectionOf } from './connection-of.ts';
import { fileBacklog } from '#service/projects/search-rows.ts';
import { all, queryRow, run, text } from '#service/storage/statements.ts';

/** Names as builds stored them that left accents in what they searched. */

const formerlyFolded = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Puts all that is searched back into the form of an earlier build, filed as that did. */
export async function foldAsBefore(db: Database): Promise<void> {
  connectionOf(db).exec(`DELETE FROM project_grams; UPDATE projects SET filed_as = 0;
    UPDATE search_folds SET version = 0, last_id = ''`);
  await transaction(db, async () => {
    for (const [table, column] of [
      ['projects', 'name_folded'],
      ['templates', 'search_text'],
    ] as const) {
      for (const row of await all(db, `SELECT id, name FROM ${table}`)) {
        const folded = formerlyFolded(text(row, 'name'));
        await run(db, `UPDATE ${table} SET ${column} = ? WHERE id = ?`, folded, text(row, 'id'));
      }
    }
  });
  for await (const _slice of fileBacklog(db));
}

/** How far a source is folded anew: the last id, null once all of it is. */
export const refoldedTo = async (db: Database, source: 'projects' | 'templates'): Promise<string | null> => {
  const found = (await queryRow(db, 'SELECT last_id FROM search_folds WHERE source = ?', source))?.[
    'last_id'
  ];
  return found === null ? null : String(found);
};

/** Pieces that are stored of the names of filed projects, and those that should be: by account, place and piece. */
export async function piecesOf(db: Database): Promise<{ stored: string[]; expected: string[] }> {
  const expected: string[] = [];
  for (const row of await all(db, 'SELECT * FROM projects p JOIN search_owners o USING (account_id)')) {
    if (row['filed_as'] === 0) continue;
    if (row['deleted_at'] !== null) throw new Error('A deleted project is filed.');
    const characters = Array.from(text(row, 'name_folded'));
    const pieces = characters.flatMap((_character, start) =>
      [1, 2, 3].map((length) => characters.slice(start, start + length).join('')),
    );
    for (const piece of new Set(pieces)) {
      expected.push(`${String(row['number'])} ${String(row['filed_as'])} ${piece}`);
    }
  }
  const stored = (await all(db, 'SELECT owner, place, gram FROM project_grams')).map(
    (row) => `${String(row['owner'])} ${String(row['place'])} ${String(row['gram'])}`,
  );
  return { stored: stored.toSorted(), expected: expected.toSorted() };
}
