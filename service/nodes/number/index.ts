import type { NodeDefinition } from '../definition.ts';
import { numberClamp } from './clamp.ts';
import { numberMapRange } from './map-range.ts';
import { numberMath } from './math.ts';
import { numberRandom } from './random.ts';
import { numberRound } from './round.ts';

/** The node types on numbers, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  numberClamp,
  numberMapRange,
  numberMath,
  numberRandom,
  numberRound,
];
