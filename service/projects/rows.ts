import { foldText } from '#shared/search/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { fileWhenMany, unfileProject } from './search-rows.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';
import type { Database } from '#service/storage/database.ts';

/** A row of `projects`, without its graph. */
export interface ProjectRow {
  id: string;
  accountId: string;
  name: string;
  version: number;
  nodeCount: number;
  externalId: string | null;
  externalUserId: string | null;
  externalWorkspaceId: string | null;
  metadata: Record<string, unknown>;
  thumbnailBlob: string | null;
  createdAt: string;
  updatedAt: string;
  touched: number;
  /** The value of `touched` at which the name was last filed for search; 0 when it is not. See `search-rows.ts`. */
  filedAs: number;
}

const metadataOf = (row: Row): Record<string, unknown> =>
  JSON.parse(text(row, 'metadata')) as Record<string, unknown>;

export const readProject = (row: Row): ProjectRow => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  name: text(row, 'name'),
  version: Number(row['version']),
  nodeCount: Number(row['node_count']),
  externalId: textOrNull(row, 'external_id'),
  externalUserId: textOrNull(row, 'external_user_id'),
  externalWorkspaceId: textOrNull(row, 'external_workspace_id'),
  metadata: metadataOf(row),
  thumbnailBlob: textOrNull(row, 'thumbnail_blob'),
  createdAt: text(row, 'created_at'),
  updatedAt: text(row, 'updated_at'),
  touched: Number(row['touched']),
  filedAs: Number(row['filed_as']),
});

export const PROJECT_COLUMNS = `id, account_id, name, version, node_count, external_id, external_user_id,
  external_workspace_id, metadata, thumbnail_blob, created_at, updated_at, touched, filed_as`;

const SELECT_PROJECT = `SELECT ${PROJECT_COLUMNS} FROM projects WHERE id = ? AND account_id = ? AND deleted_at IS NULL`;

/** A project of the account, or null when it is missing, deleted or another account's. */
export async function findProject(
  ctx: ServiceContext,
  accountId: string,
  projectId: string,
): Promise<ProjectRow | null> {
  const row = await queryRow(ctx.db, SELECT_PROJECT, projectId, accountId);
  return row ? readProject(row) : null;
}

/** @throws Problem PROJECT_NOT_FOUND */
export async function requireProject(
  ctx: ServiceContext,
  accountId: string,
  projectId: string,
): Promise<ProjectRow> {
  const project = await findProject(ctx, accountId, projectId);
  if (project) return project;
  throw Problem.of('PROJECT_NOT_FOUND', 'There is no such project.', { projectId });
}

/** @throws Problem VERSION_CONFLICT when the client worked on another version. */
export function requireVersion(project: ProjectRow, expectedVersion: number): void {
  if (project.version === expectedVersion) return;
  throw Problem.of(
    'VERSION_CONFLICT',
    `The project is at version ${project.version}, not ${expectedVersion}. Load it again and repeat the change.`,
    { projectId: project.id, expectedVersion, currentVersion: project.version },
  );
}

/** The next value of the clock that orders all writes of projects; inside a transaction. */
async function nextTouch(ctx: ServiceContext): Promise<number> {
  const row = await queryRow(
    ctx.db,
    'UPDATE project_clock SET value = value + 1 WHERE id = 1 RETURNING value',
  );
  return Number(row?.['value']);
}

export type ProjectChanges = Partial<
  Pick<
    ProjectRow,
    | 'name'
    | 'nodeCount'
    | 'externalId'
    | 'externalUserId'
    | 'externalWorkspaceId'
    | 'metadata'
    | 'thumbnailBlob'
  >
>;

/**
 * Writes changed fields and raises the version by one; inside a transaction, after `requireVersion`.
 * @returns the project as it is then.
 */
export async function saveProject(
  ctx: ServiceContext,
  project: ProjectRow,
  changes: ProjectChanges,
): Promise<ProjectRow> {
  const renamed = changes.name !== undefined && changes.name !== project.name;
  const next: ProjectRow = {
    ...project,
    ...changes,
    version: project.version + 1,
    updatedAt: new Date(ctx.now()).toISOString(),
    touched: await nextTouch(ctx),
    filedAs: renamed ? 0 : project.filedAs,
  };
  if (renamed) await unfileProject(ctx.db, project.id);
  if (isGraphOnly(changes)) await updateCounts(ctx.db, next);
  else await updateProject(ctx.db, next);
  // Written before and not filed since: it is among the unfiled already.
  if (project.filedAs === project.touched) await fileWhenMany(ctx.db, project.accountId);
  return next;
}

/** A write of the graph alone, as nearly all are: the rest of the row is neither written out nor looked up in its indexes. */
const isGraphOnly = (changes: ProjectChanges): boolean =>
  Object.keys(changes).every((name) => name === 'nodeCount');

async function updateCounts(db: Database, next: ProjectRow): Promise<void> {
  await run(
    db,
    'UPDATE projects SET version = ?, node_count = ?, updated_at = ?, touched = ? WHERE id = ?',
    next.version,
    next.nodeCount,
    next.updatedAt,
    next.touched,
    next.id,
  );
}

async function updateProject(db: Database, next: ProjectRow): Promise<void> {
  await run(
    db,
    `UPDATE projects SET name = ?, name_folded = ?, version = ?, node_count = ?, external_id = ?,
       external_user_id = ?, external_workspace_id = ?, metadata = ?, thumbnail_blob = ?, updated_at = ?, touched = ?,
       filed_as = ?
     WHERE id = ?`,
    next.name,
    foldText(next.name),
    next.version,
    next.nodeCount,
    next.externalId,
    next.externalUserId,
    next.externalWorkspaceId,
    JSON.stringify(next.metadata),
    next.thumbnailBlob,
    next.updatedAt,
    next.touched,
    next.filedAs,
    next.id,
  );
}

export interface NewProject {
  accountId: string;
  name: string;
  externalId?: string | null;
  externalUserId?: string | null;
  externalWorkspaceId?: string | null;
  metadata?: Record<string, unknown>;
  thumbnailBlob?: string | null;
}

/** Inserts an empty project at version 1; inside a transaction. */
export async function insertProject(ctx: ServiceContext, project: NewProject): Promise<ProjectRow> {
  const at = new Date(ctx.now()).toISOString();
  const row: ProjectRow = {
    id: ctx.newId('prj'),
    accountId: project.accountId,
    name: project.name,
    version: 1,
    nodeCount: 0,
    externalId: project.externalId ?? null,
    externalUserId: project.externalUserId ?? null,
    externalWorkspaceId: project.externalWorkspaceId ?? null,
    metadata: project.metadata ?? {},
    thumbnailBlob: project.thumbnailBlob ?? null,
    createdAt: at,
    updatedAt: at,
    touched: await nextTouch(ctx),
    filedAs: 0,
  };
  await run(
    ctx.db,
    `INSERT INTO projects (id, account_id, name, name_folded, version, node_count, external_id, external_user_id,
       external_workspace_id, metadata, thumbnail_blob, created_at, updated_at, touched)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.accountId,
    row.name,
    foldText(row.name),
    row.version,
    row.nodeCount,
    row.externalId,
    row.externalUserId,
    row.externalWorkspaceId,
    JSON.stringify(row.metadata),
    row.thumbnailBlob,
    row.createdAt,
    row.updatedAt,
    row.touched,
  );
  await fileWhenMany(ctx.db, row.accountId);
  return row;
}

/**
 * Marks a project as deleted; inside a transaction. The graph itself goes a day later: until then an earlier response may
 * have to be given again.
 */
export async function deleteProject(ctx: ServiceContext, projectId: string): Promise<void> {
  await run(ctx.db, 'DELETE FROM file_references WHERE project_id = ?', projectId);
  await run(ctx.db, 'DELETE FROM project_papers WHERE project_id = ?', projectId);
  await unfileProject(ctx.db, projectId);
  await run(
    ctx.db,
    'UPDATE projects SET deleted_at = ?, thumbnail_blob = NULL, filed_as = 0 WHERE id = ?',
    new Date(ctx.now()).toISOString(),
    projectId,
  );
}

/** Projects deleted before a time whose graph is still there. */
export const deletedWithGraph = async (db: Database, before: string): Promise<string[]> =>
  (
    await all(
      db,
      `SELECT id FROM projects WHERE deleted_at < ? AND EXISTS (SELECT 1 FROM nodes WHERE project_id = projects.id)`,
      before,
    )
  ).map((row) => text(row, 'id'));

/** Names of an account's projects that begin like another, in any case of their letters. */
export const projectNamesLike = async (db: Database, accountId: string, prefix: string): Promise<string[]> =>
  (
    await all(
      db,
      `SELECT name FROM projects WHERE account_id = ? AND deleted_at IS NULL
       AND lower(substr(name, 1, length(?))) = lower(?)`,
      accountId,
      prefix,
      prefix,
    )
  ).map((row) => text(row, 'name'));

/** The account and version of a project, whoever asks; null when it is missing or deleted. */
export async function findAnyProject(
  db: Database,
  projectId: string,
): Promise<{ accountId: string; version: number; metadata: ProjectRow['metadata'] } | null> {
  const row = await queryRow(
    db,
    'SELECT account_id, version, metadata FROM projects WHERE id = ? AND deleted_at IS NULL',
    projectId,
  );
  if (!row) return null;
  return {
    accountId: text(row, 'account_id'),
    version: Number(row['version']),
    metadata: metadataOf(row),
  };
}
