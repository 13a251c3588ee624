/** Names and types of files that people send. */

/** A file name that cannot be kept; the message says why. */
export class UploadNameProblem extends Error {
  override name = 'UploadNameProblem';
}

const NAME_LIMIT = 255;

/** The last part of the given path, without what no file system would take. @throws UploadNameProblem */
export function checkedFilename(given: string): string {
  const name = given.split(/[/\\]/).at(-1)!.trim();
  if (name === '' || name === '.' || name === '..') throw new UploadNameProblem('The file needs a name.');
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) {
    throw new UploadNameProblem('The file name holds control characters.');
  }
  if (name.length > NAME_LIMIT) {
    throw new UploadNameProblem(`The file name is longer than ${NAME_LIMIT} characters.`);
  }
  return name;
}

const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  heic: 'image/heic',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  zip: 'application/zip',
  html: 'text/html',
  xml: 'application/xml',
  otio: 'application/json',
};

const EXTENSION_OF_TYPE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TYPE_OF_EXTENSION)
    .reverse()
    .map(([extension, type]) => [type, extension]),
);

const extensionIn = (filename: string): string | null =>
  /\.([a-z0-9]{1,10})$/.exec(filename.toLowerCase())?.[1] ?? null;

/** The extension of a file id, without the dot. */
export const fileExtension = (filename: string, contentType: string): string =>
  extensionIn(filename) ?? EXTENSION_OF_TYPE[contentType] ?? 'bin';

const GENERIC = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** The type said by the client, or by the name where the client says nothing of use. */
export function contentTypeOf(filename: string, given: string | undefined): string {
  const said = (given ?? '').trim().toLowerCase();
  if (!GENERIC.has(said) && /^[\w.+-]+\/[\w.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(said) && said.length <= 200)
    return said;
  const extension = extensionIn(filename);
  return (extension !== null ? TYPE_OF_EXTENSION[extension] : undefined) ?? 'application/octet-stream';
}
