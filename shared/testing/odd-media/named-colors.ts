import { BASE_SIZE, field, line } from './base.ts';
import type { OddMedium } from './medium.ts';

/** Still pictures that name their colors by code points instead of a profile: HDR, and wide colors. */

type Rgb = readonly [number, number, number];
type Fields = readonly (readonly [signal: Rgb, color: Rgb])[];

const gray = (value: number): Rgb => [value, value, value];

/** As videos of the same signals are: one formula for both. */
const PQ: Fields = [
  [gray(0.3333), [54, 54, 54]],
  [gray(0.5333), [153, 153, 153]],
  [
    [0.3, 0.35, 0.6],
    [0, 58, 210],
  ],
  [
    [0.6, 0.65, 0.45],
    [154, 228, 52],
  ],
];
const HLG: Fields = [
  [gray(0.6), [126, 126, 126]],
  [gray(0.8), [207, 207, 207]],
  [
    [0.2, 0.3, 0.8],
    [0, 56, 188],
  ],
  [
    [0.7, 0.76, 0.52],
    [153, 194, 101],
  ],
];
/** As Chromium shows them. */
const P3: Fields = [
  [
    [200 / 255, 80 / 255, 60 / 255],
    [216, 69, 50],
  ],
  [gray(0.4), [102, 102, 102]],
  [
    [0, 0.5, 0],
    [0, 129, 0],
  ],
  [gray(1), [255, 255, 255]],
];

/** As Chromium shows them: primaries of Adobe RGB, and a gamma of 2.2. */
const ADOBE: Fields = [
  [
    [200 / 255, 80 / 255, 60 / 255],
    [230, 79, 56],
  ],
  [gray(64 / 255), [62, 62, 62]],
  [
    [250 / 255, 20 / 255, 20 / 255],
    [255, 12, 12],
  ],
  [gray(128 / 255), [129, 129, 129]],
];
/** Points of white, red, green and blue in a hundred thousandth. */
const ADOBE_POINTS = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000]
  .map((value) => value.toString(16).padStart(8, '0'))
  .join('');

/** ffmpeg’s picture of signals, with ten bits each. */
function sourceOf(fields: Fields): string {
  const plane = (index: number): string =>
    field(fields.map(([signal]) => Math.round(1023 * (signal[index] ?? 0))));
  return `color=black:s=192x108:r=25:d=0.04,format=gbrp10le,geq=r='${plane(0)}':g='${plane(1)}':b='${plane(2)}'`;
}

const picture = (
  name: string,
  fields: Fields,
  { filter, encoder }: { filter: string; encoder: string },
): OddMedium => ({
  ...BASE_SIZE,
  name,
  contentType: name.endsWith('.png') ? 'image/png' : 'image/avif',
  type: 'image',
  make: [...line('-f lavfi -i'), `${sourceOf(fields)},${filter}`, ...line(`-frames:v 1 ${encoder}`)],
  seconds: 4,
  colors: fields.map(([, color]) => color),
});

const avif = (
  name: string,
  fields: Fields,
  { matrix, points, format }: { matrix: string; points: string; format: string },
): OddMedium => ({
  ...picture(name, fields, {
    filter: `scale=out_color_matrix=${matrix}:out_range=pc:flags=accurate_rnd+full_chroma_int,format=${format}`,
    encoder: `-c:v libaom-av1 -still-picture 1 -crf 0 -cpu-used 8 -color_range pc ${points}`,
  }),
  needs: ['libaom-av1'],
});

const png = (
  name: string,
  fields: Fields,
  { format, ...named }: { format: string } & Pick<OddMedium, 'cicp' | 'chunks'>,
): OddMedium => ({
  ...picture(name, fields, { filter: `format=${format}`, encoder: '-c:v png -f image2' }),
  ...named,
});

/** Light itself: half of it is 188 of 255 in sRGB. */
const LINEAR: Fields = [
  [gray(0.5), [188, 188, 188]],
  [gray(0.2), [124, 124, 124]],
  [
    [0.1, 0.4, 0.8],
    [89, 170, 231],
  ],
  [gray(1), [255, 255, 255]],
];

/** A name, and a packed profile that has the tag cicp alone: BT.2020, HLG. */
const HLG_PROFILE =
  '484c47000078da63606098c3c0c0c0c0e2c0c0909b575214e4eea4101119a5c0800412938b0b1868071893339341e64f606060e081b2193885181801a82a0a66';
/** A profile that readers know by its name, ITUR_2100_PQ_FULL. */
const PQ_PROFILE = '495455525f323130305f50515f46554c4c0000789c63606060000000040001';

const IN_2020 = '-colorspace bt2020nc -color_primaries bt2020';

export const NAMED_COLORS: readonly OddMedium[] = [
  avif('pq.avif', PQ, { matrix: 'bt2020', points: `${IN_2020} -color_trc smpte2084`, format: 'yuv444p10le' }),
  avif('hlg.avif', HLG, {
    matrix: 'bt2020',
    points: `${IN_2020} -color_trc arib-std-b67`,
    format: 'yuv420p12le',
  }),
  avif('p3.avif', P3, {
    matrix: 'bt601',
    points: '-colorspace smpte170m -color_primaries smpte432 -color_trc iec61966-2-1',
    format: 'yuv444p',
  }),
  {
    ...avif('pq-in-stream.avif', PQ, {
      matrix: 'bt2020',
      points: `${IN_2020} -color_trc smpte2084`,
      format: 'yuv444p10le',
    }),
    hasColorsInStream: true,
  },
  png('hlg-profile.png', HLG, { format: 'rgb24', chunks: [['iCCP', HLG_PROFILE]] }),
  png('pq-profile.png', PQ, { format: 'rgb48be', chunks: [['iCCP', PQ_PROFILE]] }),
  png('pq.png', PQ, { format: 'rgb48be', cicp: { primaries: 9, transfer: 16, isMastered: true } }),
  png('hlg.png', HLG, { format: 'rgb24', cicp: { primaries: 9, transfer: 18 } }),
  png('p3.png', P3, { format: 'rgba', cicp: { primaries: 12, transfer: 13 } }),
  // A gamma of 1.0, as renderers of scenes write it.
  png('gamma.png', LINEAR, { format: 'rgb24', chunks: [['gAMA', '000186a0']] }),
  png('primaries.png', ADOBE, {
    format: 'rgb24',
    chunks: [
      ['gAMA', '0000b18f'],
      ['cHRM', ADOBE_POINTS],
    ],
  }),
];
