import { foldText } from '#shared/search/index.ts';
import { transaction, type Database } from '#service/storage/database.ts';
import type { FoldedSource } from '#service/storage/refold.ts';
import { all, queryRow, run, text, textList, type Row, type SqlValue } from '#service/storage/statements.ts';

/**
 * Finding projects by a part of their name, at a cost that does not grow with their number.
 *
 * Every piece of one to three characters of a name is a row of `project_grams`, in the order in which projects are listed:
 * newest change first. That order changes with every write of a project, and moving all rows of a name at every write
 * would cost more than the write. So a written project is first only marked as unfiled, and the oldest of an account's
 * unfiled ones are filed together once there are many. A search reads the filed ones by their pieces and the unfiled
 * ones one by one.
 *
 * What holds at the end of every transaction: a project has rows in `project_grams`, exactly the pieces of its folded
 * name at the place `filed_as`, if and only if `filed_as` is not 0; it counts as filed while `touched` equals `filed_as`.
 */

/** So many unfiled projects of an account are read one by one without anybody noticing. */
export const UNFILED_LIMIT = 128;
const BATCH = 64;
/** Longest piece of a name that is a row. */
const GRAM_LENGTH = 3;
/** So many pieces of a long search text are looked at to find the rarest. */
const GRAMS_COMPARED = 16;
/** So many rows of each are counted to tell which is rarer. */
const ROWS_COMPARED = 32;

const UNFILED = 'account_id = ? AND deleted_at IS NULL AND touched <> filed_as';

/** All pieces of one to three characters (code points), each once. */
function gramsOf(folded: string): string[] {
  const characters = Array.from(folded);
  const grams = new Set<string>();
  for (let start = 0; start < characters.length; start += 1) {
    let currentGram = '';
    for (const character of characters.slice(start, start + GRAM_LENGTH))
      grams.add((currentGram += character));
  }
  return [...grams];
}

/** Pieces that every name holding `search` has: the longest there are, spread over a long text. */
function searchGrams(search: string): string[] {
  const characters = Array.from(search);
  const count = Math.max(1, characters.length - GRAM_LENGTH + 1);
  const step = Math.max(1, count / GRAMS_COMPARED);
  const grams = new Set<string>();
  for (let start = 0; start < count; start += step) {
    const first = Math.floor(start);
    grams.add(characters.slice(first, first + GRAM_LENGTH).join(''));
  }
  return [...grams];
}

const ownerOf = async (db: Database, accountId: string): Promise<number | null> => {
  const row = await queryRow(db, 'SELECT number FROM search_owners WHERE account_id = ?', accountId);
  return row ? Number(row['number']) : null;
};

/** Forgets the pieces of a name; inside the transaction that renames or deletes the project and sets `filed_as` to 0. */
export async function unfileProject(db: Database, projectId: string): Promise<void> {
  const row = await queryRow(
    db,
    'SELECT account_id, name_folded, filed_as FROM projects WHERE id = ?',
    projectId,
  );
  if (row && row['filed_as'] !== 0) await deleteGrams(db, await ownerOf(db, text(row, 'account_id')), [row]);
}

async function deleteGrams(db: Database, owner: number | null, rows: readonly Row[]): Promise<void> {
  await db.runMany(
    'DELETE FROM project_grams WHERE owner = ? AND place = ? AND gram IN (SELECT value FROM json_each(?))',
    rows.map((row) => [owner, row['filed_as'] ?? null, textList(gramsOf(text(row, 'name_folded')))]),
  );
}

async function insertGrams(
  db: Database,
  owner: number | null,
  names: readonly { position: number; folded: string }[],
): Promise<void> {
  await db.runMany(
    `INSERT INTO project_grams (owner, gram, place)
     SELECT CAST(? AS BIGINT), value, CAST(? AS BIGINT) FROM json_each(?)`,
    names.map(({ position, folded }) => [owner, position, textList(gramsOf(folded))]),
  );
}

/** Names of projects as earlier builds folded them. A project that is filed stays so, under its new pieces. */
export const PROJECT_NAMES: FoldedSource<{ id: string; row: Row }> = {
  name: 'projects',
  async readAfter(db, id, limit) {
    const rows = await all(
      db,
      `SELECT id, account_id, name, name_folded, filed_as FROM projects WHERE id > ? ORDER BY id LIMIT ?`,
      id,
      limit,
    );
    return rows.map((row) => ({ id: text(row, 'id'), row }));
  },
  async refold(db, { id, row }) {
    const folded = foldText(text(row, 'name'));
    if (folded === row['name_folded']) return false;
    if (row['filed_as'] !== 0) {
      const owner = await ownerOf(db, text(row, 'account_id'));
      await deleteGrams(db, owner, [row]);
      await insertGrams(db, owner, [{ position: Number(row['filed_as']), folded }]);
    }
    await run(db, 'UPDATE projects SET name_folded = ? WHERE id = ?', folded, id);
    return true;
  },
};

/** Files the oldest unfiled projects of an account, so many at once that they share pages. */
async function fileOldest(db: Database, accountId: string): Promise<void> {
  await run(db, 'INSERT INTO search_owners (account_id) VALUES (?) ON CONFLICT DO NOTHING', accountId);
  const owner = await ownerOf(db, accountId);
  const rows = await all(
    db,
    `SELECT id, name_folded, touched, filed_as FROM projects WHERE ${UNFILED} ORDER BY touched LIMIT ?`,
    accountId,
    BATCH,
  );
  await deleteGrams(
    db,
    owner,
    rows.filter((row) => row['filed_as'] !== 0),
  );
  await insertGrams(
    db,
    owner,
    rows.map((row) => ({ position: Number(row['touched']), folded: text(row, 'name_folded') })),
  );
  await db.runMany(
    'UPDATE projects SET filed_as = ? WHERE id = ?',
    rows.map((row) => [Number(row['touched']), text(row, 'id')]),
  );
}

const COUNT_UNFILED = `SELECT count(*) AS count FROM (SELECT 1 FROM projects WHERE ${UNFILED} LIMIT ?) AS unfiled`;

/**
 * Files a batch of an account's projects when many are unfiled; inside the transaction that made one more so.
 * @returns whether there were many.
 */
export async function fileWhenMany(db: Database, accountId: string): Promise<boolean> {
  const unfiled = Number((await queryRow(db, COUNT_UNFILED, accountId, UNFILED_LIMIT + 1))?.['count']);
  if (unfiled <= UNFILED_LIMIT) return false;
  await fileOldest(db, accountId);
  return true;
}

/** Files what is unfiled beyond the limit in every account, as an earlier build left it: a batch at each step. */
export async function* fileBacklog(db: Database): AsyncGenerator<void, void, void> {
  const accounts = await all(
    db,
    `SELECT account_id FROM projects WHERE deleted_at IS NULL AND touched <> filed_as
     GROUP BY account_id HAVING count(*) > ?`,
    UNFILED_LIMIT,
  );
  for (const row of accounts) {
    while (await transaction(db, () => fileWhenMany(db, text(row, 'account_id')))) yield;
  }
}

/** Columns that a list of projects can be filtered by, with an index each (`008-project-lists.ts`). */
export type FilterColumn = 'external_id' | 'external_user_id' | 'external_workspace_id';

export interface ProjectQuery {
  accountId: string;
  /** Folded and trimmed; may be empty. */
  search: string;
  filters: readonly (readonly [FilterColumn, string])[];
  /** Only projects whose `touched` is below. */
  before: number;
  limit: number;
}

/** How common something is: rows counted up to a bound, and where the last of those lies. */
interface Rarity {
  rows: number;
  reached: number;
}

const byRarity = (a: Rarity, b: Rarity): number => a.rows - b.rows || a.reached - b.reached;

const rarityOf = async (
  db: Database,
  orderColumn: string,
  from: string,
  ...values: SqlValue[]
): Promise<Rarity> => {
  const row = await queryRow(
    db,
    `SELECT count(*) AS rows, min(place) AS reached
     FROM (SELECT ${orderColumn} AS place FROM ${from} ORDER BY ${orderColumn} DESC LIMIT ${ROWS_COMPARED}) AS compared`,
    ...values,
  );
  return { rows: Number(row?.['rows']), reached: Number(row?.['reached'] ?? 0) };
};

/** Projects that fit, the one written last first. @param columns to select, all of `projects`. */
export async function findProjects(db: Database, columns: string, query: ProjectQuery): Promise<Row[]> {
  const { accountId, search, filters, before, limit } = query;
  const conditions = filters.map(([column]) => ` AND p.${column} = ?`).join('');
  const filterValues = filters.map(([, value]) => value);
  const named = search === '' ? '' : ' AND instr(p.name_folded, ?) > 0';
  const queryParams: SqlValue[] = [...filterValues, ...(search === '' ? [] : [search]), limit];
  const selectRows = (unfiled: string): Promise<Row[]> =>
    all(
      db,
      `SELECT ${columns} FROM projects p WHERE p.account_id = ? AND p.deleted_at IS NULL AND p.touched < ?
         ${unfiled} ${conditions} ${named} ORDER BY p.touched DESC LIMIT ?`,
      accountId,
      before,
      ...queryParams,
    );
  if (search === '') return await selectRows('');

  const owner = await ownerOf(db, accountId);
  let rarest: (Rarity & { gram: string }) | null = null;
  for (const gram of searchGrams(search)) {
    const from = 'project_grams WHERE owner = ? AND gram = ? AND place < ?';
    const rarity = await rarityOf(db, 'place', from, owner, gram, before);
    if (rarest === null || byRarity(rarity, rarest) < 0) rarest = { gram, ...rarity };
  }
  if (rarest === null) return [];
  // What an id of the caller's own names may be fewer projects still; reading those needs no pieces.
  for (const [column, value] of filters) {
    const from = `projects WHERE account_id = ? AND ${column} = ? AND deleted_at IS NULL AND touched < ?`;
    if (byRarity(await rarityOf(db, 'touched', from, accountId, value, before), rarest) < 0)
      return await selectRows('');
  }

  const unfiled = await selectRows('AND p.touched <> p.filed_as');
  if (rarest.rows === 0) return unfiled;
  const filed = await all(
    db,
    `SELECT ${columns} FROM project_grams g CROSS JOIN projects p
     WHERE p.account_id = ? AND p.touched = g.place AND p.filed_as = g.place AND p.deleted_at IS NULL
       AND g.owner = ? AND g.gram = ? AND g.place < ? ${conditions} ${named} ORDER BY g.place DESC LIMIT ?`,
    accountId,
    owner,
    rarest.gram,
    before,
    ...queryParams,
  );
  return [...filed, ...unfiled].sort((a, b) => Number(b['touched']) - Number(a['touched'])).slice(0, limit);
}
