/** Which items of a list somebody takes, by their places; null for all. */
export type Needs = ItemNeeds | null;

/** Places of items, from 0 and outermost first. An item of a list that was made for one of them is among them, too. */
export class ItemNeeds {
  readonly #positions: ReadonlySet<string>;
  /** What leads to them. */
  readonly #above = new Set<string>();

  /** @param positions such as `6` or `6.2`. */
  constructor(positions: ReadonlySet<string>) {
    this.#positions = positions;
    for (const position of positions)
      for (let end = position.lastIndexOf('.'); end > 0; end = position.lastIndexOf('.', end - 1))
        this.#above.add(position.slice(0, end));
  }

  has(path: readonly number[]): boolean {
    const position = path.join('.');
    if (this.#positions.has(position) || this.#above.has(position)) return true;
    for (let end = position.lastIndexOf('.'); end > 0; end = position.lastIndexOf('.', end - 1))
      if (this.#positions.has(position.slice(0, end))) return true;
    return false;
  }

  /** What either takes. */
  static union(a: Needs, b: Needs): Needs {
    if (a === null || b === null) return null;
    return a === b ? a : new ItemNeeds(new Set([...a.#positions, ...b.#positions]));
  }
}
