import { ODD_MEDIA, ODD_PICTURES, ODD_SOUNDS } from '#shared/testing/odd-media.ts';
import { findFfmpeg } from '../media/ffmpeg.ts';
import { holdFilmsToOddMedia } from '../testing/films-of-odd-media.ts';
import { makeable } from '../testing/make-odd-medium.ts';

const program = await findFfmpeg();

const media = await makeable(program, [...ODD_MEDIA, ...ODD_PICTURES]);

/** Where a fixed part of the rigs is played, each tenth medium; the long run holds all. */
const isPart = process.env['PATCHBAY_RIGS'] === 'slice';

holdFilmsToOddMedia(
  program,
  isPart ? media.filter((_, index) => index % 10 === 0) : media,
  await makeable(program, ODD_SOUNDS),
);
