import { resolve } from 'node:path';
import type { UserConfig } from 'vite';
import { thirdParty } from './bundle/third-party.ts';

const root = resolve(import.meta.dirname, '..');

/**
 * What the bundles for Node and Electron share: everything is bundled except what the runtime brings and packages
 * with native parts, which are unpacked beside the application.
 */
export function nodeBundle(options: {
  entries: Record<string, string>;
  out: string;
  format: 'es' | 'cjs';
  plugins?: UserConfig['plugins'];
}): UserConfig {
  const extension = options.format === 'es' ? 'js' : 'cjs';
  return {
    root,
    publicDir: false,
    plugins: [...(options.plugins ?? []), thirdParty().bundle],
    ssr: { noExternal: true, external: ['electron', 'sharp'], target: 'node' },
    build: {
      ssr: true,
      // Files that a bundle names by address lie beside it.
      ssrEmitAssets: true,
      outDir: resolve(root, options.out),
      assetsDir: '',
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: Object.fromEntries(
          Object.entries(options.entries).map(([name, file]) => [name, resolve(root, file)]),
        ),
        external: ['electron', 'sharp', /^@img\//, /^node:/],
        output: {
          format: options.format,
          entryFileNames: `[name].${extension}`,
          // Beside the entries, so that an address relative to any chunk names the same file.
          chunkFileNames: `[name]-[hash].${extension}`,
        },
      },
    },
  };
}
