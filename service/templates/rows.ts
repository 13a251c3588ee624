import { hash, randomBytes } from 'node:crypto';
import type { EndpointPin } from '#shared/api/index.ts';
import { foldText } from '#shared/search/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { all, queryRow, run, text, textList, textOrNull, type Row } from '#service/storage/statements.ts';
import { fileIdsOf } from '#service/rules/file-values.ts';

/** What templates need of the service; the command line has no more than this. */
export type TemplateContext = Pick<ServiceContext, 'db' | 'newId' | 'now'>;

/** A pin of the template's graph, under the name that callers use. */
export type TemplatePin = EndpointPin &
  Required<Pick<EndpointPin, 'kind'>> & { nodeId: string; pinName: string; dataType: string };

export interface TemplateRow {
  id: string;
  accountId: string;
  name: string;
  description: string | null;
  category: string | null;
  tags: string[];
  source: string;
  nodeCount: number;
  inputs: TemplatePin[];
  outputs: TemplatePin[];
  /** Names of the fields that a caller has to give. */
  required: string[];
  /** A picture of the account that stands for it. */
  pictureFileId: string | null;
  /** The project that it was published from, and its version then. */
  project: { id: string; version: number } | null;
  createdAt: string;
  updatedAt: string;
}

export interface EndpointRow {
  id: string;
  templateId: string;
  name: string;
  description: string | null;
  isActive: boolean;
  keyPrefix: string | null;
  /** SHA-256 of its key; null while it has none. */
  keyHash: string | null;
  callCount: number;
  lastCalledAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** All but the graph, which is read only to run. */
export const TEMPLATE_COLUMNS = `id, account_id, name, description, category, tags, source, node_count, inputs,
  outputs, required, picture_file_id, project_id, project_version, created_at, updated_at`;

export const readTemplate = (row: Row): TemplateRow => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  name: text(row, 'name'),
  description: textOrNull(row, 'description'),
  category: textOrNull(row, 'category'),
  tags: JSON.parse(text(row, 'tags')) as string[],
  source: text(row, 'source'),
  nodeCount: Number(row['node_count']),
  inputs: JSON.parse(text(row, 'inputs')) as TemplatePin[],
  outputs: JSON.parse(text(row, 'outputs')) as TemplatePin[],
  required: JSON.parse(text(row, 'required')) as string[],
  pictureFileId: textOrNull(row, 'picture_file_id'),
  project:
    row['project_id'] === null
      ? null
      : { id: text(row, 'project_id'), version: Number(row['project_version']) },
  createdAt: text(row, 'created_at'),
  updatedAt: text(row, 'updated_at'),
});

export const readEndpoint = (row: Row): EndpointRow => ({
  id: text(row, 'id'),
  templateId: text(row, 'template_id'),
  name: text(row, 'name'),
  description: textOrNull(row, 'description'),
  isActive: row['is_active'] === 1,
  keyPrefix: textOrNull(row, 'key_prefix'),
  keyHash: textOrNull(row, 'key_hash'),
  callCount: Number(row['call_count']),
  lastCalledAt: textOrNull(row, 'last_called_at'),
  createdAt: text(row, 'created_at'),
  updatedAt: text(row, 'updated_at'),
});

/** @throws Problem TEMPLATE_NOT_FOUND when it is missing or another account's. */
export async function requireTemplate(
  ctx: TemplateContext,
  accountId: string,
  templateId: string,
): Promise<TemplateRow> {
  const row = await queryRow(
    ctx.db,
    `SELECT ${TEMPLATE_COLUMNS} FROM templates WHERE id = ? AND account_id = ? AND deleted_at IS NULL`,
    templateId,
    accountId,
  );
  if (row) return readTemplate(row);
  throw Problem.of('TEMPLATE_NOT_FOUND', 'There is no such template.', { templateId });
}

/** A template by id alone, for its endpoint's own key. */
export async function getTemplate(ctx: TemplateContext, templateId: string): Promise<TemplateRow> {
  const row = await queryRow(ctx.db, `SELECT ${TEMPLATE_COLUMNS} FROM templates WHERE id = ?`, templateId);
  if (row) return readTemplate(row);
  throw new Error(`The template ${templateId} of an endpoint is missing.`);
}

/** Endpoints that can be called, oldest first. */
export const activeEndpoints = async (ctx: TemplateContext, templateId: string): Promise<EndpointRow[]> =>
  (
    await all(
      ctx.db,
      'SELECT * FROM template_endpoints WHERE template_id = ? AND is_active = 1 ORDER BY id',
      templateId,
    )
  ).map(readEndpoint);

/** As `activeEndpoints`, of several templates, by the template's id. */
export async function activeEndpointsOf(
  ctx: TemplateContext,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, EndpointRow[]>> {
  const rows = await all(
    ctx.db,
    `SELECT * FROM template_endpoints
     WHERE template_id IN (SELECT value FROM json_each(?)) AND is_active = 1 ORDER BY id`,
    textList(templateIds),
  );
  return Map.groupBy(rows.map(readEndpoint), ({ templateId }) => templateId);
}

/** @throws Problem ENDPOINT_NOT_FOUND when the template has no such active endpoint. */
export async function requireEndpoint(
  ctx: TemplateContext,
  template: TemplateRow,
  endpointId: string,
): Promise<EndpointRow> {
  const found = (await activeEndpoints(ctx, template.id)).find((endpoint) => endpoint.id === endpointId);
  if (found) return found;
  throw Problem.of('ENDPOINT_NOT_FOUND', 'The template has no such active endpoint.', {
    templateId: template.id,
    endpointId,
  });
}

/** The active endpoint that a key belongs to. */
export async function findEndpointBySecret(
  ctx: TemplateContext,
  secret: string,
): Promise<EndpointRow | null> {
  const row = await queryRow(
    ctx.db,
    'SELECT * FROM template_endpoints WHERE key_hash = ? AND is_active = 1',
    hash('sha256', secret),
  );
  return row ? readEndpoint(row) : null;
}

/** Whether a key, named by its SHA-256, opens an endpoint still: it may have been renewed, or the endpoint switched off. */
export const isCurrentKey = async (
  ctx: TemplateContext,
  endpointId: string,
  keyHash: string,
): Promise<boolean> =>
  (await queryRow(
    ctx.db,
    'SELECT 1 FROM template_endpoints WHERE id = ? AND key_hash = ? AND is_active = 1',
    endpointId,
    keyHash,
  )) !== undefined;

export async function templateGraph(ctx: TemplateContext, templateId: string): Promise<Graph> {
  const row = await queryRow(ctx.db, 'SELECT graph FROM templates WHERE id = ?', templateId);
  if (!row) throw new Error(`The template ${templateId} is missing.`);
  return JSON.parse(text(row, 'graph')) as Graph;
}

export interface NewTemplate {
  accountId: string;
  name: string;
  description?: string | null;
  category?: string | null;
  tags?: readonly string[];
  required?: readonly string[];
  pictureFileId?: string | null;
  source: 'project' | 'sample';
  project?: { id: string; version: number };
  graph: Graph;
  inputs: readonly TemplatePin[];
  outputs: readonly TemplatePin[];
}

/** A line each, so that no search matches across two of them. */
export const searchTextOf = ({
  name,
  description,
  category,
  tags = [],
}: Pick<NewTemplate, 'name' | 'description' | 'category' | 'tags'>): string =>
  foldText([name, description ?? '', category ?? '', ...tags].join('\n'));

/** Files of the graph and the picture cannot be deleted while the template has them. */
async function lockFiles(ctx: TemplateContext, templateId: string, template: NewTemplate): Promise<void> {
  await run(ctx.db, 'DELETE FROM template_files WHERE template_id = ?', templateId);
  const fileIds = template.graph.nodes.flatMap(fileIdsOf).map(({ fileId }) => fileId);
  if (template.pictureFileId) fileIds.push(template.pictureFileId);
  await ctx.db.runMany(
    'INSERT INTO template_files (file_id, template_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    fileIds.map((fileId) => [fileId, templateId]),
  );
}

/**
 * Puts a new state in the place of a template; inside a transaction. Its endpoints and keys stay, and so does what its
 * earlier runs show.
 */
export async function replaceTemplate(
  ctx: TemplateContext,
  before: TemplateRow,
  template: NewTemplate,
): Promise<void> {
  const { inputs, outputs } = before;
  await run(
    ctx.db,
    'UPDATE template_runs SET pins = ? WHERE template_id = ? AND pins IS NULL',
    JSON.stringify({ inputs, outputs }),
    before.id,
  );
  await run(
    ctx.db,
    `UPDATE templates SET name = ?, description = ?, category = ?, search_text = ?, project_id = ?,
       project_version = ?, graph = ?, node_count = ?, inputs = ?, outputs = ?, required = ?, picture_file_id = ?,
       updated_at = ? WHERE id = ?`,
    template.name,
    template.description ?? null,
    template.category ?? null,
    searchTextOf({ ...template, tags: before.tags }),
    template.project?.id ?? null,
    template.project?.version ?? null,
    JSON.stringify(template.graph),
    template.graph.nodes.length,
    JSON.stringify(template.inputs),
    JSON.stringify(template.outputs),
    JSON.stringify(template.required ?? []),
    template.pictureFileId ?? null,
    new Date(ctx.now()).toISOString(),
    before.id,
  );
  await lockFiles(ctx, before.id, template);
}

/** Deletes a template; inside a transaction. Its keys open nothing any more; runs under way go on. */
export async function deleteTemplate(ctx: TemplateContext, templateId: string): Promise<void> {
  await run(
    ctx.db,
    'UPDATE template_endpoints SET is_active = 0, key_hash = NULL WHERE template_id = ?',
    templateId,
  );
  await run(ctx.db, 'DELETE FROM template_files WHERE template_id = ?', templateId);
  await run(
    ctx.db,
    'UPDATE templates SET deleted_at = ?, graph = \'{"nodes":[],"connections":[]}\' WHERE id = ?',
    new Date(ctx.now()).toISOString(),
    templateId,
  );
}

/** Adds a template; inside a transaction. @returns its id. */
export async function insertTemplate(ctx: TemplateContext, template: NewTemplate): Promise<string> {
  const id = ctx.newId('tpl');
  const at = new Date(ctx.now()).toISOString();
  const tags = template.tags ?? [];
  const { name, description = null, category = null } = template;
  await run(
    ctx.db,
    `INSERT INTO templates (id, account_id, name, description, category, tags, search_text, source, project_id,
       project_version, graph, node_count, inputs, outputs, required, picture_file_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    template.accountId,
    name,
    description,
    category,
    JSON.stringify(tags),
    searchTextOf(template),
    template.source,
    template.project?.id ?? null,
    template.project?.version ?? null,
    JSON.stringify(template.graph),
    template.graph.nodes.length,
    JSON.stringify(template.inputs),
    JSON.stringify(template.outputs),
    JSON.stringify(template.required ?? []),
    template.pictureFileId ?? null,
    at,
    at,
  );
  await lockFiles(ctx, id, template);
  return id;
}

/** Adds an endpoint that has no key yet; inside a transaction. @returns its id. */
export async function insertEndpoint(
  ctx: TemplateContext,
  endpoint: { templateId: string; name: string; description?: string | null },
): Promise<string> {
  const id = ctx.newId('end');
  const at = new Date(ctx.now()).toISOString();
  await run(
    ctx.db,
    `INSERT INTO template_endpoints (id, template_id, name, description, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    id,
    endpoint.templateId,
    endpoint.name,
    endpoint.description ?? null,
    at,
    at,
  );
  return id;
}

/**
 * Gives an endpoint a key of its own, in place of any it had. Only its hash is kept.
 * @returns the key, which cannot be shown again; null when there is no such endpoint.
 */
export async function issueEndpointKey(ctx: TemplateContext, endpointId: string): Promise<string | null> {
  const secret = `pbe_${randomBytes(32).toString('base64url')}`;
  const changed = await run(
    ctx.db,
    'UPDATE template_endpoints SET key_hash = ?, key_prefix = ?, updated_at = ? WHERE id = ?',
    hash('sha256', secret),
    secret.slice(0, 9),
    new Date(ctx.now()).toISOString(),
    endpointId,
  );
  return changed === 1 ? secret : null;
}

/** Lets an endpoint be called, or no more. @returns whether there is such an endpoint. */
export async function setEndpointActive(
  ctx: TemplateContext,
  endpointId: string,
  isActive: boolean,
): Promise<boolean> {
  return (
    (await run(
      ctx.db,
      'UPDATE template_endpoints SET is_active = ?, updated_at = ? WHERE id = ?',
      isActive ? 1 : 0,
      new Date(ctx.now()).toISOString(),
      endpointId,
    )) === 1
  );
}
