import { languageOf, type Language } from '#shared/desk/languages.ts';
import { transaction, type Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';

/** The account of that name, made when there is none. It is empty until its first request. */
export function ensureAccount(
  db: Database,
  newId: (prefix: string) => string,
  timestamp: number,
  name: string,
): Promise<string> {
  return transaction(db, async () => {
    const found = await queryRow(db, 'SELECT id FROM accounts WHERE name = ?', name);
    if (found) return text(found, 'id');
    const id = newId('acc');
    const at = new Date(timestamp).toISOString();
    await run(
      db,
      'INSERT INTO accounts (id, name, balance_microcredits, created_at, updated_at) VALUES (?, ?, 0, ?, ?)',
      id,
      name,
      at,
      at,
    );
    return id;
  });
}

/** Null where there is no account of that name. */
export async function findAccountId(db: Database, name: string): Promise<string | null> {
  const row = await queryRow(db, 'SELECT id FROM accounts WHERE name = ?', name);
  return row === undefined ? null : text(row, 'id');
}

/** Names of all accounts, oldest first. */
export const accountNames = async (db: Database): Promise<string[]> =>
  (await all(db, 'SELECT name FROM accounts ORDER BY id')).map((row) => text(row, 'name'));

/**
 * Asks for the sample project of an account: made at its next request, and once only, whatever becomes of it.
 * @param language of its texts, and of the first templates.
 */
export async function requestSampleProject(
  db: Database,
  accountId: string,
  language: Language = 'en',
): Promise<void> {
  await run(
    db,
    'UPDATE accounts SET sample_project = ? WHERE id = ? AND sample_project IS NULL',
    `wanted:${language}`,
    accountId,
  );
}

/** The language of the sample project that an account waits for, of a row with `sample_project`; null without one. */
export function sampleRequestOf(row: Row): Language | null {
  // Requests of earlier versions name no language.
  const [state, language = 'en'] = (textOrNull(row, 'sample_project') ?? '').split(':');
  return state === 'wanted' ? languageOf(language) : null;
}

/** What of the first request of an account is still to do. @property sample the language of the one that is wanted. */
export async function openingOf(
  db: Database,
  accountId: string,
): Promise<{ isReady: boolean; sample: Language | null }> {
  const row = await queryRow(db, 'SELECT opened_at, sample_project FROM accounts WHERE id = ?', accountId);
  return { isReady: row?.['opened_at'] !== null, sample: row === undefined ? null : sampleRequestOf(row) };
}

/** @returns false when the sample project was made meanwhile. */
export const claimSampleRequest = async (db: Database, accountId: string): Promise<boolean> =>
  (await run(
    db,
    `UPDATE accounts SET sample_project = 'made' WHERE id = ? AND sample_project LIKE 'wanted%'`,
    accountId,
  )) === 1;

/** Marks an account as opened and pays its starting credits. @returns false when it was opened meanwhile. */
export async function markActivated(
  db: Database,
  accountId: string,
  microcredits: bigint,
  at: string,
): Promise<boolean> {
  return (
    (await run(
      db,
      `UPDATE accounts SET balance_microcredits = balance_microcredits + ?, opened_at = ?, updated_at = ?
       WHERE id = ? AND opened_at IS NULL`,
      microcredits,
      at,
      at,
      accountId,
    )) === 1
  );
}

/** The balance in microcredits and when it last changed. @throws Error when the account is missing. */
export async function balanceRow(
  db: Database,
  accountId: string,
): Promise<{ balance: bigint; updatedAt: string | null }> {
  const row = await db.get(
    'SELECT balance_microcredits, updated_at FROM accounts WHERE id = ?',
    [accountId],
    {
      bigints: true,
    },
  );
  if (typeof row?.['balance_microcredits'] !== 'bigint')
    throw new Error('The account of a valid key is missing.');
  return { balance: row['balance_microcredits'], updatedAt: textOrNull(row, 'updated_at') };
}
