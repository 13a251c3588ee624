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

/** So long after it came a document that nobody took is asked for again. Milliseconds. */
const FRESH_MS = 3_000;

interface Ahead {
  project: string;
  read: Promise<ReadDocument>;
  /** By the clock of the page; null while it is waited for. */
  receivedAt: number | null;
}

/** The one document that was asked for ahead; a page opens one project at a time. */
let ahead: Ahead | null = null;

const isFresh = ({ receivedAt }: Ahead): boolean =>
  receivedAt === null || performance.now() - receivedAt < FRESH_MS;

/** Asks for a project's document before its editor is there. Again while that is waiting or has just come, it does nothing. */
export function prefetchDocument(connectionId: string, projectId: string): void {
  const project = joinKey(connectionId, projectId);
  if (ahead?.project === project && isFresh(ahead)) return;
  const prefetch: Ahead = { project, read: readDocument(apiFor(connectionId), projectId), receivedAt: null };
  const onReceived = (): void => {
    prefetch.receivedAt = performance.now();
  };
  // Whoever opens the project reads it again, and says what is wrong.
  prefetch.read.then(onReceived, onReceived);
  ahead = prefetch;
}

/** Takes what was asked for, once; null when it was another project or none. */
export function consumePrefetched(connectionId: string, projectId: string): Promise<ReadDocument> | null {
  const prefetched = ahead?.project === joinKey(connectionId, projectId) ? ahead.read : null;
  ahead = null;
  return prefetched;
}
