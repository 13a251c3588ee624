import { isAway, isOfService, type ApiClient } from '../api/api-client.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import type { OfflineResponses } from '../response-cache/offline-responses.ts';
import { allow, type AllowedCall } from './allow.ts';
import { observeResponse, observeStream } from './observe.ts';
import { createOfflineFallback } from './offline-fallback.ts';
import { pageHeaders, readPageBody, sendToService } from './send.ts';

/** `/api/{connectionId}/v1/...` → the connection's service, in stages: allow, send, observe, cache. */

export interface ProxyDeps {
  client: ApiClient;
  observer: ProxyObserver;
  offline: OfflineResponses;
}

/**
 * Answers one page request with the service's answer, or with a cached one while the service is away.
 * @param path `/v1/...` as it came, still percent-encoded.
 * @throws DeskError `NOT_ALLOWED` for what is not in the endpoint table; UnreachableError
 */
export async function proxyApiRequest(
  { client, observer, offline }: ProxyDeps,
  connectionId: string,
  path: string,
  request: Request,
): Promise<Response> {
  const call = allow(connectionId, path, request);
  const body = await readPageBody(call);
  const fallback = createOfflineFallback(offline, call);
  // It is polled already: not every page waits for the service again.
  const atOnce = offline.isOffline(connectionId) ? fallback.cachedOrNull() : null;
  if (atOnce) return atOnce;

  let answer: Response;
  try {
    answer = await sendToService(client, call, body, fallback.timeoutMs);
  } catch (error) {
    const instead = isAway(error) ? fallback.cachedOrNull() : null;
    if (instead) return instead;
    throw error;
  }
  const instead = isOfService(answer) ? null : fallback.cachedOrNull();
  if (instead) {
    await answer.body?.cancel();
    return instead;
  }
  const sent = body.content instanceof Uint8Array ? body.content : null;
  return respond(call, answer, {
    headers: pageHeaders(answer, client.now()),
    observer,
    cache: (whole) => fallback.cache(whole),
    sent,
  });
}

/** The answer as the page gets it: noted and cached as it passes. */
async function respond(
  call: AllowedCall,
  answer: Response,
  stages: {
    headers: Headers;
    observer: ProxyObserver;
    cache: (answer: Response) => ReadableStream<Uint8Array> | null;
    sent: Uint8Array | null;
  },
): Promise<Response> {
  const { headers, observer, sent } = stages;
  const init = { status: answer.status, headers };
  const endpoint = call.match?.endpoint ?? null;
  if (answer.ok && endpoint?.responseKind === 'event-stream' && answer.body) {
    return new Response(observeStream(observer, call, answer.body), init);
  }
  const through = stages.cache(answer);
  if (endpoint !== null && endpoint.responseKind !== 'event-stream' && observer.wants(endpoint)) {
    const text = await new Response(through).text();
    observeResponse(observer, call, { answer, text, sent });
    headers.delete('content-length');
    return new Response(text === '' ? null : text, init);
  }
  const isEmpty = answer.status === 204 || answer.status === 304;
  return new Response(isEmpty ? null : through, init);
}
