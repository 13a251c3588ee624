import { nameOfUrl } from '../otio/media-names.ts';
import { CUT_LIMITS, type CutMarker } from './cut.ts';
import { speedLineOf } from './edl-rate.ts';
import { framesOfTimecode, type TimecodeForm } from './timecode.ts';

/** What stands below the lines of one event number: it is said of all of them, picture and sound. */

const NAME = /^\*\s{0,20}FROM CLIP NAME:(.*)$/i;
const TO_NAME = /^\*\s{0,20}TO CLIP NAME:(.*)$/i;
/** Addresses, as the adapter of OpenTimelineIO writes them. */
const FROM_FILE = /^\*\s{0,20}(?:FROM CLIP|FROM FILE):(.*)$/i;
const TO_FILE = /^\*\s{0,20}(?:TO CLIP|TO FILE):(.*)$/i;
/** Of the clip that was named last. */
const FILE = /^\*\s{0,20}(?:SOURCE FILE|MEDIA FILE):(.*)$/i;
/** The words of a caption, a line each, as our own lists have them. */
const CAPTION = /^\*\s{0,20}CAPTION:\s?(.*)$/i;
const MARKER = /^\*\s{0,20}LOC:\s{0,20}(\d\d:\d\d:\d\d[:;]\d\d)(.*)$/i;
const COLOR = /^(?:RED|GREEN|BLUE|CYAN|MAGENTA|YELLOW|BLACK|WHITE|PINK|ORANGE|PURPLE)\b/i;

/** What is said of the clip of an event: of the one that a dissolve comes from, or of the one that it goes to. */
export interface EdlNames {
  name: string;
  file: string;
}

export class EdlRemarks {
  readonly from: EdlNames = { name: '', file: '' };
  readonly to: EdlNames = { name: '', file: '' };
  /** Lines with no place of their own, as they stand. */
  readonly others: string[] = [];
  readonly #captions: string[] = [];
  readonly #markers: { at: number; color: string; name: string }[] = [];
  readonly #speeds = new Map<string, number>();
  /** The clip that a file without a side belongs to. */
  #named: EdlNames = this.from;

  constructor(lines: readonly string[], form: TimecodeForm) {
    for (const line of lines) this.#add(line, form);
  }

  #add(line: string, form: TimecodeForm): void {
    const speed = speedLineOf(line);
    if (speed) {
      this.#speeds.set(speed.reel, speed.framesPerSecond);
      return;
    }
    const [, time, rest = ''] = MARKER.exec(line) ?? [];
    const at = time === undefined ? undefined : framesOfTimecode(time, form);
    if (at !== undefined && this.#markers.length < CUT_LIMITS.perClip) {
      const written = rest.trim();
      const color = COLOR.exec(written)?.[0] ?? '';
      this.#markers.push({ at, color: color.toUpperCase(), name: written.slice(color.length).trim() });
      return;
    }
    const caption = CAPTION.exec(line)?.[1];
    if (caption !== undefined && this.#captions.length < CUT_LIMITS.perClip) {
      this.#captions.push(caption.trimEnd());
      return;
    }
    if (!this.#addName(line) && this.others.length < CUT_LIMITS.perClip) this.others.push(line);
  }

  #addName(line: string): boolean {
    const [name, toName, fromFile, toFile, file] = [NAME, TO_NAME, FROM_FILE, TO_FILE, FILE].map((pattern) =>
      pattern.exec(line)?.[1]?.trim(),
    );
    if (name !== undefined) (this.#named = this.from).name = name;
    else if (toName !== undefined) (this.#named = this.to).name = toName;
    else if (fromFile !== undefined) this.from.file = nameOfUrl(fromFile);
    else if (toFile !== undefined) this.to.file = nameOfUrl(toFile);
    else if (file !== undefined) this.#addFile(nameOfFile(file));
    else return false;
    return true;
  }

  /** The second of two files below two names is that of the clip named last, the first that of the other. */
  #addFile(file: string): void {
    if (this.#named === this.to && this.to.file !== '' && this.from.file === '')
      this.from.file = this.to.file;
    this.#named.file = file;
  }

  /** The words of a caption; undefined where the event is none. */
  get words(): string | undefined {
    const hasFile = this.from.file !== '' || this.to.file !== '';
    return this.#captions.length > 0 && !hasFile ? this.#captions.join('\n') : undefined;
  }

  /**
   * How fast a clip plays. An `M2` line gives frames a second, which some programs count by the rate and others by the
   * whole frames of its timecode; the two lengths say it better where they agree with either.
   * @param clip the rate of the list, and frames of its source and of itself; `before` is the reel that a dissolve comes from.
   */
  speedOf(reel: string, clip: { rate: number; source: number; length: number; before?: string }): number {
    const [only] = this.#speeds.size === 1 ? this.#speeds : [];
    const isOfOther = only?.[0] === clip.before?.toUpperCase();
    const written = this.#speeds.get(reel.toUpperCase()) ?? (isOfOther ? undefined : only?.[1]);
    if (written === undefined) return 1;
    if (written === 0) return 0;
    const ways = [written / Math.round(clip.rate), written / clip.rate];
    const measured = (Math.sign(written) * clip.source) / clip.length;
    const agrees = ways.some((speed) => Math.abs(measured - speed) * clip.rate <= 0.5);
    if (Number.isFinite(measured) && measured !== 0 && agrees) return measured;
    // One digit counts whole frames; a fraction that is longer counts by the rate itself.
    return Number.isInteger(Math.round(written * 1e6) / 1e5) ? ways[0]! : ways[1]!;
  }

  /** Its markers in the time of the medium: they stand at record times, and in some lists at source times. */
  markersOf({
    sourceIn,
    recordIn,
    length,
  }: {
    sourceIn: number;
    recordIn: number;
    length: number;
  }): CutMarker[] {
    return this.#markers.map(({ at, color, name }) => {
      const isRecord = at >= recordIn && at <= recordIn + length;
      return { name, comment: '', color, at: isRecord ? sourceIn + at - recordIn : at, length: 0 };
    });
  }
}

/** The name of a file that is written as a name, a path or an address. A name keeps its `%`, `#` and `?`. */
const nameOfFile = (written: string): string =>
  written.includes('://') ? nameOfUrl(written) : (written.split(/[/\\]/).at(-1) ?? '');
