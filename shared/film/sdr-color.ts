/**
 * Colors of HDR and of wide gamuts on a screen of today, as the monitor shows them: browsers have the same curve. PQ and HLG are
 * brought to light, highlights are pressed together above the white of paper, and the primaries become those of sRGB.
 * Sources: ITU-R BT.2100 (PQ, HLG), BT.2408 (white of 203 nits), SMPTE ST 2094-50 (the curve that keeps white as reference).
 */

/** Red, green and blue. */
type Rgb = readonly [number, number, number];

/** Light of white paper in HDR, and of the brightest that is shown; nits. */
const WHITE = 203;
const PEAK = 1000;

/** BT.2020 to BT.709, linear. Source: ITU-R BT.2087. */
export const MATRIX_709 = [
  [1.660491, -0.587641, -0.07285],
  [-0.12455, 1.1329, -0.008349],
  [-0.018151, -0.100579, 1.11873],
] as const;

/** How bright each primary of BT.2020 is. */
const LUMA = [0.2627, 0.678, 0.0593] as const;

/** What the transfer of a video says, as light with the white of paper as 1. */
export type SdrSource = 'pq' | 'hlg' | 'wide';

/** What a video says of its colors, in the names of WebCodecs. */
interface NamedColor {
  primaries: string | null;
  transfer: string | null;
  matrix: string | null;
}

/** Which way a video is brought to SDR; null where it is SDR with the primaries of today's screens. */
export function sdrSource({ transfer, primaries, matrix }: NamedColor): SdrSource | null {
  if (transfer === 'pq') return 'pq';
  if (transfer === 'hlg') return 'hlg';
  return primaries === 'bt2020' || (primaries === null && matrix === 'bt2020-ncl') ? 'wide' : null;
}

/** PQ signal, 0 to 1, as nits. */
function pqNits(signal: number): number {
  const power = signal ** (1 / 78.84375);
  return 10_000 * (Math.max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125);
}

/** HLG signal, 0 to 1, as light of the scene. */
function hlgScene(signal: number): number {
  const a = 0.17883277;
  const b = 1 - 4 * a;
  const c = 0.5 - a * Math.log(4 * a);
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12;
}

/** Light of a signal of sRGB. */
export const linearOf = (signal: number): number =>
  signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4;

/** sRGB. */
export const signalOf = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

const BRIGHTEST = PEAK / WHITE;
const WHITE_IN_SDR = 0.5;
/** How far the bend of highlights goes to the corner that its ends would meet in. */
const BEND = 0.65;

/** The curve: half as bright up to white, then bent along a parabola to the brightest there is. */
function toneCurve(light: number): number {
  if (light <= 1) return light * WHITE_IN_SDR;
  if (light >= BRIGHTEST) return 1;
  const middle = 1 - BEND + BEND / WHITE_IN_SDR;
  const middleOut = (1 - BEND) * WHITE_IN_SDR + BEND;
  const [a, b] = [1 - 2 * middle + BRIGHTEST, middle - 1];
  const t = (-b + Math.sqrt(b * b - a * (1 - light))) / a;
  return (1 - t) ** 2 * WHITE_IN_SDR + 2 * t * (1 - t) * middleOut + t * t;
}

/** How light is made of the signals of a video: each by itself, then all by what the pixel is. */
interface SdrLight {
  /** @param signal 0 to 1 */
  ofSignal: (signal: number) => number;
  /** What the light of a pixel is multiplied by, so that it lies between 0 and 1. */
  gainOf: (red: number, green: number, blue: number) => number;
}

/** The brightest component goes along the curve and the others with it, so that colors stay what they are. */
const toneGain = (brightest: number): number => (brightest > 0 ? toneCurve(brightest) / brightest : 0);

/** The screen of a studio makes what is bright brighter still. */
function studioGain(red: number, green: number, blue: number): number {
  const luma = LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue;
  return luma > 0 ? (luma ** 0.2 * PEAK) / WHITE : 0;
}

const LIGHTS: Readonly<Record<SdrSource, SdrLight>> = {
  pq: {
    ofSignal: (signal) => pqNits(signal) / WHITE,
    gainOf: (red, green, blue) => toneGain(Math.max(red, green, blue)),
  },
  hlg: {
    ofSignal: hlgScene,
    gainOf: (red, green, blue) => {
      const gain = studioGain(red, green, blue);
      return gain * toneGain(gain * Math.max(red, green, blue));
    },
  },
  wide: { ofSignal: linearOf, gainOf: () => 1 },
};

export const sdrLight = (source: SdrSource): SdrLight => LIGHTS[source];

/** A pixel of a video, from 0 to 1, in sRGB. */
export function toSdr(source: SdrSource, pixel: Rgb): Rgb {
  const { ofSignal, gainOf } = LIGHTS[source];
  const light: Rgb = [ofSignal(pixel[0]), ofSignal(pixel[1]), ofSignal(pixel[2])];
  const gain = gainOf(...light);
  const [red, green, blue] = MATRIX_709.map((row) =>
    signalOf(clamp(gain * (row[0] * light[0] + row[1] * light[1] + row[2] * light[2]))),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}
