import type { PatchOperation } from '../api/schemas/documents.ts';
import { applyLenient, emptyGraph, type Graph, type PinRef } from '../graph/index.ts';

/** Generated three-way merges: a graph, and two people who edit it apart. */

export interface MergeTriple {
  base: Graph;
  mine: Graph;
  theirs: Graph;
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const INPUTS = ['a', 'b', 'c'];
const OUTPUTS = ['out', 'more'];

class Person {
  readonly #random: () => number;
  readonly #name: string;
  #made = 0;
  constructor(random: () => number, name: string) {
    this.#random = random;
    this.#name = name;
  }
  #number(below: number): number {
    return Math.floor(this.#random() * below);
  }
  #one<T>(list: readonly T[]): T {
    return list[this.#number(list.length)]!;
  }

  #operation(graph: Graph): PatchOperation {
    const ids = graph.nodes.map(({ id }) => id);
    if (ids.length === 0 || this.#random() < 0.14) {
      this.#made += 1;
      // Now and then both take the same id.
      const isShared = this.#name !== 'n' && this.#random() < 0.05;
      const id = isShared ? 'both' : `${this.#name}${this.#made}`;
      return {
        op: 'addNode',
        node: {
          id,
          type: this.#one(['t/one', 't/two']),
          position: { x: this.#number(9), y: this.#number(9) },
          inputs: this.#random() < 0.5 ? { a: { type: 'number', value: this.#number(4) } } : {},
        },
      };
    }
    const nodeId = this.#one(ids);
    const from: PinRef = [this.#one(ids), this.#one(OUTPUTS)];
    const to: PinRef = [nodeId, this.#one(INPUTS)];
    switch (this.#number(8)) {
      case 0:
        return { op: 'removeNode', nodeId };
      case 1:
        return {
          op: 'setNodeTitle',
          nodeId,
          title: this.#one(['Sky', 'Sea', null]),
        };
      case 2:
        return { op: 'moveNode', nodeId, position: { x: this.#number(9), y: this.#number(9) } };
      case 3:
        return { op: 'removeNodeInput', nodeId, input: this.#one(INPUTS) };
      case 4:
        return {
          op: 'disconnect',
          ...(graph.connections.length > 0 ? this.#one(graph.connections) : { from, to }),
        };
      case 5:
        return {
          op: 'setNodeInput',
          nodeId,
          input: this.#one(INPUTS),
          value: { type: 'number', value: this.#number(4) },
        };
      default:
        return { op: 'connect', from, to };
    }
  }

  /** Edits a graph; what does not fit is not done. */
  edit(start: Graph, tries: number): Graph {
    let graph = start;
    for (let count = 0; count < tries; count += 1) {
      graph = applyLenient(graph, [this.#operation(graph)]).graph;
    }
    return graph;
  }
}

/** The triple of a seed. */
export function mergeTriple(seed: number): MergeTriple {
  const random = randomFrom(seed);
  const base = new Person(random, 'n').edit(emptyGraph, 4 + Math.floor(random() * 26));
  const mine = new Person(random, 'm').edit(base, 3 + Math.floor(random() * 14));
  const theirs = new Person(random, 't').edit(base, 3 + Math.floor(random() * 14));
  // As it comes from the service: nothing of it is the same object.
  return { base, mine, theirs: JSON.parse(JSON.stringify(theirs)) as Graph };
}
