import { all, run, text, textOrNull, type Row, type SqlValue } from '#service/storage/statements.ts';
import type { FoldedSource } from '#service/storage/refold.ts';
import type { Database } from '#service/storage/database.ts';
import {
  type EndpointRow,
  type TemplateContext,
  type TemplateRow,
  readTemplate,
  searchTextOf,
  TEMPLATE_COLUMNS,
} from './rows.ts';

/** Which templates of an account are wanted. */
export interface TemplateQuery {
  accountId: string;
  /** Folded and trimmed; may be empty. */
  search: string;
  hasEndpoint?: boolean | undefined;
  /** Only templates whose id is below; null for all. */
  before: string | null;
  limit: number;
}

const HAS_ENDPOINT =
  'EXISTS (SELECT 1 FROM template_endpoints e WHERE e.template_id = templates.id AND e.is_active = 1)';

/** Templates that fit, the newest first. */
export async function findTemplates(
  { db }: Pick<TemplateContext, 'db'>,
  query: TemplateQuery,
): Promise<TemplateRow[]> {
  const conditions = ['account_id = ?', 'deleted_at IS NULL'];
  const values: SqlValue[] = [query.accountId];
  if (query.hasEndpoint !== undefined) {
    conditions.push(query.hasEndpoint ? HAS_ENDPOINT : `NOT ${HAS_ENDPOINT}`);
  }
  if (query.search !== '') {
    conditions.push('instr(search_text, ?) > 0');
    values.push(query.search);
  }
  if (query.before !== null) {
    conditions.push('id < ?');
    values.push(query.before);
  }
  return (
    await all(
      db,
      `SELECT ${TEMPLATE_COLUMNS} FROM templates WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`,
      ...values,
      query.limit,
    )
  ).map(readTemplate);
}

/** What templates are searched by as earlier builds folded it. */
export const TEMPLATE_TEXTS: FoldedSource<{ id: string; row: Row }> = {
  name: 'templates',
  readAfter: async (db, id, limit) =>
    (
      await all(
        db,
        `SELECT ${TEMPLATE_COLUMNS}, search_text FROM templates WHERE id > ? ORDER BY id LIMIT ?`,
        id,
        limit,
      )
    ).map((row) => ({ id: text(row, 'id'), row })),
  async refold(db, { id, row }) {
    const folded = searchTextOf(readTemplate(row));
    if (folded === row['search_text']) return false;
    await run(db, 'UPDATE templates SET search_text = ? WHERE id = ?', folded, id);
    return true;
  },
};

/** A template of any account with one of its endpoints, or null where it has none. */
export interface TemplateListItem {
  id: string;
  name: string;
  /** The account's name. */
  account: string;
  endpoint: Pick<EndpointRow, 'id' | 'name' | 'keyPrefix' | 'callCount' | 'lastCalledAt' | 'isActive'> | null;
}

/** The templates of all accounts, once for each endpoint, oldest first. */
export const listAllTemplates = async (db: Database): Promise<TemplateListItem[]> =>
  (
    await all(
      db,
      `SELECT t.id, t.name, a.name AS account, e.id AS endpoint, e.name AS endpoint_name, e.key_prefix,
       e.call_count, e.last_called_at, e.is_active
     FROM templates t JOIN accounts a ON a.id = t.account_id
     LEFT JOIN template_endpoints e ON e.template_id = t.id WHERE t.deleted_at IS NULL ORDER BY t.id, e.id`,
    )
  ).map((row) => ({
    id: text(row, 'id'),
    name: text(row, 'name'),
    account: text(row, 'account'),
    endpoint:
      row['endpoint'] === null
        ? null
        : {
            id: text(row, 'endpoint'),
            name: text(row, 'endpoint_name'),
            keyPrefix: textOrNull(row, 'key_prefix'),
            callCount: Number(row['call_count']),
            lastCalledAt: textOrNull(row, 'last_called_at'),
            isActive: row['is_active'] === 1,
          },
  }));

/** Endpoints of an account that can be called by keys of their own, oldest first. */
export const callableEndpoints = async (
  db: Database,
  accountId: string,
): Promise<Pick<EndpointRow, 'id' | 'name'>[]> =>
  (
    await all(
      db,
      `SELECT e.id, e.name FROM template_endpoints e JOIN templates t ON t.id = e.template_id
     WHERE t.account_id = ? AND t.deleted_at IS NULL AND e.is_active = 1 AND e.key_hash IS NOT NULL ORDER BY e.id`,
      accountId,
    )
  ).map((row) => ({ id: text(row, 'id'), name: text(row, 'name') }));
