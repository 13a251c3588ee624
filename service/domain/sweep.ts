import type { ServiceContext } from '../context.ts';
import { all, text } from '../storage/statements.ts';
import { blobsInUse } from './blob-use.ts';
import { IDEMPOTENCY_HOURS } from '../http/idempotency.ts';
import { transaction } from '../storage/database.ts';
import { sweepUndo } from './graph-history.ts';
import { eraseGraph } from './graph-store.ts';
import { expireUploads } from './uploads.ts';

/** Clears away what a crash or an expiry left behind. Runs at start, beside normal work, and later for sessions only. */
export async function sweepStorage(ctx: ServiceContext): Promise<{ blobs: number; parts: number }> {
  // Listed before the rows are read: what arrives in between is in neither list.
  const incoming = await ctx.blobs.listIncoming();
  const stored: string[] = [];
  for await (const hash of ctx.blobs.list()) stored.push(hash);

  await expireUploads(ctx);
  const wanted = new Set(all(ctx.db, 'SELECT path FROM upload_parts').map((row) => text(row, 'path')));
  const parts = incoming.filter((name) => !wanted.has(name));
  await ctx.blobs.discardIncoming(parts);

  const inUse = blobsInUse(ctx.db);
  let blobs = 0;
  for (const hash of stored) {
    if (!inUse.has(hash) && (await ctx.blobs.delete(hash))) blobs += 1;
  }
  return { blobs, parts: parts.length };
}

/** Erases the graphs of projects deleted over a day ago, and notes that no answer needs any more. */
export function sweepProjects(ctx: ServiceContext): void {
  const oldest = new Date(ctx.now() - (IDEMPOTENCY_HOURS + 1) * 3_600_000).toISOString();
  transaction(ctx.db, () => {
    sweepUndo(ctx);
    const deleted = all(
      ctx.db,
      `SELECT id FROM projects WHERE deleted_at < ? AND EXISTS (SELECT 1 FROM nodes WHERE project_id = projects.id)`,
      oldest,
    );
    for (const row of deleted) eraseGraph(ctx, text(row, 'id'));
  });
}
