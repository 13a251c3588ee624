import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { PublicProjectDocumentPatchRequest } from '#shared/api/index.ts';
import { Metadata } from '#shared/api/schemas/common.ts';
import { EditableGraph, PatchOperation } from '#shared/api/schemas/documents.ts';
import { applyLenient } from '#shared/graph/index.ts';
import { validate } from '#shared/reading/index.ts';
import type { Clock } from '../options.ts';
import { stripSignatures } from './cacheable-responses.ts';
import { jsonOf } from './json-of.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';

/**
 * Documents as services answered them last. A save is answered with little more than a version, so that a cached document
 * would fall behind the person's own edits: the operations of each save are stored beside it and applied when it is read.
 */
export interface DocumentCache {
  /** A save by operations was taken. @param request parsed body of the PATCH. @param response its parsed response. */
  saved(connectionId: string, projectId: string, request: unknown, response: unknown): Promise<void>;
  /** Metadata alone was saved: as above, of the PATCH of metadata. Without metadata in it only the number counts. */
  described(connectionId: string, projectId: string, request: unknown, response: unknown): void;
  /** A whole document was saved, and this is the response, parsed. */
  replaced(connectionId: string, projectId: string, response: unknown): Promise<void>;
  /** The document with every save since, or null when it was never read here. */
  find(connectionId: string, projectId: string): CachedResponse | null;
  /** A whole document was cached: saves that it already holds are dropped. @param version of it. */
  settle(connectionId: string, projectId: string, version: number): void;
  /** Those read or looked at last, newest first. */
  recent(limit: number): { connectionId: string; projectId: string }[];
  /** The document as it was read whole, without the saves since; null when there is none. */
  cached(connectionId: string, projectId: string): { version: number; graph: EditableGraph } | null;
  /** Saves since, oldest first. */
  edits(
    connectionId: string,
    projectId: string,
  ): { fromVersion: number; toVersion: number; operations: PatchOperation[] }[];
  clear(connectionId: string, projectId: string): void;
  removeConnection(connectionId: string): void;
}

/** So many saves are applied for good, so that reading stays short. */
const FOLD_AT = 100;

const Edit = z.object({
  from_version: z.number(),
  to_version: z.number(),
  operations: z.string(),
  cached_at: z.number(),
});

/** A save of metadata among those of operations. */
const Described = z.object({ metadata: Metadata.nullish() });
const SavedEdit = z.union([z.array(PatchOperation), Described]);

/** What is looked at of a document; the rest passes as it came. */
const CachedDocument = z.looseObject({
  version: z.int(),
  document: z.looseObject({ graph: EditableGraph }),
});
const Renumbered = z.object({ expectedVersion: z.int(), metadata: Metadata.nullish() });
const Version = z.object({ version: z.int() });

export const documentPath = (projectId: string): string =>
  `/v1/projects/${encodeURIComponent(projectId)}/document`;

export function createDocumentCache(options: {
  database: DatabaseSync;
  cache: ResponseCache;
  clock: Clock;
}): DocumentCache {
  const { database, cache, clock } = options;
  const insert = database.prepare(`
    INSERT INTO saved_edits (connection_id, project_id, from_version, to_version, operations, cached_at)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, project_id, from_version) DO UPDATE SET
      to_version = excluded.to_version, operations = excluded.operations, cached_at = excluded.cached_at`);
  const list = database.prepare(`
    SELECT from_version, to_version, operations, cached_at FROM saved_edits
    WHERE connection_id = ? AND project_id = ? ORDER BY from_version`);
  const drop = database.prepare(
    'DELETE FROM saved_edits WHERE connection_id = ? AND project_id = ? AND from_version < ?',
  );
  const remove = database.prepare('DELETE FROM saved_edits WHERE connection_id = ? AND project_id = ?');
  const latest = database.prepare(`
    SELECT connection_id, path FROM responses WHERE path LIKE '/v1/projects/%/document'
    ORDER BY used_at DESC, path LIMIT ?`);
  const removeAll = database.prepare('DELETE FROM saved_edits WHERE connection_id = ?');

  const editsOf = (connectionId: string, projectId: string) =>
    list.all(connectionId, projectId).map((row) => Edit.parse(row));

  function find(connectionId: string, projectId: string): CachedResponse | null {
    const response = cache.find(connectionId, documentPath(projectId));
    if (!response) return null;
    try {
      return withEdits(response, editsOf(connectionId, projectId)) ?? response;
    } catch {
      removeDocument(connectionId, projectId);
      return null;
    }
  }

  /** A cached document that is none cannot be opened; without it the project asks for the service. */
  function removeDocument(connectionId: string, projectId: string): void {
    cache.evict(connectionId, documentPath(projectId));
    remove.run(connectionId, projectId);
  }

  function settle(connectionId: string, projectId: string, version: number): void {
    drop.run(connectionId, projectId, version);
  }

  return {
    find,
    settle,
    async saved(connectionId, projectId, request, response) {
      const asked = PublicProjectDocumentPatchRequest.safeParse(request);
      const version = Version.safeParse(response);
      if (!asked.success || !version.success || version.data.version <= asked.data.expectedVersion) return;
      insert.run(
        connectionId,
        projectId,
        asked.data.expectedVersion,
        version.data.version,
        JSON.stringify(asked.data.operations),
        clock.now(),
      );
      if (editsOf(connectionId, projectId).length < FOLD_AT) return;
      const folded = find(connectionId, projectId);
      // Without a document there is nothing to put saves on.
      if (!folded) {
        remove.run(connectionId, projectId);
        return;
      }
      await cache.store(connectionId, documentPath(projectId), folded.body);
      settle(connectionId, projectId, version.data.version);
    },
    described(connectionId, projectId, request, response) {
      const asked = Renumbered.safeParse(request);
      const version = Version.safeParse(response);
      if (!asked.success || !version.success || version.data.version <= asked.data.expectedVersion) return;
      const { expectedVersion } = asked.data;
      const last = editsOf(connectionId, projectId).at(-1);
      const before = last?.to_version === expectedVersion ? savedIn(last.operations) : null;
      // Of saves of metadata that follow each other the last says all.
      const isRepeat = last && before && !Array.isArray(before);
      const { metadata = isRepeat ? before.metadata : undefined } = asked.data;
      const from = isRepeat ? last.from_version : expectedVersion;
      const text = JSON.stringify({ metadata });
      insert.run(connectionId, projectId, from, version.data.version, text, clock.now());
    },
    async replaced(connectionId, projectId, response) {
      const version = CachedDocument.safeParse(response);
      if (!version.success) return;
      const bytes = new TextEncoder().encode(JSON.stringify(response));
      await cache.store(connectionId, documentPath(projectId), stripSignatures(null, bytes));
      settle(connectionId, projectId, version.data.version);
    },
    recent: (limit) =>
      latest.all(limit).flatMap((row) => {
        const projectId = /^\/v1\/projects\/([^/]+)\/document$/.exec(String(row['path']))?.[1];
        const decoded = projectId ? decodedOf(projectId) : null;
        return decoded ? [{ connectionId: String(row['connection_id']), projectId: decoded }] : [];
      }),
    cached(connectionId, projectId) {
      const response = cache.find(connectionId, documentPath(projectId));
      if (!response) return null;
      const parsed = validate(CachedDocument, jsonOf(response.body));
      if (parsed.ok) return { version: parsed.value.version, graph: parsed.value.document.graph };
      removeDocument(connectionId, projectId);
      return null;
    },
    edits(connectionId, projectId) {
      try {
        return editsOf(connectionId, projectId).map((edit) => ({
          fromVersion: edit.from_version,
          toVersion: edit.to_version,
          operations: operationsIn(edit.operations),
        }));
      } catch {
        // Saves with a damaged one among them lead to no document that ever was.
        removeDocument(connectionId, projectId);
        return [];
      }
    },
    clear(connectionId, projectId) {
      remove.run(connectionId, projectId);
    },
    removeConnection: (connectionId) => void removeAll.run(connectionId),
  };
}

/** @returns null when the cached document and the saves do not meet: then the cached one is the best there is. */
function withEdits(cached: CachedResponse, edits: readonly z.infer<typeof Edit>[]): CachedResponse | null {
  if (edits.length === 0) return null;
  const checked = validate(CachedDocument, jsonOf(cached.body));
  if (!checked.ok) throw new Error('The cached document is none.');
  const document = checked.value;
  let { version } = document;
  let { cachedAt } = cached;
  let { metadata } = document;
  const operations: PatchOperation[] = [];
  for (const edit of edits) {
    if (edit.from_version !== version) continue;
    const saved = savedIn(edit.operations);
    if (Array.isArray(saved)) operations.push(...saved);
    else if (saved.metadata !== undefined) metadata = saved.metadata ?? {};
    version = edit.to_version;
    cachedAt = Math.max(cachedAt, edit.cached_at);
  }
  if (version === document.version) return null;
  const { graph } = applyLenient(document.document.graph, operations);
  const full = { ...document, version, metadata, document: { ...document.document, graph } };
  return { body: new TextEncoder().encode(JSON.stringify(full)), cachedAt };
}

const savedIn = (text: string): z.infer<typeof SavedEdit> => SavedEdit.parse(JSON.parse(text));

function operationsIn(text: string): PatchOperation[] {
  const saved = savedIn(text);
  return Array.isArray(saved) ? saved : [];
}

function decodedOf(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
