import * as fc from '../testing/property.ts';
import { describe, expect, it } from 'vitest';
import {
  clipExt,
  TimelineClip,
  TimelineTrack,
  validateTimeline,
  type TimelineDocument,
} from '../timeline/index.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';
import { portableName } from '../timeline/portable-name.ts';
import type { MediaResolver } from './media-reference.ts';

const library: MediaResolver = ({ name }) => ({
  filename: name,
  contentType: name.endsWith('.png') ? 'image/png' : name.endsWith('.wav') ? 'audio/wav' : 'video/mp4',
});
const documentOf = (clips: object[], tracks: object[] = [{ id: 't1', name: 'V1' }], frameRate = 24) => {
  const checked = validateTimeline({
    serviceType: 'timeline',
    name: 'Cut',
    version: 1,
    timeline: { clips, tracks, frameRate },
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
};
const clip = (fields: object) => ({
  id: 'c1',
  trackId: 't1',
  filename: 'a.mp4',
  startTime: 0,
  duration: 1,
  ...fields,
});
const back = (document: TimelineDocument) => otioToTimeline(timelineToOtio(document).text, library).document;
/** A document by its clips in order of id: lists of clips come back in playing order. */
const comparable = (document: TimelineDocument) => ({
  ...document,
  timeline: {
    ...document.timeline,
    clips: document.timeline.clips.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    projectDuration: Number(document.timeline.projectDuration.toFixed(6)),
  },
});

interface Written {
  tracks: { children: { kind: string; name: string; children: Record<string, unknown>[] }[] };
}
const written = (document: TimelineDocument) => JSON.parse(timelineToOtio(document).text) as Written;

const documents = fc
  .record({
    frameRate: fc.constantFrom(24, 25, 29.97, 24_000 / 1001, 23.976, 60, 12.5),
    tracks: fc.integer({ min: 1, max: 3 }),
    clips: fc.array(
      fc.record({
        track: fc.nat(2),
        start: fc.nat(40),
        length: fc.integer({ min: 1, max: 12 }),
        trimStart: fc.double({ min: 0, max: 9, noNaN: true }),
        trimEnd: fc.double({ min: 0, max: 9, noNaN: true }),
        offset: fc.double({ min: 0, max: 0.2, noNaN: true }),
        opacity: fc.double({ min: 0, max: 1, noNaN: true }),
        file: fc.constantFrom('a.mp4', 'b.png', 'c.wav'),
        x: fc.integer(),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ frameRate, tracks, clips }) =>
    documentOf(
      clips.map((one, index) => ({
        id: `c${index}`,
        trackId: `t${one.track % tracks}`,
        name: `Clip ${index}`,
        filename: one.file,
        type: one.file.endsWith('png') ? 'image' : one.file.endsWith('wav') ? 'audio' : 'video',
        startTime: one.start + one.offset,
        duration: one.length,
        trimStart: one.trimStart,
        trimEnd: one.trimEnd,
        opacity: one.opacity,
        transform: { rotation: 0, scale: 1, x: one.x, y: 0 },
      })),
      Array.from({ length: tracks }, (_, index) => ({
        id: `t${index}`,
        name: `T${index}`,
        locked: index === 1,
      })),
      frameRate,
    ),
  );

describe('there and back', () => {
  it('gives the same document, to the exact second, overlaps and mixed tracks included', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(comparable(back(document))).toEqual(comparable(document));
      }),
      { numRuns: fc.runs(200) },
    );
  });

  it('without our own metadata is right to the frame', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const text = timelineToOtio(document).text.replaceAll('"patchbay"', '"stranger"');
        const clips = otioToTimeline(text, library).document.timeline.clips;
        const frame = 1 / document.timeline.frameRate + 1e-3;
        const at = (list: readonly { name: string; startTime: number }[]) =>
          new Map(list.map((item) => [item.name, item.startTime]));
        const got = at(clips);
        expect(got.size).toBe(document.timeline.clips.length);
        for (const [name, start] of at(document.timeline.clips)) {
          expect(Math.abs(got.get(name)! - start)).toBeLessThan(2 * frame);
        }
      }),
      { numRuns: fc.runs(100) },
    );
  });

  it('believes another program that moved a clip, and keeps its id', () => {
    const document = documentOf([clip({ id: 'own', startTime: 1, trimStart: 0.5, name: 'Mine' })]);
    const edited = JSON.parse(timelineToOtio(document).text) as Written;
    const [gap] = edited.tracks.children[0]!.children as [{ source_range: { duration: { value: number } } }];
    gap.source_range.duration.value = 48;
    const [moved] = otioToTimeline(JSON.stringify(edited), library).document.timeline.clips;
    expect(moved).toMatchObject({ id: 'own', startTime: 2, duration: 1, trimStart: 0.5 });
  });

  it('keeps a transition while its clips stay side by side, and drops it when they part', () => {
    const dissolve = {
      OTIO_SCHEMA: 'Transition.1',
      transition_type: 'SMPTE_Dissolve',
      in_offset: { value: 6, rate: 24 },
      out_offset: { value: 6, rate: 24 },
    };
    const pair = (gap: number) =>
      documentOf([
        clip({ id: 'a', ext: { otio: { after: dissolve } } }),
        clip({ id: 'b', startTime: 1 + gap, ext: { otio: { before: dissolve } } }),
      ]);
    const schemas = (document: TimelineDocument) =>
      written(document).tracks.children[0]!.children.map((child) => child['OTIO_SCHEMA']);
    expect(schemas(pair(0))).toEqual(['Clip.2', 'Transition.1', 'Clip.2']);
    expect(schemas(pair(1))).toEqual(['Clip.2', 'Gap.1', 'Clip.2']);
    expect(timelineToOtio(pair(1)).warnings).toMatchObject([
      { code: 'TRANSITION_DROPPED', path: 'timeline.clips.1' },
    ]);
  });
});

describe('what is written', () => {
  it('gives times a point, as the official library wants', () => {
    const { text } = timelineToOtio(documentOf([clip({})]));
    expect(text).toContain('"rate":24.0,"value":24.0');
    expect(text).not.toMatch(/NaN|Infinity|"value": \d+[,\s}]/);
  });

  it('rounds ends, not lengths, so that neighbors never drift apart', () => {
    const thirds = Array.from({ length: 90 }, (_, index) =>
      clip({ id: `c${index}`, startTime: index / 3, duration: 1 / 3 }),
    );
    const children = written(documentOf(thirds, [{ id: 't1' }], 25)).tracks.children[0]!.children;
    expect(children.every((child) => child['OTIO_SCHEMA'] === 'Clip.2')).toBe(true);
    expect(children).toHaveLength(90);
  });

  it('splits overlaps and kinds into tracks, each in its place', () => {
    const document = documentOf(
      [
        clip({ id: 'a', duration: 5 }),
        clip({ id: 'b', startTime: 2 }),
        clip({ id: 'c', startTime: 1, type: 'audio', filename: 'c.wav' }),
      ],
      [
        { id: 't1', name: 'Mixed' },
        { id: 't2', name: 'Empty' },
      ],
    );
    expect(written(document).tracks.children.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'Video Mixed',
      'Video Mixed (overlap 2)',
      'Audio Mixed',
      'Video Empty',
    ]);
    expect(timelineToOtio(document).warnings.map(({ code }) => code)).toEqual([
      'OVERLAP_SPLIT',
      'TRACK_SPLIT',
    ]);
  });

  it('names each file once, by a portable name, and no place anywhere', () => {
    const effect = {
      OTIO_SCHEMA: 'Effect.1',
      effect_name: 'LUT',
      metadata: { path: '/home/me/lut.cube', url: 'https://host/x?sig=1', amount: 2 },
    };
    const document = documentOf([
      clip({
        id: 'a',
        filename: 'Day 1: take?.mp4',
        ext: { otio: { effects: [effect, { OTIO_SCHEMA: 'Own.1' }] } },
      }),
      clip({ id: 'b', filename: 'Day 1: take?.mp4', startTime: 1 }),
      clip({ id: 'c', filename: '', storageType: 'placeholder', startTime: 2 }),
    ]);
    const { text, media, warnings } = timelineToOtio(document);
    expect(media).toEqual([{ filename: 'Day 1: take?.mp4', name: 'Day 1_ take_.mp4' }]);
    expect(text).toContain('"target_url":"Day 1_ take_.mp4"');
    expect(text).toContain('"amount":2');
    expect(text).not.toMatch(/home|sig=|Own\.1/);
    expect(warnings.map(({ code }) => code)).toEqual([
      'PLACE_REMOVED',
      'PLACE_REMOVED',
      'EFFECT_DROPPED',
      'MEDIA_RENAMED',
      'MEDIA_FILE_MISSING',
    ]);
  });

  it('keeps files of one name apart, and a clip by its file until another program gives it another', () => {
    const of = (id: string, fileId: string) => ({
      ...clip({
        id,
        filename: 'take.mp4',
        startTime: id === 'a' ? 0 : 1,
        ext: { patchbay: { version: 1, fileId } },
      }),
    });
    const exported = timelineToOtio(documentOf([of('a', 'first'), of('b', 'second')]));
    expect(exported.media).toEqual([
      { filename: 'take.mp4', fileId: 'first', name: 'take.mp4' },
      { filename: 'take.mp4', fileId: 'second', name: 'take-2.mp4' },
    ]);
    const fileIds = (text: string) =>
      otioToTimeline(text, library).document.timeline.clips.map((one) => clipExt(one).fileId);
    expect(fileIds(exported.text)).toEqual(['first', 'second']);
    const relinked = exported.text.replace('"target_url":"take-2.mp4"', '"target_url":"other.mp4"');
    expect(fileIds(relinked)).toEqual(['first', undefined]);
  });

  it('writes foreign effects and markers in fields of the kinds that the official library insists on', () => {
    const time = (value: unknown, rate: unknown = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', value, rate });
    const range = { OTIO_SCHEMA: 'TimeRange.1', start_time: time(3), duration: time(0) };
    const red = { OTIO_SCHEMA: 'Color.1', name: 'RED', r: 1, g: 0, b: 0, a: 1 };
    const effects = [
      { OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: null, enabled: 'yes', name: 5, metadata: null },
      { OTIO_SCHEMA: 'Effect.1', metadata: { a: time(null), b: { OTIO_SCHEMA: 'Clip.99', c: 1 } } },
      { OTIO_SCHEMA: 'Effect.1', OTIO_REF_ID: 'x', metadata: time(1), other: { OTIO_SCHEMA: 7 } },
      { OTIO_SCHEMA: 'SerializableObjectRef.1', id: 'x' },
    ];
    const markers = [
      { OTIO_SCHEMA: 'Marker.3', marked_range: range, color: red, name: 'New', comment: 'Late' },
      { OTIO_SCHEMA: 'Marker.1', range, color: null },
      { OTIO_SCHEMA: 'Marker.2', marked_range: { ...range, duration: time(null) } },
      { OTIO_SCHEMA: 'Marker.4', marked_range: range },
    ];
    const [child] = written(documentOf([clip({ ext: { otio: { effects, markers } } })])).tracks.children[0]!
      .children;
    const effect = { name: '', effect_name: '', enabled: true, metadata: {} };
    expect(child!['effects']).toEqual([
      { ...effect, OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 1 },
      { ...effect, OTIO_SCHEMA: 'Effect.1', metadata: { a: { value: null, rate: 24 }, b: { c: 1 } } },
      { ...effect, OTIO_SCHEMA: 'Effect.1', metadata: { value: 1, rate: 24 }, other: {} },
    ]);
    // The range under both of its names: see the exporter.
    const marker = { OTIO_SCHEMA: 'Marker.2', marked_range: range, range, metadata: {} };
    expect(child!['markers']).toEqual([
      { ...marker, name: 'New', comment: 'Late', color: 'RED' },
      { ...marker, name: '', comment: '' },
    ]);
  });

  it('gives markers and effects back as they came, however often they go around', () => {
    const preserved = {
      effects: [
        {
          OTIO_SCHEMA: 'FreezeFrame.1',
          metadata: { a: [1, 'x'] },
          name: 'Hold',
          effect_name: 'Freeze',
          enabled: false,
          time_scalar: 0,
        },
      ],
      markers: [
        {
          OTIO_SCHEMA: 'Marker.2',
          metadata: {},
          name: 'Here',
          color: 'PINK',
          comment: 'Look',
          marked_range: {
            OTIO_SCHEMA: 'TimeRange.1',
            duration: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: 1 },
            start_time: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: 3 },
          },
        },
      ],
    };
    const document = documentOf([clip({ ext: { otio: preserved } })]);
    expect(back(document).timeline.clips[0]!.ext).toEqual({ otio: preserved });
  });

  it('gives integers too long for the official library a point', () => {
    const transform = { rotation: 0, scale: 1, x: 2 ** 63, y: 2 ** 53 - 1 };
    const { text } = timelineToOtio(documentOf([clip({ transform })]));
    expect(text).toContain('"x":9223372036854776000.0');
    expect(text).toContain('"y":9007199254740991}');
  });

  it('says that a clip is disabled while it is neither seen nor heard, and no longer', () => {
    const enabled = (fields: object) =>
      written(documentOf([clip({ ext: { otio: { enabled: false } }, ...fields })])).tracks.children[0]!
        .children[0]!['enabled'];
    expect(enabled({ opacity: 0, volume: 0 })).toBe(false);
    expect(enabled({ opacity: 1, volume: 0 })).toBe(true);
    expect(enabled({ opacity: 0, volume: 1 })).toBe(true);
  });

  it('writes no half of a surrogate pair, which the official library refuses', () => {
    const { text } = timelineToOtio({
      ...documentOf([clip({ name: 'a\ud800' })]),
      name: 'b\udfff \ud83c\udfac',
    });
    expect(text).not.toMatch(/\\ud[89a-f]/i);
    expect(text).toContain('"name":"b\ufffd \ud83c\udfac"');
  });

  it('moves no clip by more than a frame, however many shorter than one lie before it', () => {
    const clips = Array.from({ length: 9 }, (_, index) =>
      clip({ id: `c${index}`, startTime: 1, duration: 0 }),
    );
    const starts = written(documentOf(clips)).tracks.children.flatMap(({ children }) => {
      let end = 0;
      return children.flatMap((child) => {
        const start = end;
        end += (child as { source_range: { duration: { value: number } } }).source_range.duration.value;
        return child['OTIO_SCHEMA'] === 'Clip.2' ? [start] : [];
      });
    });
    expect(starts).toHaveLength(9);
    expect([...new Set(starts)]).toEqual([24, 25]);
  });

  it('fills every field of a clip and a track on the round trip', () => {
    const document = back(documentOf([clip({})]));
    expect(document.timeline.clips.map((item) => TimelineClip.safeParse(item).success)).toEqual([true]);
    expect(document.timeline.tracks.map((item) => TimelineTrack.safeParse(item).success)).toEqual([true]);
  });
});

describe('portableName', () => {
  it.each([
    ['a.mp4', 'a.mp4'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\media\\x.mov', 'x.mov'],
    ['.hidden', 'hidden'],
    ['con.txt', '_con.txt'],
    ['what? #1 100%.png', 'what_ _1 100_.png'],
    ['tail. ', 'tail'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['', 'media'],
  ])('%j becomes %j', (from, to) => {
    expect(portableName(from)).toBe(to);
  });

  it('is unique whatever the case, short enough, and the same for readers that decode it', () => {
    const taken = new Set<string>();
    expect(['a.png', 'A.png', 'a.PNG'].map((name) => portableName(name, taken))).toEqual([
      'a.png',
      'A-2.png',
      'a-3.PNG',
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const name = portableName(text);
        expect(name).not.toBe('');
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(121);
        expect(decodeURIComponent(name)).toBe(name);
        expect(name).not.toMatch(/[/\\:?#]/);
      }),
    );
  });
});

it('writes numbers with their point also where a name makes it write value by value', () => {
  const document = documentOf([clip({ name: 'half \ud83c', startTime: 0.5 })]);
  const { text } = timelineToOtio(document);
  expect(text).toContain('"name":"half \ufffd"');
  expect(text).toContain('"value":24.0');
  expect(JSON.parse(text)).toMatchObject({ OTIO_SCHEMA: 'Timeline.1' });
});
