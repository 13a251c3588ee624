import { linearToBt2020, type Chromaticities, type Matrix } from './chromaticities.ts';
import { linearOf, MATRIX_709, sdrLight, signalOf, type SdrSource } from './sdr-color.ts';

/**
 * Still pictures in HDR or in wide colors, brought to sRGB by the formula that films have: light is taken to BT.2020 and goes
 * along the same curve. Code points: ITU-T H.273.
 */

/** To BT.2020, linear; sources: ITU-R BT.2087, and SMPTE RP 177 for Display P3. */
const FROM_709: Matrix = [
  [0.627404, 0.329283, 0.043313],
  [0.069097, 0.91954, 0.011362],
  [0.016391, 0.088013, 0.895595],
];
const FROM_P3: Matrix = [
  [0.753833, 0.198597, 0.04757],
  [0.045744, 0.941777, 0.012479],
  [-0.00121, 0.017602, 0.983609],
];
const IDENTITY: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Code points of a picture, or numbers of its own in their place. */
export interface PictureColor {
  primaries: number;
  transfer: number;
  /** Light is the signal to this power, whatever the transfer. */
  exponent?: number;
  /** Where white and the primaries lie, whatever the primaries. */
  chromaticities?: Chromaticities;
  /** False where black is 16 of 255 and white 235, as in videos; decoders of AVIF have undone that. */
  fullRange: boolean;
  /** It is one of several pictures that are shown one after the other. */
  isAnimated?: boolean;
}

const BT2020 = 9;
const DISPLAY_P3 = 12;
const PQ = 16;
const HLG = 18;
const LINEAR = 8;
/** Gammas that have code points of their own; all others are read as sRGB, as films do. */
const GAMMAS: ReadonlyMap<number, number> = new Map([
  [4, 2.2],
  [5, 2.8],
]);

/** Whether a picture looks other than its numbers would in sRGB. */
export const needsSdr = ({
  primaries,
  transfer,
  exponent,
  chromaticities,
  fullRange,
}: PictureColor): boolean =>
  exponent !== undefined ||
  chromaticities !== undefined ||
  [PQ, HLG, LINEAR].includes(transfer) ||
  GAMMAS.has(transfer) ||
  [BT2020, DISPLAY_P3].includes(primaries) ||
  !fullRange;

/** Whether it is HDR, so that highlights are pressed together. */
export const isHdr = ({ transfer }: PictureColor): boolean => transfer === PQ || transfer === HLG;

const sourceOf = (transfer: number): SdrSource =>
  transfer === PQ ? 'pq' : transfer === HLG ? 'hlg' : 'wide';

function lightOf({ transfer, exponent }: PictureColor): (signal: number) => number {
  const gamma = exponent ?? GAMMAS.get(transfer);
  if (gamma !== undefined) return (signal) => signal ** gamma;
  if (transfer === LINEAR) return (signal) => signal;
  return isHdr({ primaries: 0, transfer, fullRange: true })
    ? sdrLight(sourceOf(transfer)).ofSignal
    : linearOf;
}

const toBt2020 = ({ primaries, chromaticities }: PictureColor): Matrix =>
  (chromaticities && linearToBt2020(chromaticities)) ??
  (primaries === BT2020 ? IDENTITY : primaries === DISPLAY_P3 ? FROM_P3 : FROM_709);

/** Steps of light: near black a step of sRGB is a small part of it. */
const LIGHTS = 16_384;

/** Pixels as a decoder gives them, row after row. */
export interface DecodedPixels {
  data: Uint8Array | Uint16Array;
  /** Numbers a pixel: gray or colors, and whether transparency is behind them. */
  channels: 1 | 2 | 3 | 4;
  /** The number that stands for the brightest signal. */
  top: number;
}

/**
 * Pixels of a picture in sRGB.
 * @returns three bytes a pixel, or four where the pixels have transparency, which stays as it is
 */
export function picturePixels(
  color: PictureColor,
  { data, channels, top }: DecodedPixels,
): Uint8ClampedArray<ArrayBuffer> {
  const hasAlpha = channels % 2 === 0;
  const colors = channels - (hasAlpha ? 1 : 0);
  const [black, range] = color.fullRange ? [0, top] : [(16 * top) / 255, (219 * top) / 255];
  const ofSignal = lightOf(color);
  const lights = Float32Array.from({ length: top + 1 }, (_, value) =>
    ofSignal(Math.min(1, Math.max(0, (value - black) / range))),
  );
  const levels = Uint8ClampedArray.from({ length: LIGHTS + 1 }, (_, light) =>
    Math.round(signalOf(light / LIGHTS) * 255),
  );
  const level = (light: number): number =>
    levels[light <= 0 ? 0 : light >= 1 ? LIGHTS : Math.trunc(light * LIGHTS + 0.5)] ?? 0;
  const curve = sdrLight(sourceOf(color.transfer));
  const [x, y, z] = toBt2020(color);
  const [toRed, toGreen, toBlue] = MATRIX_709;
  const count = Math.trunc(data.length / channels);
  const step = hasAlpha ? 4 : 3;
  const pixels = new Uint8ClampedArray(count * step);
  const light = (at: number): number => lights[Math.min(top, data[at] ?? 0)] ?? 0;
  for (let from = 0, to = 0; to < pixels.length; from += channels, to += step) {
    const first = light(from);
    const second = colors === 1 ? first : light(from + 1);
    const third = colors === 1 ? first : light(from + 2);
    const r = dot(x, first, second, third);
    const g = dot(y, first, second, third);
    const b = dot(z, first, second, third);
    const factor = curve.gainOf(Math.max(0, r), Math.max(0, g), Math.max(0, b));
    pixels[to] = level(factor * dot(toRed, r, g, b));
    pixels[to + 1] = level(factor * dot(toGreen, r, g, b));
    pixels[to + 2] = level(factor * dot(toBlue, r, g, b));
    if (hasAlpha) pixels[to + 3] = ((data[from + colors] ?? top) * 255) / top;
  }
  return pixels;
}

const dot = (row: Matrix[number], a: number, b: number, c: number): number =>
  row[0] * a + row[1] * b + row[2] * c;
