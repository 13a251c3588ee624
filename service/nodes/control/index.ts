import type { NodeDefinition } from '../definition.ts';
import { controlDelay } from './delay.ts';
import { controlFail } from './fail.ts';

/** The node types for trying things out, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [controlDelay, controlFail];
