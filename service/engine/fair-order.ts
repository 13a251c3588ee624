/**
 * Whose work is taken next: the account that was served longest ago, and of its items the one that was. One account's
 * many runs are a queue of its own, and keep no other account waiting.
 */
export class FairOrder<Item extends object> {
  readonly #accountOf: (item: Item) => string;
  /** When an account or item was served last, counted in services. */
  readonly #accounts = new Map<string, number>();
  readonly #items = new WeakMap<Item, number>();
  #clock = 0;

  /** @param accountOf the account that an item belongs to. */
  constructor(accountOf: (item: Item) => string) {
    this.#accountOf = accountOf;
  }

  /** The next of these items, which counts as served; of equals the first in the list. Undefined without items. */
  next(items: Iterable<Item>): Item | undefined {
    let next: Item | undefined;
    for (const item of items) {
      if (next === undefined || this.#isBefore(item, next)) next = item;
    }
    if (next === undefined) return undefined;
    this.#clock += 1;
    this.#accounts.set(this.#accountOf(next), this.#clock);
    this.#items.set(next, this.#clock);
    return next;
  }

  /** Forgets who was served; called when there is no work at all. */
  reset(): void {
    this.#accounts.clear();
  }

  #isBefore(item: Item, b: Item): boolean {
    const account = this.#accounts.get(this.#accountOf(item)) ?? 0;
    const bAccount = this.#accounts.get(this.#accountOf(b)) ?? 0;
    if (account !== bAccount) return account < bAccount;
    return (this.#items.get(item) ?? 0) < (this.#items.get(b) ?? 0);
  }
}
