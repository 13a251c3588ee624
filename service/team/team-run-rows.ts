import { TEAM_LIMITS, type TeamRun } from '#shared/administration/team.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, text, textOrNull } from '#service/storage/statements.ts';

/** Runs that people of an account see: previews while somebody edits are nothing to be found again. */
const VISIBLE = "r.account_id = ?1 AND COALESCE(r.external_id, '') NOT LIKE 'patchbay-live/%'";

/** The order of the newest run of an account; 0 where it has none. */
export async function latestRunOrder(db: Database, accountId: string): Promise<number> {
  const row = await queryRow(
    db,
    `SELECT r.accepted_order AS latest FROM runs r WHERE ${VISIBLE} ORDER BY r.accepted_order DESC LIMIT 1`,
    accountId,
  );
  return Number(row?.['latest'] ?? 0);
}

/** The order after which the newest runs come that a computer is told of at first. */
export async function orderBeforeLatest(db: Database, accountId: string): Promise<number> {
  const row = await queryRow(
    db,
    `SELECT r.accepted_order AS place FROM runs r WHERE ${VISIBLE}
     ORDER BY r.accepted_order DESC LIMIT 1 OFFSET ?2`,
    accountId,
    TEAM_LIMITS.firstRuns,
  );
  return Number(row?.['place'] ?? 0);
}

/** Runs accepted after an order, oldest first. @param personId of whoever asks; null of a key of nobody in particular */
export async function runsAfter(
  db: Database,
  accountId: string,
  personId: string | null,
  after: number,
): Promise<TeamRun[]> {
  const rows = await all(
    db,
    `SELECT r.id, r.accepted_order, r.person_id, p.name, t.template_id, t.endpoint_id FROM runs r
     LEFT JOIN people p ON p.id = r.person_id
     LEFT JOIN template_runs t ON t.run_id = r.id LEFT JOIN templates s ON s.id = t.template_id
     WHERE ${VISIBLE} AND s.deleted_at IS NULL AND r.accepted_order > ?2
     ORDER BY r.accepted_order LIMIT ?3`,
    accountId,
    after,
    TEAM_LIMITS.runs,
  );
  return rows.map((row) => ({
    runId: text(row, 'id'),
    endpoint:
      row['template_id'] === null
        ? null
        : { templateId: text(row, 'template_id'), endpointId: text(row, 'endpoint_id') },
    personName: textOrNull(row, 'name'),
    isCaller: textOrNull(row, 'person_id') === personId,
    order: Number(row['accepted_order']),
  }));
}
