import { BASE_SIZE, encoded, field, FIELDS_601, line, VP9, WHOLE, X264 } from './base.ts';
import type { OddMedium } from './medium.ts';

const BLACK = [0, 0, 0] as const;

type Signal = number | readonly [number, number, number];

/** A picture of four signals from 0 to 1, in ten bits, as they are in a video with primaries of BT.2020. */
function signals(
  name: string,
  transfer: string,
  fields: readonly (readonly [Signal, readonly [number, number, number]])[],
): OddMedium {
  const plane = (index: number): string =>
    field(
      fields.map(([signal]) =>
        Math.round(1023 * (typeof signal === 'number' ? signal : (signal[index] ?? 0))),
      ),
    );
  const source = `color=black:s=192x108:r=25:d=0.2,format=gbrp10le,geq=r='${plane(0)}':g='${plane(1)}':b='${plane(2)}',scale=out_color_matrix=bt2020:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p10le`;
  return {
    ...BASE_SIZE,
    name,
    contentType: 'video/webm',
    make: [
      ...line('-f lavfi -i'),
      source,
      ...line('-c:v libvpx-vp9 -lossless 1 -cpu-used 8 -colorspace bt2020nc -color_primaries bt2020'),
      ...line(`-color_trc ${transfer} -color_range tv`),
    ],
    needs: ['libvpx-vp9'],
    seconds: 0.2,
    colors: fields.map(([, shown]) => shown),
  };
}

/** Colors and transparency. */
export const COLORS: readonly OddMedium[] = [
  {
    ...WHOLE,
    name: 'full-range.mp4',
    contentType: 'video/mp4',
    make: encoded(`-vf scale=out_range=pc -color_range pc ${X264} -c:a copy`),
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'bt709.mp4',
    contentType: 'video/mp4',
    make: encoded(
      `-vf scale=in_color_matrix=bt601:out_color_matrix=bt709 -colorspace bt709 -color_primaries bt709 -color_trc bt709 ${X264} -c:a copy`,
    ),
    colors: FIELDS_601,
  },
  {
    ...WHOLE,
    name: 'ten-bit.webm',
    contentType: 'video/webm',
    make: encoded(`-pix_fmt yuv420p10le ${VP9} -c:a libopus`),
    needs: ['libvpx-vp9', 'libopus'],
    colors: FIELDS_601,
  },
  signals('pq.webm', 'smpte2084', [
    [0.3333, [54, 54, 54]],
    [0.5333, [153, 153, 153]],
    [0.6667, [229, 229, 229]],
    [
      [0.35, 0, 0],
      [77, 0, 0],
    ],
  ]),
  signals('hlg.webm', 'arib-std-b67', [
    [0.3333, [61, 61, 61]],
    [0.6, [126, 126, 126]],
    [0.8, [207, 207, 207]],
    [
      [0, 0.35, 0],
      [0, 67, 0],
    ],
  ]),
  signals('pq-saturated.webm', 'smpte2084', [
    [
      [0.3, 0.35, 0.6],
      [0, 58, 210],
    ],
    [
      [0.6, 0.2, 0.5],
      [248, 0, 133],
    ],
    [
      [0.1, 0.2, 0.55],
      [0, 12, 173],
    ],
    [
      [0.6, 0.65, 0.45],
      [154, 228, 52],
    ],
  ]),
  signals('hlg-saturated.webm', 'arib-std-b67', [
    [
      [0.2, 0.3, 0.8],
      [0, 56, 188],
    ],
    [
      [0.75, 0.2, 0.6],
      [209, 0, 125],
    ],
    [
      [0.05, 0.2, 0.83],
      [0, 32, 197],
    ],
    [
      [0.7, 0.76, 0.52],
      [153, 194, 101],
    ],
  ]),
  signals('wide.webm', 'bt709', [
    [0.4, [102, 102, 102]],
    [
      [0.35, 0, 0],
      [113, 0, 0],
    ],
    [
      [0, 0.35, 0],
      [0, 96, 0],
    ],
    [
      [0.35, 0.175, 0],
      [108, 36, 0],
    ],
  ]),
  ...(
    [
      ['see-through.webm', 'video/webm', `-pix_fmt yuva420p -c:v libvpx-vp9 -crf 10 -b:v 0 -cpu-used 8`],
      ['see-through.mov', 'video/quicktime', '-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le'],
      ['see-through-png.mov', 'video/quicktime', '-c:v png -pix_fmt rgba'],
    ] as const
  ).map(([name, contentType, encoder]) => ({
    ...WHOLE,
    name,
    contentType,
    // The two fields at the right let through what is below.
    make: encoded(
      `-an -vf format=yuva444p,geq=lum=lum(X\\,Y):cb=cb(X\\,Y):cr=cr(X\\,Y):a=if(gt(X\\,W/2)*gt(Y\\,H/4)\\,0\\,255) ${encoder}`,
    ),
    ...(name.endsWith('webm') ? { needs: ['libvpx-vp9'] } : { byProxy: true as const }),
    beeps: undefined,
    colors: [...FIELDS_601.slice(0, 2), BLACK, BLACK],
  })),
];
