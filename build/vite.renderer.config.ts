import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, '..');

/**
 * The pages. Nothing is inlined into the HTML, so that the hosts can forbid inline scripts and `data:` addresses.
 * Styles that a library adds at run time need the nonce: the hosts put a fresh one in place of the mark below with
 * every answer; the page reads it from `<meta property="csp-nonce" nonce="…">`.
 */
export default defineConfig({
  root: resolve(root, 'renderer'),
  base: '/',
  publicDir: false,
  plugins: [react()],
  // Workers load what few of them need when they need it.
  worker: { format: 'es' },
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
  },
});
