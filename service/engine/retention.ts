import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ServiceContext } from '#service/context.ts';
import { isBlobInUse } from '#service/files/blob-use-rows.ts';
import { transaction } from '#service/storage/database.ts';
import { deleteLiveRuns, deleteOldProgress, deleteOrphans } from './retention-rows.ts';
import { NodeCache } from './node-cache.ts';

export interface RetentionLimits {
  /** Results kept for reuse, and the size of the files among them. */
  cacheEntries: number;
  cacheFileBytes: number;
  /** How long files that a run made on its way, and its progress, are kept after its end. Milliseconds. */
  keepMs: number;
}

const RETENTION: RetentionLimits = {
  cacheEntries: 20_000,
  cacheFileBytes: 8 * 1024 ** 3,
  keepMs: 7 * 24 * 3_600_000,
};

/**
 * Clears away what runs left behind and nobody needs any more: results used least recently, files that are neither an
 * output of their run nor used by a project, and progress events of runs long over. Outputs of runs stay.
 * @param isIdle whether no run is under way, in any process: only then may bytes go, for a run could be about to use them again.
 * @returns how many files and blobs went.
 */
export async function sweepRuns(
  ctx: ServiceContext,
  isIdle: () => Promise<boolean> | boolean,
  limits: RetentionLimits = RETENTION,
): Promise<{ files: number; blobs: number }> {
  if (!(await isIdle())) return { files: 0, blobs: 0 };
  const before = new Date(ctx.now() - limits.keepMs).toISOString();
  const unheld = new Set<string>();
  let files = 0;
  await transaction(ctx.db, async () => {
    const cache = new NodeCache(ctx.db, ctx.blobs, () => ctx.now());
    const dropped = await cache.trim({ entries: limits.cacheEntries, fileBytes: limits.cacheFileBytes });
    for (const blob of dropped) unheld.add(blob);
    for (const blob of await deleteOrphans(ctx.db, before)) {
      unheld.add(blob);
      files += 1;
    }
    await deleteOldProgress(ctx.db, before);
  });
  return { files, blobs: await deleteUnheld(ctx, unheld, isIdle) };
}

/** How long a live preview is there after it was made: as long as a blob counts as fresh, and then a little. Milliseconds. */
export const LIVE_KEEP_MS = 11 * 60_000;

/**
 * Clears away live previews: the next one has long taken their place.
 * @param isIdle as for `sweepRuns`.
 * @returns how many blobs went, and whether there may be more.
 */
export async function sweepLiveRuns(
  ctx: ServiceContext,
  isIdle: () => Promise<boolean> | boolean,
  keepMs = LIVE_KEEP_MS,
): Promise<{ blobs: number }> {
  if (!(await isIdle())) return { blobs: 0 };
  const before = new Date(ctx.now() - keepMs).toISOString();
  const unheld = await transaction(ctx.db, () => deleteLiveRuns(ctx.db, before));
  return { blobs: await deleteUnheld(ctx, unheld, isIdle) };
}

async function deleteUnheld(
  ctx: ServiceContext,
  blobs: Iterable<string>,
  isIdle: () => Promise<boolean> | boolean,
): Promise<number> {
  let deleted = 0;
  for (const blob of blobs) {
    await yieldToEventLoop();
    if (!(await isIdle())) break;
    if (!(await isBlobInUse(ctx.db, blob)) && (await isIdle()) && (await ctx.blobs.delete(blob)))
      deleted += 1;
  }
  return deleted;
}
