import { expect, test } from 'vitest';
import * as fc from '../../testing/property.ts';
import { TimelineDocument } from '../document.ts';
import { mediumLengthOf } from '../speed.ts';
import { validateTimeline } from '../timeline.ts';
import {
  addTrack,
  closeGaps,
  closeGapsInStep,
  copyClipsTo,
  deleteClips,
  deleteInStep,
  duplicateClips,
  endOf,
  freezeClips,
  moveClips,
  moveTrack,
  pasteClips,
  removeTrack,
  rippleDelete,
  rippleTrim,
  rollCut,
  setFade,
  setKeyframe,
  setSpeed,
  setValue,
  slipClips,
  splitClips,
  trimClips,
  type TimelineEdit,
} from './index.ts';

const RATES = [24, 25, 30_000 / 1001, 59.94];

/** Three tracks of clips with gaps here and there, each clip with its medium's name and length to know it by. */
const start = (frameRate: number): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate,
      tracks: [{ id: 't0' }, { id: 't1' }, { id: 't2', locked: true }, { id: 't3' }],
      clips: ['t0', 't1', 't2', 't3'].flatMap((trackId, track) =>
        Array.from({ length: 8 }, (_, index) => ({
          id: `${trackId}-${index}`,
          trackId,
          filename: `${trackId}-${index}`,
          type: index % 4 === 3 ? 'image' : 'video',
          startTime: (index * 100 + track * 7 + (index % 3) * 10) / frameRate,
          duration: 80 / frameRate,
          trimStart: index / 3,
          trimEnd: track / 2,
        })),
      ),
    },
  });

/** The same clips as takes: sounds of the first track that begin and end apart from their pictures, on the second. */
const apart = (frameRate: number): TimelineDocument => {
  const document = start(frameRate);
  const { clips } = document.timeline;
  const sounds = clips.filter(({ trackId }) => trackId === 't0');
  return {
    ...document,
    timeline: {
      ...document.timeline,
      clips: [
        ...clips.filter(({ trackId }) => trackId !== 't1'),
        ...sounds.map((clip, index) => ({
          ...clip,
          id: `t1-${index}`,
          filename: `t1-${index}`,
          trackId: 't1',
          // Earlier and longer, later and shorter, in turn: never onto each other.
          startTime: Math.max(0, clip.startTime + (index % 2 === 0 ? -9 : 7) / frameRate),
          duration: (index % 2 === 0 ? 95 : 60) / frameRate,
        })),
      ],
    },
  };
};

const mediaLengths = (document: TimelineDocument) =>
  document.timeline.clips
    .filter(({ type }) => type === 'video')
    .map((clip) => ({ filename: clip.filename, length: mediumLengthOf(clip) }));

const numbers = fc.record({
  kind: fc.nat(21),
  clip: fc.nat(),
  other: fc.nat(),
  by: fc.double({ min: -9, max: 9, noNaN: true }),
  flag: fc.boolean(),
});

/** Any edit there is, on clips and tracks that the numbers choose. */
function editOf(
  document: TimelineDocument,
  { kind, clip, other, by, flag }: { kind: number; clip: number; other: number; by: number; flag: boolean },
  newId: () => string,
): TimelineEdit {
  const { clips, tracks } = document.timeline;
  const pick = (index: number) => clips[index % Math.max(1, clips.length)];
  const ids = [pick(clip)?.id ?? '', ...(flag ? [pick(other)?.id ?? ''] : [])];
  const track = tracks[other % tracks.length]?.id ?? '';
  const edge = flag ? 'start' : 'end';
  const time = Math.abs(by) * 3;
  const on = pick(clip)?.trackId ?? '';
  const right = clips.find(
    (one) => one.trackId === on && Math.abs(one.startTime - endOf(pick(clip)!)) < 1e-6,
  );
  const edits: TimelineEdit[] = [
    moveClips({ ids, by, tracks: new Map([[on, track]]) }, newId),
    trimClips({ ids, edge, by }),
    rippleTrim({ ids, edge, by }),
    rippleTrim({ ids, edge, by }, true),
    rollCut({ leftId: ids[0] ?? '', rightId: right?.id ?? '' }, by),
    slipClips(ids, by),
    splitClips(time, flag ? new Set(ids) : null, newId),
    deleteClips(ids),
    rippleDelete(ids),
    rippleDelete(ids, true),
    duplicateClips(ids, newId, flag),
    copyClipsTo({ ids, by }, newId),
    pasteClips({ clips: clips.slice(0, 2), at: time, placement: flag ? 'insert' : 'overwrite' }, newId),
    pasteClips({ clips: clips.slice(0, 2), at: time, placement: 'insert', keepsStep: true }, newId),
    flag ? closeGaps([track]) : (before) => closeGapsInStep([track])(before)?.document ?? null,
    setFade(ids, flag ? 'fadeIn' : 'fadeOut', time),
    setKeyframe(ids[0] ?? '', 'x', { at: by, value: by, ease: 'linear' }),
    setValue(ids, 'opacity', by, time),
    setSpeed(ids, by),
    freezeClips(ids, time),
    flag ? moveTrack(track, other % 5) : addTrack({ id: newId(), name: '', kind: 'picture' }),
  ];
  return edits[kind] ?? removeTrack(track);
}

test('any 300 edits leave a sound timeline, without overlaps and with whole media', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RATES),
      fc.constantFrom(start, apart),
      fc.array(numbers, { minLength: 300, maxLength: 300 }),
      (rate, begin, steps) => {
        let count = 0;
        const newId = () => `new-${(count += 1)}`;
        let document = begin(rate);
        const lengths = new Map(mediaLengths(document).map(({ filename, length }) => [filename, length]));
        const locked = () => document.timeline.clips.filter(({ trackId }) => trackId === 't2');
        const untouched = locked();
        for (const step of steps) {
          const before = structuredClone(document);
          const after = editOf(document, step, newId)(document);
          // Edits are pure: what they were given stays.
          expect(document).toEqual(before);
          document = after ?? document;
          if (document.timeline.clips.length > 400) document = begin(rate);
        }
        expect(validateTimeline(document)).toEqual({ ok: true, document });
        expect(locked()).toEqual(untouched);
        for (const { filename, length } of mediaLengths(document)) {
          expect(length).toBeCloseTo(lengths.get(filename) ?? -1, 5);
        }
        for (const clips of Map.groupBy(document.timeline.clips, ({ trackId }) => trackId).values()) {
          const sorted = clips.toSorted((a, b) => a.startTime - b.startTime);
          for (const [index, clip] of sorted.entries()) {
            expect(clip.duration).toBeGreaterThan(0);
            expect(endOf(clip)).toBeLessThan((sorted[index + 1]?.startTime ?? Infinity) + 1e-5);
          }
        }
      },
    ),
    { numRuns: 20 },
  );
}, 120_000);

test('later pictures and sounds that go together stay together when clips of both tracks go with the gap', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RATES),
      fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(fc.nat(5), { maxLength: 4 }),
      (rate, pictures, sounds) => {
        const document = apart(rate);
        const ids = [...pictures.map((index) => `t0-${index}`), ...sounds.map((index) => `t1-${index}`)];
        const made = deleteInStep(ids)(document);
        const starts = (of: TimelineDocument | undefined) =>
          new Map(of?.timeline.clips.map(({ id, startTime }) => [id, startTime]));
        const [before, after] = [starts(document), starts(made?.document)];
        const movedBy = (id: string) => (before.get(id) ?? 0) - (after.get(id) ?? 0);
        const isStuck = made?.stuck.some((id) => id === 't0' || id === 't1') ?? true;
        expect(isStuck ? 0 : movedBy('t0-7') - movedBy('t1-7')).toBeCloseTo(0, 5);
        for (const clips of Map.groupBy(
          made?.document.timeline.clips ?? [],
          (clip) => clip.trackId,
        ).values()) {
          const sorted = clips.toSorted((a, b) => a.startTime - b.startTime);
          for (const [index, clip] of sorted.entries()) {
            expect(endOf(clip)).toBeLessThan((sorted[index + 1]?.startTime ?? Infinity) + 1e-5);
          }
        }
      },
    ),
  );
});
