import { useEffect, useState } from 'react';
import { useMediaUrl } from '#renderer/desk/index.ts';
import type { CurveChannel } from '#shared/tone/curves.ts';

/** How many pixels have each of the 256 levels. */
export type Histogram = Readonly<Record<CurveChannel, readonly number[]>>;

/** Longest side at which a picture is counted. */
const SIDE = 320;

/** The levels of a picture's pixels; what is see-through does not count. @param data eight-bit RGBA. */
export function histogramOf(data: Uint8ClampedArray): Histogram {
  const [red, green, blue, all] = [0, 1, 2, 3].map(() => Array<number>(256).fill(0));
  if (!red || !green || !blue || !all) throw new Error('There are four channels.');
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < 128) continue;
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    red[r]! += 1;
    green[g]! += 1;
    blue[b]! += 1;
    const gray = Math.round(0.2126 * r + 0.7152 * g + 0.0722 * b);
    all[gray]! += 1;
  }
  return { all, red, green, blue };
}

/** The levels of a file's picture; null until they are counted, or where there is none. */
export function useHistogram(picture: { connectionId: string; fileId: string } | null): Histogram | null {
  const [counted, setCounted] = useState<{ url: string; histogram: Histogram } | null>(null);
  const media = useMediaUrl(
    picture?.connectionId ?? '',
    picture && { kind: 'file', fileId: picture.fileId },
    'preview',
  );
  const url = media?.url ?? null;
  useEffect(() => {
    if (url === null) return undefined;
    let isMounted = true;
    countPixels(url).then(
      (histogram) => {
        if (isMounted) setCounted({ url, histogram });
        return undefined;
      },
      () => undefined, // Without it curves are drawn all the same.
    );
    return () => {
      isMounted = false;
    };
  }, [url]);
  return counted?.url === url ? (counted?.histogram ?? null) : null;
}

async function countPixels(url: string): Promise<Histogram> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
  await image.decode();
  const scale = Math.min(1, SIDE / Math.max(image.naturalWidth, image.naturalHeight));
  const [width, height] = [image.naturalWidth, image.naturalHeight].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('There is no canvas to count with.');
  context.drawImage(image, 0, 0, width, height);
  return histogramOf(context.getImageData(0, 0, width, height).data);
}

/** A histogram as the path of an SVG of 256 by 256. Its height is by the square root, so that a single peak hides nothing. */
export function histogramPath(counts: readonly number[]): string {
  const most = Math.sqrt(Math.max(1, ...counts));
  const line = counts.map(
    (count, level) => `L${level} ${(255 - (Math.sqrt(count) / most) * 240).toFixed(1)}`,
  );
  return `M0 255${line.join('')}L255 255Z`;
}
