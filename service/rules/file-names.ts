import { extensionOfName, extensionOfType, typeOfName, UNKNOWN_TYPE } from '#shared/http/content-types.ts';

/** Names and types of files that people send. */

/** A file name that cannot be kept; the message says why. */
export class UploadNameProblem extends Error {
  override name = 'UploadNameProblem';
}

const NAME_LIMIT = 255;

/** The last part of the given path, without what no file system would take. @throws UploadNameProblem */
export function checkedFilename(input: string): string {
  const name = input.split(/[/\\]/).at(-1)!.trim();
  if (name === '' || name === '.' || name === '..') throw new UploadNameProblem('The file needs a name.');
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) {
    throw new UploadNameProblem('The file name holds control characters.');
  }
  if (name.length > NAME_LIMIT) {
    throw new UploadNameProblem(`The file name is longer than ${NAME_LIMIT} characters.`);
  }
  return name;
}

/** The extension of a file id, without the dot. */
export const fileExtension = (filename: string, contentType: string): string =>
  extensionOfName(filename) ?? extensionOfType(contentType) ?? 'bin';

const GENERIC = new Set(['', UNKNOWN_TYPE, 'binary/octet-stream']);

/** The type said by the client, or by the name where the client says nothing of use. */
export function contentTypeOf(filename: string, declaredType: string | undefined): string {
  const type = (declaredType ?? '').trim().toLowerCase();
  if (!GENERIC.has(type) && /^[\w.+-]+\/[\w.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(type) && type.length <= 200)
    return type;
  return typeOfName(filename);
}
