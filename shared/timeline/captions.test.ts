import { describe, expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { captionsOf, readCaptions, writeCaptions } from './captions.ts';
import { TimelineDocument } from './document.ts';
import { addCaption, addCaptions, setWords } from './edits/index.ts';
import { clipExt, trackExt } from './ext.ts';

const read = (text: string) => {
  const found = readCaptions(text);
  return found.ok ? found : { captions: found.problem, skipped: 0 };
};
const srt = `\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>The kettle</i>\r\nsings & steams\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,0\r\n{\\an8}Up here\r\n`;
const vtt = `WEBVTT - Film

STYLE
::cue { color: red }

NOTE a remark

intro
00:03.000 --> 00:04.000 align:start
<v Ann>Later &lt;here&gt;

01:00.500 --> 01:00.500
nothing

00:01.000 --> 00:02.000
First`;

const document = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: { frameRate: 25, tracks: [{ id: 'V1' }], clips: [] },
});
const ids = () => {
  let count = 0;
  return () => `n${(count += 1)}`;
};

describe('caption files', () => {
  it('are read as SubRip and WebVTT, without marks, in order of time', () => {
    expect(read(srt).captions).toEqual([
      { from: 1, to: 2.5, words: 'The kettle\nsings & steams' },
      { from: 3, to: 4, words: 'Up here' },
    ]);
    expect(read(vtt)).toMatchObject({
      captions: [
        { from: 1, to: 2, words: 'First' },
        { from: 3, to: 4, words: 'Later <here>' },
      ],
      skipped: 1,
    });
  });

  it.each([
    '',
    'no captions',
    '\0\0\0',
    '{"a": 1}',
    'x'.repeat(10_000_001),
    '1\n00:00:02,000 --> 00:00:01,000\nback',
  ])('are refused in words when there is nothing to read (%#)', (text) => {
    expect(readCaptions(text)).toMatchObject({ ok: false, problem: expect.stringContaining('.srt or .vtt') });
  });

  it('of more captions than anybody watches are refused', () => {
    expect(readCaptions('00:01.000 --> 00:02.000\nx\n\n'.repeat(20_001))).toMatchObject({ ok: false });
  });

  it('come back as they were written, whatever the words', () => {
    const text = fc.string({ maxLength: 40, unit: 'grapheme' });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('srt' as const, 'vtt' as const),
        (texts, form) => {
          const written = texts.map((words, index) => ({
            from: index * 3600.125,
            to: index * 3600.125 + 1,
            words: `a${words}`,
          }));
          const back = read(writeCaptions(written, form));
          expect(back).toMatchObject({
            captions: written.map(({ from, to }) => ({
              from,
              to: expect.closeTo(to),
              words: expect.stringMatching(/^a/),
            })),
            skipped: 0,
          });
        },
      ),
    );
  });
});

describe('captions on a timeline', () => {
  it('are a track of their own, from frame to frame, and go out again', () => {
    const after = addCaptions(
      [
        { from: 1.01, to: 2, words: 'One' },
        { from: 1.5, to: 3, words: 'Two' },
        { from: 2.5, to: 2.9, words: 'under the other' },
      ],
      { id: 'C', name: 'English' },
      ids(),
    )(document)!;
    expect(trackExt(after.timeline.tracks[1]!).kind).toBe('captions');
    expect(captionsOf(after, 'C')).toEqual([
      { from: 1, to: 2, words: 'One' },
      { from: 2, to: 3, words: 'Two' },
    ]);
    expect(TimelineDocument.safeParse(after).success).toBe(true);
    expect(addCaptions([], { id: 'C', name: '' }, ids())(document)).toBeNull();
  });

  it('are added one by one, and their words changed', () => {
    const first = addCaption({ id: 'c1', trackId: null, at: 4 }, 'Hello', ids())(document)!;
    const second = addCaption({ id: 'c2', trackId: 'V1', at: 5 }, 'Again', ids())(first)!;
    expect(second.timeline.tracks).toHaveLength(2);
    const changed = setWords(['c1', 'V1'], 'Hello\nyou')(second)!;
    expect(changed.timeline.clips.map((clip) => [clip.name, clipExt(clip).text, clip.duration])).toEqual([
      ['Hello you', 'Hello\nyou', 1],
      ['Again', 'Again', 2],
    ]);
    expect(setWords(['none'], 'x')(second)).toBeNull();
  });
});
