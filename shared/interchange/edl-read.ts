import { TimelineFileError } from '../otio/refused.ts';
import { WarningList } from '../otio/warnings.ts';
import {
  CUT_LIMITS,
  omitOverlap,
  type Cut,
  type CutClip,
  type CutMarker,
  type CutTrack,
  type Note,
  type ReadCut,
} from './cut.ts';
import { edlLinesOf, type EdlLine } from './edl-lines.ts';
import { rateOfEdl } from './edl-rate.ts';
import { EdlComments, type EdlNames } from './edl-remarks.ts';
import { EdlClock, type EventTimes } from './edl-times.ts';
import type { TimecodeForm } from './timecode.ts';

/**
 * CMX 3600 edit decision lists. An event is a line of eight columns; a dissolve is two lines of one number, the first with
 * no length; what else is said of an event stands below its lines, beginning with `*` or `M2`.
 */

const BLACK = new Set(['BL', 'BLACK']);

/** What is said below the lines of one event. */
interface EventText {
  remarks: EdlComments;
  /** One of its lines is of a picture, which has the markers and words then. */
  hasPicture: boolean;
}

interface EdlEvent extends Omit<EdlLine, 'times' | 'remarks' | 'drop'>, EventTimes {
  said: EventText;
}

/**
 * Reads an edit decision list.
 * @param name of the timeline where the list has none.
 * @param rate frames a second, if the person knows it. @param hint of what the list goes to.
 * @throws TimelineFileRefused for what is none.
 */
export function readEdl(text: string, name: string, rate?: number, hint?: number): ReadCut {
  const warnings = new WarningList();
  const note: Note = (code, message, path) => warnings.add(code, message, path);
  const list = edlLinesOf(text, note);
  const inferred = rateOfEdl(list, hint);
  const used = rate ?? inferred.rate;
  const timebase = Math.round(used);
  const events = eventsOf(list.events, { timebase, first: inferred.startsAtFirst ? 1 : 0 }, note);
  if (events.length === 0) {
    throw new TimelineFileError(
      'The file holds no edit decision list: no line of it is an event. Export the list again as CMX 3600.',
    );
  }
  if (rate === undefined && inferred.reason !== 'said') {
    const displayed = Math.round(used * 1000) / 1000;
    note('EDL_RATE_ASSUMED', `The list does not say its frame rate; ${displayed} fits its timecodes.`, null);
  }
  if (inferred.startsAtFirst)
    note(
      'EDL_COUNTS_FROM_ONE',
      'The list counts frames from 1, as OpenShot does; they were counted from 0.',
      null,
    );
  const clips = clipEventsOf(events, note);
  const first = events.reduce((least, { recordIn }) => Math.min(least, recordIn), Infinity);
  // Markers alone say nothing of where the first clip is.
  const start = clips.length > 0 ? startOf(first, timebase) : hourOf(first, timebase);
  const cut: Cut = {
    name: list.title || name,
    rate: used,
    start,
    width: 1920,
    height: 1080,
    markers: markersOf(events, start),
    tracks: tracksOf(clips, start, used, note),
  };
  return { cut, warnings: warnings.all() };
}

/** Lists begin at a whole hour, mostly; black before the first event is meant, if it is short. */
function startOf(first: number, timebase: number): number {
  const full = hourOf(first, timebase);
  return first - full <= 60 * timebase ? full : first;
}

const hourOf = (frames: number, timebase: number): number =>
  Math.floor(frames / (3600 * timebase)) * 3600 * timebase;

/** Events that are clips. In a list of markers an event without one is the end of a file that was cut off. */
function clipEventsOf(events: readonly EdlEvent[], note: Note): EdlEvent[] {
  const remaining = events.filter(({ said }) => !said.remarks.isMarker);
  const isOfMarkers =
    remaining.length < events.length && remaining.every(({ said }) => said.remarks.isOfNoClip);
  if (!isOfMarkers) return remaining;
  for (const { path } of remaining)
    note('MARKER_DROPPED', 'An event of a list of markers has none; it was left out.', path);
  return [];
}

/** Events that DaVinci Resolve writes for markers of the timeline. */
const markersOf = (events: readonly EdlEvent[], start: number): CutMarker[] =>
  events
    .filter(({ said }) => said.remarks.isMarker)
    .flatMap(({ said, recordIn }) =>
      said.remarks.resolveMarkers.map((marker) => ({ ...marker, at: recordIn - start })),
    )
    .slice(0, CUT_LIMITS.perClip);

/** The events whose times can be read, each with what is said below its lines. */
function eventsOf(lines: readonly EdlLine[], form: TimecodeForm, note: Note): EdlEvent[] {
  const clock = new EdlClock(form);
  return eventTexts(lines, form).flatMap(({ line, said: text }): EdlEvent[] => {
    const { number, reel, channels, effect, over, path } = line;
    const times = clock.timesOf(line);
    if (!times) {
      note('INVALID_TIME', 'An event whose timecodes are none was left out.', path);
      return [];
    }
    return [{ number, reel, channels, effect, over, path, said: text, ...times }];
  });
}

/** A picture, its sounds and what they dissolve from; each of them has all that is said of the event. */
const MAX_LINES_OF_EVENT = 64;

/** Lines of one number that begin together are one event: what stands below any of them is said of all. */
function eventTexts(lines: readonly EdlLine[], form: TimecodeForm): { line: EdlLine; said: EventText }[] {
  const all: { line: EdlLine; said: EventText }[] = [];
  for (let at = 0; at < lines.length;) {
    const first = lines[at]!;
    let end = at + 1;
    const isSubEvent = (line: EdlLine | undefined): boolean =>
      line?.number === first.number && isSameEvent(lines[end - 1]!, line) && end - at < MAX_LINES_OF_EVENT;
    while (isSubEvent(lines[end])) end += 1;
    const eventLines = lines.slice(at, end);
    const text: EventText = {
      remarks: new EdlComments(
        eventLines.flatMap(({ remarks }) => remarks),
        { ...form, drop: first.drop },
      ),
      hasPicture: eventLines.some(({ channels }) =>
        targetsOf(channels).some((target) => target.startsWith('V')),
      ),
    };
    for (const line of eventLines) all.push({ line, said: text });
    at = end;
  }
  return all;
}

/** Whether two lines of one number are parts of one event. Both with remarks, they are two that share a number. */
const isSameEvent = (before: EdlLine, line: EdlLine): boolean =>
  before.times[2] === line.times[2] && (before.remarks.length === 0 || line.remarks.length === 0);

/** `V`, `V2`, `A`, `A2`, `AA/V`, `B`, `NONE/A3/A4`: the tracks that an event goes to. */
function targetsOf(channels: string): string[] {
  return channels
    .toUpperCase()
    .split('/')
    .flatMap((segment) => {
      if (segment === 'B') return ['V1', 'A1'];
      const match = /^(V|A+)(\d{0,2})$/.exec(segment);
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
      return omitOverlap(track, note);
    });
}

interface ParsedTrack {
  start: number;
  rate: number;
  note: Note;
}

/** Turns the events of one track into clips and transitions. */
function readTrack(track: CutTrack, events: readonly EdlEvent[], context: ParsedTrack): void {
  let last: CutClip | undefined;
  for (const [index, event] of events.entries()) {
    const next = events[index + 1];
    // The first line of a dissolve says what it comes from.
    if (event.recordIn === event.recordOut && next?.number === event.number) continue;
    const isBlack = BLACK.has(event.reel.toUpperCase());
    const before = events[index - 1];
    const isPair = before?.number === event.number && before.recordIn === before.recordOut;
    const pair = isPair ? before : undefined;
    const created = isBlack ? undefined : clipOf(event, { kind: track.kind, pair, last }, context);
    if (event.effect !== 'C') {
      addTransition(
        track,
        event,
        { clip: created, last, fromBlack: isPair && BLACK.has(before.reel.toUpperCase()) },
        context,
      );
    }
    if (created && created.duration > 0) track.clips.push(created);
    last = created;
  }
}

function clipOf(
  event: EdlEvent,
  { kind, pair, last }: { kind: CutTrack['kind']; pair: EdlEvent | undefined; last: CutClip | undefined },
  { start, rate, note }: ParsedTrack,
): CutClip {
  const { reel, said, sourceIn, sourceOut, recordIn, recordOut, path } = event;
  const { remarks } = said;
  const duration = recordOut - recordIn;
  const source = sourceOut - sourceIn;
  const motion = remarks.speedOf(reel, {
    rate,
    source,
    length: duration,
    ...(pair && { before: pair.reel }),
  });
  if (motion.speed === 1 && source !== duration) {
    note(
      'SPEED_NOT_SAID',
      'A clip is longer or shorter than its source, and no speed says why; it plays as recorded.',
      path,
    );
  }
  const { name, file } = namesOf(event, pair, last);
  // Of a picture and a sound in one event the picture has the markers and words.
  const isMain = kind === 'Video' || !said.hasPicture;
  return {
    name,
    recordIn: recordIn - start,
    duration,
    sourceIn,
    medium: { file: file || (/\.\w{2,5}$/.test(name) ? name : ''), start: 0, length: null },
    ...motion,
    reel,
    enabled: true,
    opacity: 1,
    volume: 1,
    markers: isMain ? remarks.markersOf({ sourceIn, recordIn, length: duration, day: event.day }) : [],
    comments: [...(pair && pair.said !== said ? pair.said.remarks.remaining : []), ...remarks.remaining],
    path,
    ...(isMain && remarks.words !== undefined && { text: remarks.words }),
  };
}

/** What a clip is called. Below a dissolve FROM is the clip that goes and TO the one that comes. */
function namesOf(event: EdlEvent, pair: EdlEvent | undefined, last: CutClip | undefined): EdlNames {
  const { from, to } = event.said.remarks;
  if (event.effect === 'C') return { name: from.name || to.name || event.reel, file: from.file || to.file };
  if (to.name !== '' || to.file !== '') return { name: to.name || event.reel, file: to.file };
  // Nothing is said of the one that comes: FROM is it, where it is not the one that goes.
  const outgoing = pair?.reel ?? last?.reel;
  const isOutgoing = outgoing !== undefined && !BLACK.has(outgoing.toUpperCase()) && from.name === last?.name;
  if (isOutgoing && outgoing !== event.reel) return { name: event.reel, file: '' };
  return { name: from.name || event.reel, file: from.file };
}

/**
 * A dissolve begins where the second clip is recorded. OpenTimelineIO wants a cut in it: its middle, or its end beside
 * black, so that the clip that goes is that much longer and the one that comes that much shorter.
 */
function addTransition(
  track: CutTrack,
  event: EdlEvent,
  neighbors: { clip: CutClip | undefined; last: CutClip | undefined; fromBlack: boolean },
  { start, note }: ParsedTrack,
): void {
  const { clip, last, fromBlack } = neighbors;
  const at = event.recordIn - start;
  if (event.effect.startsWith('K')) {
    note('KEY_IGNORED', 'A key is a cut here.', event.path);
    return;
  }
  const type = event.effect === 'D' ? 'SMPTE_Dissolve' : `SMPTE_Wipe_${event.effect}`;
  if (type !== 'SMPTE_Dissolve')
    note('TRANSITION_DROPPED', `The wipe ${event.effect} became a transition of that name.`, event.path);
  const joins = last !== undefined && last.recordIn + last.duration === at;
  if (fromBlack || !joins) {
    if (clip && event.over <= clip.duration)
      track.transitions.push({ editPoint: at, inOffset: 0, outOffset: event.over, type });
    else note('TRANSITION_LOST', 'A transition with no clip beside it was left out.', event.path);
    return;
  }
  const shift = clip ? Math.floor(event.over / 2) : event.over;
  if (clip && clip.duration <= shift) {
    note('TRANSITION_LOST', 'A transition longer than its clip was left out.', event.path);
    return;
  }
  last.duration += shift;
  // Backwards the earliest frame of a clip is its last.
  if (last.speed < 0) last.sourceIn += Math.round(shift * last.speed);
  if (clip) {
    clip.recordIn += shift;
    clip.duration -= shift;
    if (clip.speed > 0) clip.sourceIn += Math.round(shift * clip.speed);
  }
  track.transitions.push({ editPoint: at + shift, inOffset: shift, outOffset: event.over - shift, type });
}
