import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { queryRow, run } from '#service/storage/statements.ts';

/** An account's storage: used by files, reserved by open upload sessions. Each change is one conditional UPDATE. */

/** What a person stores and is sending, in bytes, and how much that may be; null without a limit. */
async function personStorage(
  ctx: ServiceContext,
  personId: string,
): Promise<{ stored: number; limit: number } | null> {
  const row = await queryRow(
    ctx.db,
    `SELECT p.storage_limit AS storage_limit,
       (SELECT COALESCE(SUM(size_bytes), 0) FROM files
        WHERE person_id = p.id AND deleted_at IS NULL AND origin = 'upload') AS stored,
       (SELECT COALESCE(SUM(size_bytes), 0) FROM uploads WHERE person_id = p.id AND state = 'pending') AS reserved
     FROM people p WHERE p.id = ? AND p.storage_limit IS NOT NULL`,
    personId,
  );
  if (row === undefined) return null;
  return { stored: Number(row['stored']) + Number(row['reserved']), limit: Number(row['storage_limit']) };
}

/** @throws Problem STORAGE_LIMIT_EXCEEDED for more than the person may store */
async function requirePersonSpace(
  ctx: ServiceContext,
  personId: string | null,
  sizeBytes: number,
): Promise<void> {
  const found = personId === null ? null : await personStorage(ctx, personId);
  if (found === null || found.stored + sizeBytes <= found.limit) return;
  throw Problem.of(
    'STORAGE_LIMIT_EXCEEDED',
    `This upload would exceed your own storage limit of ${found.limit} bytes. Delete files that you have uploaded and no longer need, or ask for more.`,
    { storageLimitBytes: found.limit, sizeBytes },
  );
}

const full = (ctx: ServiceContext, sizeBytes: number) =>
  Problem.of(
    'STORAGE_LIMIT_EXCEEDED',
    'This upload would exceed the storage limit of the account. Delete files that are no longer needed.',
    { storageLimitBytes: ctx.config.storageLimit, sizeBytes },
  );

/** A column less a number that is given twice, and never below 0. */
const lessened = (column: string): string => `CASE WHEN ${column} > ? THEN ${column} - ? ELSE 0 END`;

const FITS = 'id = ? AND storage_used_bytes + storage_reserved_bytes + ? <= ?';

/** @param personId who sends it. @throws Problem STORAGE_LIMIT_EXCEEDED */
export async function reserveStorage(
  ctx: ServiceContext,
  accountId: string,
  bytes: number,
  personId: string | null = null,
): Promise<void> {
  await requirePersonSpace(ctx, personId, bytes);
  const changed = await run(
    ctx.db,
    `UPDATE accounts SET storage_reserved_bytes = storage_reserved_bytes + ? WHERE ${FITS}`,
    bytes,
    accountId,
    bytes,
    ctx.config.storageLimit,
  );
  if (changed === 0) throw full(ctx, bytes);
}

/** Takes storage that was not reserved before. @param personId who sends it. @throws Problem STORAGE_LIMIT_EXCEEDED */
export async function consumeStorage(
  ctx: ServiceContext,
  accountId: string,
  bytes: number,
  personId: string | null = null,
): Promise<void> {
  await requirePersonSpace(ctx, personId, bytes);
  const changed = await run(
    ctx.db,
    `UPDATE accounts SET storage_used_bytes = storage_used_bytes + ? WHERE ${FITS}`,
    bytes,
    accountId,
    bytes,
    ctx.config.storageLimit,
  );
  if (changed === 0) throw full(ctx, bytes);
}

/** Turns a reservation into use. */
export async function useReservation(ctx: ServiceContext, accountId: string, bytes: number): Promise<void> {
  await run(
    ctx.db,
    `UPDATE accounts SET storage_reserved_bytes = ${lessened('storage_reserved_bytes')},
       storage_used_bytes = storage_used_bytes + ? WHERE id = ?`,
    bytes,
    bytes,
    bytes,
    accountId,
  );
}

export async function releaseReservation(
  ctx: Pick<ServiceContext, 'db'>,
  accountId: string,
  bytes: number,
): Promise<void> {
  await run(
    ctx.db,
    `UPDATE accounts SET storage_reserved_bytes = ${lessened('storage_reserved_bytes')} WHERE id = ?`,
    bytes,
    bytes,
    accountId,
  );
}

export async function freeStorage(ctx: ServiceContext, accountId: string, bytes: number): Promise<void> {
  await run(
    ctx.db,
    `UPDATE accounts SET storage_used_bytes = ${lessened('storage_used_bytes')} WHERE id = ?`,
    bytes,
    bytes,
    accountId,
  );
}

/** Says early that bytes would not fit; what counts is `consumeStorage`. @throws Problem STORAGE_LIMIT_EXCEEDED */
export async function requireStorageSpace(
  ctx: ServiceContext,
  accountId: string,
  bytes: number,
  personId: string | null = null,
): Promise<void> {
  await requirePersonSpace(ctx, personId, bytes);
  const fits = await queryRow(
    ctx.db,
    `SELECT 1 FROM accounts WHERE ${FITS}`,
    accountId,
    bytes,
    ctx.config.storageLimit,
  );
  if (!fits) throw full(ctx, bytes);
}

/** Between two looks at the room that is left. */
const STEP_BYTES = 1024 * 1024;

/**
 * The bytes of a stream, as long as they fit: what is too much is refused before it is a file, and not when all of it is stored.
 * @param before bytes that came with the same request. @throws Problem STORAGE_LIMIT_EXCEEDED
 */
export async function* limitToStorage(
  ctx: ServiceContext,
  { accountId, personId }: { accountId: string; personId: string | null },
  stream: AsyncIterable<Uint8Array>,
  before = 0,
): AsyncGenerator<Uint8Array> {
  let bytes = before;
  let checked = before;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes - checked >= STEP_BYTES) {
      checked = bytes;
      await requireStorageSpace(ctx, accountId, bytes, personId);
    }
    yield chunk;
  }
  await requireStorageSpace(ctx, accountId, bytes, personId);
}

/** Counts bytes again whose release is taken back, whatever the limit is. */
export async function restoreStorage(ctx: ServiceContext, accountId: string, bytes: number): Promise<void> {
  await run(
    ctx.db,
    'UPDATE accounts SET storage_used_bytes = storage_used_bytes + ? WHERE id = ?',
    bytes,
    accountId,
  );
}
