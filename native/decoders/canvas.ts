import { createRequire } from 'node:module';
import type * as CanvasLibrary from '@napi-rs/canvas';
import { assertNativeCodePermitted } from './guard.ts';

export type { SKRSContext2D as NativeContext } from '@napi-rs/canvas';

/** The family that films are written in, as the pages have it. */
const FONT = { package: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', family: 'Inter' };

let loaded: typeof CanvasLibrary | null = null;

/**
 * A 2D canvas as browsers have it, with the font of films; at work in native children only.
 * @throws Error in any other process.
 */
export function loadCanvas(): typeof CanvasLibrary {
  if (loaded !== null) return loaded;
  assertNativeCodePermitted('@napi-rs/canvas');
  const load = createRequire(import.meta.url);
  loaded = load('@napi-rs/canvas') as typeof CanvasLibrary;
  try {
    loaded.GlobalFonts.registerFromPath(load.resolve(FONT.package), FONT.family);
  } catch {
    // Without it words are drawn in a font of this computer.
  }
  return loaded;
}
