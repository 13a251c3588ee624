/**
 * Reading what came from outside: responses, requests, files, the clipboard. Every reader of foreign bytes goes through here,
 * so that limits on bytes, depth and counts hold everywhere.
 */

export { childrenOf, listUpTo, maxItemsOf, maxKeysOf, recordUpTo } from './counts.ts';
export {
  bytesLabel,
  DEFAULT_LIMITS,
  type ReadResult as Reading,
  type ParseLimits as ReadingLimits,
  type ParseProblem as ReadingProblem,
  type ParseProblemCode as ReadingProblemCode,
} from './limits.ts';
export { parseJson, parseJsonBytes, type JsonParseOptions as JsonReading } from './parse-json.ts';
export { pathsOfPrototypeKeys as placesOfPrototypeKeys } from './prototype-keys.ts';
export {
  readBytes,
  readJson,
  readText,
  type ByteSource,
  type JsonSourceOptions as JsonSourceReading,
} from './read-source.ts';
export { parseInSlices } from './parse-in-slices.ts';
export { isStorable } from './storable-text.ts';
export { drain, SLICE_STEPS, type Slices } from './slices.ts';
export { MAX_ISSUES, validate, validateInSlices, type Validated } from './validate.ts';
export {
  decodeText,
  decodeTextAs,
  readTextFile,
  type DecodedTextFile as TextFileReading,
  type TextReport,
} from './decode-text.ts';
export { TEXT_ENCODINGS, type TextEncoding } from './text-encodings.ts';
export { CellReader, delimiterAndStart, MAX_CELL, rowsOfTable } from './table-cells.ts';
