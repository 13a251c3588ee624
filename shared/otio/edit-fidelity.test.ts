import { describe, expect, it } from 'vitest';
import { setSpeed } from '../timeline/edits/index.ts';
import { clipExt } from '../timeline/ext.ts';
import { speedOf } from '../timeline/speed.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';
import type { MediaResolver } from './media-reference.ts';

/** Fades, what is switched off, kinds of tracks and metadata leave as they came; warnings stay few. */

const time = (value: unknown, rate = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
const range = (start: unknown, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: time(duration),
  start_time: time(start),
});
const clip = (name: string, fields: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  metadata: {},
  name,
  source_range: range(0, 24),
  effects: [],
  markers: [],
  enabled: true,
  ...fields,
});
const gap = { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 24) };
const fade = {
  OTIO_SCHEMA: 'Transition.1',
  metadata: {},
  name: 'Fade',
  transition_type: 'SMPTE_Dissolve',
  in_offset: time(6),
  out_offset: time(6),
};
const track = (kind: string, children: object[], fields: object = {}) => ({
  OTIO_SCHEMA: 'Track.1',
  name: kind,
  kind,
  children,
  ...fields,
});
const timeline = (...tracks: object[]) =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: 'Cut',
    global_start_time: time(0),
    tracks: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', children: tracks },
  });

const absent: MediaResolver = () => ({ missing: 'missing' });
const read = (text: string) => otioToTimeline(text, absent);
interface WrittenTrack {
  kind: string;
  enabled: boolean;
  children: Record<string, unknown>[];
}
const tracksOf = (text: string) =>
  (JSON.parse(text) as { tracks: { children: WrittenTrack[] } }).tracks.children;
const around = (text: string) => tracksOf(timelineToOtio(read(text).document).text);
const schemas = ({ children }: WrittenTrack) => children.map((child) => child['OTIO_SCHEMA']);

describe('fades', () => {
  const text = timeline(
    track('Video', [fade, clip('a'), fade, gap, fade, clip('b'), fade]),
    track('Video', [clip('c'), fade, clip('d')]),
  );

  it('at an end of a track and beside a gap leave where they came, as often as they go around', () => {
    const [first, second] = around(text);
    const order = ['Clip.2', 'Transition.1', 'Gap.1', 'Transition.1', 'Clip.2', 'Transition.1'];
    expect(schemas(first!)).toEqual(['Transition.1', ...order]);
    expect(first!.children[0]).toEqual(fade);
    expect(schemas(second!)).toEqual(['Clip.2', 'Transition.1', 'Clip.2']);
    const once = timelineToOtio(read(text).document).text;
    expect(timelineToOtio(read(once).document).text).toBe(once);
  });

  it('are dropped, and said to be, where another clip now joins', () => {
    const { document } = read(text);
    document.timeline.clips[1]!.startTime = 1;
    const { text: written, warnings } = timelineToOtio(document);
    expect(schemas(tracksOf(written)[0]!)).toEqual(['Transition.1', 'Clip.2', 'Clip.2', 'Transition.1']);
    expect(warnings.filter(({ code }) => code === 'TRANSITION_DROPPED')).toHaveLength(2);
  });
});

describe('what is switched off', () => {
  it.each(['Video', 'Audio'])('leaves as a disabled track: %s', (kind) => {
    const once = timelineToOtio(read(timeline(track(kind, [clip('a')], { enabled: false }))).document).text;
    expect(tracksOf(once)).toMatchObject([{ kind, enabled: false }]);
    const muted = (text: string) =>
      read(text).document.timeline.tracks.map(({ mutedAudio, mutedVideo }) => mutedAudio || mutedVideo);
    expect(muted(once)).toEqual([true]);
    // Switched on by another program.
    const changed = JSON.parse(once) as { tracks: { children: WrittenTrack[] } };
    changed.tracks.children[0]!.enabled = true;
    expect(muted(JSON.stringify(changed))).toEqual([false]);
  });

  it('keeps the look of a disabled clip for who enables it again', () => {
    const effect = {
      OTIO_SCHEMA: 'Effect.1',
      name: '',
      effect_name: 'Resolve Effect',
      enabled: true,
      metadata: {
        Resolve_OTIO: {
          'Effect Name': 'Composite',
          Enabled: true,
          Parameters: [{ 'Parameter ID': 'opacity', 'Parameter Value': 50, 'Key Frames': {} }],
        },
      },
    };
    const off = timeline(track('Video', [clip('a', { enabled: false, effects: [effect] })]));
    const once = timelineToOtio(read(off).document).text;
    expect(tracksOf(once)[0]!.children).toMatchObject([{ enabled: false, effects: [effect] }]);
    const changed = JSON.parse(once) as { tracks: { children: WrittenTrack[] } };
    changed.tracks.children[0]!.children[0]!['enabled'] = true;
    expect(read(JSON.stringify(changed)).document.timeline.clips).toMatchObject([
      { opacity: 0.5, volume: 1 },
    ]);
  });
});

it('writes a track for sound that has no clips as one for sound', () => {
  const text = timeline(track('Video', [clip('a')]), track('Audio', []), track('Audio', [gap]));
  expect(around(text).map(({ kind }) => kind)).toEqual(['Video', 'Audio', 'Audio']);
});

it('leaves metadata alone, but for signed addresses and folders of this computer or of a person', () => {
  const isUnmoved = ['/shots/sq01/sh010', 'C:/projects/x', 'http://tracker/shot/7?page=2', '/'];
  const goes = [
    '/home/me/a.mov',
    'file:///Users/me/a.mov',
    'C:\\Users\\me\\a.mov',
    'https://h/c.mp4?X-Amz-Signature=1',
  ];
  const text = timeline(track('Video', [clip('a', { metadata: { studio: [...isUnmoved, ...goes] } })]));
  expect(around(text)[0]!.children).toMatchObject([
    { metadata: { studio: [...isUnmoved, ...goes.map(() => '')] } },
  ]);
});

describe('the speed of a clip', () => {
  const warp = (time_scalar: number, fields: object = {}) => ({
    OTIO_SCHEMA: time_scalar === 0 ? 'FreezeFrame.1' : 'LinearTimeWarp.1',
    name: '',
    effect_name: '',
    metadata: {},
    enabled: true,
    time_scalar,
    ...fields,
  });
  const glow = { OTIO_SCHEMA: 'Effect.1', name: 'Glow', effect_name: 'Glow', metadata: {}, enabled: true };
  const effectsIn = (text: string) => tracksOf(text)[0]!.children[0]!['effects'];
  const speedIn = (text: string) => speedOf(read(text).document.timeline.clips[0]!);
  /** As a person sets it here, and back from an export. */
  const set = (text: string, speed: number) =>
    timelineToOtio(setSpeed(['clip-1'], speed)(read(text).document)!).text;

  it.each([
    { speed: 2, effects: [warp(2)] },
    { speed: -0.5, effects: [glow, warp(-0.5, { name: 'Slow', metadata: { studio: 1 } })] },
    { speed: 0, effects: [warp(0)] },
  ])('is played and leaves as it came: $speed', ({ speed, effects }) => {
    const text = timeline(track('Video', [clip('a', { effects })]));
    const { document, warnings } = read(text);
    expect(warnings.filter(({ code }) => code.startsWith('TIME_WARP'))).toEqual([]);
    expect(speedOf(document.timeline.clips[0]!)).toBe(speed);
    expect(effectsIn(timelineToOtio(document).text)).toEqual(effects);
  });

  it('leaves as a person changed it, in the effect that there was', () => {
    const studio = { name: 'Slow', metadata: { studio: 1 } };
    const text = timeline(track('Video', [clip('a', { effects: [warp(0.5, studio), glow] })]));
    const out = set(text, -2);
    expect(effectsIn(out)).toEqual([warp(-2, { ...studio, effect_name: 'LinearTimeWarp' }), glow]);
    expect(speedIn(out)).toBe(-2);
    expect(effectsIn(set(text, 1))).toEqual([glow]);
    expect(speedIn(set(text, 1))).toBe(1);
    expect(effectsIn(set(text, 0))).toMatchObject([{ OTIO_SCHEMA: 'FreezeFrame.1', ...studio }, glow]);
  });

  it('of a person alone is an effect outside, and no more than a speed at home', () => {
    const text = set(timeline(track('Video', [clip('a')])), 2);
    expect(effectsIn(text)).toMatchObject([{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 2 }]);
    const [back] = read(text).document.timeline.clips;
    expect(clipExt(back!).speed).toBe(2);
    expect(back!.ext).not.toHaveProperty('otio.effects');
    expect(timelineToOtio(read(text).document).text).toBe(text);
  });

  it('is what another program made of it since', () => {
    const text = set(timeline(track('Video', [clip('a')])), 2);
    const elsewhere = text.replace('"time_scalar":2.0', '"time_scalar":3.0');
    expect(elsewhere).not.toBe(text);
    expect(speedIn(elsewhere)).toBe(3);
    expect(effectsIn(timelineToOtio(read(elsewhere).document).text)).toMatchObject([{ time_scalar: 3 }]);
    const without = JSON.parse(text) as { tracks: { children: WrittenTrack[] } };
    without.tracks.children[0]!.children[0]!['effects'] = [];
    expect(speedIn(JSON.stringify(without))).toBe(1);
  });
});

describe('warnings', () => {
  it('are counted where a file has many of a kind', () => {
    const { warnings } = read(
      timeline(
        track(
          'Video',
          Array.from({ length: 5000 }, () => ({})),
        ),
      ),
    );
    expect(warnings).toHaveLength(201);
    expect(warnings.at(-1)).toEqual({
      code: 'UNKNOWN_SCHEMA',
      message: '4800 more notes of this kind are not listed.',
      path: null,
    });
  });

  it('are short whatever the names in a file', () => {
    const { warnings } = read(timeline(track('Video', [{ OTIO_SCHEMA: `${'x'.repeat(9999)}.1` }])));
    expect(warnings[0]!.message.length).toBeLessThanOrEqual(500);
  });

  it('name a start that is no time, and a clip that its track does not show', () => {
    const [bad, hidden] = [clip('a', { source_range: range('48', 24) }), clip('b')];
    const codes = (text: string) => read(text).warnings.map(({ code }) => code);
    expect(codes(timeline(track('Video', [bad])))).toContain('INVALID_TIME');
    expect(codes(timeline(track('Video', [hidden], { source_range: range(-86_243, 1049) })))).toContain(
      'CLIP_OUTSIDE_RANGE',
    );
  });
});
