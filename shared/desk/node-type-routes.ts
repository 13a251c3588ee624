import { z } from 'zod';
import { PublicNodeTypeDetail } from '../api/schemas/index.ts';
import { route } from './route.ts';

/** Descriptions of node types, many in one answer: the API of services describes one a request. */

/** Types that are asked for together. */
export const MAX_TYPES_REQUESTED = 1_000;

export const DescribedNodeTypes = z.object({
  described: z.array(PublicNodeTypeDetail),
  /** The service says that it has none of these. */
  missing: z.array(z.string()),
});
export type DescribedNodeTypes = z.infer<typeof DescribedNodeTypes>;

export const nodeTypeRoutes = {
  /** Types that could not be read are in neither list. */
  describeNodeTypes: route('POST', '/desk/node-types/{connectionId}', {
    body: z.strictObject({ types: z.array(z.string().max(1_000)).max(MAX_TYPES_REQUESTED) }),
    response: DescribedNodeTypes,
  }),
} as const;
