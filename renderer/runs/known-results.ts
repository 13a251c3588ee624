import { PAID_FILE_NOT_FETCHED } from '#shared/desk/index.ts';
import type { CachedResults as ReuseOfResults } from '#shared/graph/run-forecast.ts';
import { isCompleted, isStale, type NodeResult } from '#renderer/model/node-run-state.ts';
import type { NodeRun, RunState } from './run-state.ts';

interface StoredResult extends NodeResult {
  reusable: boolean | null;
  /** The run that executed it; null while only runs are known that reused it. */
  executedIn: string | null;
  createdAt: string;
}

/** The results of all runs that this page has read, by the key of what they follow from and by node. */
export class ResultsOfRuns implements ReuseOfResults {
  readonly #byKey = new Map<string, StoredResult>();
  readonly #byNode = new Map<string, StoredResult>();
  /** Keys at which a picture is paid and not fetched, with the time of the run that says so. */
  readonly #paid = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  /** @param nodeId the only node of the run that is new, where that is known. */
  note(run: RunState, nodeId?: string): void {
    let isNew = false;
    const nodes = nodeId === undefined ? Object.values(run.nodes) : [run.nodes[nodeId]];
    for (const node of nodes) if (node !== undefined && this.#noteNode(run, node)) isNew = true;
    if (isNew) for (const listener of this.#listeners) listener();
  }

  /** Called when a result became known. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly isReused = (key: string): boolean | null | undefined => this.#byKey.get(key)?.reusable;

  readonly isPaid = (key: string): boolean => this.#paid.has(key);

  /** What was made at a key, by whichever node. */
  at(key: string): NodeResult | undefined {
    return this.#byKey.get(key);
  }

  /** What a node made last. */
  latestOf(nodeId: string): NodeResult | undefined {
    return this.#byNode.get(nodeId);
  }

  /** Every end of a node tells whether what it was to make is still to be fetched. */
  #notePaid({ createdAt }: RunState, { key, phase, code }: NodeRun): boolean {
    if (key === null || (phase !== 'failed' && !isCompleted(phase))) return false;
    const isPaid = code === PAID_FILE_NOT_FETCHED;
    const previousTime = this.#paid.get(key);
    if (isPaid ? previousTime === createdAt : previousTime === undefined || previousTime > createdAt)
      return false;
    if (isPaid) this.#paid.set(key, createdAt);
    else this.#paid.delete(key);
    return true;
  }

  #noteNode(run: RunState, node: NodeRun): boolean {
    const isPaymentNew = this.#notePaid(run, node);
    return this.#noteResult(run, node) || isPaymentNew;
  }

  #noteResult(run: RunState, node: NodeRun): boolean {
    if (!isCompleted(node.phase)) return false;
    const { runId, createdAt } = run;
    const { nodeId, key, reusable } = node;
    const isExecuted = node.phase === 'succeeded';
    const stored: StoredResult = {
      runId,
      createdAt,
      outputs: node.outputs ?? {},
      items: node.items,
      ends: node.ends,
      key,
      reusable,
      executedIn: isExecuted ? runId : null,
    };
    const latest = this.#byNode.get(nodeId);
    if (latest === undefined || latest.createdAt <= createdAt) this.#byNode.set(nodeId, stored);
    if (key === null) return latest === undefined;
    const before = this.#byKey.get(key);
    if (before !== undefined && before.runId === runId && before.reusable === reusable) return false;
    this.#byKey.set(key, before === undefined ? stored : merged(before, stored));
    return true;
  }
}

/**
 * What is shown of a node whose key is `key`: of the shown run unless the graph has outgrown that and a result at this key
 * is there; where the newest run is shown, also what earlier ones made.
 */
export function resultToShow(
  results: ResultsOfRuns,
  selection: {
    runId: string | null;
    node: NodeRun | undefined;
    nodeId: string;
    key: string | null;
    isLatest: boolean;
  },
): NodeResult | undefined {
  const { runId, node, nodeId, key, isLatest } = selection;
  const runResult =
    runId !== null && node?.outputs
      ? { runId, outputs: node.outputs, items: node.items, ends: node.ends, key: node.key }
      : undefined;
  // A run that a person chose to look at is shown as it was.
  if (!isLatest || (runResult && !isStale(runResult, key))) return runResult;
  return (key === null ? undefined : results.at(key)) ?? runResult ?? results.latestOf(nodeId);
}

/** Two results at one key: the newer one, with what both say about reuse. */
function merged(a: StoredResult, b: StoredResult): StoredResult {
  const [older, newer] = a.createdAt <= b.createdAt ? [a, b] : [b, a];
  const reusable = newer.reusable ?? older.reusable;
  // Executed in two runs by a service that says nothing: it does not reuse this.
  const isRegenerated =
    reusable === null &&
    older.executedIn !== null &&
    newer.executedIn !== null &&
    older.executedIn !== newer.executedIn;
  return {
    ...newer,
    executedIn: newer.executedIn ?? older.executedIn,
    reusable: isRegenerated ? false : reusable,
  };
}
