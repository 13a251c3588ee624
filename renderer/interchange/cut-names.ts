import { CUT_LIMITS } from '#shared/interchange/cut.ts';

/** Files of cuts that services do not read, told by their names. */

export const nameOfCut = (filename: string): string => filename.replace(/\.\w+$/, '') || 'Timeline';

/** Bytes of a file that is read: as many as there may be characters, all of two bytes. */
export const MAX_CUT_BYTES = CUT_LIMITS.characters * 2;
