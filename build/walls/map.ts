/**
 * The walls: which part of the repository may import which, which packages it may use, and what it may touch. Written here
 * once. `npm run walls` makes the tables of `docs/map.md` from it and then checks every import, in whatever spelling.
 *
 * To add a layer: put a place into `inside` of its room, where the list runs from the lowest layer to the highest. A layer
 * may import the layers before it and what its room may import; `peers` and `imports` say it if it is to be otherwise.
 * Then `npm run walls`. A folder with sources that no place names is refused, and so is a place without files.
 *
 *   { path: 'service/projects', role: 'projects: handlers, rules, rows', peers: ['service/storage'] }
 *
 * The files directly in a room with layers stand above all of them: they may import each layer, and no layer them. A file
 * that is to be used from below is a place of its own (`path: 'service/context.ts'`) or belongs to one (`also`).
 */
import { CORE } from './map-core.ts';
import { EXCEPTIONS } from './map-exceptions.ts';
import { RENDERER } from './map-renderer.ts';
import { SERVICE } from './map-service.ts';
import { NATIVE, SHARED } from './map-shared.ts';
import type { HouseMap, Zone } from './place.ts';

const TEST_PACKAGES = ['vitest'];

/** The Electron shell. */
const SHELL: Zone[] = [
  {
    path: 'electron/main',
    role: 'the core in Electron: window, menu, scheme, lock-down',
    imports: ['electron/core', 'shared', 'native'],
    packages: ['electron', 'zod'],
    node: true,
    uses: ['clock', 'random', 'timers', 'network', 'process'],
    tests: { packages: TEST_PACKAGES },
    hint: 'do it in electron/core and call it here; the shell is thin.',
  },
  {
    path: 'electron/preload',
    role: 'the bridge between page and shell',
    imports: ['shared'],
    packages: ['electron'],
    uses: ['dom', 'process'],
    tests: { packages: TEST_PACKAGES, node: true },
    hint: 'do it in electron/main and pass it over the bridge; the preload knows types only.',
  },
  {
    path: 'electron/browser-host',
    role: 'the core on a loopback port for a browser',
    imports: ['electron/core', 'shared', 'native'],
    packages: ['ws'],
    node: true,
    uses: ['clock', 'random', 'timers', 'network', 'process'],
    tests: { packages: [...TEST_PACKAGES, 'playwright-core'] },
    hint: 'do it in electron/core, which both hosts share.',
  },
];

const WORKSHOP: Zone[] = [
  {
    path: 'e2e',
    role: 'people’s stories in a real browser',
    imports: ['shared', 'build/test', 'build/start', 'native/testing'],
    packages: ['@axe-core/playwright', '@playwright/test'],
    node: true,
    uses: ['clock', 'random', 'timers', 'dom', 'network', 'process', 'global'],
    forTests: true,
    hint: 'press and read what a person would; the stories know the running app and builders of shared.',
  },
  {
    path: 'build',
    role: 'start, test, bundle, package, walls, benchmarks, rigs',
    imports: ['shared', 'native', 'service', 'electron', 'renderer'],
    packages: ['*'],
    node: true,
    uses: ['clock', 'random', 'timers', 'dom', 'network', 'process', 'global'],
    forTests: true,
  },
];

export const MAP: HouseMap = {
  rooms: [SHARED, NATIVE, SERVICE, CORE, ...SHELL, RENDERER, ...WORKSHOP],
  exceptions: EXCEPTIONS,
  packageHint: {
    sharp:
      'only native/decoders may import decoders. Give the work to a native child (native/pool); tests take native/testing/sharp.ts.',
    mediabunny:
      'only native/decoders may import decoders, and renderer/player/composer, which is a worker. Give the work to a native child (native/pool).',
    '@mediabunny/aac-encoder': 'only renderer/player/composer writes films.',
    '@napi-rs/canvas': 'only native/decoders may import it. Give the work to a native child (native/pool).',
    electron:
      'the core runs without Electron; ask for what you need by electron/core/options.ts and give it in electron/main.',
    '@napi-rs/keyring':
      'only electron/core/secrets talks to the system’s keyring; take a secret store from there.',
    'fast-check': 'import #shared/testing/property.ts: it fixes the seed.',
  },
};
