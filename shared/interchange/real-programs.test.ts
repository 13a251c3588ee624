import { describe, expect, it } from 'vitest';
import { otioToTimeline, timelineToOtio } from '../otio/index.ts';
import type { CutClip } from './cut.ts';
import { cutOfOtio } from './cut-from-otio.ts';
import { otioOfCut } from './cut-to-otio.ts';
import { edlRateOf } from './edl-rate.ts';
import { readEdl } from './edl-read.ts';
import { writeEdls } from './edl-write.ts';
import { readFcpXml } from './xml-read.ts';

/** Lists and files as other programs write them, each with what went wrong on the way in. */

const clips = (text: string, rate?: number): CutClip[] =>
  readEdl(text, 'list', rate).cut.tracks.flatMap((track) => track.clips);
const named = (text: string, rate?: number) =>
  readEdl(text, 'list', rate).cut.tracks.map((track) => [
    track.name,
    ...track.clips.map(({ name, medium }) => `${name} | ${medium.file}`),
  ]);

describe('a dissolve of an EDL', () => {
  const dissolve = (...below: string[]) =>
    [
      '001  A        V     C        00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00',
      '* FROM CLIP NAME: one',
      '* FROM CLIP: file:///v/one.mov',
      '002  A        V     C        00:00:02:00 00:00:02:00 00:00:02:00 00:00:02:00',
      '002  B        V     D    012 00:00:00:00 00:00:02:00 00:00:02:00 00:00:04:00',
      ...below,
    ].join('\n');
  it.each([
    [
      'addresses, as the adapter of OpenTimelineIO writes them',
      [
        '* FROM CLIP NAME: one',
        '* FROM CLIP: file:///v/one.mov',
        '* TO CLIP NAME: two',
        '* TO CLIP: file:///v/two.mov',
      ],
      'two | two.mov',
    ],
    ['names alone', ['* FROM CLIP NAME: one', '* TO CLIP NAME: two.mov'], 'two.mov | two.mov'],
    [
      'a file below each name',
      ['* FROM CLIP NAME: one', '* SOURCE FILE: one.mov', '* TO CLIP NAME: two', '* SOURCE FILE: two.mov'],
      'two | two.mov',
    ],
    [
      'both files below both names',
      ['* FROM CLIP NAME: one', '* TO CLIP NAME: two', '* SOURCE FILE: one.mov', '* SOURCE FILE: two.mov'],
      'two | two.mov',
    ],
    ['only the one that goes', ['* FROM CLIP NAME: one', '* FROM CLIP: file:///v/one.mov'], 'B | '],
    ['only the one that comes', ['* FROM CLIP NAME: two', '* SOURCE FILE: two.mov'], 'two | two.mov'],
  ])('gives each clip its own name and file: %s', (_, below, second) => {
    expect(named(dissolve(...below), 25)).toEqual([['V1', 'one | one.mov', second]]);
  });

  it('does not give its speed to the clip that comes', () => {
    const text = dissolve('M2   A        050.0                00:00:02:00', '* TO CLIP NAME: two');
    expect(clips(text, 25).map(({ speed }) => speed)).toEqual([1, 1]);
  });

  it('shows the right frames of a clip that plays faster or backwards', () => {
    const text = [
      '001  A        V     C        00:00:02:00 00:00:04:00 00:00:00:00 00:00:02:00',
      'M2   A        -025.0               00:00:02:00',
      '002  A        V     C        00:00:02:00 00:00:02:00 00:00:02:00 00:00:02:00',
      '002  B        V     D    010 00:00:10:00 00:00:14:00 00:00:02:00 00:00:04:00',
      'M2   B        050.0                00:00:10:00',
    ].join('\n');
    // Five frames longer backwards begin five frames earlier; five frames later at double speed are ten.
    expect(clips(text, 25)).toMatchObject([
      { sourceIn: 45, duration: 55, speed: -1 },
      { sourceIn: 260, duration: 45, speed: 2 },
    ]);
  });
});

describe('an event', () => {
  it('without a reel is read as well', () => {
    const text = [
      '001  START V     C        00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00',
      '002        V     C        00:00:02:00 00:00:05:00 00:00:02:00 00:00:05:00',
    ].join('\n');
    expect(clips(text, 25)).toMatchObject([
      { name: 'START', recordIn: 0, duration: 50 },
      { name: 'AX', reel: 'AX', recordIn: 50, duration: 75 },
    ]);
  });
});

describe('remarks below the lines of one event', () => {
  const event = (channels: string, reel = 'AX', number = '001') =>
    `${number}  ${reel}       ${channels}     C        00:00:01:00 00:00:03:00 00:00:00:00 00:00:02:00`;
  it('belong to picture and sound', () => {
    const text = [event('V'), event('A'), '* FROM CLIP NAME: clip-1.mp4', '* LOC: 00:00:01:00 RED Here'].join(
      '\n',
    );
    expect(named(text, 25)).toEqual([
      ['V1', 'clip-1.mp4 | clip-1.mp4'],
      ['A1', 'clip-1.mp4 | clip-1.mp4'],
    ]);
    // A marker stands once.
    expect(clips(text, 25).map(({ markers }) => markers.length)).toEqual([1, 0]);
  });

  it('belong to lines above and below them', () => {
    const text = [event('V'), '* FROM CLIP NAME: clip-1.mp4', event('A')].join('\n');
    expect(named(text, 25).map(([, clip]) => clip)).toEqual(Array(2).fill('clip-1.mp4 | clip-1.mp4'));
  });

  it('belong to their own line where two events have one number', () => {
    const text = [
      event('V', 'R1'),
      '* FROM CLIP NAME: a.mov',
      event('V2', 'R2'),
      '* FROM CLIP NAME: b.mov',
    ].join('\n');
    expect(named(text, 25).map(([, clip]) => clip)).toEqual(['a.mov | a.mov', 'b.mov | b.mov']);
  });
});

describe('the rate of an EDL', () => {
  const event = (out: string, mark = ':') =>
    `001  A        V     C        00:00:00${mark}00 ${out} 01:00:00${mark}00 01${out.slice(2)}`;
  it.each([
    ['a line of the list', `* FRAME RATE: 23.98\n${event('00:00:02:10')}`, 24_000 / 1001, 'said'],
    ['dropped numbers without FCM', event('00:01:00;02', ';'), 30_000 / 1001, 'drop'],
    ['dropped numbers of a higher rate', event('00:01:00;48', ';'), 60_000 / 1001, 'drop'],
    ['FCM', `FCM: DROP FRAME\n${event('00:00:02:10')}`, 30_000 / 1001, 'drop'],
    ['the highest number of a long list', Array(60).fill(event('00:00:02:23')).join('\n'), 24, 'numbers'],
    ['the rate of the project where it fits', event('00:00:02:12'), 25, 'project'],
    ['the highest number where the project does not fit', event('00:00:02:40'), 50, 'numbers'],
    [
      'the lengths of its clips',
      [
        '001  A V C 00:00:00:00 00:00:02:12 01:00:00:00 01:00:02:12',
        '002  B V C 00:00:01:20 00:00:04:05 01:00:02:12 01:00:04:22',
      ].join('\n'),
      25,
      'project',
    ],
    [
      'the speeds of its clips',
      '001  A V C 00:00:00:00 00:00:04:00 01:00:00:00 01:00:02:00\nM2   A   060.0   00:00:00:00',
      30,
      'lengths',
    ],
  ])('is that of %s', (_, text, rate, reason) => {
    expect(edlRateOf(text, 25)).toMatchObject({ rate, reason });
  });

  it('shows in clips that are as long as their sources at one rate alone', () => {
    const text =
      '001  B V C 00:00:01:20 00:00:04:05 01:00:02:12 01:00:04:22\n002  B V C 00:00:00:10 00:00:01:05 00:00:00:00 00:00:00:20';
    expect(edlRateOf(text)).toMatchObject({ rate: 25, reason: 'lengths' });
    expect(edlRateOf(text, 30)).toMatchObject({ rate: 25, reason: 'lengths' });
  });

  it('can be each that has all of its numbers', () => {
    expect(edlRateOf(event('00:00:02:12')).options.map(Math.round)).toEqual([
      24, 24, 25, 30, 30, 50, 60, 60, 100, 120,
    ]);
    expect(edlRateOf(event('00:00:02:24')).options[0]).toBe(25);
    expect(edlRateOf(event('00:01:00;02', ';')).options).toEqual([30_000 / 1001, 60_000 / 1001]);
  });

  it('chosen by a person is taken without a word, and dropped numbers come out right', () => {
    const { cut, warnings } = readEdl(event('00:01:00;02', ';'), 'list', 30_000 / 1001);
    expect(cut.tracks[0]!.clips[0]!.duration).toBe(1800);
    expect(warnings).toEqual([]);
  });
});

describe('OpenShot, which counts frames from 1 and takes 30 for every rate', () => {
  const list = [
    'TITLE: cut - TRACK 4',
    'FCM: NON-DROP FRAME',
    '',
    '001  AX       V     C        00:00:00:11 00:00:02:11 00:00:00:01 00:00:02:01',
    '001  AX       A     C        00:00:00:11 00:00:02:11 00:00:00:01 00:00:02:01',
    '* FROM CLIP NAME: Möwe & Meer 100%.mp4',
    '',
    '002  BL       V     C        00:00:00:01 00:00:02:01 00:00:02:01 00:00:04:01',
    '002  AX       V     C        00:00:00:01 00:00:01:25 00:00:04:01 00:00:05:25',
    '002  AX       A     C        00:00:00:01 00:00:01:25 00:00:04:01 00:00:05:25',
    '* FROM CLIP NAME: clip-3.mp4',
  ].join('\n');
  it('has its EDLs in place, with names, and says so', () => {
    const { cut, warnings } = readEdl(list, 'list');
    expect(cut).toMatchObject({ rate: 25, start: 0 });
    expect(cut.tracks.map((track) => track.clips)).toMatchObject(
      Array.from({ length: 2 }, () => [
        { name: 'Möwe & Meer 100%.mp4', recordIn: 0, duration: 50, sourceIn: 10 },
        { name: 'clip-3.mp4', recordIn: 100, duration: 49, sourceIn: 0, medium: { file: 'clip-3.mp4' } },
      ]),
    );
    expect(warnings.map(({ code }) => code)).toEqual(['EDL_RATE_ASSUMED', 'EDL_COUNTS_FROM_ONE']);
  });

  const xml = (rate: number, items: [start: number, end: number, into: number, out: number][], more = '') =>
    `<xmeml version="4"><sequence><rate><timebase>${rate}</timebase><ntsc>FALSE</ntsc></rate><media><video><track>${items
      .map(
        ([start, end, into, out]) =>
          `<clipitem><name>a</name><rate><timebase>30</timebase><ntsc>TRUE</ntsc></rate><start>${start}</start><end>${end}</end><in>${into}</in><out>${out}</out><file id="f"><pathurl>Möwe &amp; 100%.mp4</pathurl><name>Möwe &amp; 100%.mp4</name><duration>301</duration></file>${more}</clipitem>`,
      )
      .join('')}</track></video></media></sequence></xmeml>`;
  const sources = (text: string) =>
    readFcpXml(text, 'file').cut.tracks.flatMap((track) => track.clips.map(({ sourceIn }) => sourceIn));
  it('has in points in frames of the sequence, also of clips too short to tell', () => {
    const text = xml(25, [
      [0, 50, 10, 60],
      [50, 100, 5, 55.000_000_000_000_01],
      [100, 102, 100, 102],
    ]);
    expect(sources(text)).toEqual([10, 5, 100]);
    const { warnings, cut } = readFcpXml(text, 'file');
    expect(warnings.map(({ code }) => code)).toEqual(Array(3).fill('CLIP_RATE_IGNORED'));
    expect(cut.tracks[0]!.clips[0]!.medium).toMatchObject({ file: 'Möwe & 100%.mp4', length: null });
  });

  it('does not change what another program counts in the rate that it writes', () => {
    expect(
      sources(
        xml(25, [
          [0, 50, 120, 180],
          [50, 52, 120, 122],
        ]),
      ),
    ).toEqual([100, 100]);
  });

  it('keeps the written rate where a speed is said', () => {
    const speed =
      '<filter><effect><effectid>timeremap</effectid><parameter><parameterid>speed</parameterid><value>100</value></parameter></effect></filter>';
    expect(sources(xml(25, [[0, 50, 120, 170]], speed))).toEqual([100]);
  });
});

describe('speeds of M2 lines', () => {
  const event = (line: string, out = '00:00:02:00') =>
    clips(
      `001  A        V     C        00:00:00:00 ${out} 00:00:00:00 00:00:01:00\n${line}`,
      30_000 / 1001,
    )[0]!.speed;
  it.each([
    ['whole frames', 'M2   A        060.0                00:00:00:00', 2],
    ['as many digits as a number has', 'M2   A\t\t59.94005994005994\t\t\t00:00:00:00', 2],
    ['a reel with spaces', 'M2   A 12 060.0                00:00:00:00', 2],
    ['no timecode', 'M2   A        60', 2],
  ])('are read with %s', (_, line, speed) => {
    expect(event(line)).toBe(speed);
  });

  it('leave as they came where the lengths of a clip are a frame off, also by way of a project', () => {
    // An event of Avid: 100 frames at 26.4 of 24 a second, and 109 of its source.
    const { cut } = readEdl(
      'TITLE: A\n001  B113     V     C        00:32:02:06 00:32:06:19 01:34:53:09 01:34:57:13\nM2   B113       026.4                00:32:02:06',
      'list',
      24,
    );
    const { document } = otioToTimeline(otioOfCut(cut), () => ({ missing: 'missing' }));
    const home = cutOfOtio(JSON.parse(timelineToOtio(document).text), () => undefined);
    for (const each of [cut, home]) {
      const [list] = writeEdls(each, () => undefined);
      expect(list?.text).toContain('00:32:02:06 00:32:06:19 01:34:53:09 01:34:57:13');
      expect(list?.text).toMatch(/^M2 {3}B113 +026\.4 /m);
    }
    const [track] = home.tracks;
    const faster = {
      ...home,
      tracks: [{ ...track!, clips: track!.clips.map((clip) => ({ ...clip, speed: 2 })) }],
    };
    expect(writeEdls(faster, () => undefined)[0]?.text).toMatch(/^M2 {3}B113 +048\.0 /m);
  });

  it('count by the rate itself where a fraction says so and the lengths do not', () => {
    expect(event('M2   A   14.985014985014985   00:00:00:00', '00:00:01:00')).toBeCloseTo(0.5, 9);
    expect(event('M2   A   015.0   00:00:00:00', '00:00:01:00')).toBe(0.5);
  });
});

describe('names with signs that addresses read otherwise', () => {
  const list = (...below: string[]) =>
    ['001  A        V     C        00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00', ...below].join('\n');
  it.each([
    ['* SOURCE FILE: 100%.mp4', '100%.mp4'],
    ['* SOURCE FILE: 50%20off #1?.mp4', '50%20off #1?.mp4'],
    ['* SOURCE FILE: C:\\media\\50%20off.mp4', '50%20off.mp4'],
    ['* SOURCE FILE: file:///v/50%2520off.mp4', '50%20off.mp4'],
    ['* FROM CLIP: file:///v/100%25.mp4', '100%.mp4'],
    ['* FROM CLIP NAME: what?.mp4', 'what?.mp4'],
  ])('stay in an EDL: %s', (line, file) => {
    expect(clips(list(line), 25)[0]!.medium.file).toBe(file);
  });

  it.each([
    ['100%.mp4', '100%.mp4', '100%.mp4'],
    ['100%25.mp4', '100%.mp4', '100%.mp4'],
    ['file://localhost/v/a%23b.mp4', 'a#b.mp4', 'a#b.mp4'],
    ['a#b?.mp4', 'a#b?.mp4', 'a#b?.mp4'],
    // Programs on Windows write paths of their own behind the scheme, or none.
    ['file://localhost/C%3a/Users/Ann/My%20Clip%20%231.mp4', 'x', 'My Clip #1.mp4'],
    ['file://localhostC:\\Users\\Ann\\output.mp4', 'x', 'output.mp4'],
    ['file://d:\\Grep\\output.mp4', 'x', 'output.mp4'],
    ['file:///D:/a b/out%20put.mp4', 'x', 'out put.mp4'],
    ['\\\\server\\share\\output.mp4', 'x', 'output.mp4'],
  ])('are read from FCP 7 XML: %s', (pathurl, name, file) => {
    const text = `<xmeml><sequence><media><video><track><clipitem><start>0</start><end>9</end><in>0</in><out>9</out><file id="f"><name>${name}</name><pathurl>${pathurl}</pathurl></file></clipitem></track></video></media></sequence></xmeml>`;
    expect(readFcpXml(text, 'file').cut.tracks[0]!.clips[0]!.medium.file).toBe(file);
  });
});
