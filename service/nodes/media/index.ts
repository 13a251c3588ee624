import type { NodeDefinition } from '../definition.ts';
import { mediaProbe } from './probe.ts';

/** The node types on any media file, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [mediaProbe];
