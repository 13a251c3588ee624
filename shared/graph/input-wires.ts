import type { Entry } from './ordered-list.ts';
import type { GraphConnection } from './types.ts';

type Wire = Entry<GraphConnection>;

/** Up to so many wires of a node a look at each is quicker than a map. */
const SCAN_LIMIT = 8;

/** The wires that end at one node, found by input: a node may have thousands. */
export class InputWires implements Iterable<Wire> {
  private readonly all = new Set<Wire>();
  /** Made for nodes with many wires. An input has several wires in a broken document only. */
  private byPin: Map<string, Set<Wire>> | undefined;

  get size(): number {
    return this.all.size;
  }

  [Symbol.iterator](): Iterator<Wire> {
    return this.all[Symbol.iterator]();
  }

  add(wire: Wire): void {
    this.all.add(wire);
    if (this.byPin) this.file(this.byPin, wire);
  }

  delete(wire: Wire): void {
    this.all.delete(wire);
    const pin = wire.value.to[1];
    const remaining = this.byPin?.get(pin);
    remaining?.delete(wire);
    if (remaining?.size === 0) this.byPin?.delete(pin);
  }

  /** The wires that end at an input, in the order they came. */
  at(pin: string): Iterable<Wire> {
    if (this.byPin === undefined && this.all.size <= SCAN_LIMIT)
      return [...this.all].filter(({ value }) => value.to[1] === pin);
    if (this.byPin === undefined) {
      this.byPin = new Map();
      for (const wire of this.all) this.file(this.byPin, wire);
    }
    return this.byPin.get(pin) ?? [];
  }

  private file(byPin: Map<string, Set<Wire>>, wire: Wire): void {
    const pin = wire.value.to[1];
    const remaining = byPin.get(pin);
    if (remaining) remaining.add(wire);
    else byPin.set(pin, new Set([wire]));
  }
}
