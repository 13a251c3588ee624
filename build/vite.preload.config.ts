import { defineConfig } from 'vite';
import { nodeBundle } from './vite.node.ts';

/** CommonJS in one file: a sandboxed preload can neither be an ES module nor require a second file. */
export default defineConfig(
  nodeBundle({ entries: { preload: 'electron/preload/preload.ts' }, out: 'out/preload', format: 'cjs' }),
);
