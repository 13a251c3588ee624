/** What is used of a 2D canvas: that of a browser, or another one that draws alike. */
export interface Context2d {
  globalAlpha: number;
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  font: string;
  textAlign: string;
  textBaseline: string;
  imageSmoothingQuality: string;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  translate(x: number, y: number): void;
  rotate(angle: number): void;
  scale(x: number, y: number): void;
  save(): void;
  restore(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { width: number };
}

/** A picture that can be drawn. `Canvas` is what the decoder of the place draws on. */
export interface Picture<Canvas extends Context2d> {
  /** Pixels as it is meant to be seen. */
  width: number;
  height: number;
  draw: (context: Canvas, x: number, y: number, width: number, height: number) => void;
  /** The same as rows of RGBA without transparency, where they lie in memory anyway. */
  pixels?: PixelRows | undefined;
}

/** Pixels of four bytes, good as long as the picture is. */
export interface PixelRows {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}
