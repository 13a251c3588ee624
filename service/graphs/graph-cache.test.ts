import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Graph } from '#shared/graph/index.ts';
import { transaction } from '#service/storage/database.ts';
import { dropGraph, keepGraph, KEPT_GRAPHS, KEPT_SIZE, keptGraph, keptGraphCount } from './graph-cache.ts';

const graphOf = (size: number): Graph => ({
  nodes: Array.from({ length: size }, (_v, index) => ({ id: `n${index}`, type: 'input/text', inputs: {} })),
  connections: [],
});

describe('graphs kept in memory', () => {
  it('stay few, however many small projects are written', () => {
    const ctx = { db: new DatabaseSync(':memory:') };
    for (let project = 0; project < 3 * KEPT_GRAPHS; project += 1) {
      keepGraph(ctx, `p${project}`, 1, graphOf(1));
      expect(keptGraphCount(ctx)).toBeLessThanOrEqual(KEPT_GRAPHS);
    }
    expect(keptGraph(ctx, 'p0', 1)).toBeUndefined();
    expect(keptGraph(ctx, `p${3 * KEPT_GRAPHS - 1}`, 1)).toBeDefined();
  });

  it('hold a bounded number of nodes, the newest whatever its size', () => {
    const ctx = { db: new DatabaseSync(':memory:') };
    const third = graphOf(KEPT_SIZE / 3);
    for (const id of ['a', 'b', 'c']) keepGraph(ctx, id, 1, third);
    // Written again, it counts once; asked for, it goes to the end of the line.
    keepGraph(ctx, 'a', 2, third);
    expect(keptGraph(ctx, 'b', 1)).toBe(third);
    keepGraph(ctx, 'd', 1, third);
    expect(keptGraph(ctx, 'c', 1)).toBeUndefined();
    expect(keptGraph(ctx, 'a', 2)).toBe(third);
    dropGraph(ctx, 'a');
    keepGraph(ctx, 'e', 1, third);
    expect(keptGraph(ctx, 'b', 1)).toBe(third);
    const huge = graphOf(KEPT_SIZE + 1);
    keepGraph(ctx, 'huge', 1, huge);
    expect(keptGraph(ctx, 'huge', 1)).toBe(huge);
    expect(keptGraphCount(ctx)).toBe(1);
  });

  it('are those of their version, and forgotten with a transaction that fails', () => {
    const ctx = { db: new DatabaseSync(':memory:') };
    const [before, after] = [graphOf(1), graphOf(2)];
    keepGraph(ctx, 'p', 1, before);
    expect(keptGraph(ctx, 'p', 2)).toBeUndefined();
    expect(() =>
      transaction(ctx.db, () => {
        keepGraph(ctx, 'p', 2, after);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(keptGraph(ctx, 'p', 2)).toBeUndefined();
  });
});
