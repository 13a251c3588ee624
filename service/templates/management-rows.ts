import {
  MAX_VISIBLE_CALLS,
  type EndpointCall,
  type ManagedEndpoint,
} from '#shared/administration/templates.ts';
import type { TerminalRun } from '#shared/administration/runs.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, text, textList, textOrNull } from '#service/storage/statements.ts';
import { readEndpoint, readTemplate, TEMPLATE_COLUMNS, type TemplateRow } from './rows.ts';

/** What the owner of a data folder sees of templates, whoever's they are. */

export async function findTemplate(db: Database, templateId: string): Promise<TemplateRow | null> {
  const row = await queryRow(
    db,
    `SELECT ${TEMPLATE_COLUMNS} FROM templates WHERE id = ? AND deleted_at IS NULL`,
    templateId,
  );
  return row ? readTemplate(row) : null;
}

/** Templates published from a project, newest first. */
export const templatesOfProject = async (
  db: Database,
  projectId: string,
  limit: number,
): Promise<TemplateRow[]> =>
  (
    await all(
      db,
      `SELECT ${TEMPLATE_COLUMNS} FROM templates WHERE project_id = ? AND deleted_at IS NULL
     ORDER BY id DESC LIMIT ?`,
      projectId,
      limit,
    )
  ).map(readTemplate);

/** All endpoints of a template, also those that are switched off, oldest first. */
export const allEndpoints = async (db: Database, templateId: string): Promise<ManagedEndpoint[]> =>
  (
    await all(db, 'SELECT * FROM template_endpoints WHERE template_id = ? ORDER BY id LIMIT 100', templateId)
  ).map((row) => {
    const { id, name, isActive, keyPrefix, callCount, lastCalledAt } = readEndpoint(row);
    return { endpointId: id, name, isActive, keyPrefix, callCount, lastCalledAt };
  });

/** The newest calls of a template's endpoints. */
export const latestCalls = async (db: Database, templateId: string): Promise<EndpointCall[]> =>
  (
    await all(
      db,
      `SELECT t.run_id, t.endpoint_id, t.caller, r.status, r.created_at, r.execution_time_ms, r.external_user_id,
       r.external_workspace_id
     FROM template_runs t JOIN runs r ON r.id = t.run_id WHERE t.template_id = ?
     ORDER BY t.run_id DESC LIMIT ?`,
      templateId,
      MAX_VISIBLE_CALLS,
    )
  ).map((row) => ({
    runId: text(row, 'run_id'),
    endpointId: text(row, 'endpoint_id'),
    caller: text(row, 'caller') === 'owner' ? 'owner' : 'external',
    status: text(row, 'status'),
    createdAt: text(row, 'created_at'),
    executionTimeMs: row['execution_time_ms'] === null ? null : Number(row['execution_time_ms']),
    externalUserId: textOrNull(row, 'external_user_id'),
    externalWorkspaceId: textOrNull(row, 'external_workspace_id'),
  }));

/** Runs that ended, newest first, without previews and those of deleted templates. @param before a run; null for the newest. */
export const terminalRuns = async (db: Database, before: string | null): Promise<TerminalRun[]> =>
  (
    await all(
      db,
      `SELECT r.id, r.account_id, t.template_id, t.endpoint_id
     FROM runs r LEFT JOIN template_runs t ON t.run_id = r.id LEFT JOIN templates s ON s.id = t.template_id
     WHERE r.status IN ('succeeded', 'failed', 'canceled') AND s.deleted_at IS NULL
       AND COALESCE(r.external_id, '') NOT LIKE 'patchbay-live/%'
       AND (CAST(?1 AS TEXT) IS NULL OR r.id < ?1)
     ORDER BY r.id DESC LIMIT ?2`,
      before,
      MAX_VISIBLE_CALLS,
    )
  ).map((row) => ({
    runId: text(row, 'id'),
    accountId: text(row, 'account_id'),
    endpoint:
      row['template_id'] === null
        ? null
        : { templateId: text(row, 'template_id'), endpointId: text(row, 'endpoint_id') },
  }));

/** Templates that have a picture, newest first. */
export const templatePictures = async (
  db: Database,
  limit: number,
): Promise<{ templateId: string; fileId: string }[]> =>
  (
    await all(
      db,
      `SELECT id, picture_file_id FROM templates WHERE picture_file_id IS NOT NULL AND deleted_at IS NULL
     ORDER BY id DESC LIMIT ?`,
      limit,
    )
  ).map((row) => ({ templateId: text(row, 'id'), fileId: text(row, 'picture_file_id') }));

/** Pictures that came out of a project's newest runs, newest first, each once. @param limit files, at most. */
export async function latestPictures(db: Database, projectId: string, limit: number): Promise<string[]> {
  const rows = await all(
    db,
    'SELECT outputs FROM runs WHERE project_id = ? ORDER BY created_at DESC LIMIT 10',
    projectId,
  );
  const fileIds = rows.flatMap((row) =>
    Object.values(
      JSON.parse(text(row, 'outputs')) as Record<string, { output: { fileId?: string } }>,
    ).flatMap(({ output }) => output.fileId ?? []),
  );
  const files = await all(
    db,
    `SELECT id, blob FROM files WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
       AND content_type LIKE 'image/%' AND content_type NOT LIKE 'image/svg%'`,
    textList(fileIds),
  );
  const blobs = new Map(files.map((row) => [text(row, 'id'), text(row, 'blob')]));
  // A run that reuses a result gives its bytes another file.
  const byBytes = new Map<string, string>();
  for (const fileId of fileIds.filter((id) => blobs.has(id)).slice(0, limit)) {
    const bytes = blobs.get(fileId) ?? '';
    if (!byBytes.has(bytes)) byBytes.set(bytes, fileId);
  }
  return [...byBytes.values()];
}
