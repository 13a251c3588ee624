import { cutText } from '#shared/language/cut-text.ts';

/** A longer one cannot be read in any list. */
const MAX_NAME = 120;

/** What the project of a photo is called: as its file, without the ending. @param fallback where that leaves nothing. */
export const photoName = (fileName: string, fallback: string): string =>
  cutText(fileName.replace(/\.[^.]+$/, '').trim(), MAX_NAME).trim() || fallback;
