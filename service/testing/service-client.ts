import { createParser } from 'eventsource-parser';
import { vi } from 'vitest';
import { API_PREFIX, type PublicRunDetail, type PublicRunEvent } from '#shared/api/index.ts';

export interface JsonResponse<T> {
  status: number;
  body: T;
}

/** A graph of one node that waits. */
export const delayGraph = (seconds: number) => ({
  nodes: [{ id: 'wait', type: 'control/delay', inputs: { seconds: { type: 'number', value: seconds } } }],
  connections: [],
});

/** Calls a service, or a proxy before several. */
export class ServiceClient {
  readonly #origin: string;
  readonly #key: string;

  constructor(origin: string, key: string) {
    this.#origin = origin;
    this.#key = key;
  }

  /** @param path below `/api/v1` */
  async json<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonResponse<T>> {
    const response = await fetch(this.#origin + API_PREFIX + path, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }

  /** Sends bytes to a signed address, at this service whatever origin it names. */
  put(address: string, bytes: Buffer): Promise<Response> {
    const { pathname, search } = new URL(address);
    return fetch(this.#origin + pathname + search, { method: 'PUT', body: new Uint8Array(bytes) });
  }

  /** Opens a signed address, at this service whatever origin it names. */
  get(address: string): Promise<Response> {
    const { pathname, search } = new URL(address);
    return fetch(this.#origin + pathname + search);
  }

  /** Waits until a run has one of these statuses. */
  untilStatus(runId: string, statuses: readonly string[], timeout = 60_000): Promise<PublicRunDetail> {
    return vi.waitFor(
      async () => {
        const { body } = await this.json<PublicRunDetail>('GET', `/runs/${runId}`);
        if (!statuses.includes(body.status)) throw new Error(`The run is ${body.status}.`);
        return body;
      },
      { timeout, interval: 50 },
    );
  }

  /**
   * Reads events of a run.
   * @param lastEventId after this one. @param isEnough called after each event with those that were read
   * @returns the events, and whether the stream came to its end.
   */
  async events(
    runId: string,
    lastEventId: string | undefined,
    isEnough: (events: readonly PublicRunEvent[]) => boolean,
  ): Promise<{ events: PublicRunEvent[]; isOver: boolean }> {
    const response = await fetch(`${this.#origin}${API_PREFIX}/runs/${runId}/events/stream`, {
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    });
    if (response.body === null || !response.ok) throw new Error(`No stream of events: ${response.status}`);
    const events: PublicRunEvent[] = [];
    let hasEnough = false;
    const parser = createParser({
      onEvent: ({ data }) => {
        if (hasEnough) return;
        events.push(JSON.parse(data) as PublicRunEvent);
        hasEnough = isEnough(events);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (hasEnough) return { events, isOver: false };
    }
    return { events, isOver: true };
  }
}
