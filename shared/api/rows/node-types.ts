import { z } from 'zod';
import { integerParam, pageQuery } from '../schemas/common.ts';
import * as s from '../schemas/index.ts';
import { endpoint } from './row.ts';

/** Node types and their thumbnails. */
export const nodeTypes = {
  list: endpoint({
    method: 'GET',
    path: '/node-types',
    tag: 'Node types',
    summary: 'List node types',
    description: '`fields`: comma-separated names of the summary’s fields; `type` and `title` always come.',
    scope: 'node_types:read',
    query: z.object({ ...pageQuery, search: z.string().optional(), fields: z.string().optional() }),
    response: s.PublicNodeTypeSummaryList,
    errors: { 400: 'invalid cursor' },
  }),
  get: endpoint({
    method: 'GET',
    path: '/node-types/{node_type}',
    tag: 'Node types',
    summary: 'Get a node type with its pins',
    scope: 'node_types:read',
    response: s.PublicNodeTypeDetail,
    errors: { 400: 'malformed or unsafe path', 404: 'node type missing' },
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/node-type-thumbnails/{node_type}',
    tag: 'Node types',
    summary: 'Thumbnail image of a node type',
    description: 'The signed URL is returned by the node type list and detail; do not send the bearer key.',
    auth: 'signed',
    scope: null,
    query: z.object({ token: z.string(), index: integerParam({ min: 0 }).optional() }),
    responseKind: 'image',
    errors: {
      400: 'malformed path or thumbnail source',
      403: 'invalid or expired signed URL',
      404: 'node type or thumbnail missing',
    },
  }),
};
