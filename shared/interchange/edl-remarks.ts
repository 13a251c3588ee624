import { CUT_LIMITS, type CutMarker } from './cut.ts';
import { framesOfTimecode } from './timecode.ts';

/** What stands below an event of an EDL. */

const NAME = /^\*\s*FROM CLIP NAME:\s*(.*)$/i;
const TO_NAME = /^\*\s*TO CLIP NAME:\s*(.*)$/i;
const FILE = /^\*\s*(?:SOURCE FILE|FROM FILE|FROM CLIP|TO FILE|MEDIA FILE):\s*(.*)$/i;
/** The words of a caption, a line each, as our own lists have them. */
const CAPTION = /^\*\s*CAPTION:\s?(.*)$/i;
const MARKER =
  /^\*\s*LOC:\s*(\d\d:\d\d:\d\d[:;]\d\d)(?:\s+(RED|GREEN|BLUE|CYAN|MAGENTA|YELLOW|BLACK|WHITE|PINK|ORANGE|PURPLE)\b)?\s*(.*)$/i;
const SPEED = /^M2\s+(\S{1,300})\s+(-?\d{1,6}(?:\.\d{1,6})?)(?:\s+\S+)?\s*$/i;

export class EdlRemarks {
  name = '';
  toName = '';
  file = '';
  /** Lines with no place of their own, as they stand. */
  readonly others: string[] = [];
  readonly #captions: string[] = [];
  readonly #markers: { at: number; color: string; name: string }[] = [];
  readonly #speeds = new Map<string, number>();

  /** Takes a line; false when it is none of an event's, or there are too many. */
  add(line: string, { timebase, drop }: { timebase: number; drop: boolean }): boolean {
    const speed = SPEED.exec(line);
    if (speed) {
      this.#speeds.set((speed[1] ?? '').toUpperCase(), Number(speed[2]));
      return true;
    }
    if (!line.startsWith('*') && !/^(?:FINAL CUT PRO REEL|>>>)/i.test(line)) return false;
    const marker = MARKER.exec(line);
    const at = marker ? framesOfTimecode(marker[1] ?? '', timebase, drop) : undefined;
    if (marker && at !== undefined && this.#markers.length < CUT_LIMITS.perClip) {
      this.#markers.push({ at, color: (marker[2] ?? '').toUpperCase(), name: (marker[3] ?? '').trim() });
      return true;
    }
    const caption = CAPTION.exec(line)?.[1];
    if (caption !== undefined && this.#captions.length < CUT_LIMITS.perClip) {
      this.#captions.push(caption.trimEnd());
      return true;
    }
    const [name, toName, file] = [NAME, TO_NAME, FILE].map((pattern) => pattern.exec(line)?.[1]?.trim());
    if (toName !== undefined) this.toName = toName;
    else if (name !== undefined) this.name = name;
    else if (file !== undefined) this.file = file;
    else if (this.others.length < CUT_LIMITS.perClip) this.others.push(line);
    else return false;
    return true;
  }

  /** The words of a caption; undefined where the event is none. */
  get words(): string | undefined {
    return this.#captions.length > 0 && this.file === '' ? this.#captions.join('\n') : undefined;
  }

  /**
   * How fast a clip plays: an `M2` line gives frames a second, to one digit; its two lengths say it better where they agree.
   * @param clip the rate of the list, and frames of its source and of itself.
   */
  speedOf(reel: string, clip: { rate: number; source: number; length: number }): number {
    const said =
      this.#speeds.get(reel.toUpperCase()) ??
      (this.#speeds.size === 1 ? [...this.#speeds.values()][0] : undefined);
    if (said === undefined) return 1;
    const speed = said / Math.round(clip.rate);
    const measured = (Math.sign(speed) * clip.source) / clip.length;
    return Number.isFinite(measured) && Math.abs(measured - speed) * clip.rate <= 0.5 && speed !== 0
      ? measured
      : speed;
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
