/**
 * What an honest ZIP may hold, for everybody who opens one that came from somewhere. The whole directory is judged
 * before any byte is inflated. Pure: the reader of ZIPs says what it found.
 */

export interface ArchiveEntry {
  name: string;
  /** As it stands in the archive, before any decoding. */
  rawName: Uint8Array;
  compressedSize: number;
  uncompressedSize: number;
  /** Where its local header begins. */
  offset: number;
  /** The upper half is the Unix mode. */
  externalAttributes: number;
  encrypted: boolean;
}

const UNIX_TYPE = 0o170_000;
const PLAIN_TYPES = new Set([0, 0o100_000, 0o040_000]);
const LOCAL_HEADER = 30;
const BACKSLASH = 0x5c;
const RATIO_FROM_BYTES = 1024 * 1024;

/**
 * @param ratio inflated over stored, for members above a megabyte.
 * @returns why no honest archive has such a member, in words that end a sentence, or null.
 */
export function whyNotEntry(entry: ArchiveEntry, ratio: number): string | null {
  const { name } = entry;
  if (name.includes('\0')) return 'a name holds a NUL';
  if (entry.rawName.includes(BACKSLASH)) return 'a name holds a backslash';
  if (/^[/~]|^[a-z]:/i.test(name)) return 'a name is an absolute path';
  if (name.split('/').includes('..')) return 'a name leads out of the archive';
  if (entry.encrypted) return 'it is encrypted';
  if (!PLAIN_TYPES.has((entry.externalAttributes >>> 16) & UNIX_TYPE)) return 'it holds a link or a device';
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize / Math.max(1, compressedSize) > ratio) {
    return 'a member grows suspiciously when unpacked';
  }
  return null;
}

/** @returns a reason when two members share bytes, which only bombs do, or null. */
export function whyNotTogether(entries: readonly ArchiveEntry[]): string | null {
  const sorted = entries.toSorted((a, b) => a.offset - b.offset);
  let end = 0;
  for (const { offset, rawName, compressedSize } of sorted) {
    if (offset < end) return 'two members overlap';
    end = offset + LOCAL_HEADER + rawName.length + compressedSize;
  }
  return null;
}

/** Whether JSON text is nested no deeper than so many levels. Tells before anything is built of it. */
export function isShallowJson(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > most) return false;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    }
  }
  return true;
}
