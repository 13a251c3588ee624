import { ODD_MEDIA, ODD_PICTURES, ODD_SOUNDS } from '#shared/testing/odd-media.ts';
import { findFfmpeg } from '../media/ffmpeg.ts';
import { holdFilmsToOddMedia } from '../testing/films-of-odd-media.ts';
import { makeable } from '../testing/make-odd-medium.ts';

const program = await findFfmpeg();

holdFilmsToOddMedia(
  program,
  await makeable(program, [...ODD_MEDIA, ...ODD_PICTURES]),
  await makeable(program, ODD_SOUNDS),
);
