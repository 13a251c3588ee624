/** Bytes of a table to text, a piece at a time, so that the page stays awake. */

const MEBIBYTE = 1024 * 1024;
const MAX_TABLE_BYTES = 64 * MEBIBYTE;

export type Decoding =
  | { ok: true; text: string; note: string | null }
  /** A sentence that says what to do. */
  | { ok: false; error: string };

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes that are looked at to tell UTF-16 without a mark: in tables of most languages every second byte is zero. */
const SAMPLE_BYTES = 512;

/** Which bytes of each two are zero in most cases, as in UTF-16 without a mark. */
function zeroHalf(head: Uint8Array): 'first' | 'second' | null {
  const sample = head.subarray(0, Math.min(head.length, SAMPLE_BYTES) & ~1);
  if (sample.length < 4) return null;
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [first = 0, second = 0] = zeros.map((count) => count / (sample.length / 2));
  if (first > 0.6 && second < 0.1) return 'first';
  return second > 0.6 && first < 0.1 ? 'second' : null;
}

/** The encoding that the first bytes name or show; UTF-8 where they do neither. */
function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = zeroHalf(head);
  if (zeros !== null) return zeros === 'second' ? 'utf-16le' : 'utf-16be';
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
 * Reads a table's text: UTF-8, UTF-16 with or without a mark, or Windows-1252, which is said.
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
