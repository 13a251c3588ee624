import { open, type FileHandle } from 'node:fs/promises';
import type { StartTimecode } from '#shared/desk/media-schemas.ts';
import { parseTimecode, timecodeOfFrame } from '#shared/timeline/timecode.ts';
import { exactRate } from './exact-rate.ts';

/** Boxes that are looked at, and how deep: a file that says more is not believed. */
const MAX_BOXES = 5000;
const MAX_DEPTH = 6;
const MAX_RATE = 1000;
const MAX_FRAMES = 100_000_000;

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/** Timecode that is written as text. @param roundedRate frames a second of the medium. @returns null of what is no timecode */
export function textTimecode(text: string, roundedRate: number): StartTimecode | null {
  const framesPerSecond = exactRate(roundedRate);
  if (!/^\d{1,2}:\d{2}:\d{2}[:;.]\d{1,3}$/.test(text) || !(framesPerSecond > 0)) return null;
  const isDropFrame = /[;.]\d+$/.test(text);
  const rate = countingRate(framesPerSecond, isDropFrame);
  const seconds = parseTimecode(text.replace(/\.(\d+)$/, ';$1'), rate);
  if (seconds === null) return null;
  return startTimecode(Math.round(seconds * rate), framesPerSecond, isDropFrame);
}

/**
 * The rate whose rule numbers are counted by: where none is left out, whole frames a second, whatever the rate is; else that of
 * television, also of phones that record 30 frames a second and leave numbers out.
 */
function countingRate(framesPerSecond: number, isDropFrame: boolean): number {
  const base = Math.max(1, Math.round(framesPerSecond));
  return isDropFrame && base % 30 === 0 ? (base * 1000) / 1001 : base;
}

function startTimecode(frames: number, framesPerSecond: number, isDropFrame: boolean): StartTimecode | null {
  if (!(framesPerSecond > 0) || framesPerSecond > MAX_RATE || frames < 0 || frames > MAX_FRAMES) return null;
  return {
    timecode: timecodeOfFrame(frames, countingRate(framesPerSecond, isDropFrame)),
    frames,
    framesPerSecond,
    seconds: frames / framesPerSecond,
  };
}

interface Box {
  type: string;
  /** Of its content. */
  start: number;
  end: number;
}

/** What is read of a track for its timecode. */
interface TimecodeTrack {
  handler: string;
  entry: { isDropFrame: boolean; framesPerSecond: number } | null;
  /** Where its first sample lies. */
  sampleAt: number | null;
}

/**
 * The timecode of a QuickTime or MP4 file, which lies in a track of its own.
 * Source: QuickTime File Format, “Timecode media”. @returns null where there is none
 */
export async function readStartTimecode(path: string): Promise<StartTimecode | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return await new TimecodeReader(file).read(size);
  } catch {
    // A broken file has no timecode; what else it has others say.
    return null;
  } finally {
    await file.close();
  }
}

class TimecodeReader {
  readonly #file: FileHandle;
  #boxes = 0;
  #track: TimecodeTrack = { handler: '', entry: null, sampleAt: null };
  #found: StartTimecode | null = null;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async read(size: number): Promise<StartTimecode | null> {
    await this.#walk(0, size, 0);
    return this.#found;
  }

  async #bytes(at: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await this.#file.read(buffer, 0, length, at);
    if (bytesRead < length) throw new Error('The file ends early.');
    return buffer;
  }

  async #box(at: number, end: number): Promise<Box | null> {
    if (at + 8 > end || (this.#boxes += 1) > MAX_BOXES) return null;
    const head = await this.#bytes(at, 8);
    const type = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    const isExtended = short === 1;
    const length = isExtended
      ? Number((await this.#bytes(at + 8, 8)).readBigUInt64BE(0))
      : short === 0
        ? end - at
        : short;
    const start = at + (isExtended ? 16 : 8);
    return at + length < start || at + length > end ? null : { type, start, end: at + length };
  }

  async #walk(from: number, end: number, depth: number): Promise<void> {
    let at = from;
    while (this.#found === null) {
      const box = await this.#box(at, end);
      if (box === null) return;
      if (CONTAINERS.has(box.type) && depth < MAX_DEPTH) await this.#enter(box, depth);
      else await this.#note(box);
      at = box.end;
    }
  }

  async #enter({ type, start, end }: Box, depth: number): Promise<void> {
    if (type === 'trak') this.#track = { handler: '', entry: null, sampleAt: null };
    await this.#walk(start, end, depth + 1);
    const { handler, entry, sampleAt } = this.#track;
    if (type !== 'trak' || handler !== 'tmcd' || entry === null || sampleAt === null) return;
    const frames = (await this.#bytes(sampleAt, 4)).readUInt32BE(0);
    this.#found = startTimecode(frames, entry.framesPerSecond, entry.isDropFrame);
  }

  async #note({ type, start }: Box): Promise<void> {
    if (type === 'hdlr') {
      const handler = (await this.#bytes(start + 8, 4)).toString('latin1');
      // The handler of the data comes behind that of the medium.
      if (this.#track.handler === '') this.#track.handler = handler;
    } else if (this.#track.handler !== 'tmcd') return;
    else if (type === 'stsd') this.#track.entry = await this.#entry(start);
    else if (type === 'stco') this.#track.sampleAt = (await this.#bytes(start + 8, 4)).readUInt32BE(0);
    else if (type === 'co64')
      this.#track.sampleAt = Number((await this.#bytes(start + 8, 8)).readBigUInt64BE(0));
  }

  async #entry(start: number): Promise<TimecodeTrack['entry']> {
    // Behind version and count: size, type, 8 bytes of every entry, 4 reserved, flags, time scale, length of a frame.
    const entry = await this.#bytes(start + 8, 32);
    if (entry.toString('latin1', 4, 8) !== 'tmcd') return null;
    const frameDuration = entry.readUInt32BE(28);
    if (frameDuration === 0) return null;
    return {
      isDropFrame: (entry.readUInt32BE(20) & 1) === 1,
      framesPerSecond: entry.readUInt32BE(24) / frameDuration,
    };
  }
}
