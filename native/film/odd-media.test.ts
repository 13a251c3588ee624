import { ODD_MEDIA, ODD_PICTURES, ODD_SOUNDS, ofEveryRun } from '#shared/testing/odd-media.ts';
import { findFfmpeg } from '../media/ffmpeg.ts';
import { holdFilmsToOddMedia } from '../testing/films-of-odd-media.ts';
import { makeable } from '../testing/make-odd-medium.ts';

const program = await findFfmpeg();
const media = await makeable(program, ofEveryRun([...ODD_MEDIA, ...ODD_PICTURES]));
const sounds = await makeable(program, ofEveryRun(ODD_SOUNDS));

holdFilmsToOddMedia(program, media, sounds);
