import { describe, expect, it } from 'vitest';
import { layersAt, soundsBetween } from './compose.ts';
import { TimelineDocument } from './document.ts';
import { setDissolve, setFade, splitClips } from './edits/index.ts';
import { clipExt } from './ext.ts';
import { fadesOf } from './transitions.ts';

const RATE = 25;
const time = (seconds: number) => ({ OTIO_SCHEMA: 'RationalTime.1', value: seconds * RATE, rate: RATE });
const dissolve = (into: number, outOf: number, type = 'SMPTE_Dissolve') => ({
  OTIO_SCHEMA: 'Transition.1',
  transition_type: type,
  in_offset: time(into),
  out_offset: time(outOf),
});

/** Two clips side by side, four seconds each, with a second of their media before and after what is shown. */
function pair({
  between,
  first = {},
  second = {},
}: {
  between?: object;
  first?: object;
  second?: object;
} = {}): TimelineDocument {
  const clip = (id: string, startTime: number, otio: object | undefined, more: object) => ({
    id,
    trackId: 'v',
    filename: `${id}.mp4`,
    startTime,
    duration: 4,
    trimStart: 1,
    trimEnd: 1,
    ...(otio && { ext: { otio } }),
    ...more,
  });
  return TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: RATE,
      tracks: [{ id: 'v' }],
      clips: [
        clip('a', 0, between && { after: between }, first),
        clip('b', 4, between && { before: between }, second),
      ],
    },
  });
}
const own = (change: object) => ({ ext: { patchbay: { version: 1, ...change } } });
/** `a 3.50 at 4.50 of its medium`, each layer from the lowest. */
const looks = (document: TimelineDocument, at: number): string[] =>
  layersAt(document, at).map(
    ({ clip, values, sourceTime }) => `${clip.id} ${values.opacity.toFixed(2)} at ${sourceTime.toFixed(2)}`,
  );
const sounds = (document: TimelineDocument, at: number): string[] =>
  soundsBetween(document, at, at + 0.04).map(
    ({ clip, sourceFrom, gainAt }) => `${clip.id} ${gainAt(at).toFixed(2)} at ${sourceFrom.toFixed(2)}`,
  );

describe('a dissolve made here', () => {
  const document = pair({ second: own({ fadeIn: 1, dissolve: true }) });

  it('lets the clip before run on as far as its medium goes, and holds its last frame after that', () => {
    expect(looks(document, 3.96)).toEqual(['a 1.00 at 4.96']);
    expect(looks(document, 4)).toEqual(['a 1.00 at 5.00']);
    expect(looks(document, 4.5)).toEqual(['a 1.00 at 5.50', 'b 0.50 at 1.50']);
    expect(looks(document, 5)).toEqual(['b 1.00 at 2.00']);
    const short = pair({ first: { trimEnd: 0.2 }, second: own({ fadeIn: 1, dissolve: true }) });
    expect(looks(short, 4.12)[0]).toBe('a 1.00 at 5.12');
    expect(looks(short, 4.8)[0]).toBe('a 1.00 at 5.16');
    const none = pair({ first: { trimEnd: 0 }, second: own({ fadeIn: 1, dissolve: true }) });
    expect(looks(none, 4.8)[0]).toBe('a 1.00 at 4.96');
  });

  it('runs on at the speed and in the direction of the clip before', () => {
    const at = (speed: number, trims: object) =>
      looks(
        pair({ first: { ...own({ speed }), ...trims }, second: own({ fadeIn: 1, dissolve: true }) }),
        4.48,
      )[0];
    expect(at(2, { trimEnd: 4 })).toBe('a 1.00 at 9.96');
    expect(at(-1, {})).toBe('a 1.00 at 0.48');
    expect(at(0, {})).toBe('a 1.00 at 1.00');
  });

  it('lets their sounds go over into each other', () => {
    expect(sounds(document, 3.9)).toEqual(['a 1.00 at 4.90']);
    expect(sounds(document, 4.25)).toEqual(['a 0.75 at 5.25', 'b 0.25 at 1.25']);
    expect(sounds(document, 5.2)).toEqual(['b 1.00 at 2.20']);
  });
});

describe('a dissolve of another program', () => {
  const document = pair({ between: dissolve(0.4, 0.6) });

  it('is played from before the cut to after it, with both clips running', () => {
    expect(looks(document, 3.56)).toEqual(['a 1.00 at 4.56']);
    expect(looks(document, 3.8)).toEqual(['a 1.00 at 4.80', 'b 0.20 at 0.80']);
    expect(looks(document, 4.1)).toEqual(['a 1.00 at 5.10', 'b 0.50 at 1.10']);
    expect(looks(document, 4.6)).toEqual(['b 1.00 at 1.60']);
    expect(sounds(document, 3.8)).toEqual(['a 0.80 at 4.80', 'b 0.20 at 0.80']);
  });

  it.each([
    ['another kind', pair({ between: dissolve(0.4, 0.6, 'Wipe_7') })],
    ['one without room', pair({ between: dissolve(5, 0.6) })],
    ['a clip that was moved away', pair({ between: dissolve(0.4, 0.6), second: { startTime: 5 } })],
  ])('is a cut for %s', (_what, other) => {
    expect(looks(other, 3.8)).toEqual(['a 1.00 at 4.80']);
    expect(looks(other, 4.1)).not.toContain('a 1.00 at 5.10');
  });

  it('counts until somebody sets a fade or a cut here', () => {
    const b = ({ timeline }: TimelineDocument) => timeline.clips.find(({ id }) => id === 'b')!;
    expect(fadesOf(b(document))).toEqual({ fadeIn: 0.6, lead: 0.4, fadeOut: 0, dissolve: true });
    const none = setFade(['b'], 'fadeIn', 0)(document)!;
    expect(looks(none, 4.1)).toEqual(['b 1.00 at 1.10']);
    const longer = setFade(['b'], 'fadeIn', 2)(document)!;
    expect(clipExt(b(longer))).toMatchObject({ fadeIn: 2, dissolve: true });
    const fade = setDissolve(['b'], false)(document)!;
    expect(fadesOf(b(fade))).toEqual({ fadeIn: 1, lead: 0, fadeOut: 0, dissolve: false });
  });

  it('does not come up at a cut within one of its clips', () => {
    const same = dissolve(0.4, 0.4);
    const three = pair({ between: same });
    const b = { ...three.timeline.clips[1]!, ext: { otio: { before: same, after: same } } };
    const cut = splitClips(
      6,
      new Set(['b']),
      () => 'new',
    )({
      ...three,
      timeline: { ...three.timeline, clips: [three.timeline.clips[0]!, b] },
    })!;
    expect(looks(cut, 5.8)).toHaveLength(1);
    expect(looks(cut, 3.8)).toHaveLength(2);
  });

  it('from or to nothing is a fade', () => {
    const faded = pair({
      first: { ext: { otio: { fadeIn: dissolve(0, 1) } } },
      second: { ext: { otio: { fadeOut: dissolve(2, 0) } } },
    });
    expect(looks(faded, 0.25)).toEqual(['a 0.25 at 1.25']);
    expect(looks(faded, 7)).toEqual(['b 0.50 at 4.00']);
  });
});
