import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { LibraryOutputKind, type LibraryOutput, type OutputInput } from '#shared/desk/index.ts';
import type { CoreLog } from '../options.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import type { outputOrigins } from './output-origins.ts';
import { readInputs } from './output-index.ts';

/** Rows of outputs as everybody reads them. */

/** What an output is known by among those with the same content. */
function contentOf({ hash, file_id: fileId }: { hash: string | null; file_id: string | null }) {
  const contentKey = hash ?? fileId;
  return contentKey === null ? {} : { contentKey };
}

/** A row of the table, without what other tables know of it. */
export const OutputRow = z
  .object({
    id: z.number(),
    connection_id: z.string(),
    run_id: z.string(),
    key: z.string(),
    title: z.string(),
    kind: LibraryOutputKind,
    node_id: z.string().nullable(),
    node_type: z.string().nullable(),
    project_id: z.string().nullable(),
    project_version: z.number().nullable(),
    template_id: z.string().nullable(),
    content_type: z.string().nullable(),
    filename: z.string().nullable(),
    file_id: z.string().nullable(),
    size_bytes: z.number().nullable(),
    excerpt: z.string().nullable(),
    created_at: z.iso.datetime(),
    starred: z.number(),
    note: z.string().nullable(),
    hidden: z.number(),
    missing: z.number(),
    stack_size: z.number().default(1),
    copy_count: z.number().default(1),
    hash: z.string().nullable(),
  })
  .transform((row): Omit<LibraryOutput, 'projectName' | 'batch' | 'occasion' | 'startedBy'> => ({
    id: String(row.id),
    connectionId: row.connection_id,
    runId: row.run_id,
    key: row.key,
    title: row.title,
    kind: row.kind,
    nodeId: row.node_id,
    nodeType: row.node_type,
    projectId: row.project_id,
    projectVersion: row.project_version,
    templateId: row.template_id,
    contentType: row.content_type,
    filename: row.filename,
    fileId: row.file_id,
    sizeBytes: row.size_bytes,
    excerpt: row.excerpt,
    createdAt: row.created_at,
    starred: row.starred === 1,
    note: row.note,
    hidden: row.hidden === 1,
    missing: row.missing === 1,
    stackSize: row.stack_size,
    copyCount: Math.max(1, row.copy_count),
    ...contentOf(row),
  }));

/** A row that can be read, with what only details show. */
export interface StoredOutput {
  output: LibraryOutput;
  inputs: OutputInput[];
  /** Undefined of a file, and of a value too long to be kept. */
  value: unknown;
}

/** Reads rows of outputs, with what made them. */
export interface OutputRows {
  /** A row that is damaged is left out, so that one bad row does not hide the others. */
  present(rows: readonly unknown[]): LibraryOutput[];
  find(id: string): StoredOutput | null;
}

/** @param options.nameOf a project's name as far as it is known here. */
export function createOutputRows(
  database: DatabaseSync,
  options: {
    origins: ReturnType<typeof outputOrigins>;
    nameOf: (connectionId: string, projectId: string) => string | null;
    log: CoreLog;
  },
): OutputRows {
  const { origins, nameOf, log } = options;
  const byId = database.prepare('SELECT * FROM outputs WHERE id = ?');

  function present(rows: readonly unknown[]): LibraryOutput[] {
    const originOf = origins();
    const names = new Map<string, string | null>();
    const nameIn = (connectionId: string, projectId: string): string | null => {
      if (!names.has(projectId)) names.set(projectId, nameOf(connectionId, projectId));
      return names.get(projectId) ?? null;
    };
    return rows.flatMap((row): LibraryOutput[] => {
      const parsed = OutputRow.safeParse(row);
      if (!parsed.success) {
        log.warn({}, 'a recorded output is damaged and is not shown');
        return [];
      }
      const { connectionId, projectId, runId } = parsed.data;
      const projectName = projectId === null ? null : nameIn(connectionId, projectId);
      return [{ ...parsed.data, projectName, ...originOf(connectionId, runId) }];
    });
  }

  return {
    present,
    find(id) {
      const row = byId.get(Number(id));
      const [output] = row === undefined ? [] : present([row]);
      if (row === undefined || output === undefined) return null;
      const value = row['value'];
      return {
        output,
        inputs: readInputs(row['inputs']),
        value: typeof value === 'string' ? jsonOf(Buffer.from(value)) : undefined,
      };
    },
  };
}
