import type { NodeDefinition } from '../definition.ts';
import { jsonGet } from './get.ts';
import { jsonMerge } from './merge.ts';
import { jsonParse } from './parse.ts';
import { jsonSet } from './set.ts';
import { jsonStringify } from './stringify.ts';

/** The node types on JSON, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  jsonGet,
  jsonMerge,
  jsonParse,
  jsonSet,
  jsonStringify,
];
