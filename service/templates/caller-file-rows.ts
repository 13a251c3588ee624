import { queryRow } from '#service/storage/statements.ts';
import type { TemplateContext } from './rows.ts';

/** Files that came with calls of endpoints. A key is named by its SHA-256. */

/** Notes that files came with a call by a key; inside the transaction that adds them. */
export async function insertCallerFiles(
  { db }: Pick<TemplateContext, 'db'>,
  keyHash: string,
  files: readonly { id: string }[],
): Promise<void> {
  await db.runMany(
    'INSERT INTO endpoint_files (file_id, key_hash) VALUES (?, ?)',
    files.map(({ id }) => [id, keyHash]),
  );
}

/** Whether a file came with a call by this key. */
export const isCallerFile = async (
  { db }: Pick<TemplateContext, 'db'>,
  keyHash: string,
  fileId: string,
): Promise<boolean> =>
  (await queryRow(db, 'SELECT 1 FROM endpoint_files WHERE file_id = ? AND key_hash = ?', fileId, keyHash)) !==
  undefined;
