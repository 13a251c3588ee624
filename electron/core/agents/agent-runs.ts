import { ApiError, endpoints, isTerminalRunStatus, type PublicRunDetail } from '#shared/api/index.ts';
import type { StoredAgent } from './agent-store.ts';
import { ToolError, type ToolContext, type ToolSources } from './tool-types.ts';

/** Between two looks at a run. Milliseconds. */
const POLL_MS = 500;
/** So long a call waits for a run; then it answers and the run goes on. */
const MAX_WAIT_MS = 15 * 60_000;

const FINISHED: ReadonlySet<string> = new Set(['node.succeeded', 'node.cached', 'node.failed']);

/** What a run cost, in microcredits. */
export const costOf = ({
  creditsUsedMicrocredits,
  creditsUsed,
}: Pick<PublicRunDetail, 'creditsUsedMicrocredits' | 'creditsUsed'>): number =>
  Number(creditsUsedMicrocredits ?? (creditsUsed ?? 0) * 1_000_000);

/** Runs that agents started: how far they are, what they cost, and their end. */
export class AgentRuns {
  readonly #sources: Pick<ToolSources, 'api' | 'rows' | 'clock'>;

  constructor(sources: Pick<ToolSources, 'api' | 'rows' | 'clock'>) {
    this.#sources = sources;
  }

  /** Notes what a run cost, once it is over. @returns whether an agent had started it and that is news */
  settle(
    connectionId: string,
    run: Pick<PublicRunDetail, 'id' | 'status' | 'creditsUsedMicrocredits' | 'creditsUsed'>,
  ): boolean {
    return isTerminalRunStatus(run.status) && this.#sources.rows.settle(connectionId, run.id, costOf(run));
  }

  /** @throws ToolError for a run that this agent did not start */
  requireStarted(agent: StoredAgent, runId: string): void {
    if (this.#sources.rows.projectOf(agent.id, agent.connectionId, runId) !== null) return;
    throw new ToolError('You started no run of this id. start_run gives the id of a new one.');
  }

  async read(connectionId: string, runId: string, signal: AbortSignal): Promise<PublicRunDetail> {
    const params = { run_id: runId };
    const run = await this.#sources.api(connectionId)(endpoints.runs.get, { params, signal });
    this.settle(connectionId, run);
    return run;
  }

  /** Cancels a run; one that is over stays as it is. */
  async cancel(connectionId: string, runId: string): Promise<void> {
    try {
      const params = { run_id: runId };
      this.settle(connectionId, await this.#sources.api(connectionId)(endpoints.runs.cancel, { params }));
    } catch (error) {
      // It was over already.
      if (!(error instanceof ApiError && (error.status === 409 || error.status === 404))) throw error;
    }
  }

  /** Waits until a run is over. When the call is canceled, so is the run. */
  async follow(context: ToolContext, runId: string, total: number): Promise<PublicRunDetail> {
    const { agent, signal, progress } = context;
    const { api, clock } = this.#sources;
    const { connectionId } = agent;
    const until = clock.now() + MAX_WAIT_MS;
    let cursor: string | null | undefined;
    const finished = new Set<string>();
    try {
      for (;;) {
        const page = await api(connectionId)(endpoints.runs.listEvents, {
          params: { run_id: runId },
          query: { limit: 100, ...(cursor ? { cursor } : {}) },
          signal,
        });
        cursor = page.nextCursor ?? cursor;
        for (const { type, nodeId } of page.data) if (nodeId && FINISHED.has(type)) finished.add(nodeId);
        progress(finished.size, Math.max(total, finished.size), `${finished.size} of ${total} nodes`);
        const run = await this.read(connectionId, runId, signal);
        if (isTerminalRunStatus(run.status) || clock.now() > until) return run;
        await clock.sleep(POLL_MS, signal);
      }
    } catch (error) {
      if (signal.aborted) await this.cancel(connectionId, runId);
      throw error;
    }
  }
}
