interface Size {
  width: number;
  height: number;
}

/** Pixels of its own by which the shape of a picture may be off: sides are whole, mostly even, so that 854 × 480 is 16:9. */
const ROUNDING = 1;
/** Share of a side by which it may be stretched at most: small pictures have few pixels. */
const MAX_STRETCH = 0.005;

/**
 * How large a picture is that is fitted into a film. Where less than one of its pixels is missing at a side it fills that: a bar as
 * thin as that would be a dark line.
 */
export function fittedSize(film: Size, picture: Size): Size {
  const fit = Math.min(film.width / picture.width, film.height / picture.height);
  const sideOf = (max: number, side: number): number => {
    const missing = max - side * fit;
    return missing < ROUNDING * fit && missing < MAX_STRETCH * max ? max : side * fit;
  };
  return { width: sideOf(film.width, picture.width), height: sideOf(film.height, picture.height) };
}
