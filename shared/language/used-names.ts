/** Names that are taken, each with the number that the next one like it gets: as many steps as there are names. */
export class UsedNames {
  readonly #used: Set<string>;
  readonly #next = new Map<string, number>();

  /** @param used names that are taken from the beginning. */
  constructor(used: Iterable<string> = []) {
    this.#used = new Set(used);
  }

  /**
   * Takes a name, or the first free one of those with a number, from 2 on.
   * @param numbered the name with a number. @returns what was taken.
   */
  reserve(name: string, numbered: (number: number) => string = (number) => `${name}-${number}`): string {
    let free = name;
    if (this.#used.has(name)) {
      let number = this.#next.get(name) ?? 2;
      while (this.#used.has(numbered(number))) number += 1;
      this.#next.set(name, number + 1);
      free = numbered(number);
    }
    this.#used.add(free);
    return free;
  }
}
