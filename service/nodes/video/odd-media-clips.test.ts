// @module-tag long
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { makeable } from '#native/testing/make-odd-medium.ts';
import { ODD_MEDIA } from '#shared/testing/odd-media.ts';
import { holdClipsToOddMedia } from '../testing/clips-of-odd-media.ts';

/** Those that every run of the tests holds; the rig holds all. */
const EVERY_RUN = new Set([
  'late-sound.mp4',
  'uneven.mkv',
  'grows.ts',
  'upright-later.ts',
  'narrow-pixels-later.ts',
]);
const program = await findFfmpeg();
const media = (await makeable(program, ODD_MEDIA)).filter(({ name }) => EVERY_RUN.has(name));

holdClipsToOddMedia(program, media);
