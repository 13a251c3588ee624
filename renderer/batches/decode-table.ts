/** Bytes of a table to text, a piece at a time, so that the page stays awake. */

const MEBIBYTE = 1024 * 1024;
const MAX_TABLE_BYTES = 64 * MEBIBYTE;

export type Decoding =
  | { ok: true; text: string; note: string | null }
  /** A sentence that says what to do. */
  | { ok: false; error: string };

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding that the first bytes name; UTF-8 where they name none. */
function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function decodeAs(encoding: Encoding, pieces: readonly Uint8Array[]): string | null {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' });
  const texts: string[] = [];
  try {
    for (const piece of pieces) texts.push(decoder.decode(piece, { stream: true }));
    texts.push(decoder.decode());
  } catch {
    return null;
  }
  return texts.join('');
}

/**
 * Reads a table's text: UTF-8, UTF-16 with a mark, or Windows-1252, which is said.
 * @param file what a person chose. @throws what reading the file throws
 */
export async function decodeTable(file: Blob): Promise<Decoding> {
  const tooLarge: Decoding = {
    ok: false,
    error: `The file is larger than ${MAX_TABLE_BYTES / MEBIBYTE} MB. Split it, and make a batch of each part.`,
  };
  if (file.size > MAX_TABLE_BYTES) return tooLarge;
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_TABLE_BYTES) {
      await reader.cancel();
      return tooLarge;
    }
    pieces.push(value);
  }
  const encoding = encodingOf(pieces[0] ?? new Uint8Array());
  const text = decodeAs(encoding, pieces);
  if (text?.includes('\0')) {
    return {
      ok: false,
      error: 'This is not a table but some other kind of file. Save it as CSV, then choose it again.',
    };
  }
  if (text !== null) return { ok: true, text, note: null };
  if (encoding !== 'utf-8') {
    return { ok: false, error: 'The file ends in the middle of a character. Save it again as CSV in UTF-8.' };
  }
  return {
    ok: true,
    text: decodeAs('windows-1252', pieces) ?? '',
    note: 'The file is not UTF-8, so it was read as Windows-1252. Look whether accents are right; if not, save it again as CSV in UTF-8.',
  };
}
