import { createRequire } from 'node:module';
import type Sharp from 'sharp';
import { assertNativeCodePermitted } from './guard.ts';

export type { Blend, Metadata, OverlayOptions, Sharp } from 'sharp';

let loaded: typeof Sharp | null = null;

function load(): typeof Sharp {
  if (loaded !== null) return loaded;
  assertNativeCodePermitted('sharp');
  // Loaded at the first call: node definitions are read by processes that must not load native code.
  loaded = createRequire(import.meta.url)('sharp') as typeof Sharp;
  // A cached handle would keep a stored file from being deleted on Windows.
  loaded.cache({ files: 0 });
  return loaded;
}

/** Loads the library ahead of the first picture. */
export function preloadSharp(): void {
  load();
}

/**
 * The sharp library, at work in native children only.
 * @throws Error in any other process.
 */
export const sharp: typeof Sharp = new Proxy(function sharp() {} as unknown as typeof Sharp, {
  apply: (_target, self, args) => Reflect.apply(load(), self, args) as unknown,
  get: (_target, property) => Reflect.get(load(), property) as unknown,
});
