import type { z } from 'zod';

import {
  ADMINISTRATION_PREFIX,
  administrationRows,
  TeamChangeResults,
  TeamPage,
  TeamRuns,
  type TeamChange,
} from '#shared/administration/index.ts';
import { DEFAULT_LIMITS, readJson } from '#shared/reading/index.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { ExpectedResponse } from '../api/read-response.ts';
import { DeskError, UnreachableError } from '../desk-error.ts';

/** Asks a service for what people add to outputs. Many services store nothing of the kind. */

/** The service has no such rows, or lets this key read none. */
export class UnsupportedError extends Error {
  override name = 'UnsupportedError';
}

/** The service refuses for now: too many requests, or a fault of its own. */
class TeamRequestError extends Error {
  override name = 'TeamRequestError';
}

interface TeamListener {
  /** The newest sequence number of what was written. */
  onSequence: (sequence: number) => void;
  /** The order of the newest run. */
  onRun: (order: number) => void;
}

export interface TeamClient {
  /** @throws UnsupportedError, TeamRequestError, DeskError */
  change(
    changes: readonly TeamChange[],
    signal: AbortSignal,
  ): Promise<z.infer<typeof TeamChangeResults>['results']>;
  /** @throws UnsupportedError, TeamRequestError, DeskError */
  list(after: number, signal: AbortSignal): Promise<TeamPage>;
  /** @throws UnsupportedError, TeamRequestError, DeskError */
  listRuns(after: number | null, signal: AbortSignal): Promise<TeamRuns>;
  /**
   * Calls back whenever something was written or a run was accepted; resolves when the stream ends.
   * @throws UnsupportedError, TeamRequestError, DeskError
   */
  follow(listener: TeamListener, signal: AbortSignal): Promise<void>;
}

const JSON_RESPONSE: ExpectedResponse = { kind: 'json', limits: DEFAULT_LIMITS };
const EVENTS: ExpectedResponse = { kind: 'event-stream', limits: { ...DEFAULT_LIMITS, bytes: 16 * 1024 } };
const READ_OPTIONS = { label: 'The answer of the service', hint: 'Nothing of it was used.' };
/** Characters of a line of events; none of the service's is as long. */
const MAX_LINE = 1000;
/** The service says every 15 s that it is there; a stream that says nothing for so long hangs. Milliseconds. */
const SILENCE_LIMIT_MS = 40_000;

type Row = 'changeTeam' | 'listTeamRegisters' | 'listTeamRuns' | 'followTeam';

export function createTeamClient(client: () => ApiClient): TeamClient {
  async function send(
    name: Row,
    body: object | null,
    expectation: ExpectedResponse,
    signal: AbortSignal,
  ): Promise<Response> {
    const { method, path } = administrationRows[name];
    let response: Response;
    try {
      response = await client().send({
        method,
        path: ADMINISTRATION_PREFIX + path,
        headers: {
          accept: expectation.kind === 'json' ? 'application/json' : 'text/event-stream',
          ...(body !== null && { 'content-type': 'application/json' }),
        },
        body: body === null ? null : JSON.stringify(body),
        signal,
        // Each change has an id of its own: sent twice, it is applied once.
        repeatable: true,
        expectation,
      });
    } catch (error) {
      throw signal.aborted || !isForeign(error)
        ? error
        : new UnsupportedError('The service answered something else.', { cause: error });
    }
    if (response.ok) return response;
    await response.body?.cancel();
    const { status } = response;
    if (status === 429 || status >= 500) throw new TeamRequestError(`The service answered ${status}.`);
    throw new UnsupportedError(`The service answered ${status}.`);
  }

  async function read<T extends z.ZodType>(
    name: Row,
    schema: T,
    body: object,
    signal: AbortSignal,
  ): Promise<z.output<T>> {
    const response = await send(name, body, JSON_RESPONSE, signal);
    const answer = await readJson(response.body, { limits: DEFAULT_LIMITS, ...READ_OPTIONS });
    const parsed = schema.safeParse(answer.ok ? answer.value : undefined);
    if (!parsed.success) throw new UnsupportedError('The service answered something else.');
    return parsed.data;
  }

  return {
    change: async (changes, signal) =>
      (await read('changeTeam', TeamChangeResults, { changes }, signal)).results,
    list: (after, signal) => read('listTeamRegisters', TeamPage, { after }, signal),
    listRuns: (after, signal) => read('listTeamRuns', TeamRuns, { after }, signal),
    async follow({ onSequence, onRun }, signal) {
      const hung = new AbortController();
      const silence = setTimeout(
        () => hung.abort(new TeamRequestError('The stream hangs.')),
        SILENCE_LIMIT_MS,
      );
      silence.unref();
      const response = await send('followTeam', null, EVENTS, AbortSignal.any([signal, hung.signal]));
      if (!/^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')) {
        await response.body?.cancel();
        throw new UnsupportedError('The service answered no events.');
      }
      let line = '';
      for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream(), {
        signal: hung.signal,
      })) {
        silence.refresh();
        const lines = (line + chunk).split('\n');
        line = (lines.pop() ?? '').slice(0, MAX_LINE);
        for (const full of lines) {
          const [, field, count] = /^data: \{"(sequence|order)":(\d{1,15})\}\r?$/.exec(full) ?? [];
          if (field !== undefined) (field === 'order' ? onRun : onSequence)(Number(count));
        }
      }
    },
  };
}

/** A response that is none of this API, or more than it may be. */
const isForeign = (error: unknown): boolean =>
  error instanceof UnreachableError
    ? error.problem === 'not-this-api'
    : error instanceof DeskError && error.code === 'BAD_RESPONSE';
