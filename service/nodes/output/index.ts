import type { NodeDefinition } from '../definition.ts';
import { outputFile } from './file.ts';
import { outputValue } from './value.ts';

/** The node types that give results, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [outputValue, outputFile];
