import { matchEndpoint } from '#shared/api/index.ts';
import { cachedAtHeader, type DeskEvent } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock } from '../options.ts';

/** The last things that happened, in memory: which calls were made and how they ended, never what they carried. */
export interface EventLog {
  /** Notes how a call of a page to a service ended. @param path `/v1/...`. @throws what `call` throws */
  noting(
    connectionId: string,
    method: string,
    path: string,
    call: () => Promise<Response>,
  ): Promise<Response>;
  happened(event: DeskEvent): void;
  /** Oldest first. */
  lines(): readonly Record<string, unknown>[];
}

const MAX_LINES = 1_000;

export function createEventLog(clock: Clock): EventLog {
  const lines: Record<string, unknown>[] = [];
  const add = (line: Record<string, unknown>): void => {
    lines.push({ at: new Date(clock.now()).toISOString(), ...line });
    if (lines.length > MAX_LINES) lines.splice(0, lines.length - MAX_LINES);
  };
  return {
    async noting(connectionId, method, path, call) {
      const startTime = clock.now();
      const operation = matchEndpoint(method, path.replace(/^\/v1/, '')).found?.endpoint.id ?? 'other';
      const note = (outcome: string) =>
        add({ call: operation, connectionId, outcome, ms: clock.now() - startTime });
      try {
        const response = await call();
        note(response.headers.has(cachedAtHeader) ? 'from memory' : String(response.status));
        return response;
      } catch (error) {
        note(error instanceof DeskError ? error.code : error instanceof Error ? error.name : 'unknown');
        throw error;
      }
    },
    happened(event) {
      const line = summaryOf(event);
      if (line) add({ event: event.type, ...line });
    },
    lines: () => lines,
  };
}

/** Ids, states and numbers of an event; null for what says nothing here. */
function summaryOf(event: DeskEvent): Record<string, unknown> | null {
  switch (event.type) {
    case 'upload': {
      const { id, state, problem, progress, sizeBytes } = event.upload;
      return { id, state, problem, progress, sizeBytes };
    }
    case 'run':
      return { id: event.run.runId, status: event.run.status, unseen: event.run.unseen ?? null };
    case 'connections':
      return {
        connections: event.list.connections.map(({ id, state, offlineSince }) => ({
          id,
          state,
          offline: Boolean(offlineSince),
        })),
      };
    case 'local-service':
      return { state: event.status.state };
    default:
      return null;
  }
}
