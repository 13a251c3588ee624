import { exactRate } from '../otio/objects.ts';
import { TimelineFileRefused } from '../otio/refused.ts';
import { WarningList } from '../otio/warnings.ts';
import {
  CUT_LIMITS,
  withoutOverlap,
  type Cut,
  type CutClip,
  type CutTrack,
  type Note,
  type ReadCut,
} from './cut.ts';
import { EdlRemarks } from './edl-remarks.ts';
import { framesOfTimecode } from './timecode.ts';

/**
 * CMX 3600 edit decision lists. An event is a line of eight columns; a dissolve is two lines of one number, the first with
 * no length; what else is said of an event stands below it in lines that begin with `*` or `M2`.
 */

const EVENT =
  /^(\d{1,8})\s+(\S{1,300})\s+(\S{1,12})\s+(C|D|W\d{1,4}|KB?|KO)\s*(\d{1,5})?\s+(\d\S+)\s+(\d\S+)\s+(\d\S+)\s+(\d\S+)\s*$/;
const MAX_LINE = 4000;
const MAX_LINES = 2_000_000;
const BLACK = new Set(['BL', 'BLACK']);

interface EdlEvent {
  number: string;
  reel: string;
  channels: string;
  effect: string;
  /** Frames of its transition. */
  over: number;
  sourceIn: number;
  sourceOut: number;
  recordIn: number;
  recordOut: number;
  remarks: EdlRemarks;
  path: string;
}

/** The rate of a list says nothing but the highest number of a frame in it, and whether numbers are dropped. */
export function edlRateOf(lines: readonly string[]): number {
  let highest = 0;
  let drop = false;
  for (const line of lines) {
    const said = /^\*\s*FRAME RATE:\s*(\d+(?:\.\d+)?)/i.exec(line);
    if (said) return Math.min(240, Math.max(1, exactRate(Number(said[1]))));
    if (/^FCM:\s*DROP/i.test(line)) drop = true;
    if (!EVENT.test(line)) continue;
    for (const [, frame] of line.matchAll(/\d\d:\d\d:\d\d[:;](\d\d)/g))
      highest = Math.max(highest, Number(frame));
  }
  if (drop) return highest < 30 ? 30_000 / 1001 : 60_000 / 1001;
  return [24, 25, 30, 50, 60].find((rate) => highest < rate) ?? 100;
}

function linesOf(text: string): string[] {
  if (text.length > CUT_LIMITS.characters) {
    throw new TimelineFileRefused('The EDL is larger than 32 MB. Split it and import the parts.');
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/, MAX_LINES);
  return lines.map((line) => line.slice(0, MAX_LINE).trim());
}

/**
 * Reads an edit decision list.
 * @param name of the timeline where the list has none.
 * @param rate frames a second, if the person knows it.
 * @throws TimelineFileRefused for what is none.
 */
export function readEdl(text: string, name: string, rate?: number): ReadCut {
  const lines = linesOf(text);
  const warnings = new WarningList();
  const note: Note = (code, message, path) => warnings.add(code, message, path);
  const used = rate ?? edlRateOf(lines);
  const { events, title } = eventsOf(lines, used, note);
  if (events.length === 0) {
    throw new TimelineFileRefused('The file holds no edit decision list: no line of it is an event.');
  }
  if (rate === undefined && !lines.some((line) => /^\*\s*FRAME RATE:/i.test(line))) {
    const shown = Math.round(used * 1000) / 1000;
    note('EDL_RATE_ASSUMED', `The list does not say its frame rate; ${shown} fits its timecodes.`, null);
  }
  const first = Math.min(...minimaOf(events));
  const start = startOf(first, Math.round(used));
  const cut: Cut = {
    name: title || name,
    rate: used,
    start,
    width: 1920,
    height: 1080,
    markers: [],
    tracks: tracksOf(events, start, used, note),
  };
  return { cut, warnings: warnings.all() };
}

/** The earliest record times, without spreading a long list over arguments. */
const minimaOf = (events: readonly EdlEvent[]): number[] => [
  events.reduce((least, { recordIn }) => Math.min(least, recordIn), Infinity),
];

/** Lists begin at a whole hour, mostly; black before the first event is meant, if it is short. */
function startOf(first: number, timebase: number): number {
  const hour = 3600 * timebase;
  const whole = Math.floor(first / hour) * hour;
  return first - whole <= 60 * timebase ? whole : first;
}

function eventsOf(lines: readonly string[], rate: number, note: Note): { events: EdlEvent[]; title: string } {
  const timebase = Math.round(rate);
  const events: EdlEvent[] = [];
  let title = '';
  let drop = false;
  for (const [index, line] of lines.entries()) {
    const path = `line ${index + 1}`;
    const event = line === '' ? null : EVENT.exec(line);
    if (event) {
      if (events.length >= CUT_LIMITS.clips) {
        throw new TimelineFileRefused(
          `The EDL has more than ${CUT_LIMITS.clips} events. Import a part of it.`,
        );
      }
      const read = eventOf(event, { timebase, drop, path });
      if (read) events.push(read);
      else note('INVALID_TIME', 'An event whose timecodes are none was left out.', path);
    } else if (/^TITLE:/i.test(line)) {
      title = line.slice(6).trim();
    } else if (/^FCM:/i.test(line)) {
      drop = /^FCM:\s*DROP/i.test(line);
    } else if (line !== '' && !events.at(-1)?.remarks.add(line, { timebase, drop })) {
      if (!/^\*\s*FRAME RATE:/i.test(line))
        note('EDL_LINE_IGNORED', `"${line.slice(0, 80)}" was not understood.`, path);
    }
  }
  return { events, title };
}

function eventOf(
  match: RegExpExecArray,
  { timebase, drop, path }: { timebase: number; drop: boolean; path: string },
): EdlEvent | undefined {
  const [, number = '', reel = '', channels = '', effect = '', over = '0', ...times] = match;
  const [sourceIn, sourceOut, recordIn, recordOut] = times.map((one) =>
    framesOfTimecode(one, timebase, drop),
  );
  if (
    sourceIn === undefined ||
    sourceOut === undefined ||
    recordIn === undefined ||
    recordOut === undefined
  ) {
    return undefined;
  }
  if (recordOut < recordIn) return undefined;
  const remarks = new EdlRemarks();
  return {
    number,
    reel,
    channels,
    effect,
    over: Number(over),
    sourceIn,
    sourceOut,
    recordIn,
    recordOut,
    remarks,
    path,
  };
}

/** `V`, `V2`, `A`, `A2`, `AA/V`, `B`: the tracks that an event goes to. */
function targetsOf(channels: string): string[] {
  const text = channels.toUpperCase();
  if (text === 'B') return ['V1', 'A1'];
  if (text === 'NONE') return [];
  return text.split('/').flatMap((part) => {
    const match = /^(V|A+)(\d{0,2})$/.exec(part);
    if (!match) return [];
    const [, kind = '', number = ''] = match;
    if (kind === 'AA') return ['A1', 'A2'];
    return [`${kind[0]}${number === '' ? 1 : Number(number)}`];
  });
}

function tracksOf(events: readonly EdlEvent[], start: number, rate: number, note: Note): CutTrack[] {
  const byTarget = new Map<string, EdlEvent[]>();
  for (const event of events) {
    const targets = targetsOf(event.channels);
    if (targets.length === 0)
      note('UNSUPPORTED_TRACK_KIND', `An event on "${event.channels}" was left out.`, event.path);
    for (const target of targets) {
      const list = byTarget.get(target);
      if (list) list.push(event);
      else byTarget.set(target, [event]);
    }
  }
  const order = (target: string) => (target.startsWith('V') ? 0 : 1000) + Number(target.slice(1));
  return [...byTarget]
    .toSorted(([a], [b]) => order(a) - order(b))
    .flatMap(([target, list]) => {
      const track: CutTrack = {
        kind: target.startsWith('V') ? 'Video' : 'Audio',
        name: target,
        enabled: true,
        locked: false,
        clips: [],
        transitions: [],
      };
      readTrack(track, list, { start, rate, note });
      return withoutOverlap(track, note);
    });
}

interface TrackReading {
  start: number;
  rate: number;
  note: Note;
}

/** Turns the events of one track into clips and transitions. */
function readTrack(track: CutTrack, events: readonly EdlEvent[], reading: TrackReading): void {
  let last: CutClip | undefined;
  for (const [index, event] of events.entries()) {
    const next = events[index + 1];
    // The first line of a dissolve says what it comes from.
    if (event.recordIn === event.recordOut && next?.number === event.number) continue;
    const isBlack = BLACK.has(event.reel.toUpperCase());
    const before = events[index - 1];
    const isPair = before?.number === event.number && before.recordIn === before.recordOut;
    const made = isBlack ? undefined : clipOf(event, isPair ? before : undefined, reading);
    if (event.effect !== 'C') {
      addTransition(
        track,
        event,
        { clip: made, last, fromBlack: isPair && BLACK.has(before.reel.toUpperCase()) },
        reading,
      );
    }
    if (made && made.length > 0) track.clips.push(made);
    last = made;
  }
}

function clipOf(event: EdlEvent, pair: EdlEvent | undefined, { start, rate, note }: TrackReading): CutClip {
  const { remarks, sourceIn, sourceOut, recordIn, recordOut, path } = event;
  const length = recordOut - recordIn;
  const speed = remarks.speedOf(event.reel, { rate, source: sourceOut - sourceIn, length });
  if (speed === 1 && sourceOut - sourceIn !== length) {
    note(
      'SPEED_NOT_SAID',
      'A clip is longer or shorter than its source, and no speed says why; it plays as recorded.',
      path,
    );
  }
  // Of a dissolve the names stand below its second line: what it comes from, and what it goes to.
  const name = (pair && remarks.toName) || remarks.name || event.reel;
  return {
    name,
    start: recordIn - start,
    length,
    source: sourceIn,
    medium: { file: remarks.file || (/\.\w{2,5}$/.test(name) ? name : ''), start: 0, length: null },
    speed,
    reel: event.reel,
    enabled: true,
    opacity: 1,
    volume: 1,
    markers: remarks.markersOf({ sourceIn, recordIn, length }),
    remarks: [...(pair?.remarks.others ?? []), ...remarks.others],
    path,
    ...(remarks.words !== undefined && { words: remarks.words }),
  };
}

/**
 * A dissolve begins where the second clip is recorded. OpenTimelineIO wants a cut in it: its middle, or its end beside
 * black, so that the clip that goes is that much longer and the one that comes that much shorter.
 */
function addTransition(
  track: CutTrack,
  event: EdlEvent,
  around: { clip: CutClip | undefined; last: CutClip | undefined; fromBlack: boolean },
  { start, note }: TrackReading,
): void {
  const { clip, last, fromBlack } = around;
  const at = event.recordIn - start;
  if (event.effect.startsWith('K')) {
    note('KEY_IGNORED', 'A key is a cut here.', event.path);
    return;
  }
  const type = event.effect === 'D' ? 'SMPTE_Dissolve' : `SMPTE_Wipe_${event.effect}`;
  if (type !== 'SMPTE_Dissolve')
    note('TRANSITION_DROPPED', `The wipe ${event.effect} became a transition of that name.`, event.path);
  const joins = last !== undefined && last.start + last.length === at;
  if (fromBlack || !joins) {
    if (clip && event.over <= clip.length)
      track.transitions.push({ cut: at, into: 0, outOf: event.over, type });
    else note('TRANSITION_LOST', 'A transition with no clip beside it was left out.', event.path);
    return;
  }
  const shift = clip ? Math.floor(event.over / 2) : event.over;
  if (clip && clip.length <= shift) {
    note('TRANSITION_LOST', 'A transition longer than its clip was left out.', event.path);
    return;
  }
  last.length += shift;
  if (clip)
    Object.assign(clip, {
      start: clip.start + shift,
      length: clip.length - shift,
      source: clip.source + shift,
    });
  track.transitions.push({ cut: at + shift, into: shift, outOf: event.over - shift, type });
}
