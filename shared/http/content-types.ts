/** Content types by the extension of a file name. */
const TYPE_OF_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['jfif', 'image/jpeg'],
  ['jpe', 'image/jpeg'],
  ['pjpeg', 'image/jpeg'],
  ['pjp', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['gif', 'image/gif'],
  ['apng', 'image/apng'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['svg', 'image/svg+xml'],
  ['bmp', 'image/bmp'],
  ['jxl', 'image/jxl'],
  ['heic', 'image/heic'],
  ['heif', 'image/heic'],
  ['hif', 'image/heic'],
  ['mp4', 'video/mp4'],
  ['m4v', 'video/mp4'],
  ['f4v', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['mkv', 'video/x-matroska'],
  ['ts', 'video/mp2t'],
  ['mts', 'video/mp2t'],
  ['m2ts', 'video/mp2t'],
  ['m2t', 'video/mp2t'],
  ['avi', 'video/x-msvideo'],
  ['mpg', 'video/mpeg'],
  ['mpeg', 'video/mpeg'],
  ['mpe', 'video/mpeg'],
  ['3gp', 'video/3gpp'],
  ['3g2', 'video/3gpp'],
  ['flv', 'video/x-flv'],
  ['wmv', 'video/x-ms-wmv'],
  ['ogv', 'video/ogg'],
  ['mxf', 'video/mxf'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['wave', 'audio/wav'],
  ['ogg', 'audio/ogg'],
  ['oga', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['m4a', 'audio/mp4'],
  ['m4b', 'audio/mp4'],
  ['aac', 'audio/aac'],
  ['aif', 'audio/aiff'],
  ['aiff', 'audio/aiff'],
  ['opus', 'audio/ogg'],
  ['weba', 'audio/webm'],
  ['mka', 'audio/x-matroska'],
  ['caf', 'audio/x-caf'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
  ['html', 'text/html'],
  ['xml', 'application/xml'],
  ['otio', 'application/json'],
]);

/** Of several extensions of one type the first counts. */
const EXTENSION_OF_TYPE: ReadonlyMap<string, string> = new Map(
  [...TYPE_OF_EXTENSION].toReversed().map(([extension, type]) => [type, extension]),
);

/** What a file is when nothing says it. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The extension of a file name in lower case, without the dot; null when it has none. */
export const extensionOfName = (filename: string): string | null =>
  /\.([a-z0-9]{1,10})$/.exec(filename.toLowerCase())?.[1] ?? null;

/** What a file is by its name. */
export const typeOfName = (filename: string): string =>
  TYPE_OF_EXTENSION.get(extensionOfName(filename) ?? '') ?? UNKNOWN_TYPE;

/** The extension that files of a type have, without the dot; null when it is not known. */
export const extensionOfType = (contentType: string): string | null =>
  EXTENSION_OF_TYPE.get(contentType) ?? null;

/**
 * The name under which a file is saved: one that a person gave may have no ending, and then nothing opens the file.
 * @returns the name itself where it ends in an extension that is known, or the type has none.
 */
export function nameWithExtension(filename: string, contentType: string): string {
  const extension = extensionOfType(contentType);
  if (extension === null || typeOfName(filename) !== UNKNOWN_TYPE) return filename;
  return `${filename.replace(/[\s.]+$/u, '')}.${extension}`;
}
