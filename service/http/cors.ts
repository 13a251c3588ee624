import type { Database } from '../storage/database.ts';
import { all, text } from '../storage/statements.ts';

/**
 * Cross-origin calls are for browser app keys, from the origins registered with them. A backend key gets no CORS
 * headers, so no page can use one.
 */

const ALLOW_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id, Last-Event-ID, Range';
const EXPOSE_HEADERS =
  'X-Request-Id, Retry-After, ETag, Idempotency-Replayed, Preference-Applied, Content-Range, Accept-Ranges, Content-Disposition';

/** True when a valid browser app key names this origin. */
export function isAppOrigin(db: Database, origin: string, now: number): boolean {
  const rows = all(
    db,
    'SELECT origins FROM api_keys WHERE origins IS NOT NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
    new Date(now).toISOString(),
  );
  return rows.some((row) => (JSON.parse(text(row, 'origins')) as string[]).includes(origin));
}

export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' &&
  request.headers.has('origin') &&
  request.headers.has('access-control-request-method');

/** The answer to a preflight from a registered origin. */
export const preflightResponse = (origin: string, methods: readonly string[]): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOW_HEADERS,
      'access-control-max-age': '600',
      vary: 'Origin',
    },
  });

export const corsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSE_HEADERS,
  vary: 'Origin',
});
