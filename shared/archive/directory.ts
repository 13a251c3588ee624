/**
 * What an honest ZIP may hold, for everybody who opens one that came from somewhere. The whole directory is judged
 * before any byte is inflated. Pure: the reader of ZIPs (yauzl, whose entries have this shape) says what it found.
 */

export interface ArchiveEntry {
  fileName: string;
  /** The name as it stands in the archive, before any decoding. */
  fileNameRaw: Uint8Array;
  compressedSize: number;
  uncompressedSize: number;
  relativeOffsetOfLocalHeader: number;
  /** The upper half is the Unix mode. */
  externalFileAttributes: number;
  isEncrypted(): boolean;
}

export interface DirectoryLimits {
  entries: number;
  /** Inflated over stored, for members above a megabyte. */
  ratio: number;
}

/** No honest archive. The message gives the reason in words that end a sentence. */
export class ArchiveError extends Error {
  override name = 'ArchiveRefused';
}

const UNIX_TYPE = 0o170_000;
const SIMPLE_TYPES = new Set([0, 0o100_000, 0o040_000]);
const LOCAL_HEADER = 30;
const BACKSLASH = 0x5c;
const RATIO_FROM_BYTES = 1024 * 1024;

/**
 * @param ratio inflated over stored, for members above a megabyte.
 * @returns why no honest archive has such a member, in words that end a sentence, or null.
 */
function entryError(entry: ArchiveEntry, ratio: number): string | null {
  const { fileName: name } = entry;
  if (name.includes('\0')) return 'a name holds a NUL';
  if (entry.fileNameRaw.includes(BACKSLASH)) return 'a name holds a backslash';
  if (/^[/~]|^[a-z]:/i.test(name)) return 'a name is an absolute path';
  if (name.split('/').includes('..')) return 'a name leads out of the archive';
  if (entry.isEncrypted()) return 'it is encrypted';
  if (!SIMPLE_TYPES.has((entry.externalFileAttributes >>> 16) & UNIX_TYPE))
    return 'it holds a link or a device';
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize / Math.max(1, compressedSize) > ratio) {
    return 'a member grows suspiciously when unpacked';
  }
  return null;
}

/** @returns a reason when two members share bytes, which only bombs do, or null. */
function entriesError(entries: readonly ArchiveEntry[]): string | null {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: offset, fileNameRaw, compressedSize } of sorted) {
    if (offset < end) return 'two members overlap';
    end = offset + LOCAL_HEADER + fileNameRaw.length + compressedSize;
  }
  return null;
}

/**
 * Reads the directory of an archive whole and judges it, before anything is inflated.
 * @param archive as yauzl opens it with `lazyEntries`; its directory can be read once.
 * @returns its entries in their order. @throws ArchiveRefused
 */
export async function readDirectory<Entry extends ArchiveEntry>(
  archive: { readonly entryCount: number; eachEntry(): AsyncIterable<Entry> },
  limits: DirectoryLimits,
): Promise<Entry[]> {
  const limitError = () => new ArchiveError(`it has more than ${limits.entries} members`);
  if (archive.entryCount > limits.entries) throw limitError();
  const entries: Entry[] = [];
  try {
    for await (const entry of archive.eachEntry()) {
      const reason = entryError(entry, limits.ratio);
      if (reason !== null) throw new ArchiveError(reason);
      // The count at the end of an archive may be a lie.
      if (entries.push(entry) > limits.entries) throw limitError();
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    // What the reader of ZIPs says of headers and signatures helps nobody who chose a file.
    const isName =
      error instanceof Error && /^(?:absolute|invalid relative) path|fileName/.test(error.message);
    throw new ArchiveError(isName ? 'a name in it leads to another place' : 'it is damaged', {
      cause: error,
    });
  }
  const reason = entriesError(entries);
  if (reason !== null) throw new ArchiveError(reason);
  return entries;
}
