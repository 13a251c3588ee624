import { fileURLToPath } from 'node:url';
import type { ChildLauncher } from '../pool/launcher.ts';
import { createSpawnLauncher } from '../pool/spawn-launcher.ts';

/** Starts children for small pictures from the sources; for tests and rigs. */
export const pictureLauncher = (): ChildLauncher =>
  createSpawnLauncher({ entry: fileURLToPath(new URL('../pictures/child.ts', import.meta.url)) });
