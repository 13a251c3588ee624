import { assertNever } from '../language/assert-never.ts';
import { nameOfUrl } from '../otio/media-names.ts';
import { CUT_LIMITS, type CutClip, type CutMarker } from './cut.ts';
import { isResolveMarker } from './edl-lines.ts';
import { speedLineOf } from './edl-rate.ts';
import { resolveMarkerOf, type ResolveMarker } from './edl-resolve-markers.ts';
import { framesOfTimecode, type TimecodeForm } from './timecode.ts';

/** What stands below the lines of one event number: it is said of all of them, picture and sound. */

/** What a remark says, by the words before its colon. */
type CommentKind = 'name' | 'toName' | 'fromFile' | 'toFile' | 'file' | 'caption' | 'marker';
const KINDS: ReadonlyMap<string, CommentKind> = new Map([
  ['FROM CLIP NAME', 'name'],
  ['TO CLIP NAME', 'toName'],
  // Addresses, as the adapter of OpenTimelineIO writes them.
  ['FROM CLIP', 'fromFile'],
  ['FROM FILE', 'fromFile'],
  ['TO CLIP', 'toFile'],
  ['TO FILE', 'toFile'],
  // Of the clip that was named last.
  ['SOURCE FILE', 'file'],
  ['MEDIA FILE', 'file'],
  // The words of a caption, a line each, as our own lists have them.
  ['CAPTION', 'caption'],
  ['LOC', 'marker'],
]);
/** Characters of the longest of these words, with blanks around them. */
const MAX_KEY = 40;
const LOCATION = /^\s{0,20}(\d\d:\d\d:\d\d[:;]\d\d)(.*)$/;
const COLOR = /^(?:RED|GREEN|BLUE|CYAN|MAGENTA|YELLOW|BLACK|WHITE|PINK|ORANGE|PURPLE)\b/i;

/** What is said of the clip of an event: of the one that a dissolve comes from, or of the one that it goes to. */
export interface EdlNames {
  name: string;
  file: string;
}

export class EdlComments {
  readonly from: EdlNames = { name: '', file: '' };
  readonly to: EdlNames = { name: '', file: '' };
  /** Lines with no place of their own, as they stand. */
  readonly remaining: string[] = [];
  /** Markers of the timeline, as DaVinci Resolve exports them. */
  readonly resolveMarkers: ResolveMarker[] = [];
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
    if (speed) this.#speeds.set(speed.reel, speed.framesPerSecond);
    else if (isResolveMarker(line)) this.#addResolveMarker(line);
    else if (!this.#addCommon(line, form) && this.remaining.length < CUT_LIMITS.perClip)
      this.remaining.push(line);
  }

  #addResolveMarker(line: string): void {
    if (this.resolveMarkers.length < CUT_LIMITS.perClip) this.resolveMarkers.push(resolveMarkerOf(line));
  }

  /** Whether an event stands for its marker alone: nothing is said of a clip. */
  get isMarker(): boolean {
    return this.resolveMarkers.length > 0 && this.isOfNoClip;
  }

  /** Whether neither a name nor a file, speed or words of a clip are said. */
  get isOfNoClip(): boolean {
    const reported = [this.from.name, this.from.file, this.to.name, this.to.file];
    const hasMore = this.#speeds.size > 0 || this.#captions.length > 0 || this.remaining.length > 0;
    return !hasMore && reported.every((text) => text === '');
  }

  /** @returns false for a remark with no place of its own. */
  #addCommon(line: string, form: TimecodeForm): boolean {
    const colon = line.startsWith('*') ? line.slice(0, MAX_KEY).indexOf(':') : -1;
    const kind = colon < 0 ? undefined : KINDS.get(line.slice(1, colon).trim().toUpperCase());
    const value = line.slice(colon + 1);
    switch (kind) {
      case 'name':
        (this.#named = this.from).name = value.trim();
        return true;
      case 'toName':
        (this.#named = this.to).name = value.trim();
        return true;
      case 'fromFile':
        this.from.file = nameOfUrl(value.trim());
        return true;
      case 'toFile':
        this.to.file = nameOfUrl(value.trim());
        return true;
      case 'file':
        this.#addFile(nameOfFile(value.trim()));
        return true;
      case 'caption':
        if (this.#captions.length >= CUT_LIMITS.perClip) return false;
        this.#captions.push(value.replace(/^\s/, '').trimEnd());
        return true;
      case 'marker':
        return this.#addMarker(value, form);
      case undefined:
        return false;
      default:
        return assertNever(kind);
    }
  }

  #addMarker(value: string, form: TimecodeForm): boolean {
    const [, time, remaining = ''] = LOCATION.exec(value) ?? [];
    const at = time === undefined ? undefined : framesOfTimecode(time, form);
    if (at === undefined || this.#markers.length >= CUT_LIMITS.perClip) return false;
    const raw = remaining.trim();
    const color = COLOR.exec(raw)?.[0] ?? '';
    this.#markers.push({ at, color: color.toUpperCase(), name: raw.slice(color.length).trim() });
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
  speedOf(reel: string, clip: SpedClip): Pick<CutClip, 'speed' | 'declaredSpeed'> {
    const [only] = this.#speeds.size === 1 ? this.#speeds : [];
    const isForeignReel = only?.[0] === clip.before?.toUpperCase();
    const framesPerSecond = this.#speeds.get(reel.toUpperCase()) ?? (isForeignReel ? undefined : only?.[1]);
    if (framesPerSecond === undefined) return { speed: 1 };
    const speed = framesPerSecond === 0 ? 0 : clipSpeed(framesPerSecond, clip);
    return { speed, declaredSpeed: { framesPerSecond, speed } };
  }

  /** Its markers in the time of the medium: they stand at record times, and in some lists at source times. */
  markersOf({
    sourceIn,
    recordIn,
    length,
    day,
  }: {
    sourceIn: number;
    recordIn: number;
    length: number;
    /** Frames of a day: behind midnight record times begin anew. */
    day: number;
  }): CutMarker[] {
    const clipMarkers = this.#markers.map(({ at, color, name }) => {
      const record = [at, at + day].find((time) => time >= recordIn && time <= recordIn + length);
      const index = record === undefined ? at : sourceIn + record - recordIn;
      return { name, comment: '', color, at: index, length: 0 };
    });
    return [...clipMarkers, ...this.resolveMarkers.map((marker) => ({ ...marker, at: sourceIn }))];
  }
}

/** The rate of a list, and frames of the source of a clip and of itself. */
interface SpedClip {
  rate: number;
  source: number;
  length: number;
  /** The reel that a dissolve comes from. */
  before?: string;
}

function clipSpeed(raw: number, { rate, source, length }: SpedClip): number {
  const options = [raw / Math.round(rate), raw / rate];
  const measured = (Math.sign(raw) * source) / length;
  const agrees = options.some((speed) => Math.abs(measured - speed) * rate <= 0.5);
  if (Number.isFinite(measured) && measured !== 0 && agrees) return measured;
  // One digit counts whole frames; a fraction that is longer counts by the rate itself.
  return Number.isInteger(Math.round(raw * 1e6) / 1e5) ? options[0]! : options[1]!;
}

/** The name of a file that is written as a name, a path or an address. A name keeps its `%`, `#` and `?`. */
const nameOfFile = (raw: string): string =>
  raw.includes('://') ? nameOfUrl(raw) : (raw.split(/[/\\]/).at(-1) ?? '');
