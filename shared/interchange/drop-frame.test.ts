import { describe, expect, it } from 'vitest';
import type { Cut, CutMedium } from './cut.ts';
import { readEdl } from './edl-read.ts';
import { writeEdls } from './edl-write.ts';
import { offsetInMedia, withMedia, type MediumInfo } from './media-starts.ts';
import { dropsNumbers, framesOfTimecode, timecodeOf } from './timecode.ts';
import { readFcpXml } from './xml-read.ts';
import { writeFcpXml } from './xml-write.ts';

const ignore = () => undefined;
const RATES = [30_000 / 1001, 60_000 / 1001] as const;

/** Two minutes of one clip, from its fifth second on. */
function cutOf(rate: number, medium: Partial<CutMedium> = {}): Cut {
  const base = Math.round(rate);
  return {
    name: 'Cut',
    rate,
    start: 0,
    width: 1920,
    height: 1080,
    markers: [],
    tracks: [
      {
        kind: 'Video',
        name: 'V1',
        enabled: true,
        locked: false,
        transitions: [],
        clips: [
          {
            id: 'c1',
            name: 'camera',
            recordIn: 0,
            duration: 120 * base,
            sourceIn: 5 * base,
            medium: { file: 'camera.mov', start: 0, length: 400 * base, ...medium },
            speed: 1,
            reel: '',
            enabled: true,
            opacity: 1,
            volume: 1,
            markers: [],
            comments: [],
            path: '',
          },
        ],
      },
    ],
  };
}

describe.each(RATES)('timecode at %f', (rate) => {
  const timebase = Math.round(rate);
  const dropped = timebase / 15;

  it('with dropped numbers is read as it was written, and begins a day anew', () => {
    for (const frames of [
      0,
      60 * timebase - 1,
      60 * timebase,
      600 * timebase - 9 * dropped,
      107_892,
      1_234_567,
    ])
      expect(framesOfTimecode(timecodeOf(frames, timebase, true), { timebase })).toBe(frames);
    expect(timecodeOf(60 * timebase, timebase, true)).toBe(`00:01:00;0${dropped}`);
    expect(timecodeOf(144 * (600 * timebase - 9 * dropped), timebase, true)).toBe('00:00:00;00');
  });

  it.each([
    [true, ';'],
    [false, ':'],
  ])('of a medium that drops numbers (%s) and of the timeline go out and come home', (drop, mark) => {
    const start = {
      frames: framesOfTimecode(`01:00:00${mark}00`, { timebase }) ?? 0,
      framesPerSecond: rate,
      seconds: 3600,
      timecode: `01:00:00${mark}00`,
    };
    const known: MediumInfo = { seconds: 400, start };
    const sent = withMedia(cutOf(rate), new Map([['c1', known]]), new Set());
    const [list] = writeEdls(sent, ignore);
    expect(list?.text).toContain('FCM: DROP FRAME');
    expect(list?.text).toContain(`01:00:05${mark}00 01:02:05${mark}0${drop ? 2 * dropped : 0} 00:00:00;00`);
    const back = offsetInMedia(readEdl(list!.text, 'x').cut, new Map([['camera.mov', known]]), ignore);
    const [clip] = back.tracks[0]!.clips;
    expect(back.rate).toBeCloseTo(rate, 3);
    expect(clip).toMatchObject({ recordIn: 0, duration: 120 * timebase });
    expect(clip!.sourceIn - clip!.medium.start).toBe(5 * timebase);

    const xml = writeFcpXml(sent, ignore);
    const timecodes = xml.match(/<string>.*<\/string>|<displayformat>.*<\/displayformat>/g);
    expect(timecodes).toEqual([
      '<string>00:00:00;00</string>',
      '<displayformat>DF</displayformat>',
      `<string>01:00:00${mark}00</string>`,
      `<displayformat>${drop ? 'DF' : 'NDF'}</displayformat>`,
    ]);
    const [read] = readFcpXml(xml, 'x').cut.tracks[0]!.clips;
    expect(read!.sourceIn - read!.medium.start).toBe(5 * timebase);
  });
});

it.each([24_000 / 1001, 24, 25, 30, 60])('at %f no numbers are dropped', (rate) => {
  expect(dropsNumbers(rate)).toBe(false);
  expect(writeEdls(cutOf(rate), ignore)[0]?.text).toContain('FCM: NON-DROP FRAME');
  expect(writeFcpXml(cutOf(rate), ignore)).not.toContain('>DF<');
});

describe.each([
  [30, '16:39:15;06', '05'],
  [60, '16:39:15;10', '04'],
] as const)('a phone that records %i frames a second and drops numbers', (rate, out, by25) => {
  const frames = framesOfTimecode('16:37:10;02', { timebase: rate }) ?? 0;
  const known: MediumInfo = {
    seconds: 400,
    start: { frames, framesPerSecond: rate, seconds: frames / rate, timecode: '16:37:10;02' },
  };
  const sent = withMedia(cutOf(rate), new Map([['c1', known]]), new Set());

  it('leaves in the numbers of its file, from a timeline that drops none, and comes home', () => {
    const [list] = writeEdls(sent, ignore);
    expect(list?.text).toContain('FCM: NON-DROP FRAME');
    expect(list?.text).toContain(`16:37:15;02 ${out} 00:00:00:00 00:02:00:00`);
    const back = offsetInMedia(readEdl(list!.text, 'x').cut, new Map([['camera.mov', known]]), ignore);
    const [clip] = back.tracks[0]!.clips;
    expect([back.rate, clip!.recordIn, clip!.duration]).toEqual([rate, 0, 120 * rate]);
    expect(clip!.sourceIn - clip!.medium.start).toBe(5 * rate);

    const xml = writeFcpXml(sent, ignore);
    expect(xml.match(/<string>.*<\/string>|<displayformat>.*<\/displayformat>/g)).toEqual([
      '<string>00:00:00:00</string>',
      '<displayformat>NDF</displayformat>',
      '<string>16:37:10;02</string>',
      '<displayformat>DF</displayformat>',
    ]);
    const [read] = readFcpXml(xml, 'x').cut.tracks[0]!.clips;
    expect(read!.sourceIn - read!.medium.start).toBe(5 * rate);
  });

  it('is counted by the clock in a timeline of another rate', () => {
    const text = writeEdls(withMedia(cutOf(25), new Map([['c1', known]]), new Set()), ignore)[0]!.text;
    expect(text).toContain(`16:36:15:${by25} 16:38:15:${by25}`);
  });
});
