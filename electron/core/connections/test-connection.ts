import { z } from 'zod';
import { ALL_SCOPES, patchOperationNames, PublicApiErrorResponse, type Scope } from '#shared/api/index.ts';
import type { ConnectionProblem, ConnectionTestResult } from '#shared/desk/index.ts';
import { readJson } from '#shared/reading/index.ts';
import { ApiClient, type ApiTarget } from '../api/api-client.ts';
import { problemSentence } from '../api/network-problem.ts';
import { startTimeout } from '../api/body-timeout.ts';
import { SCHEMA_RESPONSE } from '../api/read-response.ts';
import { DeskError, UnreachableError } from '../desk-error.ts';
import type { Clock, CoreLog } from '../options.ts';

/** Finds out what is wrong with a connection, or what its key may do, without changing anything. */

const RESPONSE_TIMEOUT_MS = 15_000;
/** So many times as long, all questions together may take. */
const TOTAL_TIMEOUT_FACTOR = 3;

/**
 * A read for each scope that has one. Names that do not exist are asked for where a real one is not known: a key with
 * the scope is told 404 (or 400), a key without it 403.
 */
const READS: Partial<Record<Scope, string>> = {
  'projects:read': '/projects?limit=1',
  'node_types:read': '/node-types?limit=1',
  'templates:read': '/templates?limit=1',
  'graphs:read': '/projects/prj_connectiontest/graph',
  'files:read': '/files/file_connectiontest.bin',
  'runs:execute': '/runs/run_connectiontest',
  'templates:run': '/templates/tpl_connectiontest/endpoints/end_connectiontest/runs/run_connectiontest',
  'account_credits:read': '/account/credits',
};

const ListResponse = z.object({ data: z.array(z.unknown()), hasMore: z.boolean() });
const CreditsResponse = z.object({ balanceMicrocredits: z.string().regex(/^-?\d+$/) });

interface ReadResponse {
  status: number;
  json: unknown;
}

/** The result when nothing could be found out. */
export const failedTest = (problem: ConnectionProblem, message: string): ConnectionTestResult => ({
  ok: false,
  problem,
  message,
  credits: null,
  scopes: [],
  operations: null,
});

/** Why the first answer is not that of a service that can be used; null when it is. */
function problemOf(first: ReadResponse, host: string): [problem: ConnectionProblem, message?: string] | null {
  const ours = PublicApiErrorResponse.safeParse(first.json).success;
  if (first.status === 401) return [ours ? 'key-rejected' : 'not-this-api'];
  if (first.status >= 500 || first.status === 429) return ['server-error'];
  const isList = first.status === 200 && ListResponse.safeParse(first.json).success;
  // The key may lack the right to read projects and be a key all the same.
  if (isList || (first.status === 403 && ours)) return null;
  if (first.status !== 403) return ['not-this-api'];
  return ['forbidden', `${host} refuses requests from here. Ask whoever runs the service to let you in.`];
}

/**
 * @param timeoutMs milliseconds until each response must have begun; all of them together have three times as long.
 * @throws AbortError when the signal is. Anything else that goes wrong becomes part of the result.
 */
export async function testConnection(
  target: ApiTarget,
  clock: Clock,
  log: CoreLog,
  signal: AbortSignal,
  timeoutMs = RESPONSE_TIMEOUT_MS,
): Promise<ConnectionTestResult> {
  const timeout = new AbortController();
  const limit = startTimeout(TOTAL_TIMEOUT_FACTOR * timeoutMs, timeout);
  const client = new ApiClient({ target: async () => target, clock, log, responseTimeoutMs: timeoutMs });
  const host = new URL(target.baseUrl).host;
  const get = async (path: string): Promise<ReadResponse> => {
    const response = await client.send({
      method: 'GET',
      path: `/api/v1${path}`,
      headers: { accept: 'application/json' },
      expectation: SCHEMA_RESPONSE,
      repeatable: false,
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    const read = await readJson(response.body, {
      limits: SCHEMA_RESPONSE.limits,
      label: 'The response of the service',
      hint: 'Tell whoever runs the service.',
    });
    if (read.ok) return { status: response.status, json: read.value };
    if (read.problem.code === 'ABORTED' || read.problem.code === 'CUT_OFF') throw read.problem.cause;
    return { status: response.status, json: null };
  };
  const failed = (problem: ConnectionProblem, message = problemSentence(problem, host)) =>
    failedTest(problem, message);

  try {
    const first = await get('/projects?limit=1');
    const rejection = problemOf(first, host);
    if (rejection) return failed(...rejection);

    const scopes: ConnectionTestResult['scopes'] = [];
    let credits: ConnectionTestResult['credits'] = null;
    for (const scope of ALL_SCOPES) {
      const path = READS[scope];
      if (!path) {
        // Only a write would tell.
        scopes.push({ scope, allowed: null });
        continue;
      }
      const response = scope === 'projects:read' ? first : await get(path);
      scopes.push({ scope, allowed: isScopeAllowed(response) });
      if (scope === 'account_credits:read') credits = readCredits(response);
    }
    const operations = patchOperationNames((await get('/openapi.json')).json);
    if (scopes.every(({ allowed }) => allowed !== true)) {
      return { ...failed('forbidden'), scopes, operations };
    }
    const lacking = scopes.filter(({ allowed }) => allowed === false).map(({ scope }) => scope);
    const message =
      lacking.length === 0
        ? 'Connected. The key works.'
        : `Connected. The key lacks ${lacking.join(', ')}: what needs them will be refused.`;
    return { ok: true, problem: null, message, credits, scopes, operations };
  } catch (error) {
    if (error instanceof UnreachableError) return failed(error.problem, error.message);
    if (error instanceof DeskError && error.code === 'BAD_RESPONSE') return failed('not-this-api');
    if (timeout.signal.aborted && !signal.aborted) return failed('timeout');
    throw error;
  } finally {
    limit.stop();
  }
}

/** Null when the response tells nothing about the scope (a busy or broken server, an endpoint it lacks). */
function isScopeAllowed({ status, json }: ReadResponse): boolean | null {
  if (status === 401 || status === 403) return false;
  if (status >= 200 && status < 300) return true;
  if (status === 400 || status === 404) return PublicApiErrorResponse.safeParse(json).success ? true : null;
  return null;
}

function readCredits({ status, json }: ReadResponse): ConnectionTestResult['credits'] {
  const parsed = CreditsResponse.safeParse(json);
  if (status !== 200 || !parsed.success) return null;
  const microcredits = parsed.data.balanceMicrocredits;
  return { microcredits, credits: Number(microcredits) / 1_000_000 };
}
