/**
 * Cross-origin calls are for browser app keys, from the origins registered with them. A backend key gets no CORS
 * headers, so no page can use one.
 */

const ALLOW_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id, Last-Event-ID, Range';
const EXPOSE_HEADERS =
  'X-Request-Id, Retry-After, ETag, Idempotency-Replayed, Preference-Applied, Content-Range, Accept-Ranges, Content-Disposition';

export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' &&
  request.headers.has('origin') &&
  request.headers.has('access-control-request-method');

/** The response to a preflight from a registered origin. */
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
