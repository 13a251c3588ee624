import { API_PREFIX } from '#shared/api/index.ts';
import { openApiDocument } from '#shared/api/openapi.ts';
import { requestCollection } from './collection.ts';
import { interactivePages } from './interactive.ts';
import { apiReference } from './operations.ts';
import { createDocsAnswers } from './queries.ts';
import { llmsFullText, llmsText } from './reference-text.ts';

/** A page below the API prefix that describes the API; open to everybody, limited by IP like all else. */
export type DocsPage = (request: Request, url: URL) => Response | Promise<Response>;

/** Made when first asked for: most services are never asked. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const markdown = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });

/**
 * Every page that describes the API, by path; all of them are made from the endpoint table.
 * @param origin gives the origin of the service, known once it listens.
 */
export function docsPages(origin: () => string): Record<string, DocsPage> {
  const reference = once(apiReference);
  const answers = once(() => createDocsAnswers(reference()));
  const short = once(() => llmsText(reference()));
  const full = once(() => llmsFullText(reference()));
  return {
    [`${API_PREFIX}/openapi.json`]: () => Response.json(openApiDocument(origin())),
    [`${API_PREFIX}/collection.json`]: () => Response.json(requestCollection(reference(), origin())),
    [`${API_PREFIX}/llms.txt`]: () => markdown(short()),
    [`${API_PREFIX}/llms-full.txt`]: () => markdown(full()),
    [`${API_PREFIX}/api-docs`]: (request, url) => answers().answer(request, url),
    ...interactivePages(),
  };
}
