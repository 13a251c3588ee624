import { BASE_SIZE, copied, encoded, FIELDS_601, line } from './base.ts';
import type { MadeMedium, OddMedium } from './medium.ts';

/** A level of light, of 255, in sRGB. */
function brightened(level: number): number {
  const light = level / 255;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
}

/** Pictures that move; they begin anew after two seconds. */
export const MOVING_PICTURES: readonly OddMedium[] = (
  [
    ['moving.gif', 'image/gif', '-c:v gif', []],
    ['moving.webp', 'image/webp', '-c:v libwebp_anim -lossless 1 -loop 0', ['libwebp_anim']],
    ['moving.png', 'image/png', '-c:v apng -plays 0 -f apng', []],
  ] as const
).map(([name, contentType, encoder, needs]) => ({
  ...BASE_SIZE,
  name,
  contentType,
  type: 'image',
  make: encoded(`-an ${encoder}`),
  needs,
  seconds: 4,
  numbers: { 0: 0, 0.04: 1, 0.52: 13, 1.96: 49, 2: 0, 2.04: 1, 3: 25 },
}));

/** What is see-through moves over the colors: frames are taken away before the next one is drawn. */
const HOLE =
  "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(Y,H/4),255,if(lt(mod(X+N*8,W),W/4),0,255))'";
export const SEE_THROUGH_PICTURES: readonly OddMedium[] = [
  {
    ...BASE_SIZE,
    name: 'see-through.gif',
    contentType: 'image/gif',
    type: 'image',
    make: [...line('-i BASE -an -filter_complex'), `${HOLE},split[a][b];[a]palettegen[p];[b][p]paletteuse`],
    seconds: 4,
    numbers: { 0: 0, 0.04: 1, 0.52: 13, 1.96: 49, 2: 0, 3: 25 },
  },
];

/** Light itself, as moving pictures of renderers have it; the fields of the film become brighter. */
export const LINEAR_PICTURES: readonly OddMedium[] = [
  {
    ...BASE_SIZE,
    name: 'linear.png',
    contentType: 'image/png',
    type: 'image',
    make: encoded('-an -c:v apng -plays 0 -f apng'),
    chunks: [['gAMA', '000186a0']],
    seconds: 4,
    numbers: { 0: 0, 0.52: 13, 2.04: 1 },
    colors: FIELDS_601.map(
      ([red, green, blue]) => [brightened(red), brightened(green), brightened(blue)] as const,
    ),
  },
];

/** Moving pictures of HDR: the numbers of the film as PQ, in which its colors are darker. */
export const MOVING_HDR: readonly OddMedium[] = [
  {
    ...BASE_SIZE,
    name: 'moving-pq.png',
    contentType: 'image/png',
    type: 'image',
    make: encoded('-an -c:v apng -plays 0 -f apng'),
    cicp: { primaries: 9, transfer: 16 },
    seconds: 4,
    numbers: { 0: 0, 0.52: 13, 2.04: 1 },
  },
];

/** A still picture that lies on its side, and says so as cameras do: its Exif has the orientation 6. */
export const TURNED_PICTURES: readonly OddMedium[] = [
  {
    ...BASE_SIZE,
    name: 'turned.png',
    contentType: 'image/png',
    type: 'image',
    make: encoded('-vf transpose=cclock,format=rgb24 -frames:v 1 -c:v png -f image2'),
    chunks: [['eXIf', '4d4d002a00000008000101120003000000010006000000000000']],
    seconds: 4,
    colors: FIELDS_601,
  },
];

/** A beep as `BASE` has it, from a second on. */
const beepFrom = (second: number): string =>
  `if(between(t\\,${second}\\,${second}.05)\\,0.5*sin(6283.185*t)\\,0)`;
/** Front left and right, middle, low, back left and right. */
const CENTER_THEN_RIGHT = ['0', beepFrom(1), beepFrom(0), '0', '0', beepFrom(1)].join('|');

/** Sounds alone. */
export const ODD_SOUNDS: readonly (MadeMedium & { beeps: readonly number[] })[] = [
  {
    name: 'gap.mp3',
    contentType: 'audio/mpeg',
    make: encoded('-vn -c:a libmp3lame'),
    needs: ['libmp3lame'],
    beeps: [0, 1],
  },
  {
    name: 'priming.m4a',
    contentType: 'audio/mp4',
    make: copied('-vn'),
    beeps: [0, 1],
  },
  {
    name: 'surround.m4a',
    contentType: 'audio/mp4',
    make: encoded('-vn -af pan=5.1|FL=c0|FR=c0|FC=0*c0|LFE=0*c0|BL=0*c0|BR=0*c0 -c:a aac'),
    beeps: [0, 1],
  },
  ...(
    [
      ['center.webm', 'audio/webm', '-c:a libopus -mapping_family 1', ['libopus']],
      ['center.ogg', 'audio/ogg', '-c:a libvorbis', ['libvorbis']],
      ['center.flac', 'audio/flac', '-c:a flac', []],
    ] as const
  ).map(([name, contentType, encoder, needs]) => ({
    name,
    contentType,
    // The first beep is in the middle, the second at the right alone.
    make: [...line('-f lavfi -i'), `aevalsrc=${CENTER_THEN_RIGHT}:c=5.1:s=48000:d=2`, ...line(encoder)],
    needs,
    beeps: [0],
  })),
  // Below every rate that browsers decode by themselves, as measuring devices write it.
  { name: 'slow.wav', contentType: 'audio/wav', make: encoded('-vn -ac 1 -ar 2560'), beeps: [0, 1] },
  { name: 'mono-96.wav', contentType: 'audio/wav', make: encoded('-vn -ac 1 -ar 96000'), beeps: [0, 1] },
  {
    name: 'opus.ogg',
    contentType: 'audio/ogg',
    make: encoded('-vn -c:a libopus'),
    needs: ['libopus'],
    beeps: [0, 1],
  },
];
