import type { AnyEndpoint, EndpointId } from '#shared/api/index.ts';

/** Which answers are worth keeping for a time without the service, and what of them. */

const NEVER_CACHED: ReadonlySet<string> = new Set<EndpointId>([
  // Signed URLs are credentials: such an answer is nothing without one.
  'files.downloadUrl',
  // Page by page in any number; what they make of the run is kept instead.
  'runs.listEvents',
]);
/** Documents of the person's own: kept to the letter. All others only point to pictures by signed URLs. */
const CACHED_WHOLE: ReadonlySet<string> = new Set<EndpointId>([
  'projects.getDocument',
  'projects.getGraph',
  'projects.getGraphNode',
  'storyboards.get',
  'timelines.get',
]);

export const isCacheable = (endpoint: AnyEndpoint): boolean =>
  endpoint.method === 'GET' && endpoint.responseKind === 'json' && !NEVER_CACHED.has(endpoint.id);

const SIGNED_URL = /("(?:thumbnailUrl|previewUrl|downloadUrl)"\s*:\s*"[^"?]*)\?[^"]*"/g;

/** An answer as it is kept: without the queries that make its picture addresses credentials. */
export function withoutSignatures(endpoint: AnyEndpoint | null, body: Uint8Array): Uint8Array {
  if (endpoint !== null && CACHED_WHOLE.has(endpoint.id)) return body;
  const text = new TextDecoder().decode(body);
  const stripped = text.replaceAll(SIGNED_URL, '$1"');
  return stripped === text ? body : new TextEncoder().encode(stripped);
}
