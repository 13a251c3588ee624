import { expect, test } from 'vitest';
import { avcParameters } from './avc-parameters.ts';

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const START = [0, 0, 1];
/** A stream whose first frame has another unit before its parameters. */
const streamOf = (unit: Uint8Array): Uint8Array =>
  Uint8Array.from([0, ...START, 9, 16, 0, ...START, ...unit]);
/** A description as containers have it. */
const avcC = (unit: Uint8Array): Uint8Array =>
  Uint8Array.from([1, unit[1] ?? 0, unit[2] ?? 0, unit[3] ?? 0, 0xff, 0xe1, 0, unit.length, ...unit]);

/** Sets of parameters as x264 writes them. */
const SETS = [
  ['of 1080 lines in two fields', '67640028acd94078044fde0220000003002000000643e2c5b2c0', true, 1080],
  ['of 1080 lines in frames', '6764002aacd940780227e5c044000003000400000301903c60c658', false, 1080],
  ['in two fields with 4:2:2', '677a0028bcd9405a044fcb870800000300080000030190f8b16cb0', true, 1080],
  ['of the baseline profile', '6742c015d901419f9f0110000003001000000640f162e480', false, 180],
  ['with 4:4:4', '67f40015919b282833f1b808800000030080000032078b16cb', false, 180],
  ['in two fields with tables of its own', '6764001eace402d0936022000003000200000300643e285490', true, 576],
] as const;

test.each(SETS)('a set %s says so, in a container and in a stream', (_name, hex, hasFields, height) => {
  const unit = bytesOf(hex);
  expect(avcParameters(avcC(unit), new Uint8Array())).toEqual({ hasFields, height });
  expect(avcParameters(null, streamOf(unit))).toEqual({ hasFields, height });
});

test('what is cut off, empty or something else says nothing, and takes no longer', () => {
  const unit = bytesOf(SETS[0][1]);
  for (let length = 0; length < 8; length += 1) {
    expect(avcParameters(avcC(unit.subarray(0, length)), new Uint8Array())).toBeNull();
    expect(avcParameters(null, streamOf(unit.subarray(0, length)))).toBeNull();
  }
  expect(avcParameters(null, new Uint8Array(100_000))).toBeNull();
  expect(avcParameters(new Uint8Array(9), new Uint8Array())).toBeNull();
  const endless = Uint8Array.from([0x67, 100, 0, 40, ...Array<number>(100_000).fill(0)]);
  expect(avcParameters(null, streamOf(endless))).toBeNull();
  // A count of frames without end.
  const cycles = Uint8Array.from([0x67, 66, 0, 40, 0b1101_0000, ...Array<number>(1000).fill(0xff)]);
  expect(avcParameters(null, streamOf(cycles))?.height ?? 1).toBeLessThan(20_000);
});
