import { describe, expect, test } from 'vitest';
import type { TimelineDocument } from '../timeline/document.ts';
import { timelineExt, withTimelineExt, type Marker } from '../timeline/ext.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';
import { objectsOf, type OtioObject } from './objects.ts';

const markers: Marker[] = [
  { id: 'm1', time: 1, duration: 0, name: 'Cut', color: 'violet', words: 'Cut the music here' },
  // Between two frames: so it comes home.
  { id: 'm2', time: 2.01, duration: 0.5, name: '', color: 'red', words: '' },
];
const empty: TimelineDocument = {
  serviceType: 'timeline',
  name: 'Film',
  version: 1,
  timeline: {
    clips: [],
    tracks: [
      { id: 'v', name: 'Video', height: 64, volume: 1, locked: false, mutedAudio: false, mutedVideo: false },
    ],
    currentTime: 0,
    playheadPosition: 0,
    projectDuration: 5,
    frameRate: 24,
    zoom: 1,
    selectedClipIds: [],
    selectedTrackId: null,
    projectResolution: { width: 1920, height: 1080, isAutoDetected: false },
  },
};
const film = withTimelineExt(empty, { markers })!;
const exported = timelineToOtio(film).text;
const home = (text: string) => otioToTimeline(text, () => ({ missing: 'missing' }));
const stackOf = (text: string): { markers: OtioObject[]; source_range: unknown } =>
  (JSON.parse(text) as { tracks: { markers: OtioObject[]; source_range: unknown } }).tracks;
/** The export with other markers on its stack. */
function changed(change: (markers: OtioObject[]) => unknown): string {
  const root = JSON.parse(exported) as { tracks: { markers: unknown } };
  root.tracks.markers = change(stackOf(exported).markers);
  return JSON.stringify(root);
}
const at = (frame: number, length = 0): OtioObject => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: { OTIO_SCHEMA: 'RationalTime.1', value: frame, rate: film.timeline.frameRate },
  duration: { OTIO_SCHEMA: 'RationalTime.1', value: length, rate: film.timeline.frameRate },
});

describe('markers of a timeline', () => {
  test('leave as markers that other programs show', () => {
    const rate = film.timeline.frameRate;
    expect(stackOf(exported).markers).toMatchObject([
      {
        OTIO_SCHEMA: 'Marker.2',
        name: 'Cut',
        color: 'PURPLE',
        comment: 'Cut the music here',
        marked_range: { start_time: { value: rate, rate }, duration: { value: 0 } },
      },
      { color: 'RED', marked_range: { start_time: { value: Math.round(2.01 * rate) } } },
    ]);
  });

  test('come home as they left, once, and leave the same again', () => {
    const { document, warnings } = home(exported);
    expect(timelineExt(document).markers).toEqual(markers);
    expect(warnings.map(({ code }) => code)).not.toContain('MARKERS_IGNORED');
    expect(stackOf(timelineToOtio(document).text).markers).toEqual(stackOf(exported).markers);
  });

  test('that were moved and named anew elsewhere are so here', () => {
    const moved = changed(([one, other]) => [{ ...one, name: 'Later', marked_range: at(72) }, other]);
    const [first, second] = timelineExt(home(moved).document).markers ?? [];
    expect(first).toEqual(markers[1]);
    expect(second).toMatchObject({ id: 'm1', name: 'Later', color: 'violet', words: 'Cut the music here' });
    expect(second?.time).toBeCloseTo(72 / film.timeline.frameRate, 9);
  });

  test('that were set elsewhere are shown, where nothing is said of them that has no place here', () => {
    const plain = {
      OTIO_SCHEMA: 'Marker.2',
      metadata: {},
      name: 'From there',
      color: 'GREEN',
      comment: 'Look',
    };
    const rich = { ...plain, metadata: { Resolve_OTIO: { Keywords: ['x'] } } };
    const text = changed((own) => [
      ...own,
      { ...plain, marked_range: at(24, 12) },
      { ...rich, marked_range: at(36) },
    ]);
    const { document, warnings } = home(text);
    expect(timelineExt(document).markers).toContainEqual(
      expect.objectContaining({
        name: 'From there',
        color: 'green',
        words: 'Look',
        duration: 12 / film.timeline.frameRate,
      }),
    );
    expect(timelineExt(document).markers).toHaveLength(3);
    expect(warnings.map(({ code }) => code)).toContain('MARKERS_IGNORED');
    const again = stackOf(timelineToOtio(document).text).markers;
    expect(again).toHaveLength(4);
    expect(again.at(-1)).toMatchObject(rich);
  });

  test('of a later version of ours are kept as they came', () => {
    const root = JSON.parse(changed((own) => own)) as {
      metadata: { patchbay: { ext: Record<string, unknown> } };
    };
    const later = { version: 99, markers: 'otherwise' };
    root.metadata.patchbay.ext['patchbay'] = later;
    const { document } = home(JSON.stringify(root));
    expect(document.timeline.ext?.['patchbay']).toEqual(later);
    expect(objectsOf(stackOf(timelineToOtio(document).text).markers)).toHaveLength(2);
  });
});
