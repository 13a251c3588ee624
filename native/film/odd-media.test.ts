// @module-tag long
import { ODD_MEDIA, ODD_PICTURES, ODD_SOUNDS, ofEveryRun } from '#shared/testing/odd-media.ts';
import { findFfmpeg } from '../media/ffmpeg.ts';
import { holdFilmsToOddMedia } from '../testing/films-of-odd-media.ts';
import { makeable } from '../testing/make-odd-medium.ts';

const program = await findFfmpeg();
const media = await makeable(program, ofEveryRun([...ODD_MEDIA, ...ODD_PICTURES]));
const sounds = await makeable(program, ofEveryRun(ODD_SOUNDS));

/** The first and one in the middle, of moving pictures also the last, which comes round again; the rig looks at all. */
const someOf = (times: readonly number[], { type }: { type?: 'image' }): readonly number[] => {
  const ordered = times.toSorted((a, b) => a - b);
  const middle = ordered[Math.floor(ordered.length / 2)] ?? 0;
  const last = type === 'image' ? ordered.slice(-1) : [];
  return [...new Set([...ordered.slice(0, 1), middle, ...last])].slice(0, ordered.length);
};

holdFilmsToOddMedia(program, media, sounds, someOf);
