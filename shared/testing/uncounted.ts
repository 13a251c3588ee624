import type { z } from 'zod';
import { childrenOf, maxItemsOf, maxKeysOf } from '../reading/index.ts';

/** The places of lists and records that say no number, below a schema. */
export function uncounted(
  given: z.core.$ZodType,
  place: string,
  seen = new Set<z.core.$ZodType>(),
): string[] {
  if (seen.has(given)) return [];
  seen.add(given);
  const { def } = (given as z.core.$ZodTypes)._zod;
  const own =
    (def.type === 'array' && maxItemsOf(given) === Infinity) ||
    (def.type === 'record' && maxKeysOf(given) === Infinity)
      ? [`${place} (${def.type})`]
      : [];
  const inner =
    def.type === 'object'
      ? Object.entries(def.shape).flatMap(([key, child]) => uncounted(child, `${place}.${key}`, seen))
      : childrenOf(given).flatMap((child) => uncounted(child, `${place}[]`, seen));
  return [...own, ...inner];
}
