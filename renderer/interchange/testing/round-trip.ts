import { otioToTimeline, timelineToOtio } from '#shared/otio/index.ts';
import * as fc from '#shared/testing/property.ts';
import type { MediumInfo } from '#shared/interchange/index.ts';
import { cutFormatOf } from '#shared/timeline/cut-formats.ts';
import { clipOfCaption } from '#shared/timeline/captions.ts';
import { mediumKey } from '#shared/timeline/ext.ts';
import {
  applyRecut,
  compareRecut,
  keyOf,
  TimelineDocument,
  type TimelineClip,
} from '#shared/timeline/index.ts';
import { planExport } from '../export-formats.ts';
import { readCut } from '../read-cut.ts';

/** Timelines leave by the real writers and come home by the real readers, in every format. */

/** A file that left, and how it is read again. */
interface Sent {
  name: string;
  text: string;
}

export const FORMATS = ['edl', 'xml', 'otio', 'otioz', 'otio without our metadata'] as const;
export type Format = (typeof FORMATS)[number];

const SECONDS = 400;
const isStill = (filename: string): boolean => filename.endsWith('.png');
const SILENT = 'silent.mov';

/** What the library knows of media: some have a timecode, one has no sound. */
function mediaOf({ timeline }: TimelineDocument): Map<string, MediumInfo> {
  const media = timeline.clips.flatMap((clip): [string, MediumInfo][] => {
    const { filename } = clip;
    if (filename === '') return [];
    const known: MediumInfo = isStill(filename) ? {} : { seconds: SECONDS, hasSound: filename !== SILENT };
    const rate = timeline.frameRate;
    const start = {
      frames: Math.round(3600 * rate),
      framesPerSecond: rate,
      seconds: Math.round(3600 * rate) / rate,
    };
    const entry: MediumInfo = filename.startsWith('cam') ? { ...known, start } : known;
    return [
      [mediumKey(clip), entry],
      [filename, entry],
    ];
  });
  return new Map(media);
}

const resolve: Parameters<typeof otioToTimeline>[1] = ({ name }) =>
  name.includes('.')
    ? {
        filename: name,
        contentType: isStill(name) ? 'image/png' : name.endsWith('.wav') ? 'audio/wav' : 'video/quicktime',
        durationSeconds: isStill(name) ? 0 : SECONDS,
      }
    : { missing: 'missing' };

function sent(document: TimelineDocument, format: Format): Sent[] {
  const media = mediaOf(document);
  if (format === 'edl' || format === 'xml') return planExport(document, format, new Set(), media).files;
  const starts = new Map(planExport(document, 'otioz', new Set(), media).starts);
  const bundle = { folder: 'media/', has: () => true, startOf: (key: string) => starts.get(key) ?? 0 };
  const { text } = timelineToOtio(document, format === 'otioz' ? bundle : undefined);
  const stripped = (): string =>
    JSON.stringify(JSON.parse(text), (key, value: unknown) => (key === 'patchbay' ? undefined : value));
  return [{ name: 'cut.otio', text: format === 'otio without our metadata' ? stripped() : text }];
}

async function received({ name, text }: Sent, before: TimelineDocument): Promise<TimelineDocument> {
  if (name.endsWith('.otio')) return otioToTimeline(text, resolve).document;
  const media = [...mediaOf(before)];
  const found = await readCut({
    bytes: new TextEncoder().encode(text),
    filename: name,
    hint: before.timeline.frameRate,
    media,
  });
  if (!found.ok) throw new Error(found.problem);
  return otioToTimeline(found.otio, resolve).document;
}

/** What people are told of a timeline once an edited one came home in a format, and the timeline with all of it taken. */
export async function home(
  before: TimelineDocument,
  edited: TimelineDocument,
  format: Format,
): Promise<{ told: string[]; taken: TimelineDocument; markers: number }> {
  const told: string[] = [];
  let taken = before;
  let markers = 0;
  for (const file of sent(edited, format)) {
    const after = await received(file, before);
    const recut = compareRecut(before, after, false, cutFormatOf(file.name) ?? 'otio');
    markers += recut.markers;
    told.push(
      ...recut.changes.map(({ kind, before: old, after: now, differs }) =>
        [kind, (old ?? now)?.id ?? '', ...differs].join(' '),
      ),
    );
    const again = compareRecut(taken, after, false, cutFormatOf(file.name) ?? 'otio');
    taken = applyRecut(taken, after, again, new Set(again.changes.map(keyOf)));
  }
  return { told, taken, markers };
}

const FILES = ['anna.mov', 'cam-1.mov', 'cam-2.mov', 'bert.mov', SILENT, 'photo.png', 'plan.png'];
const transform = fc.record({
  rotation: fc.constantFrom(0, 0, 90),
  scale: fc.constantFrom(1, 1, 0.5),
  x: fc.constantFrom(0, 0, 20),
  y: fc.constant(0),
});
const frames = (max: number, min = 0) => fc.integer({ min, max });

const shot = fc.record({
  gap: fc.constantFrom(0, 0, 0, 12, 40),
  length: frames(200, 30),
  trim: frames(400),
  file: fc.constantFrom(...FILES),
  name: fc.constantFrom('', 'Harbor', 'Lamp & Co', 'a  b'),
  speed: fc.constantFrom(1, 1, 1, 2, 0.5, 3, -1, 0),
  opacity: fc.constantFrom(1, 1, 0.5, 0.333),
  volume: fc.constantFrom(1, 1, 0.5, 0, 5),
  fade: fc.constantFrom('', '', 'in', 'out', 'dissolve'),
  transform,
});
const sound = fc.record({
  gap: fc.constantFrom(0, 20),
  length: frames(300, 30),
  trim: frames(400),
  file: fc.constantFrom('music.wav', 'voice.wav', 'anna.mov'),
  volume: fc.constantFrom(1, 0.25, 0),
});
const caption = fc.record({
  gap: fc.constantFrom(0, 10),
  length: frames(80, 20),
  words: fc.constantFrom('Hello there', 'Hello there', 'Two\nlines', 'A & B <c>', 'x'.repeat(120)),
});
export const film = fc.record({
  rate: fc.constantFrom(24_000 / 1001, 24, 25, 30_000 / 1001, 50, 60_000 / 1001),
  late: fc.boolean(),
  pictures: fc.array(fc.array(shot, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
  sounds: fc.array(fc.array(sound, { minLength: 1, maxLength: 4 }), { maxLength: 2 }),
  captions: fc.array(caption, { maxLength: 4 }),
  markers: fc.boolean(),
});
interface Laid {
  gap: number;
  length: number;
}
interface MadeShot extends Laid {
  trim: number;
  file: string;
  name: string;
  speed: number;
  opacity: number;
  volume: number;
  fade: string;
  transform: TimelineClip['transform'];
}
type MadeSound = Laid & Pick<MadeShot, 'trim' | 'file' | 'volume'>;
interface Film {
  rate: number;
  /** It begins behind its first minute. */
  late: boolean;
  pictures: readonly (readonly MadeShot[])[];
  sounds: readonly (readonly MadeSound[])[];
  captions: readonly (Laid & { words: string })[];
  markers: boolean;
}

const own = (fields: Record<string, unknown>) => {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return said.length > 0 ? { ext: { patchbay: { version: 1, ...Object.fromEntries(said) } } } : {};
};

function pictureOf(made: MadeShot, follows: boolean, rate: number): object {
  const { length, trim, file, name, speed, opacity, volume, fade } = made;
  const still = isStill(file);
  const seconds = Math.min(12, Math.floor(length / 4)) / rate;
  const dissolves = fade === 'dissolve' && follows;
  return {
    name: name || file,
    filename: file,
    type: still ? 'image' : 'video',
    trimStart: still ? 0 : (trim + 40) / rate,
    trimEnd: still ? 0 : 100,
    opacity,
    volume: still ? 1 : volume,
    transform: made.transform,
    ...own({
      speed: still || speed === 1 ? undefined : speed,
      ...(dissolves && { fadeIn: seconds, dissolve: true }),
      fadeIn: dissolves || (fade === 'in' && !follows) ? seconds : undefined,
      fadeOut: fade === 'out' ? seconds : undefined,
    }),
  };
}

/** The timeline of a film as it was made up. */
export function documentOf({ rate, late, pictures, sounds, captions, markers }: Film): TimelineDocument {
  const clips: object[] = [];
  const tracks: object[] = [];
  const lay = <Made extends Laid>(
    id: string,
    items: readonly Made[],
    clipOf: (item: Made, follows: boolean, place: { start: number; id: string }) => object,
  ): void => {
    tracks.push({ id, name: id.toUpperCase() });
    // A list that begins after its first minute is counted from there.
    let at = late ? Math.round(100 * rate) : 0;
    for (const [index, item] of items.entries()) {
      const start = at + item.gap;
      const place = { start, id: `${id}-c${index}` };
      clips.push({
        id: place.id,
        trackId: id,
        startTime: start / rate,
        duration: item.length / rate,
        ...clipOf(item, index > 0 && item.gap === 0, place),
      });
      at = start + item.length;
    }
  };
  for (const [index, items] of pictures.entries())
    lay(`v${index + 1}`, items, (item, follows) => pictureOf(item, follows, rate));
  if (captions.length > 0)
    lay('subtitles', captions, ({ words, length }, _follows, { start, id }) =>
      clipOfCaption(
        { from: start / rate, to: (start + length) / rate, words },
        { id, trackId: 'subtitles', frameRate: rate },
      ),
    );
  for (const [index, items] of sounds.entries())
    lay(`a${index + 1}`, items, ({ file, trim, volume }) => ({
      name: file,
      filename: file,
      type: 'audio',
      trimStart: trim / rate,
      trimEnd: 50,
      volume,
    }));
  const marker = { id: 'm1', time: Math.round(2 * rate) / rate, name: 'Beat' };
  return TimelineDocument.parse({
    serviceType: 'timeline',
    name: 'Cut',
    version: 1,
    timeline: {
      frameRate: rate,
      tracks,
      clips,
      ...(markers && { ext: { patchbay: { version: 1, markers: [marker] } } }),
    },
  });
}
