import { describe, expect, it } from 'vitest';
import { asRecord } from '#shared/document/problems.ts';
import { wordsOfClip } from '#shared/timeline/captions.ts';
import { speedOf, type TimelineClip, type TimelineDocument } from '#shared/timeline/index.ts';
import { documentOf, FORMATS, home } from './testing/round-trip.ts';

/** A film whose clips can be told apart, with room for each to be edited. */
const EDITED = documentOf({
  rate: 25,
  late: false,
  pictures: [
    ['anna.mov', 'cam-1.mov', 'anna.mov', 'photo.png', 'bert.mov'].map((file, index) => ({
      gap: 20,
      length: 60 + index * 4,
      trim: index * 30,
      file,
      name: '',
      speed: index === 4 ? 2 : 1,
      opacity: 1,
      volume: 1,
      fade: '',
      transform: { rotation: 0, scale: 1, x: 0, y: 0 },
    })),
    [
      {
        gap: 10,
        length: 50,
        trim: 5,
        file: 'cam-2.mov',
        name: 'Inset',
        speed: 1,
        opacity: 0.5,
        volume: 0.5,
        fade: 'in',
        transform: { rotation: 10, scale: 0.5, x: 20, y: 0 },
      },
    ],
  ],
  sounds: [
    ['music.wav', 'voice.wav', 'music.wav'].map((file, index) => ({
      gap: 20,
      length: 70 + index * 4,
      trim: index * 30,
      file,
      volume: 0.5,
    })),
  ],
  captions: [
    { gap: 10, length: 40, words: 'Hello there' },
    { gap: 30, length: 40, words: 'Where to?' },
    { gap: 30, length: 44, words: 'Home' },
  ],
  markers: true,
});

type Edit = (clip: TimelineClip, keepsName: boolean) => TimelineClip | null;
const FRAME = 1 / 25;
const withOwn = (clip: TimelineClip, fields: object): TimelineClip => ({
  ...clip,
  ext: { ...clip.ext, patchbay: { version: 1, ...asRecord(clip.ext?.['patchbay']), ...fields } },
});

/** What a person does to one clip elsewhere, and what is told of it. */
const EDITS: readonly [what: string, of: readonly TimelineClip['type'][], edit: Edit, told: string][] = [
  [
    'trimmed at its end',
    ['video', 'image', 'audio', 'text'],
    (clip) => ({ ...clip, duration: clip.duration - 10 * FRAME, trimEnd: clip.trimEnd + 10 * FRAME }),
    'trimmed',
  ],
  [
    'moved',
    ['video', 'image', 'audio', 'text'],
    (clip) => ({ ...clip, startTime: clip.startTime + 8 * FRAME }),
    'moved',
  ],
  ['deleted', ['video', 'image', 'audio', 'text'], () => null, 'missing'],
  ['made twice as slow', ['video', 'audio'], (clip) => withOwn(clip, { speed: 0.5 }), 'changed'],
  [
    'put in another file',
    ['video', 'audio'],
    (clip, keepsName) => {
      const filename = clip.type === 'audio' ? 'other.wav' : 'other.mov';
      // Beside our metadata the name says that it is the same clip.
      return { ...clip, filename, name: keepsName || clip.name !== clip.filename ? clip.name : filename };
    },
    'changed',
  ],
  [
    'given other words',
    ['text'],
    (clip) => withOwn({ ...clip, name: 'Other words' }, { text: 'Other words' }),
    'changed',
  ],
];
const DIFFERENCES: Readonly<Record<string, string>> = {
  'made twice as slow': ' speed',
  'put in another file': ' medium',
  'given other words': ' words',
};

describe.each(FORMATS)('one clip that was edited elsewhere, in %s', (format) => {
  const { clips } = EDITED.timeline;
  const cases = EDITS.flatMap(([what, types, edit, kind]) =>
    clips
      .filter(({ type }) => types.includes(type))
      // A track without clips is no list.
      .filter(({ trackId }) => !(format === 'edl' && what === 'deleted' && trackId === 'v2'))
      .map((clip) => ({ what, id: clip.id, edit, told: `${kind} ${clip.id}${DIFFERENCES[what] ?? ''}` })),
  );
  it.each(cases)('is told as that alone: $id $what', async ({ id, edit, told }) => {
    const edited = {
      ...EDITED,
      timeline: {
        ...EDITED.timeline,
        clips: clips.flatMap((clip) =>
          clip.id === id ? (edit(clip, format === 'otio' || format === 'otioz') ?? []) : [clip],
        ),
      },
    };
    const found = await home(EDITED, edited, format);
    expect(found.told).toEqual([told]);
    // What was taken is as it was made there, and all else as it was here.
    const said = (all: TimelineDocument) =>
      new Map(all.timeline.clips.map((clip) => [clip.id, saidOf(clip)]));
    expect(said(found.taken)).toEqual(said(edited));
    expect((await home(found.taken, edited, format)).told).toEqual([]);
  });
});

/** What every format says of a clip; behind its end a medium may be of any length. */
const saidOf = (clip: TimelineClip) => ({
  name: clip.name,
  filename: clip.filename,
  startTime: Math.round(clip.startTime * 25),
  duration: Math.round(clip.duration * 25),
  trimStart: Math.round(clip.trimStart * 25),
  opacity: clip.opacity,
  volume: clip.volume,
  transform: clip.transform,
  speed: Math.round(speedOf(clip) * 10),
  words: clip.type === 'text' ? wordsOfClip(clip) : null,
});
