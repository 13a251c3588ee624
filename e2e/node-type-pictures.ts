import { API_PREFIX, createApiClient, endpoints } from '#shared/api/index.ts';
import { SessionResponse } from '#shared/desk/host.ts';
import { MediaResponse } from '#shared/desk/file-schemas.ts';

/** The types whose pictures the list of nodes shows. */
const SHOWN = /^(?:image|video)\//;

/**
 * Asks an app for the pictures of node types as its pages do, so that its local service has drawn them and the app keeps
 * them.
 * @param address of the app, with a one-time token.
 */
export async function askForNodeTypePictures(address: string): Promise<void> {
  const { origin, hash } = new URL(address);
  const headers = new Headers({ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' });
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  };
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const { bearer } = SessionResponse.parse(await ask('/desk/session', { token }));
  headers.set('authorization', `Bearer ${bearer}`);
  const call = createApiClient(({ path, method }) =>
    fetch(`${origin}/api/local/v1${path.slice(API_PREFIX.length)}`, { method, headers }),
  );
  const types = await call(endpoints.nodeTypes.list, { query: { limit: 200 } });
  const items = types.data
    .filter(({ type }) => SHOWN.test(type))
    .map(({ type }) => ({ source: { kind: 'node-type-thumbnail', nodeType: type }, variant: 'thumbnail' }));
  const { urls } = MediaResponse.parse(await ask('/desk/media', { connectionId: 'local', items }));
  const pictures = await Promise.all(urls.map(({ url }) => fetch(url)));
  const failed = pictures.find(({ ok }) => !ok);
  if (failed) throw new Error(`A picture of a node type was refused: ${await failed.text()}`);
  await Promise.all(pictures.map((picture) => picture.arrayBuffer()));
}
