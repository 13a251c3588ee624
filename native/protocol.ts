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
  | { kind: 'failed'; taskId: number; code: string; message: string; defect: string | null }
  | { kind: 'canceled'; taskId: number };

/** Longest line that a child may write, in UTF-16 units. Results are JSON values of nodes; files do not pass here. */
export const MAX_LINE_LENGTH = 64 * 1024 * 1024;
const MAX_TEXT_LENGTH = 100_000;

/** @returns the message, or null when the line is anything but one well-formed message. */
export function parseFromChild(line: string): FromChild | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const message = parsed as Record<string, unknown>;
  if (message['kind'] === 'ready') return { kind: 'ready' };
  const { kind, taskId } = message;
  if (typeof taskId !== 'number' || !Number.isSafeInteger(taskId)) return null;
  switch (kind) {
    case 'begun':
    case 'canceled':
      return { kind, taskId };
    case 'progress': {
      const { fraction } = message;
      const text = message['message'];
      if (typeof fraction !== 'number' || (text !== null && !isShortText(text))) return null;
      return { kind, taskId, fraction: Math.min(1, Math.max(0, fraction)), message: text };
    }
    case 'log':
      return isShortText(message['message']) ? { kind, taskId, message: message['message'] } : null;
    case 'step-limit': {
      const { milliseconds } = message;
      if (milliseconds !== null && !(typeof milliseconds === 'number' && milliseconds >= 0)) return null;
      return { kind, taskId, milliseconds };
    }
    case 'succeeded':
      return 'value' in message ? { kind, taskId, value: message['value'] as Json } : null;
    case 'failed': {
      const { code, defect } = message;
      const text = message['message'];
      if (!isShortText(code) || !isShortText(text) || (defect !== null && !isShortText(defect))) return null;
      return { kind, taskId, code, message: text, defect };
    }
    default:
      return null;
  }
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;

/** Texts in messages are cut to what the other side takes. */
export const shortened = (text: string): string => text.slice(0, MAX_TEXT_LENGTH);

/**
 * Splits a stream of text into lines.
 * @param onTooLong called once when a line exceeds the limit; nothing is read from then on.
 */
export function lineSplitter(
  onLine: (line: string) => void,
  onTooLong: () => void = () => {},
  maxLength = MAX_LINE_LENGTH,
): (chunk: string) => void {
  let pending: string[] = [];
  let pendingLength = 0;
  let stopped = false;
  return (chunk) => {
    if (stopped) return;
    const lines = chunk.split('\n');
    for (const [index, piece] of lines.entries()) {
      pending.push(piece);
      pendingLength += piece.length;
      if (pendingLength > maxLength) {
        stopped = true;
        pending = [];
        onTooLong();
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
