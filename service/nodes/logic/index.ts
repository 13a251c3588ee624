import type { NodeDefinition } from '../definition.ts';
import { logicCoalesce } from './coalesce.ts';
import { logicCompare } from './compare.ts';
import { logicIf } from './if.ts';
import { logicSwitch } from './switch.ts';

/** The node types that choose, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [logicCoalesce, logicCompare, logicIf, logicSwitch];
