import { VideoSample } from 'mediabunny';
import { sdrSource, type SdrSource } from '#shared/film/sdr-color.ts';
import { sdrPixels, type PlanarFrame } from '#shared/film/sdr-pixels.ts';

/**
 * Frames of HDR and of wide colors in the colors of films. A browser that draws on a graphics card has the same formula. One
 * without makes RGB of eight bits first, with too little blue for BT.2020, up to 40 levels off: there the planes of the frame
 * are read and the formula is applied here.
 */

/** Y, Cb, Cr in planes: `I420`, `I422P10`. */
const PLANAR = /^I4(20|22|44)(?:P(10|12))?$/;
/** Levels by which drawing may differ from the formula. */
const TOLERANCE = 4;

/** As WebCodecs names them; not all of its names are in the types of browsers. */
interface ColorNames {
  primaries: string | null;
  transfer: string | null;
  matrix: string | null;
}

/** @returns the frame as it is to be drawn; another one takes the place of the given one, which is closed then */
export async function inSdr(sample: VideoSample): Promise<VideoSample> {
  const { primaries, transfer, matrix }: ColorNames = sample.colorSpace;
  const source = sdrSource({ primaries, transfer, matrix });
  // Another matrix than that of BT.2020 is drawn rightly.
  if (source === null || matrix !== 'bt2020-ncl' || drawsByFormula(source, sample)) return sample;
  const frame = await planesOf(sample);
  if (frame === null) return sample;
  const { timestamp, duration, rotation, flip, displayWidth, displayHeight } = sample;
  const { width, height } = frame;
  try {
    return new VideoSample(sdrPixels(source, frame), {
      format: 'RGBX',
      codedWidth: width,
      codedHeight: height,
      timestamp,
      duration,
      rotation,
      flip,
      displayWidth,
      displayHeight,
      colorSpace: SRGB,
    });
  } finally {
    sample.close();
  }
}

const SRGB = { primaries: 'bt709', transfer: 'iec61966-2-1', matrix: 'rgb', fullRange: true } as const;

/** @returns null of a frame that does not lie in memory, or in another form */
async function planesOf(sample: VideoSample): Promise<PlanarFrame | null> {
  const [, layout, deep] = PLANAR.exec(sample.format ?? '') ?? [];
  if (layout === undefined) return null;
  const data = new ArrayBuffer(sample.allocationSize());
  const planes = await sample.copyTo(data);
  const { width, height } = sample.visibleRect;
  return {
    width,
    height,
    bits: deep === '12' ? 12 : deep === '10' ? 10 : 8,
    chroma: { across: layout === '44' ? 1 : 2, down: layout === '20' ? 2 : 1 },
    fullRange: sample.colorSpace.fullRange ?? false,
    data,
    planes,
  };
}

/** A blue, which shows the difference, in eight bits of BT.2020; on a canvas that is large enough for a graphics card. */
const PROBE = { width: 320, height: 180, luma: 50, blue: 180, red: 120 } as const;

const tried = new Map<SdrSource, boolean>();

/** Whether this browser draws frames of a kind by the formula of films; each kind is tried once. */
function drawsByFormula(source: SdrSource, sample: VideoSample): boolean {
  const result = tried.get(source) ?? probe(source, sample.colorSpace.toJSON());
  tried.set(source, result);
  return result;
}

function probe(source: SdrSource, colorSpace: VideoColorSpaceInit): boolean {
  const { width, height, luma, blue, red } = PROBE;
  const area = width * height;
  const data = new Uint8Array(area * 1.5);
  data.fill(luma, 0, area);
  data.fill(blue, area, area * 1.25);
  data.fill(red, area * 1.25);
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (!context) return true;
  const frame = new VideoFrame(data, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    colorSpace: { ...colorSpace, fullRange: false },
  });
  context.drawImage(frame, 0, 0);
  frame.close();
  const actual = context.getImageData(width / 2, height / 2, 1, 1).data;
  const expected = sdrPixels(source, {
    width: 1,
    height: 1,
    bits: 8,
    chroma: { across: 2, down: 2 },
    fullRange: false,
    data: data.buffer,
    planes: [0, area, area * 1.25].map((offset) => ({ offset, stride: width })),
  });
  return expected.every((value, channel) => Math.abs((actual[channel] ?? 0) - value) <= TOLERANCE);
}
