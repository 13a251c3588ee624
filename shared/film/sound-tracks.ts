import { textAt, viewOf, type ReadBytes } from './bytes.ts';
import { childrenOf, findTracks, numbersOf, TRACK_ENTRY } from './matroska-elements.ts';

/**
 * How many tracks of sound a video of MP4, QuickTime, Matroska or WebM has: recorders of screens and games put a microphone on one
 * of its own, and one track is heard. Only headers are read, within limits.
 * Sources: ISO/IEC 14496-12, 8.4.3; RFC 9559, 5.1.4.1.3.
 */

/** A file that says more is not believed. */
const MAX_BOXES = 2000;
const MAX_DEPTH = 3;
const HEAD_BYTES = 16;
/** Boxes on the way to what says what a track is. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia']);
/** What is said of a track there, behind version and flags. */
const HANDLER_AT = 8;
const SOUND = 'soun';

const MATROSKA = 0x1a_45_df_a3;
const TRACK_TYPE = 0x83;
const MATROSKA_SOUND = 2;

/** @returns 0 of what is no such file. @throws what `read` does */
export async function countSoundTracks(read: ReadBytes): Promise<number> {
  const head = await read(0, HEAD_BYTES);
  if (head.length < HEAD_BYTES) return 0;
  if (viewOf(head).getUint32(0) === MATROSKA) return inMatroska(read);
  return FIRST_BOXES.has(textAt(head, 4, 4)) ? new TrackWalk(read).count(0, Infinity, 0) : 0;
}

const FIRST_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'uuid']);

async function inMatroska(read: ReadBytes): Promise<number> {
  const tracks = await findTracks(read);
  if (tracks === null) return 0;
  return childrenOf(tracks, 0, tracks.length).filter(
    ({ id, start, end }) =>
      id === TRACK_ENTRY &&
      numbersOf(tracks, childrenOf(tracks, start, end)).get(TRACK_TYPE) === MATROSKA_SOUND,
  ).length;
}

class TrackWalk {
  readonly #read: ReadBytes;
  #boxes = 0;

  constructor(read: ReadBytes) {
    this.#read = read;
  }

  async count(from: number, end: number, depth: number): Promise<number> {
    let found = 0;
    for (let at = from; at + 8 <= end && this.#boxes < MAX_BOXES;) {
      const box = boxIn(await this.#read(at, HEAD_BYTES), at, end);
      this.#boxes += 1;
      if (box === null) return found;
      if (box.type === 'hdlr') found += Number(await this.#isSound(box.start));
      if (CONTAINERS.has(box.type) && depth < MAX_DEPTH)
        found += await this.count(box.start, box.end, depth + 1);
      // One describes the whole file; what follows are its media.
      if (box.type === 'moov') return found;
      at = box.end;
    }
    return found;
  }

  async #isSound(start: number): Promise<boolean> {
    return textAt(await this.#read(start + HANDLER_AT, SOUND.length), 0, SOUND.length) === SOUND;
  }
}

interface Box {
  type: string;
  /** Of what it holds. */
  start: number;
  end: number;
}

/** @returns null where a file ends, or says what cannot be */
function boxIn(head: Uint8Array, at: number, limit: number): Box | null {
  if (head.length < 8) return null;
  const short = viewOf(head).getUint32(0);
  const isExtended = short === 1;
  if (isExtended && head.length < HEAD_BYTES) return null;
  const start = at + (isExtended ? 16 : 8);
  const end = short === 0 ? limit : at + (isExtended ? Number(viewOf(head).getBigUint64(8)) : short);
  return end < start || (limit !== Infinity && end > limit) ? null : { type: textAt(head, 4, 4), start, end };
}
