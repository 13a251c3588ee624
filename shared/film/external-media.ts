/**
 * Containers that may say that their media lie in other files or at addresses. An uploaded file must not have those opened, so
 * it is refused before a decoder sees it.
 */

/** Reads bytes of a file; fewer where it ends. */
type ReadBytes = (at: number, length: number) => Promise<Uint8Array>;

/** Unpacks a stream of zlib. @returns null where it is none, or too large */
type Inflate = (bytes: Uint8Array) => Uint8Array | null;

/** A file that says more is not believed to name others. */
const MAX_BOXES = 5000;
const MAX_DEPTH = 8;
const MAX_PACKETS = 5000;
/** Bytes of a packed description, or of a list of references, that are read. */
const MAX_BYTES = 4 * 1024 ** 2;
/** An MXF may begin behind so many other bytes. Source: SMPTE ST 377-1, 6.5. */
const MAX_RUN_IN = 65_536;

/**
 * Whether a QuickTime, MP4 or MXF file names other files that hold its media. Playlists are no containers of media and are not
 * known here; what Matroska says of the files before and after it is opened by nobody.
 * @param inflate where packed descriptions are to be looked into. @throws what `read` does
 */
export async function namesExternalMedia(read: ReadBytes, inflate: Inflate | null = null): Promise<boolean> {
  const head = await read(0, 16);
  if (isBoxType(textOf(head, 4, 4))) return new BoxWalk(read, inflate).isExternal(0, Infinity, 0);
  // Most files begin with their first packet.
  const packet = isKey(head, PARTITION, 13) ? 0 : findPacket(await read(0, MAX_RUN_IN));
  return packet === null ? false : isExternalMxf(read, packet);
}

/** Boxes that a file of QuickTime or MP4 may begin with. */
const FIRST_BOXES = 'ftyp moov mdat free skip wide pnot styp moof uuid';
const isBoxType = (type: string): boolean => type.length === 4 && FIRST_BOXES.split(' ').includes(type);

/** Those on the way to references. `rmra` lists other movies, one of which is to be opened. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf', 'cmov', 'rmra', 'rmda']);
/** `rdrf` names a movie. Source: QuickTime File Format, “Reference movies”. */
const MOVIE_REFERENCE = 'rdrf';
const SELF_CONTAINED = 1;

class BoxWalk {
  readonly #read: ReadBytes;
  readonly #inflate: Inflate | null;
  #boxes = 0;

  constructor(read: ReadBytes, inflate: Inflate | null) {
    this.#read = read;
    this.#inflate = inflate;
  }

  async isExternal(from: number, end: number, depth: number): Promise<boolean> {
    for (let at = from; at + 8 <= end;) {
      const head = await this.#read(at, 16);
      if (head.length < 8 || (this.#boxes += 1) > MAX_BOXES) return false;
      const type = textOf(head, 4, 4);
      const short = numberOf(head, 0, 4);
      const start = at + (short === 1 ? 16 : 8);
      const next = short === 0 ? end : at + (short === 1 ? numberOf(head, 8, 8) : short);
      if (next < start || (end !== Infinity && next > end)) return false;
      if (await this.#hasReference(type, start, next, depth)) return true;
      // One describes the whole file; what follows are its media.
      if (depth === 0 && type === 'moov') return false;
      at = next;
    }
    return false;
  }

  async #hasReference(type: string, start: number, end: number, depth: number): Promise<boolean> {
    if (type === MOVIE_REFERENCE) return true;
    if (CONTAINERS.has(type)) return depth < MAX_DEPTH && this.isExternal(start, end, depth + 1);
    if (type !== 'dref' && type !== 'cmvd') return false;
    const bytes = await this.#read(start, Math.min(end - start, MAX_BYTES));
    if (type === 'dref') return hasExternalEntry(bytes);
    // Behind the length of what was packed.
    const movie = this.#inflate?.(bytes.subarray(4)) ?? null;
    if (movie === null) return false;
    const walk = new BoxWalk(async (at, length) => movie.subarray(at, at + length), null);
    return walk.isExternal(0, movie.length, depth + 1);
  }
}

/** Entries of a `dref`: size, type, version, flags, and where the media lie. Source: ISO/IEC 14496-12, 8.7.2. */
function hasExternalEntry(bytes: Uint8Array): boolean {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const size = numberOf(bytes, at, 4);
    if (size < 12) return false;
    const isSelfContained = ((bytes[at + 11] ?? 0) & SELF_CONTAINED) === SELF_CONTAINED;
    // Some programs leave the flag out and name nothing.
    if (!isSelfContained && bytes.subarray(at + 12, at + size).some((byte) => byte !== 0)) return true;
    at += size;
  }
  return false;
}

/** The beginnings of keys of MXF. Source: SMPTE ST 377-1. */
const KEY = [0x06, 0x0e, 0x2b, 0x34];
const PARTITION = [...KEY, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01];
const SET = [...KEY, 0x02, 0x53, 0x01, 0x01, 0x0d, 0x01, 0x01, 0x01, 0x01, 0x01];
/** Media; what describes the file lies before them. */
const ESSENCE = [...KEY, 0x01, 0x02, 0x01, 0x01, 0x0d, 0x01, 0x03, 0x01];
const NETWORK_LOCATOR = 0x32;
const ESSENCE_CONTAINER = 0x23;
/** Where the pattern of operation lies in a partition, and its qualifiers in there. */
const PATTERN_AT = 64;
const QUALIFIERS_AT = PATTERN_AT + 14;
const EXTERNAL_ESSENCE = 2;
/** Patterns up to 3 are generalized; others have qualifiers of their own. */
const COMPLEXITY_AT = PATTERN_AT + 12;
const MAX_COMPLEXITY = 3;

async function isExternalMxf(read: ReadBytes, first: number): Promise<boolean> {
  let [hasLocator, hasEssence] = [false, false];
  let at = first;
  for (let count = 0; count < MAX_PACKETS; count += 1) {
    const head = await read(at, 25);
    if (head.length < 17 || !isKey(head, KEY, 4)) break;
    if (isKey(head, ESSENCE, 12)) return false;
    const { length, size } = berLength(head, 16);
    const start = at + 16 + size;
    if (isKey(head, PARTITION, 13)) {
      const partition = await read(start, Math.min(length, PATTERN_AT + 16));
      const complexity = partition[COMPLEXITY_AT] ?? 0;
      const isGeneralized = complexity >= 1 && complexity <= MAX_COMPLEXITY;
      if (isGeneralized && ((partition[QUALIFIERS_AT] ?? 0) & EXTERNAL_ESSENCE) !== 0) return true;
    }
    if (isKey(head, SET, 14)) {
      hasLocator ||= head[14] === NETWORK_LOCATOR;
      hasEssence ||= head[14] === ESSENCE_CONTAINER;
    }
    at = start + length;
  }
  // Programs that copy media into MXF name where they came from, too.
  return hasLocator && !hasEssence;
}

function findPacket(bytes: Uint8Array): number | null {
  for (let at = bytes.indexOf(KEY[0] ?? 0); at >= 0; at = bytes.indexOf(KEY[0] ?? 0, at + 1))
    if (isKey(bytes.subarray(at, at + 16), PARTITION, 13)) return at;
  return null;
}

function berLength(bytes: Uint8Array, at: number): { length: number; size: number } {
  const first = bytes[at] ?? 0;
  const count = first & 0x7f;
  return first < 0x80
    ? { length: first, size: 1 }
    : { length: numberOf(bytes, at + 1, Math.min(8, count)), size: 1 + count };
}

const isKey = (bytes: Uint8Array, key: readonly number[], length: number): boolean =>
  bytes.length >= length && key.slice(0, length).every((byte, index) => bytes[index] === byte);

const textOf = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

function numberOf(bytes: Uint8Array, from: number, length: number): number {
  let value = 0;
  for (const byte of bytes.subarray(from, from + length)) value = value * 256 + byte;
  return value;
}
