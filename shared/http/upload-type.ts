import { extensionOfName, typeOfName, UNKNOWN_TYPE } from './content-types.ts';

/** The content types of files of this computer, which browsers know of the commonest kinds only. */

/** Bytes of the packets that transport streams are made of, without and with the time before each. */
const STREAM_PACKETS = [188, 192];
/** No source text of a program is as long. */
const MAX_TEXT_BYTES = 1_000_000;

export interface NamedFile {
  name: string;
  type: string;
  size?: number;
}

/** `.ts` is a recording or a program in TypeScript; the length tells. */
const isSourceText = ({ name, size }: NamedFile): boolean =>
  size !== undefined &&
  size < MAX_TEXT_BYTES &&
  extensionOfName(name) === 'ts' &&
  STREAM_PACKETS.every((packet) => size % packet !== 0);

/** The content type that a file is uploaded with: as the browser says it, else by its name. */
export function uploadTypeOf(file: NamedFile): string {
  if (isMediaType(file.type)) return file.type;
  if (isSourceText(file)) return file.type || 'text/plain';
  const byName = typeOfName(file.name);
  return isMediaType(byName) ? byName : file.type || UNKNOWN_TYPE;
}

const isMediaType = (type: string): boolean => /^(image|video|audio)\//.test(type);
