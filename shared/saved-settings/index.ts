/** The settings that made a picture, inside the file that is saved: where they lie in PNG, JPEG and WebP, and what they say. */
export { DamagedFile, lengthOf, type BytesOrRange as Piece, type RandomBytes } from './bytes.ts';
export { canCarry, findSettings, planWithSettings } from './container.ts';
export { PortableCopy } from './portable.ts';
export * from './settings.ts';
