import { expect, it } from 'vitest';
import { otioToTimeline, timelineToOtio } from '../otio/index.ts';
import { validateTimeline } from '../timeline/index.ts';
import { addCaption } from '../timeline/edits/index.ts';
import { cutOfOtio } from './cut-from-otio.ts';

/** A caption, and a clip whose file nobody has. */
function withCaption() {
  const checked = validateTimeline({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 24,
      tracks: [{ id: 'V1' }],
      clips: [{ id: 'gone', trackId: 'V1', storageType: 'placeholder', startTime: 0, duration: 4 }],
    },
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  let count = 0;
  const newId = () => `n${(count += 1)}`;
  return addCaption({ id: 'words', trackId: null, at: 1 }, 'The kettle sings', newId)(checked.document)!;
}
const MISSING = 'MEDIA_FILE_MISSING';

it('captions have no file, so neither an export nor an import of it counts one as missing', () => {
  const document = withCaption();
  const written = timelineToOtio(document);
  const at = document.timeline.clips.findIndex(({ id }) => id === 'gone');
  const missing = written.warnings.filter(({ code }) => code === MISSING);
  expect(missing.map(({ path }) => path)).toEqual([`timeline.clips.${at}`]);
  expect(written.warnings.map(({ code }) => code)).toContain('TEXT_NOT_SHOWN');

  const back = otioToTimeline(written.text, () => ({ missing: 'missing' }));
  expect(back.warnings.filter(({ code }) => code === MISSING)).toHaveLength(1);
  expect(back.document.timeline.clips.find(({ id }) => id === 'words')).toMatchObject({ type: 'text' });
});

it('captions are no missing media of an EDL or FCP 7 XML either', () => {
  const codes: string[] = [];
  cutOfOtio(JSON.parse(timelineToOtio(withCaption()).text), (code) => codes.push(code));
  expect(codes.filter((code) => code === MISSING)).toHaveLength(1);
  expect(codes).toContain('TEXT_NOT_SHOWN');
});
