/**
 * What passes between the pool and a native child: lines of JSON, one message each. The child parses bytes of
 * strangers, so the pool believes nothing it says: a line that is not exactly one of `FromChild` ends the child.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Files of one task lie in `in/` (read-only) and `out/` below the folder that the child was started with. */
export type ToChild =
  | {
      kind: 'task';
      taskId: number;
      /** A handler that the child's program registered. */
      name: string;
      input: Json;
    }
  | { kind: 'cancel'; taskId: number };

export type FromChild =
  | { kind: 'ready' }
  /** Sent before the handler runs: a child lost earlier was not ended by this task. */
  | { kind: 'begun'; taskId: number }
  | { kind: 'progress'; taskId: number; fraction: number; message: string | null }
  | { kind: 'log'; taskId: number; message: string }
  /** The next step may take this long, in milliseconds; null ends that limit. A child can only shorten its time. */
  | { kind: 'step-limit'; taskId: number; milliseconds: number | null }
  | { kind: 'succeeded'; taskId: number; value: Json }
  /** The value is too long for a line: it lies in `out/` as JSON. */
  | { kind: 'succeeded-in-file'; taskId: number; file: string }
  | { kind: 'failed'; taskId: number; code: string; message: string; defect: string | null }
  | { kind: 'canceled'; taskId: number };

/** Longest line that a child may write, in UTF-16 units: its pool stands still while it parses one. */
export const MAX_LINE_LENGTH = 1024 * 1024;
/** Longest line of a pool; inputs of nodes pass there. */
export const MAX_TASK_LINE_LENGTH = 64 * 1024 * 1024;
/** Bytes of the longest value that a task may give. */
export const MAX_VALUE_BYTES = 32 * 1024 * 1024;
/** Longest text in a message. */
export const MAX_TEXT_LENGTH = 100_000;

/** Texts in messages are cut to what the other side takes. */
export const truncate = (text: string): string => text.slice(0, MAX_TEXT_LENGTH);

/**
 * Splits a stream of text into lines.
 * @param onOverflow called once when a line exceeds the limit; nothing is read from then on.
 */
export function lineSplitter(
  onLine: (line: string) => void,
  onOverflow: () => void = () => {},
  maxLength = MAX_LINE_LENGTH,
): (chunk: string) => void {
  let pending: string[] = [];
  let pendingLength = 0;
  let stopped = false;
  return (chunk) => {
    if (stopped) return;
    const lines = chunk.split('\n');
    for (const [index, segment] of lines.entries()) {
      pending.push(segment);
      pendingLength += segment.length;
      if (pendingLength > maxLength) {
        stopped = true;
        pending = [];
        onOverflow();
        return;
      }
      if (index === lines.length - 1) return;
      const line = pending.join('');
      pending = [];
      pendingLength = 0;
      onLine(line);
    }
  };
}
