import { describe, expect, it } from 'vitest';
import { otioToTimeline } from '../otio/index.ts';
import { otioOfCut } from './cut-to-otio.ts';
import { readEdl } from './edl-read.ts';
import { writeEdls } from './edl-write.ts';

const read = (...lines: string[]) => readEdl(lines.join('\r\n'), 'list', 24);

const MARKERS = [
  'TITLE: Film',
  'FCM: NON-DROP FRAME',
  '',
  '001  001      V     C        01:00:02:03 01:00:02:04 01:00:02:03 01:00:02:04  ',
  'Look here |C:ResolveColorBlue |M:Marker 1 |D:1',
  '',
  '002  001      V     C        01:00:12:23 01:00:13:00 01:00:12:23 01:00:13:00  ',
  ' |C:ResolveColorFuchsia |M:A | B |D:48',
];

describe('markers as DaVinci Resolve writes them', () => {
  it('are markers of the timeline, and no clips', () => {
    const { cut, warnings } = read(...MARKERS);
    expect(warnings).toEqual([]);
    expect(cut).toMatchObject({
      start: 86_400,
      markers: [
        { name: 'Marker 1', comment: 'Look here', color: 'BLUE', at: 51, length: 1 },
        { name: 'A | B', comment: '', color: 'MAGENTA', at: 12 * 24 + 23, length: 48 },
      ],
    });
    expect(cut.tracks.flatMap(({ clips }) => clips)).toEqual([]);
    const { document } = otioToTimeline(otioOfCut(cut), () => ({ missing: 'missing' }));
    expect(document.timeline.clips).toEqual([]);
    expect(JSON.stringify(document)).toContain('Marker 1');
  });

  it('below an event that names a clip are markers of that clip', () => {
    const { cut } = read(
      '001  A        V     C        00:00:01:00 00:00:02:00 01:00:00:00 01:00:01:00',
      '* FROM CLIP NAME: a.mov',
      ' |C:ResolveColorRed |M:Here |D:1',
    );
    expect(cut.markers).toEqual([]);
    expect(cut.tracks[0]?.clips).toMatchObject([{ name: 'a.mov', markers: [{ name: 'Here', at: 24 }] }]);
  });

  it('cut anywhere are an answer or a sentence, without a clip that nobody wrote', () => {
    const text = MARKERS.join('\n');
    for (let end = text.indexOf('|D:1'); end <= text.length; end += 1) {
      const { cut } = readEdl(text.slice(0, end), 'list', 24);
      expect(cut.markers[0]).toMatchObject({ name: 'Marker 1', at: 51 });
      expect(cut.tracks.flatMap(({ clips }) => clips)).toEqual([]);
    }
  });
});

describe('a list that goes on behind midnight', () => {
  const NIGHT = [
    '001  A        V     C        23:59:58:00 00:00:01:00 23:59:57:00 00:00:00:00',
    '* FROM CLIP NAME: a.mov',
    '* LOC: 23:59:59:00 RED Before',
    '002  B        V     C        10:00:00:00 10:00:02:00 00:00:00:00 00:00:02:00',
    '* FROM CLIP NAME: b.mov',
    '* LOC: 00:00:01:00 RED After',
    '003  C        V     C        23:59:59:00 00:00:00:12 00:00:02:00 00:00:03:12',
    '* FROM CLIP NAME: c.mov',
  ];
  const DAY = 24 * 3600 * 24;

  it('has all of its events, in their order and at their lengths', () => {
    const { cut, warnings } = read(...NIGHT);
    expect(warnings).toEqual([]);
    expect(cut.start).toBe(DAY - 72);
    expect(cut.tracks).toHaveLength(1);
    expect(cut.tracks[0]?.clips).toMatchObject([
      { name: 'a.mov', recordIn: 0, duration: 72, sourceIn: DAY - 48, markers: [{ at: DAY }] },
      { name: 'b.mov', recordIn: 72, duration: 48, markers: [{ at: 10 * 3600 * 24 + 24 }] },
      { name: 'c.mov', recordIn: 120, duration: 36, sourceIn: DAY - 24 },
    ]);
  });

  it('comes home as it left', () => {
    const { cut } = read(...NIGHT);
    const [file] = writeEdls(cut, () => undefined);
    const home = readEdl(file?.text ?? '', 'list', 24).cut;
    expect(
      home.tracks[0]?.clips.map(({ name, recordIn, duration, sourceIn }) => [
        name,
        recordIn,
        duration,
        sourceIn,
      ]),
    ).toEqual(
      cut.tracks[0]?.clips.map(({ name, recordIn, duration, sourceIn }) => [
        name,
        recordIn,
        duration,
        sourceIn,
      ]),
    );
  });

  it('with dropped numbers has a day of that many frames', () => {
    const { cut } = readEdl(
      '001  A        V     C        00:00:00;00 00:00:02;00 23:59:59;00 00:00:01;00',
      'list',
    );
    expect(cut.tracks[0]?.clips).toMatchObject([{ recordIn: 0, duration: 60 }]);
  });

  it('leaves an event out that is recorded backwards within a day', () => {
    const found = read(
      '001  A        V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00',
      '002  A        V     C        00:00:00:00 00:00:01:00 01:00:05:00 01:00:04:00',
    );
    expect(found.warnings.map(({ code }) => code)).toEqual(['INVALID_TIME']);
  });
});
