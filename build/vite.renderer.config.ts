import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { listBuiltPages } from './bundle/built-pages.ts';
import { canvasAhead } from './bundle/canvas-ahead.ts';
import { thirdParty } from './bundle/third-party.ts';

const root = resolve(import.meta.dirname, '..');

const licenses = thirdParty();

/** Parts that others are made of. */
const SHARED =
  /\/(node_modules\/(@base-ui|@floating-ui|@tanstack|lucide-react|react|use-sync-external-store|wouter|zod|zustand)|renderer\/(commands|desk|model|ui|words)|shared\/(api|desk|language|reading))\//;

/** Parts of the first page that others have too: each would be a file of its own. */
const FIRST =
  /\/(renderer\/(connections|projects|app\/parts)\/|renderer\/(runs\/run-state|spend\/queries|timeline\/model\/queries|viewer\/model\/viewed-item|templates\/publish-store)\.ts|shared\/(http|storyboard)\/|shared\/graph\/(graph|keys|node-fields)\.ts)/;

/**
 * What is loaded before the language of the texts is settled. In a file with the texts it would take them along, and they
 * would be taken before it is settled.
 */
const BEFORE_TEXTS =
  /\/renderer\/(words\/(settle|settled-catalog|settled-locale)|ui\/theme)\.ts$|\/shared\/desk\/languages\.ts$|vite\/preload-helper/;

/**
 * Numbers, dates and plurals take the language once, when they are loaded: after it is settled, and before the texts of any
 * language, which form theirs by it.
 */
const FORMS = /\/renderer\/words\/(forms|locale)\.ts$|\/shared\/timeline\/cut-formats\.ts$/;

/**
 * The pages. Nothing is inlined into the HTML, so that the hosts can forbid inline scripts and `data:` addresses.
 * Styles that a library adds at run time need the nonce: the hosts put a fresh one in place of the mark below with
 * every answer; the page reads it from `<meta property="csp-nonce" nonce="…">`.
 */
export default defineConfig({
  root: resolve(root, 'renderer'),
  base: '/',
  publicDir: false,
  plugins: [react(), canvasAhead(), licenses.bundle, listBuiltPages()],
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
          groups: [
            { name: 'language', test: BEFORE_TEXTS, priority: 2 },
            { name: 'forms', test: FORMS, priority: 2 },
            { name: 'base', test: SHARED, minShareCount: 3, priority: 1 },
            { name: 'first', test: FIRST, minShareCount: 2 },
          ],
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
