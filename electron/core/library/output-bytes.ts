import type { OutputBytes } from '../runs/equal-bytes.ts';

/** Reads a column that holds text or nothing. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What makes the output of a row one with others: of `content`, or of the columns it is made of. */
export const bytesOf = (connectionId: string, row: Record<string, unknown>): OutputBytes => ({
  connectionId,
  projectId: textOrNull(row['project_id']),
  kind: String(row['kind']),
  contentKey: textOrNull(row['content'] ?? row['hash'] ?? row['file_id']),
});
