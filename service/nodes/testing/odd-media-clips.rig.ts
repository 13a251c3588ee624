import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { makeable } from '#native/testing/make-odd-medium.ts';
import { ODD_MEDIA } from '#shared/testing/odd-media.ts';
import { holdClipsToOddMedia } from './clips-of-odd-media.ts';

const program = await findFfmpeg();

holdClipsToOddMedia(program, await makeable(program, ODD_MEDIA));
