/** A color as it is read from a picture. */
export interface PixelColor {
  /** `#rrggbb`, with two digits more where it is not opaque. */
  hex: string;
  /** 0 to 1. */
  alpha: number;
}

const hexOf = (value: number): string => value.toString(16).padStart(2, '0');

let reader: OffscreenCanvasRenderingContext2D | null = null;

/**
 * Reads one pixel of a loaded picture.
 * @param x, y as shares of width and height, so that a smaller copy of the picture gives the same place.
 * @returns null when the browser does not give the pixels away.
 */
export function colorAt(picture: HTMLImageElement, x: number, y: number): PixelColor | null {
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (!picture.complete || width === 0 || height === 0) return null;
  reader ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!reader) return null;
  const column = Math.min(width - 1, Math.floor(x * width));
  const row = Math.min(height - 1, Math.floor(y * height));
  reader.clearRect(0, 0, 1, 1);
  reader.drawImage(picture, column, row, 1, 1, 0, 0, 1, 1);
  try {
    const [red = 0, green = 0, blue = 0, alpha = 0] = reader.getImageData(0, 0, 1, 1).data;
    const alphaHex = alpha === 255 ? '' : hexOf(alpha);
    return { hex: `#${hexOf(red)}${hexOf(green)}${hexOf(blue)}${alphaHex}`, alpha: alpha / 255 };
  } catch {
    // A canvas that has drawn a picture of another origin gives nothing away any more.
    reader = null;
    return null;
  }
}
