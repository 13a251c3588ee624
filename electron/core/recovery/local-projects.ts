import { z } from 'zod';
import { EditableGraph, type PatchOperation } from '#shared/api/schemas/documents.ts';
import type { JournalEntry } from '#shared/desk/index.ts';
import { applyLenient, coalesce, type Graph } from '#shared/graph/index.ts';
import { validate } from '#shared/reading/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import type { DocumentCache } from '../response-cache/document-cache.ts';
import type { Journal } from '../journal/journal.ts';
import type { CoreLog } from '../options.ts';
import type { StateBefore } from '../versions/states-before.ts';
import type { VersionStore } from '../versions/version-store.ts';

/** What this computer holds of the projects of a service: their newest documents, and edits that were not sent. */

export interface LocalProject {
  projectId: string;
  /** Of the newest document here. */
  version: number;
  /** How this version stands to the service's. */
  numbering: StateBefore['numbering'];
  /** The person has saved the project again since the database was replaced. */
  isSavedSince: boolean;
  /** That document with the edits that were not sent. */
  graph: Graph;
  entries: readonly JournalEntry[];
}

export interface LocalProjectDependencies {
  versions: Pick<VersionStore, 'before' | 'document'>;
  documents: Pick<DocumentCache, 'find' | 'recent'>;
  journal: Pick<Journal, 'pendingProjects' | 'claim' | 'leave'>;
  log: CoreLog;
}

/** The name under which the journal is read here; no window has it. */
export const RECOVERY_WRITER = 'recovery';
/** Cached documents that are looked through. */
const MAX_DOCUMENTS = 10_000;

const Cached = z.looseObject({ version: z.int(), document: z.looseObject({ graph: EditableGraph }) });

type Document = Pick<LocalProject, 'version' | 'graph'>;

function cachedDocument(
  deps: LocalProjectDependencies,
  connectionId: string,
  projectId: string,
): Document | null {
  try {
    const response = deps.documents.find(connectionId, projectId);
    if (!response) return null;
    const checked = validate(Cached, jsonOf(response.body));
    return checked.ok ? { version: checked.value.version, graph: checked.value.document.graph } : null;
  } catch {
    return null;
  }
}

/** Which replacement of a service's database is handled. */
export interface Restoration {
  /** Names it, and says when it was (ISO 8601). */
  at: string;
  /** When the backup that is used now was made (ISO 8601); null without one. */
  backupFrom: string | null;
}

/** Projects of a connection that are here in any form, each with its newest document of before its service's restoration. */
export async function* localProjects(
  deps: LocalProjectDependencies,
  connectionId: string,
  { at, backupFrom }: Restoration,
): AsyncGenerator<LocalProject> {
  const states = deps.versions.before(connectionId, at, backupFrom);
  const latest = new Map(states.map((found) => [found.projectId, found]));
  const ids = new Set([
    ...latest.keys(),
    ...(await deps.journal.pendingProjects(connectionId)),
    ...deps.documents
      .recent(MAX_DOCUMENTS)
      .filter((found) => found.connectionId === connectionId)
      .map(({ projectId }) => projectId),
  ]);
  for (const projectId of ids) {
    const { entries } = await deps.journal.claim(connectionId, projectId, {
      writer: RECOVERY_WRITER,
      take: false,
    });
    deps.journal.leave(connectionId, projectId, RECOVERY_WRITER);
    const row = latest.get(projectId);
    const saved = row
      ? await deps.versions.document(connectionId, projectId, row.id).then(
          ({ graph }): Document => ({ version: row.version, graph }),
          () => null,
        )
      : null;
    const cached = cachedDocument(deps, connectionId, projectId);
    const document = cached && (!saved || cached.version > saved.version) ? cached : saved;
    if (!document && entries.length === 0) continue;
    const { version, graph } = document ?? { version: 0, graph: { nodes: [], connections: [] } };
    const operations: PatchOperation[] = coalesce(entries.flatMap((entry) => entry.operations));
    const { graph: edited, refused } = applyLenient(graph, operations);
    if (refused.length > 0) deps.log.warn({ projectId, count: refused.length }, 'edits did not fit');
    const { numbering = 'same', isSavedSince = false } = row ?? {};
    yield { projectId, version, numbering, isSavedSince, graph: edited, entries };
  }
}
