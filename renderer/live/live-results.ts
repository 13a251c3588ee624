import {
  isStale,
  type NodeResult,
  type NodeRunState,
  type NodeRunTable,
} from '#renderer/model/node-run-state.ts';

/** Results at preview size are remembered this long, which is less than the service keeps their files. Milliseconds. */
const KEEP_MS = 10 * 60_000;
const MAX_CACHED = 500;

interface CachedResult extends NodeResult {
  key: string;
  /** The side at which it was made, in pixels. */
  side: number;
  createdAt: number;
  isReusable: boolean;
}

/** What live previews have made, by what it follows from and by node, beside what runs have made. */
export class LiveResults {
  readonly #getTime: () => number;
  readonly #byKey = new Map<string, CachedResult>();
  readonly #byNode = new Map<string, CachedResult>();
  /** What an earlier opening of the project showed last. */
  readonly #restored = new Map<string, CachedResult>();
  /** By key: the node as it is now fails. */
  readonly #failures = new Map<string, NodeRunState>();
  readonly #nodeListeners = new Map<string, Set<() => void>>();
  readonly #allListeners = new Set<(nodeId: string | null) => void>();

  /** @param getTime milliseconds. */
  constructor(getTime: () => number) {
    this.#getTime = getTime;
  }

  /**
   * @param isReusable whether a run of a person would take the result: it is not smaller than that would be.
   * @param resultKey at which it is found, where that is no key of a node as a whole.
   */
  note(
    nodeId: string,
    result: NodeResult & { key: string; side: number },
    isReusable: boolean,
    resultKey: string = result.key,
  ): void {
    const cached: CachedResult = { ...result, createdAt: this.#getTime(), isReusable };
    this.#failures.delete(resultKey);
    this.#byKey.delete(resultKey);
    this.#byKey.set(resultKey, cached);
    this.#byNode.set(nodeId, cached);
    for (const oldest of this.#byKey.keys()) {
      if (this.#byKey.size <= MAX_CACHED) break;
      this.#byKey.delete(oldest);
    }
    this.changed(nodeId);
  }

  /** What an earlier opening of the project showed of a node; what is made now comes before it. */
  restore(nodeId: string, result: NodeResult & { key: string; side: number }): void {
    const cached: CachedResult = { ...result, createdAt: this.#getTime(), isReusable: false };
    this.#restored.set(nodeId, cached);
    if (!this.#byKey.has(cached.key)) this.#byKey.set(cached.key, cached);
    this.changed(nodeId);
  }
  restoredOf(nodeId: string): CachedResult | undefined {
    return this.#restored.get(nodeId);
  }
  /** By node, what it showed last of previews, the newest first. */
  lastVisible(): [nodeId: string, made: NodeResult & { key: string; side: number }][] {
    const last = new Map([...this.#restored, ...this.#byNode]);
    return [...last].sort(([, a], [, b]) => b.createdAt - a.createdAt);
  }

  /** The node failed, as it is now. */
  noteFailure(nodeId: string, key: string, failure: { code: string | null; message: string }): void {
    if (this.#failures.size >= MAX_CACHED) this.#failures.clear();
    this.#failures.set(key, {
      phase: 'failed',
      progress: null,
      outputs: null,
      key,
      reusable: null,
      ...failure,
    });
    this.changed(nodeId);
  }

  /** A run of a person begins: what a node made last is then what that makes. */
  removeLatest(): void {
    this.#byNode.clear();
  }

  at(key: string): CachedResult | undefined {
    const cached = this.#byKey.get(key);
    return cached !== undefined && this.#getTime() - cached.createdAt < KEEP_MS ? cached : undefined;
  }
  /** Whether there is a result as large as it is shown. @param side in pixels. */
  isLargeEnough(key: string, side: number): boolean {
    const cached = this.at(key);
    return cached !== undefined && (cached.isReusable || cached.side >= side);
  }
  /** Whether any preview failed. */
  get hasFailures(): boolean {
    return this.#failures.size > 0;
  }
  failureAt(key: string): NodeRunState | undefined {
    return this.#failures.get(key);
  }
  latestOf(nodeId: string): CachedResult | undefined {
    return this.#byNode.get(nodeId);
  }
  isReusable(key: string): boolean {
    return this.at(key)?.isReusable === true;
  }

  /** Wakes who shows a node; all of them without one. */
  changed(nodeId: string | null): void {
    const woken = nodeId === null ? [...this.#nodeListeners.values()] : [this.#nodeListeners.get(nodeId)];
    for (const listeners of woken) for (const listener of listeners ?? []) listener();
    for (const listener of this.#allListeners) listener(nodeId);
  }
  subscribe(nodeId: string, listener: () => void): () => void {
    const listeners = this.#nodeListeners.get(nodeId) ?? new Set();
    this.#nodeListeners.set(nodeId, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#nodeListeners.delete(nodeId);
    };
  }
  subscribeAll(listener: (nodeId: string | null) => void): () => void {
    this.#allListeners.add(listener);
    return () => this.#allListeners.delete(listener);
  }
}

/** What decides which of two results is shown. */
export interface ResultContext {
  keyOf(nodeId: string): string | null;
  /** At which previews of what a node shows are found: its key, with the item in view of one that runs for items. */
  resultKey(nodeId: string, key: string): string;
  /** Whether a preview of the node is on its way: until it is there its last picture is as good as current. */
  isPending(nodeId: string): boolean;
  /** Whether a person looks at an earlier run, which is shown as it was. */
  isPreviousVisible(): boolean;
}

/** A table of runs with live previews in it: a result of a run comes first where it is current. */
export function withLiveResults(
  table: NodeRunTable,
  live: LiveResults,
  context: ResultContext,
): NodeRunTable {
  return {
    get(nodeId) {
      const state = table.get(nodeId);
      // Keys are worked out on first use: those of a whole document are not for a look at what runs.
      if (!live.hasFailures) return state;
      const key = context.keyOf(nodeId);
      const failure = key === null ? undefined : live.failureAt(context.resultKey(nodeId, key));
      return failure === undefined || state?.key === key ? state : failure;
    },
    resultOf(nodeId, key) {
      const ran = table.resultOf(nodeId, key);
      const isCurrent = ran !== undefined && !isStale(ran, key);
      if (isCurrent || context.isPreviousVisible()) return ran;
      // Until the types of nodes are known.
      if (key === null) return ran ?? live.restoredOf(nodeId);
      const exact = live.at(context.resultKey(nodeId, key));
      const latestResult = live.latestOf(nodeId);
      // The newest of a node that runs for items has those that were made before it, too.
      if (exact !== undefined)
        return exact.items !== undefined && latestResult?.key === key ? latestResult : exact;
      const latest = latestResult ?? ran ?? live.restoredOf(nodeId);
      return latest !== undefined && context.isPending(nodeId) ? { ...latest, key } : latest;
    },
    isLoading: () => table.isLoading?.() === true,
    subscribe(nodeId, listener) {
      const ends = [table.subscribe(nodeId, listener), live.subscribe(nodeId, listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    subscribeAll(listener) {
      const ends = [table.subscribeAll(listener), live.subscribeAll(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
