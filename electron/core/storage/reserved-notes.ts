import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { DEFAULT_LIMITS, parseJsonBytes } from '#shared/reading/index.ts';

/**
 * Short notes that fit on a full disk: their file has its room from the start and is overwritten in place. They say what the
 * service has taken of what is stored here, where that could not be stored in its own place.
 */
export interface ReservedNotes {
  /** What was noted of a place and not settled since. */
  idsOf(path: string): readonly string[];
  /** @returns whether it is on the disk. */
  add(path: string, ids: readonly string[]): boolean;
  /** These are stored in their own place now. */
  settle(path: string, ids: readonly string[]): void;
}

/** Two parts of the file are written in turn, so that a write that is cut off leaves the one before. Bytes. */
const SEGMENT_BYTES = 64 * 1024;
/** Of the checksum and the length in front of the text. */
const HEADER = /^([0-9a-f]{8}) (\d{1,6}) /;

const Content = z.object({ turn: z.int(), notes: z.record(z.string(), z.array(z.string())) });
type Content = z.infer<typeof Content>;

const empty: Content = { turn: 0, notes: {} };

/** Opens the notes, and makes room for them where there is none yet. A full disk without that room takes no notes. */
export function openReservedNotes(path: string): ReservedNotes {
  let content = reserve(path) ? readContent(path) : empty;

  function write(notes: Content['notes']): boolean {
    const next = { turn: content.turn + 1, notes };
    const text = Buffer.from(JSON.stringify(next));
    const header = `${crc32(text).toString(16).padStart(8, '0')} ${text.byteLength} `;
    if (header.length + text.byteLength > SEGMENT_BYTES || !reserve(path)) return false;
    try {
      writeAt(path, Buffer.concat([Buffer.from(header), text]), (next.turn % 2) * SEGMENT_BYTES);
    } catch {
      return false;
    }
    content = next;
    return true;
  }

  const idsOf = (location: string): readonly string[] => content.notes[location] ?? [];
  return {
    idsOf,
    add: (location, ids) =>
      write({ ...content.notes, [location]: [...new Set([...idsOf(location), ...ids])] }),
    settle(location, ids) {
      const left = idsOf(location).filter((id) => !ids.includes(id));
      if (left.length === idsOf(location).length) return;
      const { [location]: _settled, ...remaining } = content.notes;
      // What stays noted though it is settled takes nothing away: ids are given once.
      write(left.length === 0 ? remaining : { ...remaining, [location]: left });
    },
  };
}

/** @returns whether the file has all its room. */
function reserve(path: string): boolean {
  try {
    const file = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600);
    try {
      const { size } = fstatSync(file);
      if (size >= 2 * SEGMENT_BYTES) return true;
      writeSync(file, Buffer.alloc(2 * SEGMENT_BYTES - size, ' '), 0, undefined, size);
      fsyncSync(file);
      return fstatSync(file).size >= 2 * SEGMENT_BYTES;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

function writeAt(path: string, bytes: Buffer, position: number): void {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, bytes, 0, bytes.byteLength, position);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function readContent(path: string): Content {
  try {
    const bytes = readSegments(path);
    const segments = [0, SEGMENT_BYTES].map((at) => readSegment(bytes.subarray(at, at + SEGMENT_BYTES)));
    return segments.reduce((latest, segment) => (segment.turn > latest.turn ? segment : latest), empty);
  } catch {
    return empty;
  }
}

function readSegments(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(2 * SEGMENT_BYTES);
    readSync(file, bytes, 0, bytes.byteLength, 0);
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** @returns nothing for a part that was never written, or not to its end. */
function readSegment(segment: Buffer): Content {
  const header = HEADER.exec(segment.subarray(0, 16).toString('latin1'));
  if (header === null) return empty;
  const text = segment.subarray(header[0].length, header[0].length + Number(header[2]));
  if (crc32(text).toString(16).padStart(8, '0') !== header[1]) return empty;
  const json = parseJsonBytes(text, { label: 'The notes', hint: '', limits: DEFAULT_LIMITS });
  const parsed = Content.safeParse(json.ok ? json.value : null);
  return parsed.success ? parsed.data : empty;
}
