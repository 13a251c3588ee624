import { stripSignatures } from '../response-cache/cacheable-responses.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';

/**
 * What the events of runs made of them, as the pages have put it together, cached so that a run opened again is not played
 * from its start. Copies, as the cached responses are: with their limit on size, and gone without harm.
 */
export interface RunSnapshots {
  /** Null when there is none. */
  find(connectionId: string, runId: string): unknown;
  keep(connectionId: string, runId: string, snapshot: unknown): Promise<void>;
}

/** Below the run, so that it is forgotten with a run that is gone; no endpoint has this path. */
const pathOf = (runId: string): string => `/v1/runs/${encodeURIComponent(runId)}/snapshot`;

export const createRunSnapshots = (cache: ResponseCache): RunSnapshots => ({
  find(connectionId, runId) {
    const found = cache.find(connectionId, pathOf(runId));
    return found ? (jsonOf(found.body) ?? null) : null;
  },
  keep(connectionId, runId, snapshot) {
    const body = new TextEncoder().encode(JSON.stringify(snapshot));
    return cache.store(connectionId, pathOf(runId), stripSignatures(null, body));
  },
});
