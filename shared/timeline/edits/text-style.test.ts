import { expect, test } from 'vitest';
import { TimelineDocument } from '../document.ts';
import { clipExt, trackExt } from '../ext.ts';
import { fullTextStyle } from '../text-style.ts';
import { setTextStyle, setTrackTextStyle, shareTextStyle } from './text-style.ts';

const ext = (fields: object) => ({ patchbay: { version: 1, ...fields } });
const document = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    tracks: [
      { id: 't', ext: ext({ kind: 'captions' }) },
      { id: 'locked', locked: true, ext: ext({ kind: 'captions' }) },
    ],
    clips: [
      {
        id: 'a',
        trackId: 't',
        type: 'text',
        startTime: 0,
        duration: 1,
        ext: ext({ text: 'One', theirs: 1 }),
      },
      {
        id: 'b',
        trackId: 't',
        type: 'text',
        startTime: 1,
        duration: 1,
        ext: ext({ text: 'Two', textStyle: { color: '#ff0000' } }),
      },
      {
        id: 'damaged',
        trackId: 't',
        type: 'text',
        startTime: 2,
        duration: 1,
        ext: ext({ textStyle: { color: 'red' } }),
      },
      { id: 'still', trackId: 't', type: 'text', startTime: 3, duration: 1, ext: ext({ version: 2 }) },
    ],
  },
});
const clipOf = (changed: TimelineDocument | null, id: string) => {
  const clip = changed?.timeline.clips.find((item) => item.id === id);
  if (!clip) throw new Error('There is no such clip.');
  return clip;
};

test('a look is set of clips field by field, keeps what others wrote, and goes when it says nothing', () => {
  const bold = setTextStyle(['a', 'b'], { bold: true })(document);
  expect(clipOf(bold, 'a').ext).toEqual(ext({ text: 'One', theirs: 1, textStyle: { bold: true } }));
  expect(clipExt(clipOf(bold, 'b')).textStyle).toEqual({ color: '#ff0000', bold: true });
  const reset = bold && setTextStyle(['a'], { bold: undefined })(bold);
  expect(clipOf(reset, 'a')).toEqual(clipOf(document, 'a'));
});

test('what is damaged or of a later version is not written over', () => {
  const changed = setTextStyle(['damaged', 'still', 'a'], { size: 150 })(document);
  expect(clipOf(changed, 'damaged')).toEqual(clipOf(document, 'damaged'));
  expect(clipOf(changed, 'still')).toEqual(clipOf(document, 'still'));
});

test('a track has a look of its own, unless it is locked', () => {
  const changed = setTrackTextStyle('t', { typeface: 'serif' })(document);
  expect(changed?.timeline.tracks.map((track) => trackExt(track).textStyle)).toEqual([
    { typeface: 'serif' },
    undefined,
  ]);
  expect(setTrackTextStyle('locked', { typeface: 'serif' })(document)).toBeNull();
});

test('one look for all captions becomes the track’s, in one step', () => {
  const style = fullTextStyle(true, { color: '#00ff00' });
  const shared = shareTextStyle('t', style)(document);
  expect(shared?.timeline.tracks.map((track) => trackExt(track).textStyle?.color)).toEqual([
    '#00ff00',
    undefined,
  ]);
  expect(clipExt(clipOf(shared, 'b')).textStyle).toBeUndefined();
  expect(clipExt(clipOf(shared, 'b')).text).toBe('Two');
});
