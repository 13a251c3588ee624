import { expect, it } from 'vitest';
import { isOpaqueFilm } from './opaque-film.ts';

const said = (...videos: string[]): string =>
  [
    "Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'film.mov':",
    '  Metadata:',
    '    comment         : yuv420p',
    '  Duration: 00:00:01.00, start: 0.000000, bitrate: 11 kb/s',
    ...videos.map(
      (video, index) => `  Stream #0:${index}[0x1](und): Video: ${video}, 64x36, 25 fps (default)`,
    ),
    '  Stream #0:9(und): Audio: aac (LC) (mp4a / 0x6134706D), 48000 Hz, stereo',
  ].join('\n');

it.each([
  'h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709, progressive)',
  'hevc (Main 10) (hvc1 / 0x31637668), yuv420p10le(tv)',
  'mjpeg (Baseline), yuvj422p(pc, bt470bg/unknown/unknown)',
  'rawvideo, bgr24',
  'ffv1 (FFV1 / 0x31564646), gbrp16le(pc)',
  'png (png  / 0x20676E70), rgb24(pc)',
])('knows that %s has no transparency', (video) => {
  expect(isOpaqueFilm(said(video))).toBe(true);
});

it.each([
  'qtrle (rle  / 0x20656C72), argb(progressive)',
  'png (png  / 0x20676E70), rgba(pc, progressive)',
  'png (png  / 0x20676E70), rgba64be(pc)',
  'prores (4444) (ap4h / 0x68347061), yuva444p12le(tv)',
  'ffv1 (FFV1 / 0x31564646), yuva420p(tv, progressive)',
  'ffv1 (FFV1 / 0x31564646), gbrap10le(pc)',
  'png (png  / 0x20676E70), ya8(pc)',
  'png (png  / 0x20676E70), pal8(pc, progressive)',
  'newcodec (abcd / 0x1), newformat420',
  'h264 (avc1 / 0x31637661), none',
])('takes %s as see-through', (video) => {
  expect(isOpaqueFilm(said(video))).toBe(false);
  expect(isOpaqueFilm(said('h264 (High), yuv420p(tv)', video))).toBe(false);
});

it('takes a film that nothing is said of as see-through', () => {
  expect(isOpaqueFilm(said())).toBe(false);
  expect(isOpaqueFilm('')).toBe(false);
});
