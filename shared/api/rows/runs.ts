import { z } from 'zod';
import { pageQuery } from '../schemas/common.ts';
import * as s from '../schemas/index.ts';
import { endpoint } from './row.ts';

/** Runs, their events and what is done with their outputs. */
export const runs = {
  create: endpoint({
    method: 'POST',
    path: '/runs',
    tag: 'Runs',
    summary: 'Run a saved project or an inline graph',
    resource: 'run',
    scope: 'runs:execute',
    idempotent: true,
    body: s.PublicRunCreateRequest,
    status: 202,
    response: s.PublicRunDetail,
    errors: {
      400: 'invalid run request or input references',
      404: 'project or input file missing',
      409: 'idempotency conflict',
      503: 'run could not be dispatched, or limiter unavailable',
    },
  }),
  get: endpoint({
    method: 'GET',
    path: '/runs/{run_id}',
    tag: 'Runs',
    summary: 'Get a run',
    resource: 'run',
    scope: 'runs:execute',
    response: s.PublicRunDetail,
    errors: { 404: 'run missing' },
  }),
  applyToProject: endpoint({
    method: 'POST',
    path: '/runs/{run_id}/apply-to-project',
    tag: 'Runs',
    summary: 'Persist outputs of a run into its project',
    description: 'No client-supplied output values are accepted.',
    resource: 'applied-outputs',
    scope: 'runs:execute',
    idempotent: true,
    body: s.PublicRunApplyOutputsRequest,
    response: s.PublicRunApplyOutputsResponse,
    errors: {
      400: 'invalid output selection',
      404: 'run, project or output file missing',
      409: 'run not applicable, or stale version',
    },
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/runs/{run_id}/cancel',
    tag: 'Runs',
    summary: 'Cancel a run',
    resource: 'run',
    scope: 'runs:execute',
    response: s.PublicRunDetail,
    errors: { 404: 'run missing', 409: 'run already terminal' },
  }),
  listEvents: endpoint({
    method: 'GET',
    path: '/runs/{run_id}/events',
    tag: 'Runs',
    summary: 'List events of a run',
    offline: 'none',
    scope: 'runs:execute',
    query: z.object(pageQuery),
    response: s.PublicRunEventList,
    errors: { 400: 'invalid cursor or limit', 404: 'run missing' },
    problems: [{ in: 'query', field: 'limit', self: true, status: 400, code: 'INVALID_LIMIT' }],
  }),
  streamEvents: endpoint({
    method: 'GET',
    path: '/runs/{run_id}/events/stream',
    tag: 'Runs',
    summary: 'Stream events of a run',
    description:
      'Server-Sent Events; resume with `Last-Event-ID` or `cursor`. When its key is revoked or expires, the stream ends with an event `rejected` that holds the error.',
    resource: 'run',
    scope: 'runs:execute',
    query: z.object({ cursor: z.string().optional() }),
    responseKind: 'event-stream',
    response: s.PublicRunEvent,
    errors: { 400: 'invalid cursor', 404: 'run missing' },
  }),
};
