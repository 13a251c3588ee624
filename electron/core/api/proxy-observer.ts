import { createSerialize } from '#shared/language/serialize.ts';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AnyEndpoint, EndpointMatch } from '#shared/api/index.ts';
import { systemErrorCode } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreLog } from '../options.ts';

/** A JSON response that went to a page, and the request it answers. */
export interface ObservedResponse {
  status: number;
  /** The parsed response, or null; parsed at the first call. */
  body: () => unknown;
  /** As `body`, with pauses while a large response is parsed. */
  bodyInSlices: () => Promise<unknown>;
  /** The parsed JSON body of the request, or null. */
  requestBody: () => unknown;
  /** A header of the page's request that did not go to the service. */
  header: (name: string) => string | null;
  /** The service answered with no more than was touched (`Preference-Applied: return=minimal`). */
  minimal: boolean;
}

/** Called of JSON responses and ended streams, so that what the API has no list of can be remembered. */
export interface ProxyObserver {
  /** Endpoints whose JSON responses are wanted. */
  accepts(endpoint: AnyEndpoint): boolean;
  responded(connectionId: string, match: EndpointMatch, response: ObservedResponse): void;
  onStreamOpen?(connectionId: string, match: EndpointMatch): void;
  /** @param isComplete whether the page has read it to its end. */
  streamFinished(connectionId: string, match: EndpointMatch, isComplete: boolean): void;
}

/**
 * Several observers as one. What one of them cannot note, on a full disk for example, keeps neither the others from hearing
 * nor the page from its response: the service has done what was asked.
 */
export function observeWithAll(observers: readonly ProxyObserver[], log: CoreLog): ProxyObserver {
  function notifyEach(notify: (observer: ProxyObserver) => void): void {
    for (const observer of observers) {
      try {
        notify(observer);
      } catch (error) {
        log.warn({ code: systemErrorCode(error) }, 'what a service answered could not be noted');
      }
    }
  }
  return {
    accepts: (endpoint) => observers.some((observer) => observer.accepts(endpoint)),
    responded: (connectionId, match, response) =>
      notifyEach((observer) => {
        if (observer.accepts(match.endpoint)) observer.responded(connectionId, match, response);
      }),
    onStreamOpen: (connectionId, match) =>
      notifyEach((observer) => observer.onStreamOpen?.(connectionId, match)),
    streamFinished: (connectionId, match, isComplete) =>
      notifyEach((observer) => observer.streamFinished(connectionId, match, isComplete)),
  };
}

/**
 * An observer that notes successful responses one after the other, as they came, each after the page has its own. What
 * `note` throws, on a full disk or while the app closes, is logged: what was asked of the service was answered all the same.
 * @param options.failure what the log says then.
 */
export function observeInOrder(options: {
  accepts: (endpoint: AnyEndpoint) => boolean;
  note: (connectionId: string, match: EndpointMatch, response: ObservedResponse) => Promise<void>;
  failure: string;
  log: CoreLog;
}): ProxyObserver & {
  /** Resolves when every response so far is noted. */
  settled(): Promise<void>;
} {
  const { accepts, note, failure, log } = options;
  const serialize = createSerialize();

  async function noteResponse(...response: Parameters<typeof note>): Promise<void> {
    await yieldToEventLoop();
    try {
      await note(...response);
    } catch (error) {
      log.warn(errorFields(error), failure);
    }
  }

  return {
    accepts,
    responded(connectionId, match, response) {
      if (response.status < 200 || response.status > 299) return;
      void serialize(() => noteResponse(connectionId, match, response));
    },
    streamFinished: () => undefined,
    settled: () => serialize(() => undefined),
  };
}
