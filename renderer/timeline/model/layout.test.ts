import { describe, expect, test } from 'vitest';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { visibleClips, firstClip, layoutTracks, nextClip } from './layout.ts';

const clip = (id: string, trackId: string, startTime: number, duration: number, type = 'video') => ({
  id,
  trackId,
  startTime,
  duration,
  type,
});

const document = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    tracks: [
      { id: 'A1', height: 10 },
      { id: 'V1', height: 50 },
      { id: 'empty' },
      { id: 'V2', height: 5000 },
      { id: 'A2' },
    ],
    clips: [
      clip('late', 'V1', 10, 5),
      clip('early', 'V1', 0, 5),
      clip('over', 'V2', 11, 2),
      clip('sound', 'A1', 0, 30, 'audio'),
      clip('music', 'A2', 0, 30, 'audio'),
    ],
  },
});
const rows = layoutTracks(document);
const found = (id: string) => document.timeline.clips.find((one) => one.id === id)!;
const from = (id: string, key: string) => nextClip(rows, found(id), key)?.id ?? null;

describe('rows', () => {
  test('the top layer is first, sound is below in its order', () => {
    expect(rows.map(({ track }) => track.id)).toEqual(['V2', 'empty', 'V1', 'A1', 'A2']);
  });

  test('lie below each other without gaps, within heights that can be used', () => {
    let top = 0;
    for (const row of rows) {
      expect(row.top).toBe(top);
      expect(row.height).toBeGreaterThanOrEqual(36);
      expect(row.height).toBeLessThanOrEqual(240);
      top += row.height;
    }
  });
});

describe('keys', () => {
  test.each([
    ['early', 'ArrowRight', 'late'],
    ['late', 'ArrowLeft', 'early'],
    ['late', 'ArrowRight', null],
    ['early', 'Home', null],
    ['over', 'ArrowDown', 'late'],
    ['early', 'ArrowUp', 'over'],
    ['over', 'ArrowUp', null],
    ['late', 'ArrowDown', 'sound'],
    ['late', 'Enter', null],
  ])('from %s by %s to %s', (id, key, to) => expect(from(id, key)).toBe(to));

  test('begin at the first clip of the first row that has one', () => {
    expect(firstClip(rows)?.id).toBe('over');
    expect(firstClip([])).toBeNull();
  });
});

describe('what is drawn', () => {
  const many = Array.from({ length: 1000 }, (_, index) => clip(`c${index}`, 'V1', index, 1));
  const row = layoutTracks(
    TimelineDocument.parse({
      serviceType: 'timeline',
      version: 1,
      timeline: { tracks: [{ id: 'V1' }], clips: [clip('long', 'V1', 0, 600), ...many] },
    }),
  )[0]!;
  const ids = (part: { scale: number; from: number; to: number }, wanted: string[] = []) =>
    visibleClips(row, part, new Set(wanted)).map(({ id }) => id);

  test('is what reaches into the view, also from far before', () => {
    expect(ids({ scale: 40, from: 500.5, to: 502.5 })).toEqual(['long', 'c500', 'c501', 'c502']);
    expect(ids({ scale: 40, from: 700.5, to: 701.5 })).toEqual(['c700', 'c701']);
  });

  test('is one clip for those that lie on one mark, and what is wanted wherever it is', () => {
    expect(ids({ scale: 0.1, from: 0, to: 1000 }).length).toBeLessThan(60);
    expect(ids({ scale: 40, from: 700.5, to: 701.5 }, ['c3'])).toEqual(['c3', 'c700', 'c701']);
  });
});
