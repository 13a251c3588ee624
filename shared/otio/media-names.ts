import { baseName, SIMPLE_NAME } from '../timeline/portable-name.ts';

/** Names of media in OTIO: reading what other programs wrote. */

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The name of the file that a URL means: what is behind it to let its reader in does not belong to it. */
export function nameOfUrl(url: string): string {
  if (SIMPLE_NAME.test(url)) return url;
  const isAddress = /^[a-z][a-z0-9+.-]+:/i.test(url);
  const path = isAddress ? (url.split(/[?#]/)[0] ?? url) : url;
  return baseName(decoded(baseName(path)));
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
    const segments = `${folder}${path}`.split('/').filter((segment) => segment !== '' && segment !== '.');
    return segments.includes('..') ? [] : [segments.join('/')];
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
