import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { canvasAhead } from './bundle/canvas-ahead.ts';
import { thirdParty } from './bundle/third-party.ts';

const root = resolve(import.meta.dirname, '..');

const licenses = thirdParty();

/** Parts that others are made of. */
const SHARED =
  /\/(node_modules\/(@base-ui|@floating-ui|@tanstack|lucide-react|react|use-sync-external-store|wouter|zod|zustand)|renderer\/(commands|desk|model|ui|words)|shared\/(api|desk|language|reading))\//;

/**
 * The pages. Nothing is inlined into the HTML, so that the hosts can forbid inline scripts and `data:` addresses.
 * Styles that a library adds at run time need the nonce: the hosts put a fresh one in place of the mark below with
 * every answer; the page reads it from `<meta property="csp-nonce" nonce="…">`.
 */
export default defineConfig({
  root: resolve(root, 'renderer'),
  base: '/',
  publicDir: false,
  plugins: [react(), canvasAhead(), licenses.bundle],
  // Workers load what few of them need when they need it.
  worker: { format: 'es', plugins: () => [licenses.worker()] },
  html: { cspNonce: '__PATCHBAY_NONCE__' },
  build: {
    outDir: resolve(root, 'out/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What many parts share is one file and not dozens: of a hundred small ones each would be a request.
        codeSplitting: {
          groups: [{ name: 'base', test: SHARED, minShareCount: 3 }],
        },
      },
      // No module of the pages does anything by being loaded, so that a part's index does not bring along all of the part.
      treeshake: {
        moduleSideEffects: [
          { test: /\/renderer\/(?!main\.tsx).*\.tsx?$/, sideEffects: false },
          { test: /\/shared\/.*\.ts$/, sideEffects: false },
        ],
      },
    },
  },
});
