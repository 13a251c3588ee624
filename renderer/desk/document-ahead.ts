import { endpoints, type ApiClient, type ResultOf } from '#shared/api/index.ts';
import { acceptCachedHeader, cachedAtHeader } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { apiFor } from './api.ts';

/** A document, and when it was known where the service is away; null when it has just answered. */
export interface ReadDocument {
  response: ResultOf<typeof endpoints.projects.getDocument>;
  cachedAt: string | null;
}

/**
 * While the service is away a project opens as it was known last: edits are sent under that version, and where the
 * service has moved on it says so, as to a page that was open all the time.
 */
export async function readDocument(api: ApiClient, projectId: string): Promise<ReadDocument> {
  let cachedAt: string | null = null;
  const response = await api(endpoints.projects.getDocument, {
    params: { project_id: projectId },
    headers: { [acceptCachedHeader]: '1' },
    onHeaders: (headers) => {
      cachedAt = headers.get(cachedAtHeader);
    },
  });
  return { response, cachedAt };
}

/** The one document that was asked for ahead; a page opens one project at a time. */
let ahead: { project: string; read: Promise<ReadDocument> } | null = null;

/** Asks for a project's document before its editor is there. Again while that is waiting, it does nothing. */
export function askForDocument(connectionId: string, projectId: string): void {
  const project = joinKey(connectionId, projectId);
  if (ahead?.project === project) return;
  const read = readDocument(apiFor(connectionId), projectId);
  // Whoever opens the project reads it again, and says what is wrong.
  read.catch(() => undefined);
  ahead = { project, read };
}

/** Takes what was asked for, once; null when it was another project or none. */
export function takeDocumentAhead(connectionId: string, projectId: string): Promise<ReadDocument> | null {
  const taken = ahead?.project === joinKey(connectionId, projectId) ? ahead.read : null;
  ahead = null;
  return taken;
}
