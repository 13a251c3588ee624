/**
 * A number for each node such that every wire leads from a lower to a higher one, kept up while wires come and go
 * (Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs"). With it a wire that follows
 * the order costs O(1) to check for cycles, and one against it only looks at nodes ranked between its ends.
 */
export class TopologicalRanks {
  private readonly ranks = new Map<string, number>();
  /** The numbers of nodes that were removed; nobody else gets them. */
  private readonly left = new Map<string, number>();
  private next = 0;
  private lowest = 0;
  /** Nodes that were looked at so far because of wires against the order. */
  steps = 0;
  private readonly above: (id: string) => Iterable<string>;
  private readonly below: (id: string) => Iterable<string>;

  /**
   * @param order ids, each after those that feed it.
   * @param above the ids that feed a node, `below` those it feeds, as they are at the time of the call.
   */
  constructor(
    order: Iterable<string>,
    above: (id: string) => Iterable<string>,
    below: (id: string) => Iterable<string>,
  ) {
    this.above = above;
    this.below = below;
    for (const id of order) this.add(id);
  }

  /** A node without wires. One that was here before gets its old number, which its wires will mostly agree with. */
  add(id: string): void {
    const old = this.left.get(id);
    if (old === undefined) this.next += 1;
    this.left.delete(id);
    this.ranks.set(id, old ?? this.next);
  }

  remove(id: string): void {
    const rank = this.ranks.get(id);
    if (rank === undefined) return;
    this.ranks.delete(id);
    this.left.set(id, rank);
  }

  /** Whether a wire from → to would close a cycle. */
  wouldCycle(from: string, to: string): boolean {
    if (from === to) return true;
    const upper = this.ranks.get(from);
    const lower = this.ranks.get(to);
    if (upper === undefined || lower === undefined || upper < lower) return false;
    if (!this.hasAny(this.above(from)) || !this.hasAny(this.below(to))) return false;
    return this.between(to, this.below, (rank) => rank <= upper).includes(from);
  }

  /** A wire from → to has come that closes no cycle: puts the ranks between its ends in order again. */
  connected(from: string, to: string): void {
    const upper = this.ranks.get(from);
    const lower = this.ranks.get(to);
    if (upper === undefined || lower === undefined || upper < lower) return;
    // What nothing feeds may stand before all, and what feeds nothing behind all.
    if (!this.hasAny(this.above(from))) {
      this.lowest -= 1;
      this.ranks.set(from, this.lowest);
      return;
    }
    if (!this.hasAny(this.below(to))) {
      this.next += 1;
      this.ranks.set(to, this.next);
      return;
    }
    const byRank = (a: string, b: string) => this.ranks.get(a)! - this.ranks.get(b)!;
    const feeding = this.between(from, this.above, (rank) => rank >= lower).sort(byRank);
    const fed = this.between(to, this.below, (rank) => rank <= upper).sort(byRank);
    const reordered = [...feeding, ...fed];
    const free = reordered.map((id) => this.ranks.get(id)!).sort((a, b) => a - b);
    reordered.forEach((id, index) => this.ranks.set(id, free[index]!));
  }

  /** Whether a node that has a number is among them. */
  private hasAny(ids: Iterable<string>): boolean {
    for (const id of ids) if (this.ranks.has(id)) return true;
    return false;
  }

  private between(
    start: string,
    step: (id: string) => Iterable<string>,
    accepts: (rank: number) => boolean,
  ): string[] {
    const found = new Set([start]);
    // A Set is walked in insertion order, including what is added on the way.
    for (const id of found) {
      for (const candidate of step(id)) {
        const rank = this.ranks.get(candidate);
        if (rank !== undefined && accepts(rank)) found.add(candidate);
      }
    }
    this.steps += found.size;
    return [...found];
  }
}
