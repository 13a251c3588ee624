import type { ServiceContext } from '#service/context.ts';
import { isBlobInUse } from './blob-use-rows.ts';

/**
 * Bytes that a request brought before it was known whether anything comes of it. A refused one leaves them: they go when they are no
 * longer fresh, as a file may be made of equal ones meanwhile; those of a process that has ended go at the next start.
 */
const unreferenced = new WeakMap<ServiceContext, Set<string>>();

/** Says that no row refers to a blob yet. */
export function noteUnreferenced(ctx: ServiceContext, hash: string): void {
  const hashes = unreferenced.get(ctx) ?? new Set();
  unreferenced.set(ctx, hashes.add(hash));
}

/** Deletes what nothing refers to still, and forgets the rest. */
export async function deleteUnreferenced(ctx: ServiceContext): Promise<void> {
  const hashes = unreferenced.get(ctx) ?? new Set<string>();
  for (const hash of hashes)
    if ((await isBlobInUse(ctx.db, hash)) || (await ctx.blobs.delete(hash))) hashes.delete(hash);
}
