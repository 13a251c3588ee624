import { clamp } from '#shared/geometry/plane.ts';
import type { View } from '#renderer/viewer/index.ts';
import type { Hand, HandContext, Values } from './hand.ts';

/** How large the picture is where all handles lie on it, 1 being as large as fits: some space is left for handles at its edges. */
const START_SCALE = 0.86;
/** So many times as wide as the picture, handles are still all brought into view: farther out the picture would be too small. */
const MAX_REACH = 2.5;

/**
 * The view that a picture is opened in: all of it, and all handles, also those that lie beside it.
 * @param context its zoom is not looked at: what keeps a distance on the screen is taken as lying where it begins
 */
export function startView(
  hands: readonly Hand[],
  values: Values,
  { picture, layer }: Pick<HandContext, 'picture' | 'layer'>,
): View {
  const reaches = hands.flatMap((hand) =>
    hand
      .handles(values, { picture, layer, zoom: Infinity })
      .flatMap(({ at }) => [
        2 * Math.abs(at.x / picture.width - 0.5),
        2 * Math.abs(at.y / picture.height - 0.5),
      ]),
  );
  return { scale: START_SCALE / clamp(Math.max(1, ...reaches), 1, MAX_REACH), x: 0.5, y: 0.5 };
}
