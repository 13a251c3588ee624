import { expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import type { Cut, CutClip, CutTrack } from './cut.ts';
import { readEdl } from './edl-read.ts';
import { writeEdls } from './edl-write.ts';
import { readFcpXml } from './xml-read.ts';
import { writeFcpXml } from './xml-write.ts';

/** What is written is read back the same, whatever names, rates, places and speeds a cut has. */

const ignore = () => undefined;

/** Names of files: in one line, without slashes and blanks at their ends. */
const filename = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => `${text.replace(/[\p{Cc}\p{Z}/\\\uFFFE\uFFFF]+/gu, ' ').trim() || 'a'}.mov`);
/** A line of words, as a title or name is. */
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/[\p{Cc}\p{Z}\uFFFE\uFFFF]+/gu, ' ').trim() || 'a');
const rate = fc.constantFrom(24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60);

/** How a clip follows the one before it. */
const item = fc.record({
  gap: fc.integer({ min: 0, max: 50 }),
  length: fc.integer({ min: 1, max: 4000 }),
  source: fc.integer({ min: 0, max: 100_000 }),
  speed: fc.constantFrom(1, 1, 1, 2, 0.5, -1, -2, 0),
  file: filename,
  name: line,
});
interface Made {
  rate: number;
  name: string;
  items: { gap: number; length: number; source: number; speed: number; file: string; name: string }[];
}
const cuts: fc.Arbitrary<Made> = fc.record({
  rate,
  name: line,
  items: fc.array(item, { minLength: 1, maxLength: 12 }),
});

function cutOf({ rate: frames, name, items }: Made): Cut {
  let at = 0;
  const clips = items.map(({ gap, length, source, speed, file, name: clipName }): CutClip => {
    const recordIn = at + gap;
    at = recordIn + length;
    return {
      name: clipName,
      recordIn,
      duration: length,
      sourceIn: source,
      medium: { file, start: 0, length: 1_000_000 },
      speed,
      reel: '',
      enabled: true,
      opacity: 1,
      volume: 1,
      markers: [],
      comments: [],
      path: '',
    };
  });
  const track: CutTrack = { kind: 'Video', name: 'V1', enabled: true, locked: false, clips, transitions: [] };
  const start = 3600 * Math.round(frames);
  return { name, rate: frames, start, width: 1920, height: 1080, tracks: [track], markers: [] };
}

const bare = ({ rate: frames, name, tracks }: Cut) => ({
  rate: frames,
  name,
  clips: tracks.flatMap((track) =>
    track.clips.map(({ name: clipName, recordIn, duration, sourceIn, medium, speed }) => ({
      clipName,
      start: recordIn,
      length: duration,
      source: sourceIn,
      file: medium.file,
      speed,
    })),
  ),
});

it('an EDL that is written is read back the same', () => {
  fc.assert(
    fc.property(cuts, (made) => {
      const cut = cutOf(made);
      const [list] = writeEdls(cut, ignore);
      const back = readEdl(list!.text, 'x').cut;
      const shift = cut.start - back.start;
      expect({ ...bare(back), rate: 0 }).toEqual({
        ...bare(cut),
        rate: 0,
        // Black before the first clip has no event.
        clips: bare(cut).clips.map((clip) => ({
          ...clip,
          start: clip.start + shift,
          speed: expect.closeTo(clip.speed, 1),
        })),
      });
      expect(back.rate).toBeCloseTo(cut.rate, 4);
    }),
  );
});

it('FCP 7 XML that is written is read back the same', () => {
  fc.assert(
    fc.property(cuts, (made) => {
      const cut = cutOf(made);
      const back = readFcpXml(writeFcpXml(cut, ignore), 'x').cut;
      expect(bare(back)).toEqual({
        ...bare(cut),
        rate: expect.closeTo(cut.rate, 6),
        clips: bare(cut).clips.map((clip) => ({
          ...clip,
          // In and out count as a clip plays: half a frame of what plays twice as fast is one of its medium.
          source: expect.closeTo(clip.source, -0.4),
        })),
      });
    }),
  );
});
