import { BASE_SIZE, encoded, FIELDS_601, line, VP9, WHOLE, X264 } from './base.ts';
import type { OddMedium } from './medium.ts';

const BLACK = [0, 0, 0] as const;
const IN_THE_MIDDLE = [BLACK, FIELDS_601[0], FIELDS_601[3], BLACK];

/** A stream whose times are 10 seconds later, in each of its parts. */
const AT_10_SECONDS = '-muxpreload 0 -muxdelay 0 -avoid_negative_ts disabled -output_ts_offset 10 -f mpegts';

/** Pictures that are stored in another shape or place than they are shown in. */
export const SHAPES: readonly OddMedium[] = [
  ...(
    [
      ['turned-90.mp4', 'transpose=cclock', [0, 1, -1, 0, 108, 0]],
      ['turned-180.mp4', 'hflip,vflip', [-1, 0, 0, -1, 192, 108]],
      ['turned-270.mp4', 'transpose=clock', [0, -1, 1, 0, 0, 192]],
      ['mirrored.mp4', 'hflip', [-1, 0, 0, 1, 192, 0]],
      ['upside-down.mp4', 'vflip', [1, 0, 0, -1, 0, 108]],
    ] as const
  ).map(([name, filter, matrix]) => ({
    ...WHOLE,
    name,
    contentType: 'video/mp4',
    make: encoded(`-vf ${filter} ${X264} -c:a copy`),
    matrix,
    colors: FIELDS_601,
  })),
  ...(
    [
      ['turned-90.mkv', 'transpose=cclock', -90],
      ['turned-180.mkv', 'hflip,vflip', 180],
      ['turned-270.mkv', 'transpose=clock', 90],
    ] as const
  ).map(([name, filter, roll]) => ({
    ...WHOLE,
    name,
    contentType: 'video/x-matroska',
    make: encoded(`-vf ${filter} ${X264} -c:a copy`),
    roll,
    colors: FIELDS_601,
  })),
  {
    ...WHOLE,
    name: 'clean-aperture.mp4',
    contentType: 'video/mp4',
    make: encoded(`${X264} -c:a copy`),
    cleanAperture: { width: 160, height: 90 },
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'cropped.mkv',
    contentType: 'video/x-matroska',
    make: encoded(`-vf pad=220:132:16:12:red ${X264} -c:a copy`),
    crop: { bottom: 11, top: 13, left: 17, right: 11 },
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'cropped.webm',
    contentType: 'video/webm',
    make: encoded(`-vf pad=224:128:12:8:red ${VP9} -an`),
    crop: { bottom: 12, top: 8, left: 12, right: 20 },
    needs: ['libvpx-vp9'],
    beeps: undefined,
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'cropped-mpeg2.mkv',
    contentType: 'video/x-matroska',
    make: encoded(`-vf pad=208:120:8:4:red -c:v mpeg2video -q:v 1 -bf 0 -c:a copy`),
    crop: { bottom: 8, top: 4, left: 8, right: 8 },
    byProxy: true,
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'cropped-anamorphic.mkv',
    contentType: 'video/x-matroska',
    // The size as shown is that of the part which is seen.
    make: encoded(`-vf scale=144:108,pad=160:120:8:4:red -aspect 16:9 ${X264} -c:a copy`),
    crop: { bottom: 8, top: 4, left: 8, right: 8 },
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'anamorphic.mp4',
    contentType: 'video/mp4',
    make: encoded(`-vf scale=144:108,setsar=4/3 ${X264} -c:a copy`),
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'anamorphic.ts',
    contentType: 'video/mp2t',
    make: encoded(`-vf scale=144:108,setsar=4/3 ${X264} -c:a copy -f mpegts`),
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'anamorphic.mkv',
    contentType: 'video/x-matroska',
    make: encoded(`-vf scale=144:108 -aspect 16:9 ${X264} -c:a copy`),
    colors: FIELDS_601,
  },
  ...(
    [
      ['grows.ts', 'scale=384:216', { numbers: WHOLE.numbers }],
      // Between bars: of its four fields the first and the last are where the second and third are looked for.
      [
        'upright-later.ts',
        'scale=108:192,setsar=1',
        { numbers: { 0: 0, 0.04: 1, 0.52: 13, 0.92: 23 }, colorsAt: 1.48, colors: IN_THE_MIDDLE },
      ],
      // As large as before, and each pixel less than a third as wide.
      [
        'narrow-pixels-later.ts',
        'setsar=81/256',
        { numbers: { 0: 0, 0.04: 1, 0.52: 13, 0.92: 23 }, colorsAt: 1.48, colors: IN_THE_MIDDLE },
      ],
    ] as const
  ).map(([name, filter, expected]) => ({
    ...BASE_SIZE,
    name,
    contentType: 'video/mp2t',
    make: line(`-copyts -t 0.96 -i BASE ${X264} -c:a copy ${AT_10_SECONDS}`),
    appended: line(`-copyts -ss 0.96 -i BASE -vf ${filter} ${X264} -c:a aac ${AT_10_SECONDS}`),
    seconds: 2,
    // Nothing in the stream says what the encoder put before the sound of its second part.
    beeps: [0, 1.0213],
    ...expected,
  })),
  {
    ...WHOLE,
    width: 191,
    height: 107,
    name: 'odd-sides.webm',
    contentType: 'video/webm',
    make: encoded(`-vf scale=191:107,setsar=1 ${VP9} -an`),
    needs: ['libvpx-vp9'],
    beeps: undefined,
  },
];
