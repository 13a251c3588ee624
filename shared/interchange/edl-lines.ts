import { TimelineFileError } from '../otio/refused.ts';
import { CUT_LIMITS, type Note } from './cut.ts';

/** The lines of a CMX 3600 list, split into columns. Each line is looked at once, a character at a time. */

const MAX_LINE = 4000;
const MAX_LINES = 2_000_000;
/** A reel with spaces has as many columns as it has words. */
const MAX_COLUMNS = 64;

export interface EdlLine {
  number: string;
  reel: string;
  channels: string;
  /** `C`, `D`, `W001`, `K`, `KB`, `KO`. */
  effect: string;
  /** Frames of its transition. */
  over: number;
  /** Source in and out, record in and out, as they stand. */
  times: readonly [string, string, string, string];
  /** Whether the list says that numbers are dropped from here on. */
  drop: boolean;
  /** The lines below it that say more of it. */
  remarks: string[];
  path: string;
}

export interface EdlLines {
  title: string;
  events: EdlLine[];
  /** Frames a second, where a line says it. */
  rate: number | undefined;
  /** Whether a line says that numbers are dropped. */
  drop: boolean;
}

/** The words of a line. Beyond the most that a line may have the rest is one more. */
export function columnsOf(line: string): string[] {
  const columns: string[] = [];
  let start = -1;
  for (let at = 0; at <= line.length && columns.length < MAX_COLUMNS; at += 1) {
    const isSpace = at === line.length || line[at] === ' ' || line[at] === '\t';
    if (isSpace && start >= 0) {
      columns.push(line.slice(start, at));
      start = -1;
    } else if (!isSpace && start < 0) start = at;
  }
  return columns;
}

const NUMBER = /^\d{1,8}$/;
const MAX_CHANNELS = 12;
const EFFECT = /^(C|D|W\d{1,4}|KB?|KO)(\d{0,5})$/;
const FRAMES = /^\d{1,5}$/;
const BEGINS_WITH_DIGIT = /^\d/;

type EventColumns = Pick<EdlLine, 'number' | 'reel' | 'channels' | 'effect' | 'over' | 'times'>;

/** The columns of an event, read from its end, since a reel may have spaces; undefined for any other line. */
function eventOf(line: string): EventColumns | undefined {
  // Most lines are told apart by their first character.
  if (!BEGINS_WITH_DIGIT.test(line)) return undefined;
  const columns = columnsOf(line);
  const [number = ''] = columns;
  const [sourceIn = '', sourceOut = '', recordIn = '', recordOut = ''] = columns.splice(-4);
  const times = [sourceIn, sourceOut, recordIn, recordOut] as const;
  if (!NUMBER.test(number) || !times.every((time) => BEGINS_WITH_DIGIT.test(time))) return undefined;
  const effect = effectOf(columns);
  const channels = columns.pop() ?? '';
  // Some programs leave the reel out; it is auxiliary then.
  const reel = columns.slice(1).join(' ') || 'AX';
  const hasChannels = columns.length > 0 && channels.length <= MAX_CHANNELS;
  if (!effect || !hasChannels || reel.length > 300) return undefined;
  return { number, reel, channels, ...effect, times };
}

/** Takes the effect off the end of columns, with the frames that it lasts: keys are written in one word or two. */
function effectOf(columns: string[]): Pick<EdlLine, 'effect' | 'over'> | undefined {
  const over = FRAMES.test(columns.at(-1) ?? '') ? columns.pop() : '';
  const last = columns.pop() ?? '';
  const isKey = (last === 'B' || last === 'O') && columns.at(-1) === 'K';
  const [, effect, joined = ''] = EFFECT.exec(isKey ? `${columns.pop()}${last}` : last) ?? [];
  return effect === undefined ? undefined : { effect, over: Number(joined || over) };
}

/** What stands below an event: remarks, speeds, and lines that some programs add. */
const BELOW = /^(?:\*|M2\b|>>>|FINAL CUT PRO REEL)/i;
/** A marker of DaVinci Resolve, with a note before it: `Note |C:ResolveColorBlue |M:Name |D:1`. */
export const isResolveMarker = (line: string): boolean =>
  line.includes('|M:') && (line.includes('|C:') || line.includes('|D:'));
const RATE = /^\*\s{0,20}FRAME RATE:\s{0,20}(\d{1,4}(?:\.\d{1,20})?)/i;
/** Sounds of the event above beyond the second, for which its column has no name: `AUD  3    4`. */
const EXTRA_SOUNDS = /^AUD((?:\s{1,20}\d{1,2}){1,16})$/i;
const DROP = /^FCM:\s{0,20}DROP/i;

/**
 * Splits a list into its events with what stands below each.
 * @throws TimelineFileRefused for more than a list may have.
 */
export function edlLinesOf(text: string, note: Note): EdlLines {
  if (text.length > CUT_LIMITS.characters) {
    throw new TimelineFileError('The EDL is larger than 32 MB. Split it and import the parts.');
  }
  const list: EdlLines = { title: '', events: [], rate: undefined, drop: false };
  let drop = false;
  for (const [index, raw] of text.split(/\r\n?|\n/, MAX_LINES).entries()) {
    const line = raw.slice(0, MAX_LINE).trim();
    if (line === '') continue;
    const path = `line ${index + 1}`;
    const columns = eventOf(line);
    if (columns) {
      if (list.events.length >= CUT_LIMITS.clips) {
        throw new TimelineFileError(`The EDL has more than ${CUT_LIMITS.clips} events. Import a part of it.`);
      }
      list.events.push({ ...columns, drop, remarks: [], path });
    } else if (/^TITLE:/i.test(line)) list.title = line.slice(6).trim();
    else if (/^FCM:/i.test(line)) {
      drop = DROP.test(line);
      list.drop ||= drop;
    } else if (RATE.test(line)) list.rate = Number(RATE.exec(line)?.[1]);
    else if (!addComment(list.events.at(-1), line))
      note('EDL_LINE_IGNORED', `"${line.slice(0, 80)}" was not understood.`, path);
  }
  return list;
}

/** Most lines below one event: markers, captions and remarks, each as many as a clip may have. */
const MAX_COMMENTS = CUT_LIMITS.perClip * 3;

function addComment(event: EdlLine | undefined, line: string): boolean {
  const [, sounds] = EXTRA_SOUNDS.exec(line) ?? [];
  if (event && sounds !== undefined && event.channels.length <= MAX_CHANNELS) {
    event.channels = [event.channels, ...columnsOf(sounds).map((number) => `A${Number(number)}`)].join('/');
    return true;
  }
  const isBelow = BELOW.test(line) || isResolveMarker(line);
  if (!event || !isBelow || event.remarks.length >= MAX_COMMENTS) return false;
  event.remarks.push(line);
  return true;
}
