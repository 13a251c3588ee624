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
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Made once for an origin, which changes only when the service is started on another port. */
function onceFor(make: (origin: string) => string): (origin: string) => string {
  let made: { origin: string; text: string } | null = null;
  return (origin) => {
    if (made?.origin !== origin) made = { origin, text: make(origin) };
    return made.text;
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
  const reference = once(apiReference);
  const queries = once(() => createDocsQueries(reference()));
  const short = once(() => llmsText(reference()));
  const full = once(() => llmsFullText(reference()));
  // Every opening of a project asks for it, and making it takes longer than all else of the opening together.
  const openApi = onceFor((where) => JSON.stringify(openApiDocument(where)));
  const collection = onceFor((where) => JSON.stringify(requestCollection(reference(), where)));
  return {
    [`${API_PREFIX}/openapi.json`]: () => json(openApi(origin())),
    [`${API_PREFIX}/collection.json`]: () => json(collection(origin())),
    [`${API_PREFIX}/llms.txt`]: () => markdown(short()),
    [`${API_PREFIX}/llms-full.txt`]: () => markdown(full()),
    [`${API_PREFIX}/api-docs`]: (request, url) => queries().respond(request, url),
    ...interactivePages(),
  };
}
