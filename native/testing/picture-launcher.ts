import type { ChildLauncher } from '../pool/launcher.ts';
import { createSpawnLauncher } from '../pool/spawn-launcher.ts';
import { builtProgram } from './built-program.ts';

/** Starts children for small pictures; for tests and rigs. */
export const pictureLauncher = (): ChildLauncher =>
  createSpawnLauncher({
    entry: builtProgram(new URL('../pictures/child.ts', import.meta.url), 'native/main.js'),
  });
