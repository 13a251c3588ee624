import { createRequire } from 'node:module';
import { FILM_FONTS } from '#shared/film/fonts.ts';
import type * as CanvasLibrary from '@napi-rs/canvas';
import { assertNativeCodePermitted } from './guard.ts';

export type { SKRSContext2D as NativeContext } from '@napi-rs/canvas';

let loaded: typeof CanvasLibrary | null = null;

/**
 * A 2D canvas as browsers have it, with the fonts of films; at work in native children only.
 * @throws Error in any other process.
 */
export function loadCanvas(): typeof CanvasLibrary {
  if (loaded !== null) return loaded;
  assertNativeCodePermitted('@napi-rs/canvas');
  const load = createRequire(import.meta.url);
  loaded = load('@napi-rs/canvas') as typeof CanvasLibrary;
  for (const { file, family } of FILM_FONTS) {
    try {
      loaded.GlobalFonts.registerFromPath(load.resolve(file), family);
    } catch {
      // Without it words are drawn in a font of this computer.
    }
  }
  return loaded;
}
