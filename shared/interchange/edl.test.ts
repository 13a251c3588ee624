import { describe, expect, it } from 'vitest';
import { timelineToOtio, otioToTimeline } from '../otio/index.ts';
import type { Cut } from './cut.ts';
import { cutOfOtio } from './cut-from-otio.ts';
import { otioOfCut } from './cut-to-otio.ts';
import { edlRateOf } from './edl-rate.ts';
import { readEdl } from './edl-read.ts';
import { writeEdls } from './edl-write.ts';
import { framesOfTimecode, timecodeOf } from './timecode.ts';

/** Lists as public descriptions and reports of other readers show them, and what other readers got wrong. */

const read = (...lines: string[]) => readEdl(lines.join('\n'), 'list', 24);
const clipsOf = (...lines: string[]) => read(...lines).cut.tracks.flatMap(({ clips }) => clips);

const ignore = () => undefined;
function written(cut: Cut) {
  const notes: string[] = [];
  const files = writeEdls(cut, (code) => notes.push(code));
  return { files, notes, text: files[0]?.text ?? '' };
}
/** Out of Patchbay's document and back into a cut, by way of OpenTimelineIO. */
const throughDocument = (cut: Cut): Cut => {
  const { document } = otioToTimeline(otioOfCut(cut), () => ({ missing: 'missing' }));
  return cutOfOtio(JSON.parse(timelineToOtio(document).text), ignore);
};

const CUTS = [
  'TITLE:   Opening',
  'FCM: NON-DROP FRAME',
  '',
  '001  A001     V     C        01:00:04:05 01:00:05:12 01:00:00:00 01:00:01:07',
  '* FROM CLIP NAME:  shot one',
  '* SOURCE FILE: shot_one.mov',
  '* ASC_SOP (1 1 1)(0 0 0)(1 1 1)',
  '* LOC: 01:00:00:10 RED     ANIM FIX NEEDED',
  '* LOC: 01:00:00:20 GREEN',
  '002  A002     V     C        00:00:10:00 00:00:12:00 01:00:02:07 01:00:04:07',
  '* FROM CLIP NAME: two.mov',
];

describe('timecode', () => {
  it('counts frames there and back', () => {
    expect(framesOfTimecode('01:00:00:12', { timebase: 24 })).toBe(86_412);
    expect(timecodeOf(86_412, 24)).toBe('01:00:00:12');
  });

  it('leaves numbers out at every minute but the tenth', () => {
    expect(framesOfTimecode('00:01:00;02', { timebase: 30 })).toBe(1800);
    expect(framesOfTimecode('00:10:00;00', { timebase: 30 })).toBe(17_982);
    expect(framesOfTimecode('01:00:00;00', { timebase: 60 })).toBe(215_784);
  });

  it.each(['00:00:00:24', '00:61:00:00', '1:2:3', '', '00:00:00:0x'])('refuses %s', (text) => {
    expect(framesOfTimecode(text, { timebase: 24 })).toBeUndefined();
  });
});

describe('an EDL that is read', () => {
  it('has reels that are longer than their column, as cameras name them, in lines of speeds too', () => {
    const [first, second] = clipsOf(
      '001  C_0022C003_241016_092821_h1F4X V     C        09:33:31:12 09:33:33:14 01:00:06:20 01:00:08:22  ',
      '* FROM CLIP NAME: 13A-1-C',
      '002  B_0088C002_241125_144410_h1C2T V     C        13:48:57:10 13:48:58:11 01:01:41:13 01:01:42:14  ',
      'M2   B_0088C002_241125_144410_h1C2T       048.0                13:48:57:10',
      '* FROM CLIP NAME: 102C-2-B',
    );
    expect(first).toMatchObject({ name: '13A-1-C', reel: 'C_0022C003_241016_092821_h1F4X', duration: 50 });
    expect(second).toMatchObject({ name: '102C-2-B', reel: 'B_0088C002_241125_144410_h1C2T', speed: 2 });
  });

  it('has the sounds that a line of its own names: channels 3 and 4 have no column', () => {
    const { cut, warnings } = read(
      '001  AX       NONE  C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00',
      '* FROM CLIP NAME: a.mxf',
      'AUD  3    4',
      '002  AX       AA/V  C        00:00:01:00 00:00:02:00 01:00:01:00 01:00:02:00',
      'AUD  4',
    );
    expect(cut.tracks.map(({ name, clips }) => [name, clips.map(({ recordIn }) => recordIn)])).toEqual([
      ['V1', [24]],
      ['A1', [24]],
      ['A2', [24]],
      ['A3', [0]],
      ['A4', [0, 24]],
    ]);
    expect(warnings).toEqual([]);
  });

  it('has its clips in place, with names, files, every marker and what else was said', () => {
    const { cut, warnings } = read(...CUTS);
    expect(cut).toMatchObject({ name: 'Opening', start: 86_400, rate: 24 });
    expect(cut.tracks).toHaveLength(1);
    expect(cut.tracks[0]!.clips).toMatchObject([
      {
        name: 'shot one',
        reel: 'A001',
        recordIn: 0,
        duration: 31,
        sourceIn: 86_400 + 4 * 24 + 5,
        medium: { file: 'shot_one.mov' },
        comments: ['* ASC_SOP (1 1 1)(0 0 0)(1 1 1)'],
        markers: [
          { name: 'ANIM FIX NEEDED', color: 'RED', at: 86_400 + 4 * 24 + 15 },
          { name: '', color: 'GREEN', at: 86_400 + 5 * 24 + 1 },
        ],
      },
      { name: 'two.mov', recordIn: 55, duration: 48, medium: { file: 'two.mov' } },
    ]);
    expect(warnings).toEqual([]);
  });

  it('keeps both clips of a dissolve at their times', () => {
    const { cut } = read(
      '001  ABC0100 V     C        01:00:00:00 01:00:01:00 01:00:00:00 01:00:01:00',
      '* FROM CLIP NAME: shot_001',
      '002  ABC0100 V     C        01:00:01:00 01:00:01:00 01:00:01:00 01:00:01:00',
      '002  ABC0200 V     D    024 01:00:01:00 01:00:03:00 01:00:01:00 01:00:03:00',
      '* FROM CLIP NAME: shot_001',
      '* TO CLIP NAME: shot_002',
    );
    const [track] = cut.tracks;
    expect(track!.transitions).toEqual([
      { editPoint: 36, inOffset: 12, outOffset: 12, type: 'SMPTE_Dissolve' },
    ]);
    expect(track!.clips).toMatchObject([
      { name: 'shot_001', recordIn: 0, duration: 36, sourceIn: 86_400 },
      { name: 'shot_002', recordIn: 36, duration: 36, sourceIn: 86_400 + 24 + 12 },
    ]);
  });

  it('fades from and to black', () => {
    const { cut } = read(
      '001  BL      V     C        00:00:00:00 00:00:00:00 01:00:00:00 01:00:00:00',
      '001  A       V     D    012 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00',
      '002  A       V     C        00:00:02:00 00:00:02:00 01:00:02:00 01:00:02:00',
      '002  BL      V     D    024 00:00:00:00 00:00:01:00 01:00:02:00 01:00:03:00',
    );
    expect(cut.tracks[0]).toMatchObject({
      clips: [{ recordIn: 0, duration: 72, sourceIn: 0 }],
      transitions: [
        { editPoint: 0, inOffset: 0, outOffset: 12 },
        { editPoint: 72, inOffset: 24, outOffset: 0 },
      ],
    });
  });

  it('has speeds, also where both lengths are equal, and stills', () => {
    const [fast, equal, still] = clipsOf(
      '001  A        V     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:01:00',
      'M2   A        048.0                00:00:00:00',
      '002  B        V     C        00:00:00:00 00:00:01:00 01:00:01:00 01:00:02:00',
      'M2   B        -012.0                00:00:00:00',
      '003  C        V     C        00:00:00:00 00:00:00:01 01:00:02:00 01:00:03:00',
      'M2   C        000.0                00:00:00:00',
    );
    expect([fast!.speed, equal!.speed, still!.speed]).toEqual([2, -0.5, 0]);
    expect(fast!.duration).toBe(24);
  });

  it('puts sound and picture of one event on tracks of their own', () => {
    const { cut } = read('001  A        AA/V  C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00');
    expect(cut.tracks.map(({ kind, name }) => [kind, name])).toEqual([
      ['Video', 'V1'],
      ['Audio', 'A1'],
      ['Audio', 'A2'],
    ]);
  });

  it('guesses the rate by the highest frame, and says so', () => {
    const event = '001  A  V  C  00:00:00:00 00:00:01:24 01:00:00:00 01:00:01:24';
    expect(edlRateOf(event)).toMatchObject({ rate: 25, reason: 'numbers' });
    expect(edlRateOf(`FCM: DROP FRAME\n${event}`)).toMatchObject({ rate: 30_000 / 1001, reason: 'drop' });
    const { warnings } = readEdl(CUTS.join('\r\n'), 'list');
    expect(warnings.map(({ code }) => code)).toEqual(['EDL_RATE_ASSUMED']);
  });

  it.each([
    ['a wipe', '001  A V W001 012 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00', 'TRANSITION_DROPPED'],
    ['a key', '001  A V K 012 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00', 'KEY_IGNORED'],
    ['no time', '001  A V C 00:00:00:99 00:00:01:00 01:00:00:00 01:00:01:00', 'INVALID_TIME'],
    [
      'a track of another kind',
      '001  A X1 C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00',
      'UNSUPPORTED_TRACK_KIND',
    ],
    [
      'a speed that nothing says',
      '001  A V C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:01:00',
      'SPEED_NOT_SAID',
    ],
    ['a line of its own', 'SOMETHING ELSE', 'EDL_LINE_IGNORED'],
  ])('says what it does not take: %s', (_, line, code) => {
    expect(read(...CUTS, line).warnings.map((warning) => warning.code)).toContain(code);
  });

  it('goes by the project where only its sources drop numbers, as phones do at 30 whole frames', () => {
    const list = (record: readonly [string, string]) =>
      `TITLE: cut\nFCM: NON-DROP FRAME\n\n001  IMG_1    V     C        16:37:15;02 16:38:15;04 ${record.join(' ')}\n* FROM CLIP NAME: img.mov`;
    const plain = list(['01:00:00:00', '01:01:00:00']);
    for (const rate of [30, 30_000 / 1001])
      expect(edlRateOf(plain, rate)).toMatchObject({ rate, reason: 'project' });
    expect(edlRateOf(plain).rate).toBeCloseTo(29.97);
    expect(edlRateOf(plain, 25).rate).toBeCloseTo(29.97);
    const [clip] = readEdl(plain, 'x', undefined, 30).cut.tracks[0]!.clips;
    expect(clip).toMatchObject({ sourceIn: 1_793_256, recordIn: 0, duration: 1800 });
    // A list that drops numbers itself is at no whole rate.
    expect(edlRateOf(list(['01:00:00;00', '01:01:00;02']), 30)).toMatchObject({ reason: 'drop' });
  });

  it('counts in frames where it has no timecodes', () => {
    const { cut } = readEdl(
      [
        'TITLE: frames',
        '1 CLPA V C     113 170 0  57',
        '2 CLPA V C     170 170 57 57',
        '2 CLPB V D 027 162 189 57 84',
        '3 CLPB V C     189 381 84 276',
      ].join('\n'),
      'list',
      undefined,
      25,
    );
    expect(cut).toMatchObject({ rate: 25, start: 0 });
    const [track] = cut.tracks;
    expect(
      track?.clips.map(({ reel, recordIn, duration, sourceIn }) => [reel, recordIn, duration, sourceIn]),
    ).toEqual([
      ['CLPA', 0, 70, 113],
      ['CLPB', 70, 14, 175],
      ['CLPB', 84, 192, 189],
    ]);
    expect(track?.transitions).toMatchObject([{ editPoint: 70, inOffset: 13, outOffset: 14 }]);
  });

  it('puts what overlaps on a track of its own', () => {
    const { cut, warnings } = read(
      '001  A V C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00',
      '002  B V C 00:00:00:00 00:00:02:00 01:00:01:00 01:00:03:00',
    );
    expect(cut.tracks.map(({ clips }) => clips.length)).toEqual([1, 1]);
    expect(warnings.map(({ code }) => code)).toEqual(['OVERLAP_SPLIT']);
  });

  it.each([
    ['nothing', ''],
    ['bytes', '\u0000\u0001\uFFFD'.repeat(1000)],
    ['one long line', 'x'.repeat(1_000_000)],
    ['spaces before what never comes', `001${' '.repeat(3000)}x`],
    ['JSON', '{"OTIO_SCHEMA": "Timeline.1"}'],
  ])('is refused when it is %s', (_, text) => {
    expect(() => readEdl(text, 'list')).toThrow(/no edit decision list/);
  });

  it('is refused when it has too many events', () => {
    const line = '001  A V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\n';
    expect(() => readEdl(line.repeat(50_001), 'list')).toThrow(/50000 events/);
  });

  it('has few notes however many lines are wrong', () => {
    const text = `${CUTS.join('\n')}\n${'nonsense\n'.repeat(20_000)}`;
    expect(readEdl(text, 'list', 24).warnings.length).toBeLessThan(210);
  });
});

describe('an EDL that is written', () => {
  const DISSOLVES = [
    'TITLE: Joined',
    '001  BL      V     C        00:00:00:00 00:00:00:00 01:00:00:00 01:00:00:00',
    '001  A       V     D    012 00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00',
    '* TO CLIP NAME: one.mov',
    '* LOC: 01:00:00:10 RED     Here',
    '002  A       V     C        00:00:03:00 00:00:03:00 01:00:02:00 01:00:02:00',
    '002  B       V     D    024 00:00:01:00 00:00:03:00 01:00:02:00 01:00:04:00',
    '* FROM CLIP NAME: one.mov',
    '* TO CLIP NAME: two.mov',
    '003  C       V     C        00:00:00:00 00:00:04:00 01:00:06:00 01:00:08:00',
    'M2   C       048.0                00:00:00:00',
    '* FROM CLIP NAME: three.mov',
  ];
  it.each([
    ['cuts', CUTS],
    ['dissolves, fades and speeds', DISSOLVES],
  ])('comes back as it was, through the document of a project: %s', (_, lines) => {
    const { cut } = read(...lines);
    const there = throughDocument(cut);
    const { files, notes } = written(there);
    expect(files).toHaveLength(1);
    const back = readEdl(files[0]!.text, 'list').cut;
    const bare = ({ tracks }: Cut) =>
      tracks.map(({ clips, transitions }) => ({
        transitions,
        clips: clips.map(({ path: _path, medium, ...clip }) => ({ ...clip, file: medium.file })),
      }));
    expect(bare(back)).toEqual(bare(cut));
    expect(back).toMatchObject({ name: cut.name, start: cut.start, rate: cut.rate });
    expect(notes).toEqual([]);
  });

  it('is a file a track, under names of their own', () => {
    const { cut } = read('001  A        AA/V  C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00');
    const { files } = written({ ...cut, name: 'A/B: cut' });
    expect(files.map(({ name }) => name)).toEqual(['A B cut V1.edl', 'A B cut A1.edl', 'A B cut A2.edl']);
  });

  it('has no comment that makes Premiere lose names, and no line that a name could add', () => {
    const { cut } = read(...CUTS);
    cut.tracks[0]!.clips[0]!.name = 'one\r\n002  X V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00';
    const { text } = written(cut);
    expect(text).not.toMatch(/^\* FROM (?:CLIP|FILE):/m);
    expect(text.match(/^\d+ {2}/gm)).toHaveLength(2);
  });

  it('has no remark before its first event, which the adapter of OpenTimelineIO refuses', () => {
    const { text } = written({ ...read(...CUTS).cut, rate: 24_000 / 1001 });
    const lines = text.split('\r\n');
    const first = lines.findIndex((line) => line.startsWith('001'));
    expect(lines.slice(0, first).filter((line) => line !== '' && !/^(?:TITLE|FCM):/.test(line))).toEqual([]);
    expect(edlRateOf(text)).toMatchObject({ rate: 24_000 / 1001, reason: 'said' });
  });

  it('says what it leaves out', () => {
    const { cut } = read(...CUTS);
    const [clip] = cut.tracks[0]!.clips;
    Object.assign(clip!, { enabled: false, opacity: 0.5 });
    clip!.markers.push({ name: 'away', comment: '', color: 'RED', at: 0, length: 0 });
    cut.tracks[0]!.enabled = false;
    cut.markers.push({ name: 'all', comment: '', color: '', at: 0, length: 0 });
    const { notes } = written({ ...cut, rate: 12.5 });
    expect(new Set(notes)).toEqual(
      new Set(['CLIP_DISABLED', 'LOOK_NOT_WRITTEN', 'MARKER_DROPPED', 'TRACK_DISABLED', 'RATE_ROUNDED']),
    );
  });
});
