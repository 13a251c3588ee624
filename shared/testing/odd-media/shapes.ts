import { encoded, FIELDS_601, VP9, WHOLE, X264 } from './base.ts';
import type { OddMedium } from './medium.ts';

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
    name: 'anamorphic.mp4',
    contentType: 'video/mp4',
    make: encoded(`-vf scale=144:108,setsar=4/3 ${X264} -c:a copy`),
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'anamorphic.mkv',
    contentType: 'video/x-matroska',
    make: encoded(`-vf scale=144:108 -aspect 16:9 ${X264} -c:a copy`),
    colors: FIELDS_601,
  },
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
