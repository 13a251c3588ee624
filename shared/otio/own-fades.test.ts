import { describe, expect, it } from 'vitest';
import { asList, asRecord } from '../document/problems.ts';
import { clipExt, type ClipExt } from '../timeline/ext.ts';
import { layersAt } from '../timeline/compose.ts';
import { splitClips } from '../timeline/edits/index.ts';
import { validateTimeline, type TimelineDocument } from '../timeline/index.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';

/** Clips of 25 frames a second behind one another, with a gap where `gap` says so. */
function film(
  clips: readonly (Partial<ClipExt> & { type?: string; gap?: number; length?: number })[],
): TimelineDocument {
  let at = 0;
  const checked = validateTimeline({
    serviceType: 'timeline',
    name: 'Fades',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [{ id: 'V1', name: 'V1' }],
      clips: clips.map(({ type = 'video', gap = 0, length = 4, ...ext }, index) => {
        const startTime = at + gap;
        at = startTime + length;
        return {
          id: `clip-${index}`,
          trackId: 'V1',
          name: `Clip ${index}`,
          filename: `${index}.mp4`,
          type,
          startTime,
          duration: length,
          trimStart: 1,
          trimEnd: 1,
          ext: { patchbay: { version: 1, ...ext } },
        };
      }),
    },
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}

interface Item {
  OTIO_SCHEMA: string;
  in_offset?: { value: number };
  out_offset?: { value: number };
}
const trackOf = (text: string): Item[] =>
  asList(
    asRecord(asList(asRecord(asRecord(JSON.parse(text))['tracks'])['children'])[0])['children'],
  ) as Item[];
const shape = (text: string) =>
  trackOf(text).map(({ OTIO_SCHEMA, in_offset, out_offset }) =>
    OTIO_SCHEMA === 'Transition.1' ? [in_offset?.value, out_offset?.value] : OTIO_SCHEMA.split('.')[0],
  );
const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);
const read = (text: string) =>
  otioToTimeline(text, ({ name }) => ({ filename: name, contentType: 'video/mp4', durationSeconds: 6 }));
const fadesOf = ({ timeline }: TimelineDocument) =>
  timeline.clips.map((clip) => {
    const { fadeIn, fadeOut, dissolve } = clipExt(clip);
    return { fadeIn, fadeOut, dissolve };
  });

/** The text with its transitions changed as another program may. */
function changed(text: string, change: (children: Item[]) => Item[]): string {
  const root = JSON.parse(text) as { tracks: { children: { children: Item[] }[] } };
  const [track] = root.tracks.children;
  track!.children = change(track!.children);
  return JSON.stringify(root);
}

describe('fades and dissolves that were made here', () => {
  it('leave as transitions that other programs play, and come home as they were', () => {
    const made = film([{ fadeIn: 1 }, { fadeIn: 0.4, dissolve: true, fadeOut: 2 }, { gap: 1, fadeOut: 0.2 }]);
    const { text, warnings } = timelineToOtio(made);
    expect(shape(text)).toEqual([[0, 25], 'Clip', [0, 10], 'Clip', [50, 0], 'Gap', 'Clip', [5, 0]]);
    expect(codes(warnings)).toEqual([]);
    const home = read(text);
    expect(codes(home.warnings)).not.toContain('TRANSITION_DROPPED');
    expect(fadesOf(home.document)).toEqual(fadesOf(made));
    // A second time there are no more of them.
    expect(shape(timelineToOtio(home.document).text)).toEqual(shape(text));
  });

  it('say where the clip before a dissolve has no more pictures to run on with', () => {
    const made = film([{}, { fadeIn: 2, dissolve: true }]);
    expect(codes(timelineToOtio(made).warnings)).toEqual(['DISSOLVE_PLAYS_ON']);
  });

  it('say which of them no other program shows: from black and to black between two clips, and keyframes', () => {
    const keyframes = { opacity: [{ at: 0, value: 0.5, ease: 'linear' as const }] };
    const { text, warnings } = timelineToOtio(film([{ fadeOut: 1, keyframes }, { fadeIn: 1 }]));
    expect(shape(text)).toEqual(['Clip', 'Clip']);
    expect(warnings.map(({ code, message }) => [code, message.split(':')[0]])).toEqual(
      expect.arrayContaining([
        ['LOOK_NOT_SHOWN', 'fade out'],
        ['LOOK_NOT_SHOWN', 'fade in'],
        ['LOOK_NOT_SHOWN', 'keyframes'],
      ]),
    );
    expect(fadesOf(read(text).document)).toEqual(fadesOf(film([{ fadeOut: 1, keyframes }, { fadeIn: 1 }])));
  });

  it('have no more frames than their clip, and say nothing of stills', () => {
    const short = film([{ type: 'image' }, { length: 1, fadeIn: 0.8, dissolve: true, fadeOut: 0.8 }]);
    const { text, warnings } = timelineToOtio(short);
    expect(shape(text)).toEqual(['Clip', [0, 20], 'Clip', [5, 0]]);
    expect(codes(warnings)).toEqual(['FRAME_ROUNDED']);
    // What was cut off is there again.
    expect(fadesOf(read(text).document)).toEqual(fadesOf(short));
  });

  it('come home longer, or not at all, where another program changed them', () => {
    const { text } = timelineToOtio(film([{}, { fadeIn: 0.4, dissolve: true }]));
    const longer = changed(text, (items) =>
      items.map((item) =>
        item.out_offset ? { ...item, out_offset: { ...item.out_offset, value: 30 } } : item,
      ),
    );
    expect(fadesOf(read(longer).document)[1]).toEqual({ fadeIn: 1.2, dissolve: true });
    const without = changed(text, (items) =>
      items.filter(({ OTIO_SCHEMA }) => OTIO_SCHEMA !== 'Transition.1'),
    );
    expect(fadesOf(read(without).document)[1]).toEqual({});
    const wiped = changed(text, (items) =>
      items.map((item) => (item.out_offset ? { ...item, transition_type: 'SMPTE_Wipe' } : item)),
    );
    const { document, warnings } = read(wiped);
    expect(fadesOf(document)[1]).toEqual({});
    expect(codes(warnings)).toContain('TRANSITION_DROPPED');
    expect(timelineToOtio(document).text).toContain('SMPTE_Wipe');
  });

  it.each([
    ['a fade in', { fadeIn: 2 }],
    ['a fade out', { fadeOut: 1.6 }],
    ['a dissolve', { fadeIn: 1.6, dissolve: true }],
  ])('come home as they look where clips were cut within them: %s', (_name, ext) => {
    let made = 0;
    const cut = [4.4, 5, 7].reduce(
      (document, time) => splitClips(time, null, () => `new-${made++}`)(document) ?? document,
      film([{}, ext]),
    );
    const { document } = read(timelineToOtio(cut).text);
    const lookOf = (one: TimelineDocument) =>
      Array.from({ length: 200 }, (_, index) =>
        layersAt(one, index / 25).map(({ clip, values, sourceTime }) => [
          clip.filename,
          values.opacity.toFixed(4),
          sourceTime.toFixed(4),
        ]),
      );
    expect(lookOf(document)).toEqual(lookOf(cut));
    expect(lookOf(cut)).toEqual(lookOf(film([{}, ext])));
  });

  it('are whole ones where another program changed the fade of a half', () => {
    const cut = splitClips(4.4, null, () => 'new')(film([{}, { fadeIn: 2, dissolve: true }]));
    if (!cut) throw new Error('Nothing was cut.');
    const longer = changed(timelineToOtio(cut).text, (items) =>
      items.map((item, index) =>
        item.OTIO_SCHEMA === 'Transition.1' && index > 2
          ? { ...item, out_offset: { ...item.out_offset, value: 50 } }
          : item,
      ),
    );
    const half = read(longer).document.timeline.clips.find(({ id }) => id === 'new');
    expect(half && clipExt(half)).toMatchObject({ fadeIn: 2 });
    expect(half && clipExt(half).fadeInPart).toBeUndefined();
  });
});
