/** Names of media that all programs can read, as exports write them. */

/** The last part of a URL or path, whichever slashes it uses. */
export const baseName = (url: string): string =>
  url.slice(Math.max(url.lastIndexOf('/'), url.lastIndexOf('\\')) + 1);

/** A name that every reader takes as it stands, as nearly all are. */
export const SIMPLE_NAME = /^[a-z0-9_][a-z0-9_-]{0,60}\.[a-z0-9]{1,8}$/i;

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

const isPortable = (name: string): boolean => SIMPLE_NAME.test(name) && !RESERVED.test(name);

/**
 * A file name that reads the same to programs that decode URLs and to those that do not, on every system.
 * @param used lower-case names in use; the new one is added.
 */
export function portableName(filename: string, used?: Set<string>): string {
  const safe = isPortable(filename) ? filename : toPortable(filename);
  if (!used) return safe;
  const dot = safe.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
  let name = safe;
  for (let number = 2; used.has(name.toLowerCase()); number += 1) {
    name = `${stem.slice(0, 60)}-${number}${extension}`;
  }
  used.add(name.toLowerCase());
  return name;
}

function toPortable(filename: string): string {
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
