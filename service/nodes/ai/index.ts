import type { NodeDefinition } from '../definition.ts';
import { aiImage } from './image.ts';
import { aiText } from './text.ts';

/** The node types that ask a provider, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [aiText, aiImage];
