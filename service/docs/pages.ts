import { API_PREFIX } from '#shared/api/index.ts';
import { openApiDocument } from '#shared/api/openapi.ts';
import { requestCollection } from './collection.ts';
import { interactivePages } from './interactive.ts';
import { apiReference } from './operations.ts';
import { createDocsQueries } from './queries.ts';
import { llmsFullText, llmsText } from './reference-text.ts';

/** A page below the API prefix that describes the API; open to everybody, limited by IP like all else. */
export type DocsPage = (request: Request, url: URL) => Response | Promise<Response>;

/** Made when first asked for: most services are never asked. */
function memoize<T>(make: () => T): () => T {
  let cached: { value: T } | null = null;
  return () => (cached ??= { value: make() }).value;
}

/** Made once for an origin, which changes only when the service is started on another port. */
function memoizeByOrigin(make: (origin: string) => string): (origin: string) => string {
  let cached: { origin: string; text: string } | null = null;
  return (origin) => {
    if (cached?.origin !== origin) cached = { origin, text: make(origin) };
    return cached.text;
  };
}

const json = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'application/json' } });

const markdown = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });

/**
 * Every page that describes the API, by path; all of them are made from the endpoint table.
 * @param origin gives the origin of the service, known once it listens.
 */
export function docsPages(origin: () => string): Record<string, DocsPage> {
  const reference = memoize(apiReference);
  const queries = memoize(() => createDocsQueries(reference()));
  const short = memoize(() => llmsText(reference()));
  const full = memoize(() => llmsFullText(reference()));
  // Every opening of a project asks for it, and making it takes longer than all else of the opening together.
  const openApi = memoizeByOrigin((baseUrl) => JSON.stringify(openApiDocument(baseUrl)));
  const collection = memoizeByOrigin((baseUrl) => JSON.stringify(requestCollection(reference(), baseUrl)));
  return {
    [`${API_PREFIX}/openapi.json`]: () => json(openApi(origin())),
    [`${API_PREFIX}/collection.json`]: () => json(collection(origin())),
    [`${API_PREFIX}/llms.txt`]: () => markdown(short()),
    [`${API_PREFIX}/llms-full.txt`]: () => markdown(full()),
    [`${API_PREFIX}/api-docs`]: (request, url) => queries().respond(request, url),
    ...interactivePages(),
  };
}
