import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** One thing that Vite makes: from which sources, by which configuration, into which folder below `out/`. */
export interface BundleTarget {
  name: 'renderer' | 'main' | 'preload' | 'service' | 'native';
  title: string;
  /** Relative to the project. */
  config: string;
  out: string;
  /** Folders and files whose contents decide whether the result is stale. */
  sources: readonly string[];
  /** A file that is there when the target was built. */
  entry: string;
}

const everywhere = ['shared', 'build/bundle/third-party.ts', 'package.json', 'package-lock.json'];

export const bundleTargets = {
  renderer: {
    name: 'renderer',
    title: 'pages',
    config: 'build/vite.renderer.config.ts',
    out: 'out/renderer',
    sources: ['renderer', 'build/bundle/built-pages.ts', 'build/bundle/canvas-ahead.ts', ...everywhere],
    entry: 'out/renderer/index.html',
  },
  main: {
    name: 'main',
    title: 'desktop process',
    config: 'build/vite.main.config.ts',
    out: 'out/main',
    sources: ['electron/main', 'electron/core', 'native', 'build/vite.node.ts', ...everywhere],
    entry: 'out/main/main.js',
  },
  preload: {
    name: 'preload',
    title: 'bridge',
    config: 'build/vite.preload.config.ts',
    out: 'out/preload',
    sources: ['electron/preload', ...everywhere],
    entry: 'out/preload/preload.cjs',
  },
  service: {
    name: 'service',
    title: 'local service',
    config: 'build/vite.service.config.ts',
    out: 'out/service',
    sources: ['service', 'native', 'build/vite.node.ts', ...everywhere],
    entry: 'out/service/main.js',
  },
  native: {
    name: 'native',
    title: 'decoders',
    config: 'build/vite.native.config.ts',
    out: 'out/native',
    sources: ['native', 'build/vite.node.ts', ...everywhere],
    entry: 'out/native/main.js',
  },
} as const satisfies Record<string, BundleTarget>;

/** What the browser host serves, and what Electron needs besides. */
export const browserTargets: readonly BundleTarget[] = [bundleTargets.renderer];
export const electronTargets: readonly BundleTarget[] = Object.values(bundleTargets);
