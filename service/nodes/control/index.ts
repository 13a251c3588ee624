import type { NodeDefinition } from '../definition.ts';
import { controlDelay } from './delay.ts';
import { controlFail } from './fail.ts';
import { controlLoopEnd } from './loop-end.ts';
import { controlLoopStart } from './loop-start.ts';

/** The node types that say when others run, and those for trying things out, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  controlLoopStart,
  controlLoopEnd,
  controlDelay,
  controlFail,
];
