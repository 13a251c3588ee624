import type { NodeDefinition } from '../definition.ts';
import { textCase } from './case.ts';
import { textJoin } from './join.ts';
import { textLength } from './length.ts';
import { textReplace } from './replace.ts';
import { textSplit } from './split.ts';
import { textTemplate } from './template.ts';
import { textTrim } from './trim.ts';

/** The node types on text, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  textTemplate,
  textCase,
  textJoin,
  textLength,
  textReplace,
  textSplit,
  textTrim,
];
