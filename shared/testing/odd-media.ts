import { COLORS } from './odd-media/colors.ts';
import { CONTAINERS } from './odd-media/containers.ts';
import type { MadeMedium, OddMedium } from './odd-media/medium.ts';
import { RATES } from './odd-media/rates.ts';
import { SHAPES } from './odd-media/shapes.ts';
import { NAMED_COLORS } from './odd-media/named-colors.ts';
import {
  LINEAR_PICTURES,
  MOVING_HDR,
  MOVING_PICTURES,
  SEE_THROUGH_PICTURES,
  TURNED_PICTURES,
} from './odd-media/without-video.ts';

/**
 * Media as cameras, phones, recorders and other programs write them, as arguments of ffmpeg, with what is to be seen and heard of
 * them: the same in the monitor, in films and in what nodes make. Made by tests; nothing is downloaded.
 */

export { BASE_ARGUMENTS } from './odd-media/base.ts';
export { compared } from './odd-media/difference.ts';
export { fieldsOf, near } from './odd-media/fields.ts';
export type { MadeMedium, OddMedium } from './odd-media/medium.ts';
export { NAMED_COLORS } from './odd-media/named-colors.ts';
export { ODD_SOUNDS } from './odd-media/without-video.ts';

export const ODD_MEDIA: readonly OddMedium[] = [...CONTAINERS, ...RATES, ...SHAPES, ...COLORS];

/** Pictures: those that move, and those whose colors are named by code points. */
export const ODD_PICTURES: readonly OddMedium[] = [
  ...MOVING_PICTURES,
  ...NAMED_COLORS,
  ...TURNED_PICTURES,
  ...SEE_THROUGH_PICTURES,
  ...LINEAR_PICTURES,
  ...MOVING_HDR,
];

/** Those that every run of the tests holds; the rigs hold all. */
const EVERY_RUN = new Set(
  'late.ts interlaced.ts wraps.ts open-groups.mp4 upright-later.ts narrow-pixels-later.ts second-sound.mkv every-sound.mp4 second-picture.mkv fragmented.mp4 first-at-7-ms.webm edit-list.mp4 mpeg4.avi turned-90.mp4 cropped-anamorphic.mkv uneven.mkv pq-saturated.webm hlg-saturated.webm see-through.webm see-through.mov gap.mp3 moving.gif moving.webp moving.png moving-pq.png pq-in-stream.avif hlg-profile.png pq-profile.png pq.avif hlg.avif p3.avif pq.png hlg.png p3.png gamma.png primaries.png turned.png linear.png slow.wav'.split(
    ' ',
  ),
);
export const ofEveryRun = <Medium extends MadeMedium>(media: readonly Medium[]): Medium[] =>
  media.filter(({ name }) => EVERY_RUN.has(name));

/** Of those, the ones that every run holds the monitor to: one of each container, each way to be shown and each kind of picture. */
const EVERY_RUN_IN_PAGES = new Set(
  'late.ts narrow-pixels-later.ts second-picture.mkv every-sound.mp4 edit-list.mp4 mpeg4.avi turned-90.mp4 cropped-anamorphic.mkv uneven.mkv pq.webm see-through.webm gap.mp3 moving.gif moving-pq.png pq.avif p3.png primaries.png slow.wav'.split(
    ' ',
  ),
);
export const ofEveryRunInPages = <Medium extends MadeMedium>(media: readonly Medium[]): Medium[] =>
  media.filter(({ name }) => EVERY_RUN_IN_PAGES.has(name));
