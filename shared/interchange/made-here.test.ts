import { expect, it } from 'vitest';
import { otioToTimeline, timelineToNamedOtio, timelineToOtio } from '../otio/index.ts';
import { validateTimeline } from '../timeline/index.ts';
import { captionsOf, captionTracks } from '../timeline/captions.ts';
import { addCaption } from '../timeline/edits/index.ts';
import { cutOfOtio } from './cut-from-otio.ts';
import { otioOfCut } from './cut-to-otio.ts';
import type { Cut, Note, ReadCut } from './cut.ts';
import { readEdl } from './edl-read.ts';
import { writeEdls } from './edl-write.ts';
import { readFcpXml } from './xml-read.ts';
import { writeFcpXml } from './xml-write.ts';

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
});

const words = 'The kettle sings,\nand then <“it” & all>\n\n-- stops';

/** The captions of a film with two of them, after they left and came home as a file of a kind. */
function around(write: (cut: Cut, note: Note) => readonly string[], readBack: (text: string) => ReadCut) {
  const codes: string[] = [];
  const note: Note = (code) => codes.push(code);
  let count = 0;
  const newId = () => `m${(count += 1)}`;
  const document = withCaption();
  const trackId = captionTracks(document)[0] ?? null;
  const two = addCaption({ id: 'second', trackId, at: 8 }, words, newId)(document)!;
  const files = write(cutOfOtio(JSON.parse(timelineToOtio(two).text), note), note);
  const home = files.map((text) => {
    const { cut, warnings } = readBack(text);
    codes.push(...warnings.map(({ code }) => code));
    return otioToTimeline(otioOfCut(cut), () => ({ missing: 'missing' })).document;
  });
  const captions = home.flatMap((one) => captionTracks(one).flatMap((id) => captionsOf(one, id)));
  return { codes, captions, were: captionsOf(two, trackId ?? '') };
}

it('captions leave as text generators of FCP 7 XML and come home with their words and times', () => {
  const { codes, captions, were } = around(
    (cut, note) => [writeFcpXml(cut, note)],
    (text) => readFcpXml(text, 'Film'),
  );
  expect(captions).toEqual(were);
  expect(were).toHaveLength(2);
  expect(codes).toContain('TEXT_AS_GENERATOR');
  expect(codes).not.toContain('GENERATOR_UNSUPPORTED');
  expect(codes).not.toContain('OWN_DATA_LEFT');
});

it('captions leave as remarks of an EDL, which says so, and come home with their words and times', () => {
  const { codes, captions, were } = around(
    (cut, note) => writeEdls(cut, note).map(({ text }) => text),
    (text) => readEdl(text, 'Film'),
  );
  expect(captions).toEqual(were);
  expect(codes).toContain('TEXT_NOT_SHOWN');
});

it('a remark of that kind below an event with a file is a remark', () => {
  const list = [
    'TITLE: Film',
    '',
    '001  AX       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00',
    '* SOURCE FILE: a.mov',
    '* CAPTION: of the picture',
  ].join('\n');
  expect(readEdl(list, 'Film').cut.tracks[0]?.clips[0]?.text).toBeUndefined();
});

it('a dissolve made here is one of EDL and FCP 7 XML, and nothing is said to be left behind', () => {
  const clip = (id: string, startTime: number, own: object) => ({
    id,
    trackId: 'V1',
    filename: `${id}.mp4`,
    type: 'video',
    startTime,
    duration: 4,
    ext: { patchbay: { version: 1, ...own } },
  });
  const checked = validateTimeline({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [{ id: 'V1' }],
      clips: [clip('a', 0, {}), clip('b', 4, { fadeIn: 0.4, dissolve: true })],
    },
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const codes: string[] = [];
  const cut = cutOfOtio(JSON.parse(timelineToOtio(checked.document).text), (code) => codes.push(code));
  expect(cut.tracks[0]?.transitions).toEqual([
    { editPoint: 100, inOffset: 0, outOffset: 10, type: 'SMPTE_Dissolve' },
  ]);
  expect(codes).toEqual([]);
});

it.each(['Black & White #1 50%.mp4', "Ann's <cut> [2].mp4", 'Über 片头 100%25.mp4', 'a+b=c;d,e.mp4'])(
  'a file keeps its name through EDL and FCP 7 XML: %s',
  (filename) => {
    const clip = { id: 'c', trackId: 'V1', name: 'Shot', filename, type: 'video', startTime: 0, duration: 4 };
    const checked = validateTimeline({
      serviceType: 'timeline',
      version: 1,
      timeline: { frameRate: 24, tracks: [{ id: 'V1' }], clips: [clip] },
    });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const ignore = () => undefined;
    const cut = cutOfOtio(JSON.parse(timelineToNamedOtio(checked.document).text), ignore);
    const back = [
      readFcpXml(writeFcpXml(cut, ignore), 'Film'),
      ...writeEdls(cut, ignore).map(({ text }) => readEdl(text, 'Film')),
    ];
    expect(back.map((read) => read.cut.tracks[0]?.clips[0]?.medium.file)).toEqual([filename, filename]);
  },
);
