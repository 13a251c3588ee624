/** Levels of 255 by which decoders and encoders differ. */
const TOLERANCE = 8;

/** The colors of the four fields of a picture that was drawn. */
export const fieldsOf = ({
  width,
  height,
  data,
}: {
  width: number;
  height: number;
  data: Uint8ClampedArray | Uint8Array;
}): number[][] =>
  [0.125, 0.375, 0.625, 0.875].map((part) => {
    const at = (Math.floor(height * 0.7) * width + Math.floor(width * part)) * 4;
    return [...data.subarray(at, at + 3)];
  });

/** What was wanted, with what was found in its place where that is near enough: to be compared with what was found. */
export const near = (
  wanted: readonly (readonly number[])[],
  found: readonly (readonly number[])[],
): number[][] =>
  wanted.map((color, field) =>
    color.map((value, channel) => {
      const seen = found[field]?.[channel] ?? -1;
      return Math.abs(seen - value) <= TOLERANCE ? seen : value;
    }),
  );
