import { describe, expect, it } from 'vitest';
import { otioToTimeline, timelineToOtio } from '../otio/index.ts';
import { cutOfOtio } from './cut-from-otio.ts';
import { otioOfCut } from './cut-to-otio.ts';
import { readEdl } from './edl-read.ts';
import { writeEdls } from './edl-write.ts';
import { readFcpXml } from './xml-read.ts';
import { writeFcpXml } from './xml-write.ts';

/** Rates that are easily got wrong, over four hours of film: every cut stays on its frame, and every timecode as it was. */

const CLIPS = 200;
const HOURS = 4;

/** As a file writes a rate, and what it is. */
const RATES: [written: number, exact: number][] = [
  [23.976, 24_000 / 1001],
  [23.98, 24_000 / 1001],
  [24_000 / 1001, 24_000 / 1001],
  [29.97, 30_000 / 1001],
  [59.94, 60_000 / 1001],
  [120, 120],
  [1, 1],
];
const lengthAt = (rate: number) => Math.round((HOURS * 3600 * rate) / CLIPS);

const time = (value: number, rate: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
const range = (start: number, duration: number, rate: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: time(duration, rate),
  start_time: time(start, rate),
});
const otio = (rate: number, start: number, children: object[]) =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: 'Cut',
    global_start_time: time(start, rate),
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      name: 'tracks',
      children: [{ OTIO_SCHEMA: 'Track.1', name: 'V1', kind: 'Video', children }],
    },
  });
const film = (rate: number) => {
  const length = lengthAt(rate);
  const start = 3600 * Math.round(rate);
  const clips = Array.from({ length: CLIPS }, (_, index) => ({
    OTIO_SCHEMA: 'Clip.2',
    metadata: {},
    name: `shot ${index}`,
    source_range: range(start + index, length - (index % 2), rate),
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: 'ExternalReference.1',
        metadata: {},
        name: '',
        available_range: range(start, 20_000_000, rate),
        target_url: `shot ${index}.mov`,
      },
    },
    active_media_reference_key: 'DEFAULT_MEDIA',
  }));
  return { text: otio(rate, start, clips), clips, start, length };
};
const read = (text: string) => otioToTimeline(text, () => ({ missing: 'missing' }));
interface Written {
  global_start_time: object;
  tracks: { children: { children: { source_range: object }[] }[] };
}

describe.each(RATES)('a film at %d frames a second', (written, exact) => {
  const { text, clips, start, length } = film(written);
  const { document } = read(text);

  it('has its rate, and each clip on its frame', () => {
    expect(document.timeline.frameRate).toBe(exact);
    let frame = 0;
    for (const [index, { startTime, duration }] of document.timeline.clips.entries()) {
      expect(startTime * exact).toBeCloseTo(frame, 3);
      expect(duration * exact).toBeCloseTo(length - (index % 2), 3);
      frame += length - (index % 2);
    }
  });

  it('leaves with its timecodes as they came, and nothing rounded', () => {
    const out = timelineToOtio(document);
    const back = JSON.parse(out.text) as Written;
    expect(back.global_start_time).toEqual(time(start, written));
    expect(back.tracks.children[0]!.children.map(({ source_range: own }) => own)).toEqual(
      clips.map(({ source_range: own }) => own),
    );
    expect(out.warnings.map(({ code }) => code)).not.toContain('FRAME_ROUNDED');
    expect(read(out.text).document.timeline.clips).toEqual(document.timeline.clips);
  });

  it('goes through EDL and FCP 7 XML on the same frames', () => {
    const cut = cutOfOtio(JSON.parse(timelineToOtio(document).text), () => undefined);
    const places = (of: typeof cut) =>
      of.tracks.flatMap((track) => track.clips.map((clip) => [clip.recordIn, clip.duration, clip.sourceIn]));
    expect(cut.start).toBe(start);
    expect(places(cut).map(([, , source]) => source)).toEqual(
      Array.from({ length: CLIPS }, (_, index) => start + index),
    );
    const [list] = writeEdls(cut, () => undefined);
    const fromEdl = readEdl(list!.text, 'cut').cut;
    const fromXml = readFcpXml(
      writeFcpXml(cut, () => undefined),
      'cut',
    ).cut;
    for (const back of [fromEdl, fromXml]) {
      expect(back.rate).toBeCloseTo(exact, 5);
      expect(back.start).toBe(start);
      expect(places(back)).toEqual(places(cut));
      expect(read(otioOfCut(back)).document.timeline.frameRate).toBeCloseTo(exact, 5);
    }
  });
});

describe('a list with dropped numbers', () => {
  it.each([
    [29.97, '01:00:00;00', 107_892],
    [29.97, '00:01:00;02', 1800],
    [59.94, '01:00:00;00', 215_784],
    [59.94, '00:10:00;00', 35_964],
  ])('at %d begins at the frame that %s names', (rate, code, frame) => {
    const seconds = code.slice(0, -3);
    const out = `${seconds.slice(0, -2)}01`;
    const list = [
      'TITLE: Cut',
      'FCM: DROP FRAME',
      '',
      `001  AX       V     C        ${code} ${out};02 ${code} ${out};02`,
    ].join('\n');
    const { cut } = readEdl(list, 'cut', rate);
    const [first] = cut.tracks[0]!.clips;
    expect([cut.start + first!.recordIn, first!.sourceIn]).toEqual([frame, frame]);
    // Numbers are dropped, frames are not: a second and two frames, less what the first minute dropped.
    expect(first!.duration).toBe(Math.round(rate) + 2 - (code.endsWith(';02') ? 2 : 0));
    const { document } = read(otioOfCut(cut));
    const exact = (Math.round(rate) * 1000) / 1001;
    expect(document.timeline.frameRate).toBeCloseTo(exact, 9);
    const back = JSON.parse(timelineToOtio(document).text) as Written;
    expect(back.global_start_time).toMatchObject({ value: cut.start });
  });
});
