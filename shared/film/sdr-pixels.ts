import { MATRIX_709, sdrLight, signalOf, type SdrSource } from './sdr-color.ts';

/** A frame of a video as decoders leave it in memory: planes of luma and of two chromas, in BT.2020. */
export interface PlanarFrame {
  /** Pixels. */
  width: number;
  height: number;
  /** Bits of a sample: 8, or 10 and 12 in two bytes, the low one first. */
  bits: 8 | 10 | 12;
  /** Pixels that share a sample of chroma. */
  chroma: { across: 1 | 2; down: 1 | 2 };
  fullRange: boolean;
  data: ArrayBuffer;
  /** Of luma, blue, red: bytes from the beginning of `data`, and from one row to the next. */
  planes: readonly { offset: number; stride: number }[];
}

/** How much red and blue make of luma. Source: ITU-R BT.2020. */
const RED = 0.2627;
const BLUE = 0.0593;
const GREEN = 1 - RED - BLUE;

/** Steps of a signal, and of light: near black a step of sRGB is a small part of it. */
const SIGNALS = 4096;
const LIGHTS = 16_384;

const tables = new Map<SdrSource, Float32Array>();
let levels: Uint8ClampedArray | null = null;

/** Light of a signal by itself, before what the whole pixel does to it. */
function lightTable(source: SdrSource): Float32Array {
  let table = tables.get(source);
  if (!table) {
    const { ofSignal } = sdrLight(source);
    table = Float32Array.from({ length: SIGNALS + 1 }, (_, step) => ofSignal(step / SIGNALS));
    tables.set(source, table);
  }
  return table;
}

const levelTable = (): Uint8ClampedArray =>
  (levels ??= Uint8ClampedArray.from({ length: LIGHTS + 1 }, (_, step) =>
    Math.round(signalOf(step / LIGHTS) * 255),
  ));

const step = (signal: number): number =>
  signal <= 0 ? 0 : signal >= 1 ? SIGNALS : Math.trunc(signal * SIGNALS + 0.5);
const level = (light: number): number =>
  light <= 0 ? 0 : light >= 1 ? LIGHTS : Math.trunc(light * LIGHTS + 0.5);

/**
 * The pixels of a frame in sRGB, by the curve that films have.
 * @returns RGBA, four bytes a pixel, opaque
 */
export function sdrPixels(source: SdrSource, frame: PlanarFrame): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, bits, chroma, fullRange, data, planes } = frame;
  const isWide = bits > 8;
  const bytes = new Uint8Array(data);
  const at = (plane: number, x: number, y: number): number => {
    const { offset = 0, stride = 0 } = planes[plane] ?? {};
    const index = offset + y * stride;
    return isWide
      ? (bytes[index + 2 * x] ?? 0) + 256 * (bytes[index + 2 * x + 1] ?? 0)
      : (bytes[index + x] ?? 0);
  };
  const unit = 2 ** (bits - 8);
  const most = 2 ** bits - 1;
  const [black, lumaRange, chromaRange] = fullRange ? [0, most, most] : [16 * unit, 219 * unit, 224 * unit];
  const middle = 128 * unit;
  const lights = lightTable(source);
  const displayed = levelTable();
  const { gainOf } = sdrLight(source);
  const [toRed, toGreen, toBlue] = MATRIX_709;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, to = 0; y < height; y += 1) {
    const chromaRow = Math.trunc(y / chroma.down);
    for (let x = 0; x < width; x += 1, to += 4) {
      const luma = (at(0, x, y) - black) / lumaRange;
      const column = Math.trunc(x / chroma.across);
      const red = luma + (2 * (1 - RED) * (at(2, column, chromaRow) - middle)) / chromaRange;
      const blue = luma + (2 * (1 - BLUE) * (at(1, column, chromaRow) - middle)) / chromaRange;
      const green = (luma - RED * red - BLUE * blue) / GREEN;
      const r = lights[step(red)] ?? 0;
      const g = lights[step(green)] ?? 0;
      const b = lights[step(blue)] ?? 0;
      const gain = gainOf(r, g, b);
      pixels[to] = displayed[level(gain * (toRed[0] * r + toRed[1] * g + toRed[2] * b))] ?? 0;
      pixels[to + 1] = displayed[level(gain * (toGreen[0] * r + toGreen[1] * g + toGreen[2] * b))] ?? 0;
      pixels[to + 2] = displayed[level(gain * (toBlue[0] * r + toBlue[1] * g + toBlue[2] * b))] ?? 0;
      pixels[to + 3] = 255;
    }
  }
  return pixels;
}
