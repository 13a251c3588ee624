import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { AnyEndpoint, EndpointMatch, ResponseResource } from '#shared/api/index.ts';
import { Metadata } from '#shared/api/schemas/common.ts';
import { ProjectDetails, type KnownProject } from '#shared/desk/index.ts';
import { observeInOrder, type ObservedResponse, type ProxyObserver } from '../api/proxy-observer.ts';
import type { CoreLog } from '../options.ts';
import { jsonOf } from '../response-cache/json-of.ts';

/**
 * What a project is called, what its owner noted on it, its storyboard and its timeline, beside its saved versions: so that
 * one deleted elsewhere can be recreated as it was, with more than its graph.
 */
export interface ProjectDetailsStore {
  /** What the service said of it; what it did not mention stays as it was. */
  note(connectionId: string, projectId: string, changes: Partial<ProjectDetails>): void;
  /** The same of a project in passing: only where it is known already. */
  updateExisting(connectionId: string, projectId: string, changes: Partial<ProjectDetails>): void;
  /** The storyboard or timeline of a project that is known already; null for an empty one. */
  noteDocument(connectionId: string, projectId: string, kind: DocumentKind, document: object | null): void;
  find(connectionId: string, projectId: string): KnownProject | null;
  /** What a project was called last; null when that is not known here. */
  nameOf(connectionId: string, projectId: string): string | null;
  removeProject(connectionId: string, projectId: string): void;
  removeConnection(connectionId: string): void;
  /** Drops those of projects that have no saved version any more. */
  cleanUp(): void;
}

type DocumentKind = 'storyboard' | 'timeline';

/** Characters of JSON; more than that nobody calls a project or notes on it, and it would be read at every look. */
const MAX_DETAILS_LENGTH = 1024 * 1024;
/** Characters of JSON; a longer document is not saved. */
const MAX_DOCUMENT_LENGTH = 16 * 1024 * 1024;

const documentOf = (text: unknown): Record<string, unknown> | null =>
  typeof text === 'string' ? (JSON.parse(text) as Record<string, unknown>) : null;

export function createProjectDetails(database: DatabaseSync): ProjectDetailsStore {
  const select = database.prepare(
    'SELECT details FROM project_details WHERE connection_id = ? AND project_id = ?',
  );
  const upsert = database.prepare(`
    INSERT INTO project_details (connection_id, project_id, details) VALUES (?, ?, ?)
    ON CONFLICT (connection_id, project_id) DO UPDATE SET details = excluded.details`);
  const selectDetails = database.prepare(
    'SELECT details, storyboard, timeline FROM project_details WHERE connection_id = ? AND project_id = ?',
  );
  const updateDocument = {
    storyboard: database.prepare(
      'UPDATE project_details SET storyboard = ?1 WHERE connection_id = ?2 AND project_id = ?3 AND storyboard IS NOT ?1',
    ),
    timeline: database.prepare(
      'UPDATE project_details SET timeline = ?1 WHERE connection_id = ?2 AND project_id = ?3 AND timeline IS NOT ?1',
    ),
  };
  const remove = database.prepare('DELETE FROM project_details WHERE connection_id = ? AND project_id = ?');
  const removeAll = database.prepare('DELETE FROM project_details WHERE connection_id = ?');
  const removeOrphaned = database.prepare(`
    DELETE FROM project_details WHERE NOT EXISTS (SELECT 1 FROM versions v
      WHERE v.connection_id = project_details.connection_id AND v.project_id = project_details.project_id)`);

  const textOf = (connectionId: string, projectId: string): string | null => {
    const row = select.get(connectionId, projectId);
    return row === undefined ? null : String(row['details']);
  };

  function write(
    connectionId: string,
    projectId: string,
    before: string | null,
    changes: Partial<ProjectDetails>,
  ) {
    const previous: unknown = before === null ? {} : JSON.parse(before);
    const details = ProjectDetails.safeParse({ ...(previous as object), ...changes });
    const text = details.success ? JSON.stringify(details.data) : before;
    // An open project is looked at every few seconds: what says nothing new costs no write.
    if (text !== null && text !== before && text.length <= MAX_DETAILS_LENGTH)
      upsert.run(connectionId, projectId, text);
  }

  return {
    note: (connectionId, projectId, changes) =>
      write(connectionId, projectId, textOf(connectionId, projectId), changes),
    updateExisting(connectionId, projectId, changes) {
      const before = textOf(connectionId, projectId);
      if (before !== null) write(connectionId, projectId, before, changes);
    },
    noteDocument(connectionId, projectId, kind, document) {
      const text = document === null ? null : JSON.stringify(document);
      if (text === null || text.length <= MAX_DOCUMENT_LENGTH)
        updateDocument[kind].run(text, connectionId, projectId);
    },
    find(connectionId, projectId) {
      const row = selectDetails.get(connectionId, projectId);
      if (row === undefined) return null;
      return {
        details: ProjectDetails.parse(JSON.parse(String(row['details']))),
        storyboard: documentOf(row['storyboard']),
        timeline: documentOf(row['timeline']),
      };
    },
    nameOf(connectionId, projectId) {
      const text = textOf(connectionId, projectId);
      const details = ProjectDetails.safeParse(text === null ? null : jsonOf(Buffer.from(text)));
      return details.success ? details.data.name : null;
    },
    removeProject: (connectionId, projectId) => void remove.run(connectionId, projectId),
    removeConnection: (connectionId) => void removeAll.run(connectionId),
    cleanUp: () => void removeOrphaned.run(),
  };
}

const PartialDetails = ProjectDetails.partial();
const Described = z.object({ metadata: Metadata.nullish() });
const DetailsList = z.object({ data: z.array(PartialDetails.extend({ id: z.string() })) });

const Storyboard = z.object({
  document: z.record(z.string(), z.unknown()),
  summary: z.object({ sceneCount: z.number() }),
});
const Timeline = z.object({
  document: z.record(z.string(), z.unknown()),
  summary: z.object({ trackCount: z.number() }),
});

const OBSERVED_RESPONSES: ReadonlySet<ResponseResource> = new Set<ResponseResource>([
  'project-list',
  'project',
  'deleted-project',
  'document',
  'storyboard',
  'timeline',
]);

/** Notes what responses say of projects, after they have passed to the pages. */
export function createDetailsObserver(details: ProjectDetailsStore, log: CoreLog): ProxyObserver {
  async function note(
    connectionId: string,
    match: EndpointMatch,
    { bodyInSlices, requestBody }: ObservedResponse,
  ): Promise<void> {
    const body = await bodyInSlices();
    const projectId = match.params['project_id'];
    if (match.endpoint.resource === 'project-list') {
      const list = DetailsList.safeParse(body);
      for (const { id, ...reported } of list.data?.data ?? [])
        details.updateExisting(connectionId, id, reported);
      return;
    }
    if (projectId === undefined) return;
    switch (match.endpoint.resource) {
      case 'deleted-project':
        details.removeProject(connectionId, projectId);
        return;
      case 'storyboard': {
        const { data } = Storyboard.safeParse(body);
        const document = data && data.summary.sceneCount > 0 ? data.document : null;
        if (data) details.noteDocument(connectionId, projectId, 'storyboard', document);
        return;
      }
      case 'timeline': {
        const { data } = Timeline.safeParse(body);
        const document = data && data.summary.trackCount > 0 ? data.document : null;
        if (data) details.noteDocument(connectionId, projectId, 'timeline', document);
        return;
      }
      default: {
        const parsedBody = PartialDetails.safeParse(body);
        // The response to a change of metadata has none: what was sent is what the service has now.
        const parsedRequest = match.endpoint.method === 'PATCH' ? Described.safeParse(requestBody()) : null;
        const metadata = parsedRequest?.data?.metadata ? { metadata: parsedRequest.data.metadata } : {};
        if (parsedBody.success) details.note(connectionId, projectId, { ...parsedBody.data, ...metadata });
      }
    }
  }

  return observeInOrder({
    // Patches of documents are many, and say nothing of a project but its version.
    accepts: ({ resource, method }: AnyEndpoint) =>
      resource !== null &&
      OBSERVED_RESPONSES.has(resource) &&
      !(resource === 'document' && method === 'PATCH'),
    note,
    failure: 'what a service said of a project could not be noted',
    log,
  });
}
