import { pictureAddressesHeader, type PictureAddress } from '#shared/desk/index.ts';
import { isUnavailable, isOfService, type ApiClient } from '../api/api-client.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import type { OfflineResponses } from '../response-cache/offline-responses.ts';
import { allow, type AllowedCall } from './allow.ts';
import { observeResponse, observeStream } from './observe.ts';
import { createOfflineFallback } from './offline-fallback.ts';
import { withPictureAddresses, type EventPicture } from './picture-addresses.ts';
import { pageHeaders, readPageBody, sendToService } from './send.ts';

/** `/api/{connectionId}/v1/...` → the connection's service, in stages: allow, send, observe, cache. */

/** Says where a page gets a picture of a run, whose event has just come. */
export type AnnouncePicture = (connectionId: string, picture: EventPicture) => PictureAddress;

export interface ProxyDeps {
  client: ApiClient;
  observer: ProxyObserver;
  offline: OfflineResponses;
  announce: AnnouncePicture;
}

/**
 * Answers one page request with the service's response, or with a cached one while the service is away.
 * @param path `/v1/...` as it came, still percent-encoded.
 * @throws DeskError `NOT_ALLOWED` for what is not in the endpoint table; UnreachableError
 */
export async function proxyApiRequest(
  { client, observer, offline, announce }: ProxyDeps,
  connectionId: string,
  path: string,
  request: Request,
): Promise<Response> {
  const call = allow(connectionId, path, request);
  const body = await readPageBody(call);
  const fallback = createOfflineFallback(offline, call);
  // It is polled already: not every page waits for the service again.
  const offlineResponse = offline.isOffline(connectionId) ? fallback.cachedOrNull() : null;
  if (offlineResponse) return offlineResponse;

  let response: Response;
  try {
    response = await sendToService(client, call, body, fallback.timeoutMs);
  } catch (error) {
    const cachedResponse = isUnavailable(error) ? fallback.cachedOrNull() : null;
    if (cachedResponse) return cachedResponse;
    throw error;
  }
  const replacement = isOfService(response) ? null : fallback.cachedOrNull();
  if (replacement) {
    await response.body?.cancel();
    return replacement;
  }
  const requestBody = body.content instanceof Uint8Array ? body.content : null;
  return respond(call, response, {
    headers: pageHeaders(response, client.clock()),
    observer,
    announce,
    cache: (fullResponse) => fallback.cache(fullResponse),
    requestBody,
  });
}

/** The response as the page gets it: noted and cached as it passes. */
async function respond(
  call: AllowedCall,
  response: Response,
  stages: {
    headers: Headers;
    observer: ProxyObserver;
    announce: AnnouncePicture;
    cache: (response: Response) => ReadableStream<Uint8Array> | null;
    requestBody: Uint8Array | null;
  },
): Promise<Response> {
  const { headers, observer, requestBody } = stages;
  const init = { status: response.status, headers };
  const endpoint = call.match?.endpoint ?? null;
  if (response.ok && endpoint?.responseKind === 'event-stream' && response.body) {
    const events = observeStream(observer, call, response.body);
    const includesPictures = call.request.headers.has(pictureAddressesHeader);
    const announced = (picture: EventPicture) => stages.announce(call.connectionId, picture);
    return new Response(includesPictures ? withPictureAddresses(events, announced) : events, init);
  }
  const through = stages.cache(response);
  if (endpoint !== null && endpoint.responseKind !== 'event-stream' && observer.accepts(endpoint)) {
    const text = await new Response(through).text();
    observeResponse(observer, call, { response, text, requestBody });
    headers.delete('content-length');
    return new Response(text === '' ? null : text, init);
  }
  const isEmpty = response.status === 204 || response.status === 304;
  return new Response(isEmpty ? null : through, init);
}
