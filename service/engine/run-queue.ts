/** Runs that wait to begin: in order within an account, and the accounts one after the other. */
export class RunQueue {
  /** Waiting runs by account, oldest first. An account stands where it was served last: the first is next. */
  readonly #queues = new Map<string, string[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many runs of an account wait. */
  sizeOf(accountId: string): number {
    return this.#queues.get(accountId)?.length ?? 0;
  }

  add(accountId: string, runId: string): void {
    const runs = this.#queues.get(accountId);
    if (runs === undefined) this.#queues.set(accountId, [runId]);
    else runs.push(runId);
    this.#size += 1;
  }

  /** Waiting runs in the order in which they would begin if all accounts had as many under way. */
  *inOrder(): Generator<string> {
    const accounts = [...this.#queues.values()];
    const longest = Math.max(0, ...accounts.map(({ length }) => length));
    for (let position = 0; position < longest; position += 1) {
      for (const runs of accounts) {
        const runId = runs[position];
        if (runId !== undefined) yield runId;
      }
    }
  }

  /** Lets a run begin before the others of its account. @returns whether it was waiting. */
  toFront(accountId: string, runId: string): boolean {
    const runs = this.#queues.get(accountId);
    const index = runs?.indexOf(runId) ?? -1;
    if (runs === undefined || index === -1) return false;
    runs.splice(index, 1);
    runs.unshift(runId);
    return true;
  }

  /** @returns whether the run was waiting. */
  remove(accountId: string, runId: string): boolean {
    const runs = this.#queues.get(accountId);
    const index = runs?.indexOf(runId) ?? -1;
    if (runs === undefined || index === -1) return false;
    runs.splice(index, 1);
    if (runs.length === 0) this.#queues.delete(accountId);
    this.#size -= 1;
    return true;
  }

  /**
   * Takes the run that begins next: of the accounts with the fewest runs under way, the one that waits longest for its
   * next.
   * @param activeCount how many runs of an account are under way.
   * @param mayBegin whether an account may begin another one.
   */
  take(
    activeCount: (accountId: string) => number,
    mayBegin: (accountId: string) => boolean,
  ): string | undefined {
    let next: string | undefined;
    for (const accountId of this.#queues.keys()) {
      if (!mayBegin(accountId)) continue;
      if (next === undefined || activeCount(accountId) < activeCount(next)) next = accountId;
    }
    const runs = next === undefined ? undefined : this.#queues.get(next);
    const runId = runs?.shift();
    if (next === undefined || runs === undefined || runId === undefined) return undefined;
    this.#size -= 1;
    // Behind the others, or gone until its next run comes.
    this.#queues.delete(next);
    if (runs.length > 0) this.#queues.set(next, runs);
    return runId;
  }
}
