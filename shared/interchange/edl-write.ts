import { toSingleLine } from '../language/one-line.ts';
import type { Cut, CutClip, CutMarker, CutMedium, CutTrack, CutTransition, Note } from './cut.ts';
import { dropsNumbers, timebaseOf, timecodeOf } from './timecode.ts';

/** A track as an edit decision list (CMX 3600): one list has one picture track, so each track is a file. */

export interface ExportedFile {
  name: string;
  text: string;
}

const MAX_FRAMES_OVER = 999;
/** Speeds that differ by less are one: documents round them. */
const SAME_SPEED = 1e-6;
const WIPE = /^SMPTE_Wipe_(W\d{1,4})$/;
const COLORS = new Set([
  'RED',
  'GREEN',
  'BLUE',
  'CYAN',
  'MAGENTA',
  'YELLOW',
  'BLACK',
  'WHITE',
  'PINK',
  'ORANGE',
  'PURPLE',
]);

/** Eight characters that every program takes; the file's name stands in a line of its own. */
const reelOf = ({ reel, medium }: CutClip): string => {
  const raw = (reel || medium.file.replace(/\.\w+$/, '')).replace(/[^A-Za-z0-9_]/g, '');
  return (reel === '' ? raw.slice(0, 8) : raw.slice(0, 32)) || 'AX';
};

/** What one side of an event shows. */
interface EventSide {
  reel: string;
  medium?: CutMedium;
}
const BLACK: EventSide = { reel: 'BL' };
const sideOf = (clip: CutClip): EventSide => ({ reel: reelOf(clip), medium: clip.medium });

class EdlWriter {
  readonly lines: string[] = [];
  readonly #cut: Cut;
  readonly #track: CutTrack;
  readonly #note: Note;
  readonly #timebase: number;
  readonly #drop: boolean;
  #number = 0;

  constructor(cut: Cut, track: CutTrack, note: Note) {
    this.#cut = cut;
    this.#track = track;
    this.#note = note;
    this.#timebase = timebaseOf(cut.rate);
    this.#drop = dropsNumbers(cut.rate);
  }

  write(): string {
    const { name } = this.#cut;
    this.lines.push(
      `TITLE: ${toSingleLine(name).slice(0, 70)}`,
      `FCM: ${this.#drop ? '' : 'NON-'}DROP FRAME`,
      '',
    );
    const { clips, transitions } = this.#track;
    const at = new Map(transitions.map((item) => [item.editPoint, item]));
    for (const [index, clip] of clips.entries()) {
      const end = clip.recordIn + clip.duration;
      const next = clips[index + 1];
      const out = at.get(end);
      this.#event(clip, { before: clips[index - 1], into: at.get(clip.recordIn), outOf: out });
      // A fade at the end goes to black, which is an event of its own.
      if (out && next?.recordIn !== end) this.#fadeOut(clip, out);
    }
    return `${this.lines.join('\r\n')}\r\n`;
  }

  /** @param medium whose frames they are; none for black. */
  #timecode(frames: number, medium: CutMedium | undefined): string {
    return timecodeOf(frames, this.#timebase, medium?.dropsNumbers ?? this.#drop);
  }

  #record(frames: number): string {
    return timecodeOf(this.#cut.start + frames, this.#timebase, this.#drop);
  }

  #line(
    { reel, medium }: EventSide,
    effect: string,
    [sourceIn, sourceOut]: [number, number],
    [from, to]: [number, number],
  ): void {
    const channel = this.#track.kind === 'Audio' ? 'A' : 'V';
    const head = `${String(this.#number).padStart(3, '0')}  ${reel.padEnd(8)} ${channel.padEnd(5)} ${effect.padEnd(8)}`;
    this.lines.push(
      `${head} ${this.#timecode(sourceIn, medium)} ${this.#timecode(sourceOut, medium)} ${this.#record(from)} ${this.#record(to)}`,
    );
  }

  #effectOf({ type, inOffset, outOffset }: CutTransition, path: string): string {
    const wipe = WIPE.exec(type)?.[1];
    if (wipe === undefined && type !== 'SMPTE_Dissolve') {
      this.#note(
        'TRANSITION_CHANGED',
        `The transition "${toSingleLine(type)}" was written as a dissolve.`,
        path,
      );
    }
    const frames = inOffset + outOffset;
    if (frames > MAX_FRAMES_OVER)
      this.#note('TRANSITION_CHANGED', 'A transition was cut to 999 frames.', path);
    return `${wipe ?? 'D'}    ${String(Math.min(frames, MAX_FRAMES_OVER)).padStart(3, '0')}`;
  }

  /** An event ends where the dissolve to the next one begins, and begins where the dissolve into it does. */
  #event(
    clip: CutClip,
    neighbors: {
      before: CutClip | undefined;
      into: CutTransition | undefined;
      outOf: CutTransition | undefined;
    },
  ): void {
    const { before, into, outOf } = neighbors;
    const head = into?.inOffset ?? 0;
    const from = clip.recordIn - head;
    const to = Math.max(from, clip.recordIn + clip.duration - (outOf?.inOffset ?? 0));
    // Backwards the earliest frame is seen at the end of the event.
    const source = clip.sourceIn - Math.round((clip.speed < 0 ? (outOf?.inOffset ?? 0) : head) * clip.speed);
    const displayed = Math.round((to - from) * Math.abs(clip.speed));
    const joins = before !== undefined && before.recordIn + before.duration === clip.recordIn;
    this.#number += 1;
    this.#noteOf(clip);
    if (into) {
      const last = joins ? before.sourceIn + Math.round((before.duration - head) * before.speed) : 0;
      this.#line(joins ? sideOf(before) : BLACK, 'C', [last, last], [from, from]);
      if (into.inOffset !== Math.floor((into.inOffset + into.outOffset) / 2) && joins) {
        this.#note('TRANSITION_CHANGED', 'A dissolve is read back with its cut in its middle.', clip.path);
      }
    }
    this.#line(
      sideOf(clip),
      into ? this.#effectOf(into, clip.path) : 'C',
      [source, source + displayed],
      [from, to],
    );
    this.#comments(clip, source, into && joins ? before : undefined, into !== undefined);
  }

  /** What stands below an event. @param before the clip that a dissolve comes from. */
  #comments(clip: CutClip, source: number, before: CutClip | undefined, isDissolve: boolean): void {
    if (clip.speed !== 1) this.#speed(clip, source);
    if (before) this.lines.push(`* FROM CLIP NAME: ${toSingleLine(before.name)}`);
    this.lines.push(`* ${isDissolve ? 'TO' : 'FROM'} CLIP NAME: ${toSingleLine(clip.name)}`);
    if (clip.medium.file !== '') this.lines.push(`* SOURCE FILE: ${toSingleLine(clip.medium.file)}`);
    for (const line of clip.text?.split('\n') ?? []) this.lines.push(`* CAPTION: ${toSingleLine(line)}`);
    for (const comment of clip.comments) this.lines.push(toSingleLine(comment));
    for (const marker of clip.markers) this.#marker(clip, marker);
    // The adapter of OpenTimelineIO takes no remark before the first event.
    if (this.#number === 1) this.lines.push(`* FRAME RATE: ${Math.round(this.#cut.rate * 1e6) / 1e6}`);
  }

  #noteOf({ enabled, opacity, volume, text, path }: CutClip): void {
    if (text !== undefined) this.#note('TEXT_NOT_SHOWN', 'A text is an event without a file.', path);
    if (!enabled) this.#note('CLIP_DISABLED', 'A disabled clip is an enabled one in the list.', path);
    if (opacity !== 1 || volume !== 1) {
      this.#note('LOOK_NOT_WRITTEN', 'Opacity and volume of a clip were left out.', path);
    }
  }

  #fadeOut(clip: CutClip, out: CutTransition): void {
    const from = clip.recordIn + clip.duration - out.inOffset;
    const last = clip.sourceIn + Math.round((clip.duration - out.inOffset) * clip.speed);
    this.#number += 1;
    this.#line(sideOf(clip), 'C', [last, last], [from, from]);
    this.#line(
      BLACK,
      this.#effectOf(out, clip.path),
      [0, out.inOffset + out.outOffset],
      [from, from + out.inOffset + out.outOffset],
    );
    this.lines.push(`* FROM CLIP NAME: ${toSingleLine(clip.name)}`);
  }

  #speed(clip: CutClip, source: number): void {
    const { declaredSpeed, speed } = clip;
    const isDeclared = declaredSpeed !== undefined && Math.abs(declaredSpeed.speed - speed) < SAME_SPEED;
    const framesPerSecond = isDeclared ? declaredSpeed.framesPerSecond : speed * this.#timebase;
    const frames = framesPerSecond.toFixed(1).padStart(5, '0');
    this.lines.push(
      `M2   ${reelOf(clip).padEnd(8)}       ${frames}                ${this.#timecode(source, clip.medium)}`,
    );
  }

  #marker(clip: CutClip, { name, comment, color, at }: CutMarker): void {
    const record = clip.recordIn + at - clip.sourceIn;
    if (record < clip.recordIn || record > clip.recordIn + clip.duration) {
      this.#note('MARKER_DROPPED', 'A marker that its clip does not show was left out.', clip.path);
      return;
    }
    const existing = COLORS.has(color) ? color : 'RED';
    const text = toSingleLine([name, comment].filter((segment) => segment !== '').join(': '));
    this.lines.push(`* LOC: ${this.#record(record)} ${existing.padEnd(7)} ${text}`.trimEnd());
  }
}

/** Every track of a cut that has clips as a list of its own. */
export function writeEdls(cut: Cut, note: Note): ExportedFile[] {
  const timebase = timebaseOf(cut.rate);
  if (Math.abs(cut.rate - timebase) > 0.05) {
    note('RATE_ROUNDED', `The list counts ${timebase} frames a second instead of ${cut.rate}.`, null);
  }
  if (cut.markers.length > 0)
    note('MARKER_DROPPED', 'Markers of the timeline have no place in a list.', null);
  const used = new Set<string>();
  return cut.tracks.flatMap((track) => {
    if (track.clips.length === 0) return [];
    if (!track.enabled)
      note('TRACK_DISABLED', `The disabled track "${track.name}" is a list like any other.`, null);
    const base =
      `${cut.name} ${track.name}`
        .replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
        .trim()
        .slice(0, 100) || 'track';
    let name = base;
    for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${base} ${number}`;
    used.add(name.toLowerCase());
    return [{ name: `${name}.edl`, text: new EdlWriter(cut, track, note).write() }];
  });
}
