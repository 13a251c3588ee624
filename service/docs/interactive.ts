import { readFile } from 'node:fs/promises';
import { API_PREFIX } from '#shared/api/index.ts';

/** The interactive reference: Swagger UI from the service itself, which asks nothing of anybody else. */

const ROOT = `${API_PREFIX}/docs`;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// Addresses in this form are found by the bundler, which puts the files beside the bundle.
const FILES = {
  'swagger-ui.css': {
    url: new URL('../../node_modules/swagger-ui-dist/swagger-ui.css', import.meta.url),
    contentType: 'text/css; charset=utf-8',
  },
  'swagger-ui-bundle.js': {
    url: new URL('../../node_modules/swagger-ui-dist/swagger-ui-bundle.js', import.meta.url),
    contentType: 'text/javascript; charset=utf-8',
  },
  'favicon-32x32.png': {
    url: new URL('../../node_modules/swagger-ui-dist/favicon-32x32.png', import.meta.url),
    contentType: 'image/png',
  },
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title>
    <link rel="icon" type="image/png" href="${ROOT}/favicon-32x32.png">
    <link rel="stylesheet" href="${ROOT}/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${ROOT}/swagger-ui-bundle.js"></script>
    <script src="${ROOT}/start.js"></script>
  </body>
</html>
`;

// No validator and no stored key: what is typed here stays in the page until it is closed.
const START = `SwaggerUIBundle({
  url: '${API_PREFIX}/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
`;

const respond = (body: string | Uint8Array<ArrayBuffer>, contentType: string): Response =>
  new Response(body, {
    headers: {
      'content-type': contentType,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });

/** The page, its script and its files, by path. */
export function interactivePages(): Record<string, () => Response | Promise<Response>> {
  return {
    [ROOT]: () => respond(PAGE, 'text/html; charset=utf-8'),
    [`${ROOT}/start.js`]: () => respond(START, 'text/javascript; charset=utf-8'),
    ...Object.fromEntries(
      Object.entries(FILES).map(([name, { url, contentType }]) => [
        `${ROOT}/${name}`,
        async () => respond(new Uint8Array(await readFile(url)), contentType),
      ]),
    ),
  };
}
