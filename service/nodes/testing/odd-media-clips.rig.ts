import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { makeable } from '#native/testing/make-odd-medium.ts';
import { ODD_MEDIA } from '#shared/testing/odd-media.ts';
import { holdClipsToOddMedia } from './clips-of-odd-media.ts';

const program = await findFfmpeg();
const media = await makeable(program, ODD_MEDIA);

/** Where a fixed part of the rigs is played, each tenth medium; the long run holds all. */
const isPart = process.env['PATCHBAY_RIGS'] === 'slice';

holdClipsToOddMedia(program, isPart ? media.filter((_, index) => index % 10 === 0) : media);
