import { z } from 'zod';
import { listOf, OptionalString } from './common.ts';

const summaryFields = {
  type: z.string(),
  title: z.string(),
  category: OptionalString,
  description: OptionalString,
  icon: OptionalString,
  source: OptionalString,
  tags: z.array(z.string()).optional(),
  thumbnailUrl: OptionalString,
  thumbnailExpiresAt: OptionalString,
};

export const PublicNodeTypeSummary = z.object(summaryFields).meta({ id: 'PublicNodeTypeSummary' });
export type PublicNodeTypeSummary = z.infer<typeof PublicNodeTypeSummary>;
export const PublicNodeTypeSummaryList = listOf(PublicNodeTypeSummary, 'PublicNodeTypeSummary');

/**
 * `type` is a pin type, which may carry a limit in parentheses: `number(0..100)`, `choice(cover|contain)`.
 * `shared/graph/pin-type.ts` reads it, with what it says of a picture (`shared/graph/pin-roles.ts`).
 */
export const PublicNodeTypePin = z
  .object({
    name: z.string(),
    label: OptionalString,
    type: OptionalString,
    exposed: z.boolean().optional(),
    default: z.unknown().optional(),
  })
  .meta({ id: 'PublicNodeTypePin' });
export type PublicNodeTypePin = z.infer<typeof PublicNodeTypePin>;

export const PublicNodeTypeDetail = z
  .object({
    ...summaryFields,
    inputs: z.array(PublicNodeTypePin).optional(),
    outputs: z.array(PublicNodeTypePin).optional(),
  })
  .meta({ id: 'PublicNodeTypeDetail' });
export type PublicNodeTypeDetail = z.infer<typeof PublicNodeTypeDetail>;
