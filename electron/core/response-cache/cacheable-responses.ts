import type { AnyEndpoint } from '#shared/api/index.ts';

/** Which responses are cached for a time without the service, and what of them. */

export const isCacheable = (endpoint: AnyEndpoint): boolean =>
  endpoint.method === 'GET' && endpoint.responseKind === 'json' && endpoint.offline !== 'none';

const SIGNED_URL = /("(?:thumbnailUrl|previewUrl|downloadUrl)"\s*:\s*"[^"?]*)\?[^"]*"/g;

/** A response as it is cached: without the queries that make its picture addresses credentials. */
export function stripSignatures(endpoint: AnyEndpoint | null, body: Uint8Array): Uint8Array {
  if (endpoint?.offline === 'whole') return body;
  const text = new TextDecoder().decode(body);
  const stripped = text.replaceAll(SIGNED_URL, '$1"');
  return stripped === text ? body : new TextEncoder().encode(stripped);
}
