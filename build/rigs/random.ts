import { seededRandom } from '#service/nodes/seeded-random.ts';

/** Decisions of a rig that the same seed makes again. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  bool(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

export function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    bool: (probability) => next() < probability,
    pick(list) {
      const picked = list[between(0, list.length - 1)];
      if (picked === undefined) throw new Error('There is nothing to choose from.');
      return picked;
    },
    shuffled(list) {
      const left = [...list];
      return list.map(() => left.splice(between(0, left.length - 1), 1)[0]!);
    },
  };
}
