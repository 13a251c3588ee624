import { frameLengths, framesOfRounds, type FrameLengths } from '#shared/film/animation.ts';
import type { Frame, OpenMedium } from '#shared/film/film.ts';
import type { PageCanvas } from './page-canvas.ts';

/** Of files: bytes by which the browser is told what it decodes. */
const TYPES: readonly (readonly [string, string])[] = [
  ['GIF8', 'image/gif'],
  ['RIFF', 'image/webp'],
  ['\u0089PNG', 'image/png'],
];

/** Opens a picture that moves. @returns null of one that does not, or that this browser decodes as one picture */
export async function openAnimation(file: Blob): Promise<OpenMedium<PageCanvas> | null> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  const [, type] = TYPES.find(([head]) => head === start) ?? [];
  if (type === undefined || typeof ImageDecoder === 'undefined') return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const lengths = frameLengths(bytes);
  if (!lengths) return null;
  return {
    still: null,
    framesFrom: (time) => animatedFrames({ type, data: bytes }, lengths, time),
    soundFrom: null,
    close: () => undefined,
  };
}

async function* animatedFrames(
  source: { type: string; data: Uint8Array<ArrayBuffer> },
  lengths: FrameLengths,
  time: number,
): AsyncGenerator<Frame<PageCanvas>, void, unknown> {
  const decoder = new ImageDecoder(source);
  try {
    for (const { index, timestamp } of framesOfRounds(lengths, time)) {
      const { image } = await decoder.decode({ frameIndex: index });
      yield {
        timestamp,
        width: image.displayWidth,
        height: image.displayHeight,
        draw: (context, ...args) => context.drawImage(image, ...args),
        close: () => image.close(),
      };
    }
  } finally {
    decoder.close();
  }
}
