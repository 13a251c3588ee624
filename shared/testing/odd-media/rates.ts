import { BASE_SIZE, copied, encoded, FIELDS_601, line, picture, WHOLE, X264 } from './base.ts';
import type { OddMedium } from './medium.ts';

const [FIRST, SECOND, , LAST] = FIELDS_601;
/** In the third field of color each second pair of frames is white, so that the two fields of a frame differ there. */
const FLICKER =
  'drawbox=96:27:48:81:black:fill,drawbox=96:27:48:81:white:fill:enable=between(mod(n\\,4)\\,1\\,2)';
const INTERLACED = `-vf ${FLICKER},tinterlace=interleave_top,setfield=tff -flags +ildct+ilme ${X264} -x264opts tff=1 -an`;

/** Rates, and the timecode that cameras count by them. */
export const RATES: readonly OddMedium[] = [
  // Each frame has the even lines of one frame of the film and the odd ones of the next.
  ...(
    [
      ['interlaced.mp4', 'video/mp4', ''],
      ['interlaced.ts', 'video/mp2t', '-f mpegts'],
    ] as const
  ).map(([name, contentType, form]) => ({
    ...WHOLE,
    beeps: undefined,
    name,
    contentType,
    make: encoded(`${INTERLACED} ${form}`.trim()),
    byProxy: true as const,
    numbers: { 0: 0, 0.08: 2, 0.16: 4, 1.92: 48 },
    colors: [FIRST, SECOND, [0, 0, 0] as const, LAST],
    colorsAt: 0.16,
  })),
  {
    ...WHOLE,
    name: 'timecode.mov',
    contentType: 'video/quicktime',
    make: copied('-timecode 01:00:00:00'),
    startTimecode: { timecode: '01:00:00:00', frames: 90_000 },
  },
  {
    ...WHOLE,
    name: 'timecode.mkv',
    contentType: 'video/x-matroska',
    make: copied('-metadata timecode=10:00:00:00'),
    startTimecode: { timecode: '10:00:00:00', frames: 900_000 },
  },
  {
    ...BASE_SIZE,
    name: '59.94.mp4',
    contentType: 'video/mp4',
    make: [...line('-f lavfi -i'), picture('60000/1001', 60), ...line(X264)],
    seconds: 1,
    numbers: { 0: 0, 0.0168: 1, 0.5006: 30, 0.9844: 59 },
  },
  {
    ...BASE_SIZE,
    name: '23.976.mov',
    contentType: 'video/quicktime',
    make: [...line('-f lavfi -i'), picture('24000/1001', 24), ...line(`${X264} -timecode 00:59:59:23`)],
    seconds: 1,
    numbers: { 0: 0, 0.042: 1, 0.5006: 12, 0.9594: 23 },
    startTimecode: { timecode: '00:59:59:23', frames: 86_399 },
  },
  ...(
    [
      ['drop-frame.mov', 'video/quicktime', '-timecode 00:59:59;28'],
      ['drop-frame.mkv', 'video/x-matroska', '-metadata timecode=00:59:59;28'],
    ] as const
  ).map(([name, contentType, timecode]) => ({
    ...BASE_SIZE,
    name,
    contentType,
    make: [...line('-f lavfi -i'), picture('30000/1001', 30), ...line(`${X264} ${timecode}`)],
    seconds: 1,
    numbers: { 0: 0, 0.0335: 1, 0.5006: 15, 0.9677: 29 },
    // Two numbers are left out in each minute but every tenth: 108 before this one.
    startTimecode: { timecode: '00:59:59;28', frames: 107_890 },
  })),
  // Phones record whole frames a second and count them as cameras of 29.97 do: the numbers say it, not the rate.
  ...(
    [
      ['drop-frame-30.mov', 'video/quicktime', '-timecode 16:37:10;02'],
      ['drop-frame-30.mkv', 'video/x-matroska', '-metadata timecode=16:37:10;02'],
    ] as const
  ).map(([name, contentType, timecode]) => ({
    ...BASE_SIZE,
    name,
    contentType,
    make: [...line('-f lavfi -i'), picture('30', 30), ...line(`${X264} ${timecode}`)],
    seconds: 1,
    numbers: { 0: 0, 0.0335: 1, 0.5006: 15, 0.9677: 29 },
    startTimecode: { timecode: '16:37:10;02', frames: 1_793_106 },
  })),
  {
    ...WHOLE,
    name: 'timecode.mxf',
    contentType: 'video/mxf',
    make: encoded('-c:v mpeg2video -q:v 1 -bf 0 -c:a pcm_s16le -timecode 02:00:00:10'),
    byProxy: true,
    startTimecode: { timecode: '02:00:00:10', frames: 180_010 },
  },
  {
    ...BASE_SIZE,
    name: 'one-frame.mp4',
    contentType: 'video/mp4',
    make: [...line('-f lavfi -i'), picture('25', 1), ...line(X264)],
    seconds: 0.04,
    numbers: { 0: 0 },
    colors: FIELDS_601,
  },
  {
    ...BASE_SIZE,
    name: 'uneven.mkv',
    contentType: 'video/x-matroska',
    make: encoded(`-an -vf select=not(between(n\\,10\\,29)) -fps_mode vfr ${X264}`),
    seconds: 2,
    numbers: { 0: 0, 0.36: 9, 0.8: 9, 1.16: 9, 1.2: 30, 1.96: 49 },
  },
  {
    ...BASE_SIZE,
    name: 'jittery.mkv',
    contentType: 'video/x-matroska',
    // As phones write it: each frame comes up to 36 milliseconds late.
    make: encoded(
      `-an -vf settb=1/1000,setpts=N*40+mod(N*17\\,37) -fps_mode passthrough -enc_time_base 1/1000 ${X264}`,
    ),
    seconds: 2,
    numbers: { 0: 0, 0.05: 0, 0.058: 1, 0.115: 2, 0.13: 2, 0.135: 3, 0.5: 12 },
  },
  {
    ...BASE_SIZE,
    name: 'stands-late.mp4',
    contentType: 'video/mp4',
    // Even for longer than is looked at; then one frame stands for a second.
    make: [
      ...line('-f lavfi -i'),
      picture('25', 160),
      ...line(`-vf select=not(between(n\\,130\\,154)) -fps_mode vfr ${X264}`),
    ],
    seconds: 6.4,
    numbers: { 0: 0, 5.16: 129, 6.1: 129, 6.2: 155, 6.36: 159 },
  },
];
