/** Names of media in OTIO: reading what other programs wrote, writing what all of them can read. */

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The last part of a URL or path, whichever slashes it uses. */
const baseName = (url: string): string =>
  url.slice(Math.max(url.lastIndexOf('/'), url.lastIndexOf('\\')) + 1);

/** A name that every reader takes as it stands, as nearly all are. */
const PLAIN_NAME = /^[a-z0-9_][a-z0-9_-]{0,60}\.[a-z0-9]{1,8}$/i;

/** The name of the file that a URL means: what is behind it to let its reader in does not belong to it. */
export function nameOfUrl(url: string): string {
  if (PLAIN_NAME.test(url)) return url;
  const isAddress = /^[a-z][a-z0-9+.-]+:/i.test(url);
  const place = isAddress ? (url.split(/[?#]/)[0] ?? url) : url;
  return baseName(decoded(baseName(place)));
}

/**
 * The names under which a medium may lie beside its `.otio`, likeliest first. Absolute paths and foreign URLs only
 * count by their last part; what is left never leaves the folder.
 * @param folder of the `.otio` inside the archive, with a slash at its end, or empty.
 */
export function mediaCandidates(targetUrl: string, folder = ''): string[] {
  const url = targetUrl.trim();
  if (url === '') return [];
  const absolute = /^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(url);
  const inside = (path: string): string[] => {
    const parts = `${folder}${path}`.split('/').filter((part) => part !== '' && part !== '.');
    return parts.includes('..') ? [] : [parts.join('/')];
  };
  const base = baseName(url.split(/[?#]/)[0] ?? url);
  const names = [
    ...(absolute ? [] : [url, decoded(url)].flatMap(inside)),
    ...[baseName(url), base, decoded(base)].flatMap((name) => [...inside(name), ...inside(`media/${name}`)]),
  ];
  return [...new Set(names.filter((name) => name !== ''))];
}

export type MediaMatch = { name: string } | 'ambiguous' | undefined;

/** Finds one of the names that there are: exactly, else by Unicode form, else by a case that only one has. */
export function matchMedia(
  candidates: readonly string[],
  names: ReadonlyMap<string, readonly string[]>,
): MediaMatch {
  for (const candidate of candidates) {
    const same = names.get(foldName(candidate)) ?? [];
    const exact =
      same.find((name) => name === candidate) ??
      same.find((name) => name.normalize('NFC') === candidate.normalize('NFC'));
    if (exact !== undefined) return { name: exact };
    if (same.length === 1) return { name: same[0]! };
    if (same.length > 1) return 'ambiguous';
  }
  return undefined;
}

const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

/** The lookup that `matchMedia` reads. */
export function mediaNames(names: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of names) {
    const key = foldName(name);
    const list = found.get(key);
    if (list) list.push(name);
    else found.set(key, [name]);
  }
  return found;
}

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MAX_BYTES = 120;

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

function shorten(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let stem = name.slice(0, name.length - extension.length);
  while (stem !== '' && utf8Length(stem + extension) > MAX_BYTES)
    stem = Array.from(stem).slice(0, -1).join('');
  return stem + extension;
}

const isPortable = (name: string): boolean => PLAIN_NAME.test(name) && !RESERVED.test(name);

/**
 * A file name that reads the same to programs that decode URLs and to those that do not, on every system.
 * @param taken lower-case names in use; the new one is added.
 */
export function portableName(filename: string, taken?: Set<string>): string {
  const safe = isPortable(filename) ? filename : madePortable(filename);
  if (!taken) return safe;
  const dot = safe.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
  let name = safe;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
    name = `${stem.slice(0, 60)}-${number}${extension}`;
  }
  taken.add(name.toLowerCase());
  return name;
}

function madePortable(filename: string): string {
  const clean =
    baseName(filename)
      .normalize('NFC')
      // Control characters, and the marks that turn text around.
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .replace(/[#?%:*"<>|]/g, '_')
      .replace(/^[.\-~\s]+/, '')
      .replace(/[.\s]+$/, '') || 'media';
  return shorten(RESERVED.test(clean) ? `_${clean}` : clean);
}
