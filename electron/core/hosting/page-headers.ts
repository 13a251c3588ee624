/**
 * What a page may load and do. Nothing by default; scripts, styles and fonts from the app itself, pictures and media
 * from the media origin besides, requests to the app's own origin only.
 * @param nonce lets in the style elements that libraries add at run time, made anew for each response.
 * @param mediaOrigin for example `http://127.0.0.1:40213` or `patchbay-media://media`.
 */
export function contentPolicy(nonce: string, mediaOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    // blob: shows a dropped file while its bytes are still on their way.
    `img-src 'self' blob: ${mediaOrigin}`,
    `media-src 'self' blob: ${mediaOrigin}`,
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * What a script may load and do that runs as a worker; it has no effect on a script in a page, which is held by the page's
 * policy. The composer of films writes in a font of the app, reads media from the media origin, which the page itself cannot, and
 * starts the encoder of AAC, a WebAssembly program, as a worker of its own.
 */
export function workerPolicy(mediaOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "font-src 'self'",
    `connect-src ${mediaOrigin}`,
    'worker-src blob:',
  ].join('; ');
}

/** Sent with every file of the app, the page itself included. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), payment=()',
};

/**
 * Makes sure that bytes of files cannot act as a page, whatever their type says. Embedding is held off by the
 * unguessable token and by `Sec-Fetch-Site`: a resource policy of `same-site` would shut out the app itself, since
 * Chromium counts no two ports of an IP address as one site.
 * @param pageOrigin the app's own origin, the only one whose pages may read the bytes (to copy a picture, say).
 */
export function withMediaHeaders(response: Response, pageOrigin: string): Response {
  const headers = new Headers(response.headers);
  headers.set('x-content-type-options', 'nosniff');
  headers.set('content-security-policy', "sandbox; default-src 'none'");
  headers.set('cross-origin-resource-policy', 'cross-origin');
  headers.set('referrer-policy', 'no-referrer');
  headers.set('access-control-allow-origin', pageOrigin);
  headers.set('access-control-expose-headers', 'accept-ranges, content-length, content-range');
  headers.delete('access-control-allow-credentials');
  headers.delete('set-cookie');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
