import type { NodeDefinition } from './definition.ts';
import { nodeDefinitions as aiNodes } from './ai/index.ts';
import { nodeDefinitions as audioNodes } from './audio/index.ts';
import { nodeDefinitions as controlNodes } from './control/index.ts';
import { nodeDefinitions as imageNodes } from './image/index.ts';
import { nodeDefinitions as inputNodes } from './input/index.ts';
import { nodeDefinitions as jsonNodes } from './json/index.ts';
import { nodeDefinitions as listNodes } from './list/index.ts';
import { nodeDefinitions as logicNodes } from './logic/index.ts';
import { nodeDefinitions as mediaNodes } from './media/index.ts';
import { nodeDefinitions as numberNodes } from './number/index.ts';
import { nodeDefinitions as outputNodes } from './output/index.ts';
import { nodeDefinitions as textNodes } from './text/index.ts';
import { nodeDefinitions as videoNodes } from './video/index.ts';

/** Every node type that ships with the service. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  ...inputNodes,
  ...textNodes,
  ...numberNodes,
  ...logicNodes,
  ...jsonNodes,
  ...listNodes,
  ...imageNodes,
  ...audioNodes,
  ...videoNodes,
  ...mediaNodes,
  ...aiNodes,
  ...controlNodes,
  ...outputNodes,
];
