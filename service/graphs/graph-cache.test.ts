import { describe, expect, it } from 'vitest';
import type { Graph } from '#shared/graph/index.ts';
import { transaction } from '#service/storage/database.ts';
import { openDatabase } from '#service/storage/open-database.ts';
import {
  dropCachedGraph,
  cacheGraph,
  MAX_CACHED_GRAPHS,
  MAX_CACHED_SIZE,
  cachedGraph,
  cachedGraphCount,
} from './graph-cache.ts';

const graphOf = (size: number): Graph => ({
  nodes: Array.from({ length: size }, (_v, index) => ({ id: `n${index}`, type: 'input/text', inputs: {} })),
  connections: [],
});

describe('graphs kept in memory', () => {
  it('stay few, however many small projects are written', () => {
    const ctx = { db: openDatabase(':memory:') };
    for (let project = 0; project < 3 * MAX_CACHED_GRAPHS; project += 1) {
      cacheGraph(ctx, `p${project}`, 1, graphOf(1));
      expect(cachedGraphCount(ctx)).toBeLessThanOrEqual(MAX_CACHED_GRAPHS);
    }
    expect(cachedGraph(ctx, 'p0', 1)).toBeUndefined();
    expect(cachedGraph(ctx, `p${3 * MAX_CACHED_GRAPHS - 1}`, 1)).toBeDefined();
  });

  it('hold a bounded number of nodes, the newest whatever its size', () => {
    const ctx = { db: openDatabase(':memory:') };
    const third = graphOf(MAX_CACHED_SIZE / 3);
    for (const id of ['a', 'b', 'c']) cacheGraph(ctx, id, 1, third);
    // Written again, it counts once; asked for, it goes to the end of the line.
    cacheGraph(ctx, 'a', 2, third);
    expect(cachedGraph(ctx, 'b', 1)).toBe(third);
    cacheGraph(ctx, 'd', 1, third);
    expect(cachedGraph(ctx, 'c', 1)).toBeUndefined();
    expect(cachedGraph(ctx, 'a', 2)).toBe(third);
    dropCachedGraph(ctx, 'a');
    cacheGraph(ctx, 'e', 1, third);
    expect(cachedGraph(ctx, 'b', 1)).toBe(third);
    const huge = graphOf(MAX_CACHED_SIZE + 1);
    cacheGraph(ctx, 'huge', 1, huge);
    expect(cachedGraph(ctx, 'huge', 1)).toBe(huge);
    expect(cachedGraphCount(ctx)).toBe(1);
  });

  it('are those of their version, and forgotten with a transaction that fails', async () => {
    const ctx = { db: openDatabase(':memory:') };
    const [before, after] = [graphOf(1), graphOf(2)];
    cacheGraph(ctx, 'p', 1, before);
    expect(cachedGraph(ctx, 'p', 2)).toBeUndefined();
    const failing = transaction(ctx.db, () => {
      cacheGraph(ctx, 'p', 2, after);
      // Nobody sees it before it is committed.
      expect(cachedGraph(ctx, 'p', 2)).toBeUndefined();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(cachedGraph(ctx, 'p', 2)).toBeUndefined();
    await transaction(ctx.db, () => cacheGraph(ctx, 'p', 3, after));
    expect(cachedGraph(ctx, 'p', 3)).toBe(after);
  });
});
