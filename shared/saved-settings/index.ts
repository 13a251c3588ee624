/** What a saved file carries beside its pixels: the settings that made it, and how much of it came from models. */
export { DamagedFile, lengthOf, SignedFile, type BytesOrRange as Piece, type RandomBytes } from './bytes.ts';
export {
  canBeMarked,
  canCarry,
  findSettings,
  findSourceType,
  planSavedFile,
  type Additions,
} from './container.ts';
export { PortableCopy } from './portable.ts';
export * from './settings.ts';
export type { SourceMark } from './xmp.ts';
