import { createRequire } from 'node:module';
import { FILM_FONTS } from '#shared/film/fonts.ts';
import type * as CanvasLibrary from '@napi-rs/canvas';
import { assertNativeCodePermitted } from './guard.ts';

export type { SKRSContext2D as NativeContext } from '@napi-rs/canvas';

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
  for (const { subset, family } of FILM_FONTS) {
    try {
      const path = load.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
      loaded.GlobalFonts.registerFromPath(path, family);
    } catch {
      // Without it words are drawn in a font of this computer.
    }
  }
  return loaded;
}
