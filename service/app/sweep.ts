import { join } from 'node:path';
import type { ServiceContext } from '#service/context.ts';
import { dropCachedGraph } from '#service/graphs/graph-cache.ts';
import { deletedWithGraph } from '#service/projects/rows.ts';
import { partPaths } from '#service/uploads/rows.ts';
import { blobsInUse } from '#service/files/blob-use-rows.ts';
import { REPLAY_HOURS } from '#service/rules/replay-hours.ts';
import { markOpenAsCopy } from '#service/storage/copy-mark.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { transaction } from '#service/storage/database.ts';
import { MediaStoreProblem } from '#service/storage/media-location.ts';
import { readPairing, renewPairing } from '#service/storage/pairing.ts';
import { sweepUndo } from '#service/graphs/history.ts';
import { eraseGraph } from '#service/graphs/rows.ts';
import { expireUploads } from '#service/uploads/sessions.ts';

/**
 * Clears away what a crash or an expiry left behind. Runs at start, before anything else.
 * Bytes are deleted only on the word of the database that was last used with them; before any other (a new one, an
 * emptied one, an older copy) they are set aside, and come back once a database refers to them again.
 */
export async function sweepStorage(ctx: ServiceContext): Promise<{ blobs: number; segments: number }> {
  const { sharedMedia } = ctx.media;
  if (sharedMedia === undefined) return await sweepFiles(ctx);
  // Others wait until this is done.
  sharedMedia.isExclusive = true;
  try {
    return await sweepFiles(ctx);
  } finally {
    sharedMedia.isExclusive = false;
  }
}

async function sweepFiles(ctx: ServiceContext): Promise<{ blobs: number; segments: number }> {
  const paths = dataPaths(ctx.config.dataDirectory);
  await restoreReferenced(ctx, paths.quarantine);
  // Listed before the rows are read: what arrives in between is in neither list.
  const incoming = await ctx.blobs.listIncoming();
  const stored: string[] = [];
  for await (const hash of ctx.blobs.list()) stored.push(hash);

  await expireUploads(ctx);
  const referenced = await partPaths(ctx.db);
  const orphaned = incoming.filter((name) => !referenced.has(name));
  const inUse = await blobsInUse(ctx.db);
  const unknown = stored.filter((hash) => !inUse.has(hash));

  const pairing = await readPairing(ctx.db, ctx.blobs);
  // What its runs have done since then is not known.
  if (pairing === 'strangers') await markOpenAsCopy(ctx.db);
  const isTrusted = pairing === 'paired' || (pairing === 'unmarked' && unknown.length < stored.length);
  if (!isTrusted && unknown.length + orphaned.length > 0) {
    const folder = join(paths.quarantine, new Date(ctx.now()).toISOString().replaceAll(':', '-'));
    await ctx.blobs.quarantine(unknown, orphaned, folder);
    ctx.log.warn(
      `The database is not the one that knew ${unknown.length + orphaned.length} of the stored files; they were moved to ${folder}, none was deleted. Put the right patchbay.sqlite back to have them again, or delete that folder.`,
    );
    await renewPairing(ctx.db, ctx.blobs);
    return { blobs: 0, segments: 0 };
  }
  await renewPairing(ctx.db, ctx.blobs);

  await ctx.blobs.discardIncoming(orphaned);
  let blobs = 0;
  for (const hash of unknown) if (await ctx.blobs.delete(hash)) blobs += 1;
  return { blobs, segments: orphaned.length };
}

/**
 * Looks whether the media are those of the database, where other services use both. What is under way there is nobody else's
 * to clear away.
 * @throws MediaStoreProblem
 */
export async function joinStorage(ctx: ServiceContext): Promise<{ blobs: number; segments: number }> {
  if ((await readPairing(ctx.db, ctx.blobs)) !== 'paired')
    throw new MediaStoreProblem(
      'Other services use this database with media that lie elsewhere. Start this one with the same --data folder as theirs, or with the bucket that they name with --media.',
    );
  return { blobs: 0, segments: 0 };
}

/** Blobs that were set aside and that the database, put back since, refers to. */
async function restoreReferenced(ctx: ServiceContext, quarantine: string): Promise<void> {
  const found = await ctx.blobs.listQuarantined(quarantine);
  if (found.length === 0) return;
  const inUse = await blobsInUse(ctx.db);
  let count = 0;
  for (const { folder, hashes } of found) {
    for (const hash of hashes) {
      if (!inUse.has(hash) || (await ctx.blobs.has(hash))) continue;
      await ctx.blobs.restore(hash, folder);
      count += 1;
    }
  }
  if (count > 0) ctx.log.warn(`${count} stored files that had been set aside are back in use.`);
}

/** Erases the graphs of projects deleted over a day ago, and notes that no response needs any more. */
export async function sweepProjects(ctx: ServiceContext): Promise<void> {
  const oldest = new Date(ctx.now() - (REPLAY_HOURS + 1) * 3_600_000).toISOString();
  await transaction(ctx.db, async () => {
    await sweepUndo(ctx);
    for (const projectId of await deletedWithGraph(ctx.db, oldest)) {
      await eraseGraph(ctx.db, projectId);
      dropCachedGraph(ctx, projectId);
    }
  });
}
