import type { Connections } from '../connections/connections.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import type { OfflineResponses } from '../response-cache/offline-responses.ts';
import { proxyApiRequest, type AnnouncePicture } from './proxy.ts';

const API_ROUTE = /^\/api\/([\w-]+)(\/v1\/.*)$/;

/**
 * Answers `/api/{connectionId}/v1/...` by the endpoint table of the API.
 * @returns null for any other address. @throws DeskError
 */
export function handleApiRoute(
  request: Request,
  { pathname }: URL,
  deps: {
    connections: Connections;
    /** Notes how a call ended. @param path `/v1/...` */
    log: (
      connectionId: string,
      method: string,
      path: string,
      call: () => Promise<Response>,
    ) => Promise<Response>;
    observer: ProxyObserver;
    offline: OfflineResponses;
    announce: AnnouncePicture;
  },
): Promise<Response> | null {
  const [, connectionId, path] = API_ROUTE.exec(pathname) ?? [];
  if (connectionId === undefined || path === undefined) return null;
  const { observer, offline, announce } = deps;
  const client = deps.connections.client(connectionId);
  return deps.log(connectionId, request.method, path, () =>
    proxyApiRequest({ client, observer, offline, announce }, connectionId, path, request),
  );
}
