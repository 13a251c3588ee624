/** Microcredits of executions under way, by account: they are as good as spent. */
export class Reservations {
  readonly #amounts = new Map<string, bigint>();

  of(accountId: string): bigint {
    return this.#amounts.get(accountId) ?? 0n;
  }

  add(accountId: string, price: bigint): void {
    this.#amounts.set(accountId, this.of(accountId) + price);
  }

  release(accountId: string, price: bigint): void {
    const left = this.of(accountId) - price;
    if (left > 0n) this.#amounts.set(accountId, left);
    else this.#amounts.delete(accountId);
  }
}
