import { copiedOfText, textOfCopied, type CopiedClips } from '#shared/timeline/copied-clips.ts';

/** Where all windows of the app find the clips that one of them copied. */
export const COPIED_KEY = 'patchbay-copied-clips';

/** Clips that were too many for that, or where a browser stores nothing: for this window alone. */
let localCopy: CopiedClips | null = null;

/** Keeps copied clips for every timeline of this and other windows. */
export function keepCopied(copied: CopiedClips): void {
  localCopy = null;
  try {
    localStorage.setItem(COPIED_KEY, textOfCopied(copied));
  } catch {
    localCopy = copied;
  }
}

/** The clips that were copied last; null for none. */
export function readCopied(): CopiedClips | null {
  if (localCopy) return localCopy;
  try {
    return copiedOfText(localStorage.getItem(COPIED_KEY) ?? '');
  } catch {
    return null;
  }
}
