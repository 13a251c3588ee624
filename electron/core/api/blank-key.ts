/**
 * Takes a key out of what a service answers. A service knows the key it was sent and may repeat it, in an error message for
 * example; nothing behind this point has any use for it.
 */

const REDACTED = '[key removed]';
/** A shorter text is no key, and would be found in anything. */
const MIN_KEY_LENGTH = 8;
/** The longest spelling of one character: `\u0073`. */
const MAX_SPELLING = 6;

export interface KeyBlanker {
  /** A header's value, or any other text that is there whole. */
  text(this: void, value: string): string;
  /** Bytes as they come; what may be the beginning of a key waits for the next piece. */
  stream(this: void, source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Every way in which JSON or a URL may spell a character: itself, escaped, `\u0073`, `%73`. */
function spellings(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  return `(?:\\\\?${escapePattern(character)}|\\\\u00${hex}|%${hex})`;
}

export function createKeyBlanker(key: string): KeyBlanker {
  if (key.length < MIN_KEY_LENGTH) return { text: (value) => value, stream: (source) => source };
  const pattern = new RegExp(Array.from(key, spellings).join(''), 'gi');
  const lowercaseKey = key.toLowerCase();
  const maxPending = key.length * MAX_SPELLING - 1;

  const text = (value: string): string => {
    // Without an escape only the key itself can be meant, which is found much faster.
    if (!/[\\%]/.test(value) && !value.toLowerCase().includes(lowercaseKey)) return value;
    return value.replace(pattern, REDACTED);
  };

  return {
    text,
    stream(source) {
      // One character a byte: positions are those of the bytes, and keys are ASCII.
      let pending = '';
      return source.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            const all =
              pending + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
            const clean = text(all);
            const keep = pendingLength(clean, maxPending);
            pending = clean.slice(clean.length - keep);
            const ready = clean.slice(0, clean.length - keep);
            if (ready !== '') controller.enqueue(bytesOf(ready));
          },
          flush(controller) {
            if (pending !== '') controller.enqueue(bytesOf(pending));
          },
        }),
      );
    },
  };
}

/** How much of the end may be the beginning of a key: the last word, as far as a key is long. No spelling has a space. */
function pendingLength(text: string, maxPending: number): number {
  const most = Math.min(text.length, maxPending);
  for (let length = 0; length < most; length += 1) {
    const code = text.charCodeAt(text.length - 1 - length);
    if (code <= 0x20 || code >= 0x7f) return length;
  }
  return most;
}

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
