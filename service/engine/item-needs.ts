/** Which items of a list somebody takes, by their places; null for all. */
export type Needs = ItemNeeds | null;

/** Places of items, from 0 and outermost first. An item of a list that was made for one of them is among them, too. */
export class ItemNeeds {
  readonly #places: ReadonlySet<string>;
  /** What leads to them. */
  readonly #above = new Set<string>();

  /** @param places such as `6` or `6.2`. */
  constructor(places: ReadonlySet<string>) {
    this.#places = places;
    for (const place of places)
      for (let end = place.lastIndexOf('.'); end > 0; end = place.lastIndexOf('.', end - 1))
        this.#above.add(place.slice(0, end));
  }

  has(path: readonly number[]): boolean {
    const place = path.join('.');
    if (this.#places.has(place) || this.#above.has(place)) return true;
    for (let end = place.lastIndexOf('.'); end > 0; end = place.lastIndexOf('.', end - 1))
      if (this.#places.has(place.slice(0, end))) return true;
    return false;
  }

  /** What either takes. */
  static union(a: Needs, b: Needs): Needs {
    if (a === null || b === null) return null;
    return a === b ? a : new ItemNeeds(new Set([...a.#places, ...b.#places]));
  }
}
