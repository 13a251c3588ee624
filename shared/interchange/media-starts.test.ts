import { describe, expect, it } from 'vitest';
import { otioToTimeline, timelineToNamedOtio } from '../otio/index.ts';
import { cutOfOtio } from './cut-from-otio.ts';
import { otioOfCut } from './cut-to-otio.ts';
import { readEdl } from './edl-read.ts';
import { writeEdls } from './edl-write.ts';
import { offsetInMedia, withMedia, type MediumInfo } from './media-starts.ts';
import { readFcpXml } from './xml-read.ts';
import { writeFcpXml } from './xml-write.ts';

const HOUR = { frames: 90_000, framesPerSecond: 25, seconds: 3600 };
const list = (from: string, to: string, name = 'tc25.mov') =>
  `001  TC25     V     C        ${from} ${to} 01:00:00:00 01:00:02:00\n* FROM CLIP NAME: ${name}`;
const ignore = () => undefined;

function placed(text: string, known: MediumInfo | null) {
  const codes: string[] = [];
  const { cut } = readEdl(text, 'list', 25);
  const media = new Map(known ? [['tc25.mov', known] as const] : []);
  const after = offsetInMedia(cut, media, (code) => codes.push(code));
  const { document } = otioToTimeline(otioOfCut(after), () => ({ missing: 'missing' }));
  return { cut: after, codes, document, trim: document.timeline.clips[0]!.trimStart };
}

describe('a list that counts by timecode', () => {
  it.each<[string, string, string, MediumInfo | null, number, string[]]>([
    [
      'of which the file says where it begins',
      '01:00:02:00',
      '01:00:04:00',
      { seconds: 20, start: HOUR },
      2,
      [],
    ],
    ['of which nothing is known', '01:00:02:00', '01:00:04:00', null, 2, ['SOURCE_TIMECODE_ASSUMED']],
    [
      'of which the file says its length alone',
      '01:00:02:00',
      '01:00:04:00',
      { seconds: 20 },
      2,
      ['SOURCE_TIMECODE_ASSUMED'],
    ],
    [
      'that counts from the beginning all the same',
      '00:00:02:00',
      '00:00:04:00',
      { seconds: 20, start: HOUR },
      2,
      [],
    ],
    ['of a file that lasts as long', '01:00:02:00', '01:00:04:00', { seconds: 7200 }, 3602, []],
    ['that begins within the file', '00:00:02:00', '00:00:04:00', null, 2, []],
    ['beyond all that a file has', '01:30:02:00', '01:30:04:00', { seconds: 20 }, 5402, []],
  ])('shows the right part of a medium %s', (_, from, to, known, trim, codes) => {
    const found = placed(list(from, to), known);
    expect(found.trim).toBe(trim);
    expect(found.codes).toEqual(codes);
  });

  it('takes a timecode of another rate by its seconds', () => {
    const start = { frames: 108_000, framesPerSecond: 30, seconds: 3600 };
    expect(placed(list('01:00:02:00', '01:00:04:00'), { seconds: 20, start }).trim).toBe(2);
  });

  it('leaves as it came, also by way of a project', () => {
    const { document } = placed(list('01:00:02:00', '01:00:04:00'), { seconds: 20, start: HOUR });
    const cut = cutOfOtio(JSON.parse(timelineToNamedOtio(document).text), ignore);
    expect(writeEdls(cut, ignore)[0]!.text).toContain('01:00:02:00 01:00:04:00 01:00:00:00');
  });
});

describe('a clip of a file with timecode', () => {
  const known = new Map<string, MediumInfo>([['c1', { seconds: 20, start: HOUR }]]);
  const { cut } = readEdl(list('00:00:02:00', '00:00:04:00'), 'list', 25);
  cut.tracks[0]!.clips[0]!.id = 'c1';
  it('leaves in the timecode of its file, in EDL and FCP 7 XML', () => {
    const there = withMedia(cut, known, new Set());
    expect(writeEdls(there, ignore)[0]!.text).toContain('01:00:02:00 01:00:04:00 01:00:00:00');
    expect(readFcpXml(writeFcpXml(there, ignore), 'x').cut.tracks[0]!.clips[0]).toMatchObject({
      sourceIn: 90_050,
      medium: { start: 90_000 },
    });
  });

  it('that has one already keeps it', () => {
    const [track] = offsetInMedia(
      readEdl(list('02:00:02:00', '02:00:04:00'), 'list', 25).cut,
      new Map(),
      ignore,
    ).tracks;
    track!.clips[0]!.id = 'c1';
    const there = withMedia({ ...cut, tracks: [track!] }, known, new Set());
    expect(there.tracks[0]!.clips[0]).toMatchObject({ sourceIn: 180_050, medium: { start: 180_000 } });
  });
});
