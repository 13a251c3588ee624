/** What a file is called that somebody saves: one module, so that drawer, gallery, viewer, batches and ZIP agree. */

export interface OutputNameFields {
  /** Of the project or template; null where there is none. */
  project: string | null;
  /** What a person calls the output. */
  output: string;
  /** What tells it from the others of a grid or batch: `Radius 30`, `Row 12`. */
  position?: string;
  /** The project's version that ran; null of an unsaved graph. */
  version: number | null;
  /** With or without its dot; empty for none. */
  extension: string;
}

/** Characters of a whole name, with its ending. */
export const MAX_NAME_LENGTH = 120;
const MAX_EXTENSION_LENGTH = 12;
const MAX_PROJECT_LENGTH = 48;
const MAX_POSITION_LENGTH = 48;

/** Names that Windows keeps for devices, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
/** What no file system here takes, and marks that change the direction of what follows them. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '');

/** The first characters of a text; one that would be cut in two is left out. */
const trimmed = (text: string, length: number): string =>
  text
    .slice(0, length)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .replace(/[\s.]+$/u, '');

/** An ending in small letters, with its dot; empty for what is none. */
function endingOf(extension: string): string {
  const simple = extension
    .toLowerCase()
    .replace(/^\.+/, '')
    .replace(/[^a-z0-9]/g, '');
  return simple === '' ? '' : `.${simple.slice(0, MAX_EXTENSION_LENGTH)}`;
}

/**
 * The name of a saved output: `Summer campaign_Poster_v14.png`, of a grid `Summer campaign_Poster_Radius 30_v14.png`. Safe on Linux, macOS and Windows, at most
 * `MAX_NAME_LENGTH` characters; a part that is missing is left out.
 */
export function outputFileName({
  project,
  output,
  position = '',
  version,
  extension,
}: OutputNameFields): string {
  const ending = endingOf(extension);
  const positioned = trimmed(cleaned(position), MAX_POSITION_LENGTH);
  const tail = `${positioned === '' ? '' : `_${positioned}`}${version === null ? '' : `_v${version}`}${ending}`;
  let name = cleaned(output);
  // An output that is named like a file does not get its ending twice.
  if (ending !== '' && name.toLowerCase().endsWith(ending)) name = cleaned(name.slice(0, -ending.length));
  // Of an output that is called like its project, such as its film, the name is said once.
  const head = cleaned(project ?? '') === name ? '' : trimmed(cleaned(project ?? ''), MAX_PROJECT_LENGTH);
  const capacity = MAX_NAME_LENGTH - tail.length - (head === '' ? 0 : head.length + 1);
  const stem = [head, trimmed(name === '' ? 'output' : name, capacity)]
    .filter((segment) => segment !== '')
    .join('_');
  return `${stem.replace(DEVICE, '$&_')}${tail}`;
}

/** The ending of a file name, without its dot; empty without one. */
export const extensionOf = (filename: string): string => /\.([A-Za-z0-9]{1,12})$/.exec(filename)?.[1] ?? '';

/**
 * Makes names of one archive or folder differ: the second of a name gets ` (2)` before its ending. Names that differ in
 * case or in composition alone are the same to some systems, and so here.
 */
export function createUniqueNames(): (name: string) => string {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  const simple = (name: string) => name.normalize('NFKC').toLowerCase();
  return (name) => {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let unique = name;
    let count = counts.get(simple(name)) ?? 1;
    while (used.has(simple(unique))) {
      count += 1;
      const mark = ` (${count})`;
      unique = `${trimmed(stem, MAX_NAME_LENGTH - ending.length - mark.length)}${mark}${ending}`;
    }
    counts.set(simple(name), count);
    used.add(simple(unique));
    return unique;
  };
}
