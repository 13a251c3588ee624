import type { JournalInFlight } from '#shared/desk/index.ts';

/** Requests without a response, each with how many of its entries are left. */
export class OpenRequests {
  readonly #left = new Map<JournalInFlight, number>();
  /** The request that an entry is in: one at most. */
  readonly #ofEntry = new Map<string, JournalInFlight>();
  readonly #finished = new Set<JournalInFlight>();

  read(): JournalInFlight[] {
    return [...this.#left.keys()];
  }

  /** The same edits under a new key: the request before it is over. */
  add(request: JournalInFlight, entries: ReadonlyMap<string, unknown>): void {
    const ids = new Set(request.entryIds);
    for (const id of ids) {
      const before = this.#ofEntry.get(id);
      if (before) this.#end(before);
    }
    let left = 0;
    for (const id of ids) {
      this.#ofEntry.set(id, request);
      left += Number(entries.has(id));
    }
    this.#set(request, left);
  }

  entryAdded(id: string): void {
    this.#change(id, 1);
  }

  entryRemoved(id: string): void {
    this.#change(id, -1);
  }

  /** A request none of whose entries is left has nothing to ask for any more. */
  dropFinished(): void {
    for (const request of this.#finished) this.#end(request);
  }

  clear(): void {
    for (const request of this.read()) this.#end(request);
  }

  #change(id: string, by: number): void {
    const request = this.#ofEntry.get(id);
    if (request) this.#set(request, (this.#left.get(request) ?? 0) + by);
  }

  #set(request: JournalInFlight, left: number): void {
    this.#left.set(request, left);
    if (left === 0) this.#finished.add(request);
    else this.#finished.delete(request);
  }

  #end(request: JournalInFlight): void {
    this.#left.delete(request);
    this.#finished.delete(request);
    for (const id of request.entryIds) this.#ofEntry.delete(id);
  }
}
