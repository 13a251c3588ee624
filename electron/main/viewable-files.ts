import { extensionOfName, typeOfName } from '#shared/http/content-types.ts';

const TEXT_EXTENSIONS = new Set('txt md json csv srt vtt pdf'.split(' '));
/** A drawing may hold scripts, and `.ts` may be a program. */
const UNSAFE_EXTENSIONS = new Set('svg ts'.split(' '));

/** Whether the program of the system for a file of this name only shows it. Anything else could run: a person saves it and decides. */
export function isViewable(name: string): boolean {
  const extension = extensionOfName(name);
  if (extension === null || name.startsWith('.') || UNSAFE_EXTENSIONS.has(extension)) return false;
  return TEXT_EXTENSIONS.has(extension) || /^(?:image|video|audio)\//.test(typeOfName(name));
}
