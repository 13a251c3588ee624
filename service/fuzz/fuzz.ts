import * as fc from 'fast-check';
import { ensureAccount, requestSampleProject } from '#service/accounts/rows.ts';
import { createKey } from '#service/accounts/keys.ts';
import type { Service } from '#service/app/create-service.ts';
import { anyCall, type KeyKind, type FuzzCall } from './calls.ts';
import { BrokenPromise, checkResponse } from './check.ts';
import { endpointOf } from './endpoint-of.ts';
import { Pools } from './pools.ts';
import { requestOf } from './send.ts';
import { story } from './stories.ts';

/** Sequences of calls against a service in this process, each on an account of its own, until there were enough. */

export interface FuzzOptions {
  calls: number;
  /** The same seed gives the same calls. */
  seed: number;
  /** Called after each round of sequences. */
  onRound?(report: FuzzReport): void;
  /** Aborted to end after the sequence under way. */
  signal?: AbortSignal;
}

export interface FuzzReport {
  calls: number;
  /** Operation id → status → how often. */
  responses: Map<string, Map<number, number>>;
  /** The first broken promise with the shortest calls that break it; null when all were kept. */
  failure: string | null;
}

const SEQUENCES_A_ROUND = 10;
const MAX_LENGTH = 60;

export async function fuzz(service: Service, options: FuzzOptions): Promise<FuzzReport> {
  const { calls, seed, signal } = options;
  const isComplete = (): boolean => report.calls >= calls || signal?.aborted === true;
  const report: FuzzReport = { calls: 0, responses: new Map(), failure: null };
  const some = fc.oneof(
    { weight: 20, arbitrary: anyCall().map((call): readonly FuzzCall[] => [call]) },
    { weight: 1, arbitrary: story },
  );
  const sequence = fc.array(some, { minLength: 1, maxLength: MAX_LENGTH, size: 'max' });
  const together: fc.Arbitrary<number> = fc.constantFrom(1, 1, 1, 4);
  for (let round = 0; !isComplete() && report.failure === null; round += 1) {
    const property = fc.asyncProperty(sequence, together, async (call, width) => {
      if (!isComplete()) await play(service, call.flat(), width, report);
    });
    const outcome = await fc.check(property, {
      seed: seed + round,
      numRuns: SEQUENCES_A_ROUND,
      endOnFailure: false,
      interruptAfterTimeLimit: 600_000,
    });
    if (outcome.failed) report.failure = describe(outcome, seed + round);
    options.onRound?.(report);
  }
  return report;
}

function describe(outcome: fc.RunDetails<[(readonly FuzzCall[])[], number]>, seed: number): string {
  const [call, width] = outcome.counterexample ?? [[], 1];
  const error = outcome.errorInstance;
  return [
    `Seed ${seed}, path ${outcome.counterexamplePath}, ${width} at once:`,
    error instanceof Error ? error.message : String(error),
    ...call
      .flat()
      .map((call) => `- ${call.endpoint?.id ?? 'transfer'} ${fc.stringify({ ...call, endpoint: null })}`),
  ].join('\n');
}

/** Looks around first, so that what a new account has is known. */
const firstCalls: readonly FuzzCall[] = ['projects.list', 'templates.list', 'nodeTypes.list'].map((id) => ({
  endpoint: endpointOf(id),
  params: {},
  query: {},
  body: { kind: 'none' },
  headers: {},
  key: 'own',
}));

/** One sequence on a new account. */
async function play(
  service: Service,
  call: readonly FuzzCall[],
  width: number,
  report: FuzzReport,
): Promise<void> {
  const { db, newId, now } = service.context;
  const account = await ensureAccount(db, newId, now(), newId('fuzz'));
  // A project with a graph from the start: most calls are about one.
  await requestSampleProject(db, account);
  const foreignAccountKey = await ensureAccount(db, newId, now(), 'stranger');
  const keyFor = async (accountId: string, scopes?: 'narrow'): Promise<string> =>
    (await createKey(db, newId, now(), { accountId, ...(scopes && { scopes: ['account_credits:read'] }) }))
      .secret;
  const keys: Record<KeyKind, string | null> = {
    own: await keyFor(account),
    narrow: await keyFor(account, 'narrow'),
    stranger: await keyFor(foreignAccountKey),
    none: null,
    nonsense: 'x y',
  };
  const pools = new Pools();
  const isOver = async (path: string): Promise<boolean> => {
    const runId = /\/runs\/([^/]+)\//.exec(path)?.[1];
    return runId !== undefined && ((await service.engine.store.find(runId))?.finishedAt ?? null) !== null;
  };
  try {
    for (const call of firstCalls) await make(service, call, pools, keys, isOver, report);
    for (let i = 0; i < call.length; i += width) {
      const batch = call.slice(i, i + width);
      await Promise.all(batch.map((call) => make(service, call, pools, keys, isOver, report)));
    }
  } finally {
    for (const run of pools.all('run')) {
      const request = new Request(`http://service.test/api/v1/runs/${run}/cancel`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.own}` },
      });
      await service.fetch(request);
    }
    await service.engine.whenIdle();
  }
}

async function make(
  service: Service,
  call: FuzzCall,
  pools: Pools,
  keys: Readonly<Record<KeyKind, string | null>>,
  isOver: (path: string) => Promise<boolean>,
  report: FuzzReport,
): Promise<void> {
  const request = requestOf(call, pools, keys);
  if (request === null) return;
  report.calls += 1;
  const name = `${request.method} ${new URL(request.url).pathname}`;
  try {
    const response = await service.fetch(request);
    const { endpoint, status, body } = await checkResponse(
      request,
      response,
      async (path) => (call.endpoint !== null && call.toEnd === true) || (await isOver(path)),
    );
    count(report, endpoint?.id ?? (call.endpoint === null ? 'transfer' : 'no endpoint'), status);
    pools.learn(body);
  } catch (error) {
    if (!(error instanceof BrokenPromise)) throw error;
    throw new BrokenPromise(`${name}: ${error.message}`);
  }
}

function count({ responses }: FuzzReport, id: string, status: number): void {
  const statuses = responses.get(id) ?? new Map<number, number>();
  responses.set(id, statuses.set(status, (statuses.get(status) ?? 0) + 1));
}
