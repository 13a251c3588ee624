import { z } from 'zod';
import { booleanParam, pageQuery } from '../schemas/common.ts';
import * as s from '../schemas/index.ts';
import { endpoint } from './row.ts';

/** Templates, their endpoints and the runs of those. */
export const templates = {
  list: endpoint({
    method: 'GET',
    path: '/templates',
    tag: 'Templates',
    summary: 'List templates',
    scope: 'templates:read',
    query: z.object({ ...pageQuery, hasEndpoint: booleanParam.optional(), search: z.string().optional() }),
    response: s.PublicTemplateSummaryList,
    errors: { 400: 'invalid cursor' },
  }),
  get: endpoint({
    method: 'GET',
    path: '/templates/{template_id}',
    tag: 'Templates',
    summary: 'Get a template',
    scope: 'templates:read',
    response: s.PublicTemplateDetail,
    errors: { 404: 'template missing' },
  }),
  listEndpoints: endpoint({
    method: 'GET',
    path: '/templates/{template_id}/endpoints',
    tag: 'Templates',
    summary: 'List active endpoints of a template',
    scope: 'templates:read',
    response: s.PublicTemplateEndpointSummaryList,
    errors: { 404: 'template missing' },
  }),
  getEndpointDocs: endpoint({
    method: 'GET',
    path: '/templates/{template_id}/endpoints/{endpoint_id}/docs',
    tag: 'Templates',
    summary: 'How to call a template endpoint',
    description:
      'Does not run the endpoint and does not return endpoint keys. `externalRun` tells the paths, beside the API, that ' +
      "the endpoint's own key opens: POST `submit` with the inputs as JSON (`requestExample` works as it is) or as a " +
      'form with files in it, with an `Idempotency-Key` if wished; GET `status` for a `PublicTemplateRunDetail`, or ' +
      '`status` + `/events/stream` for the same as Server-Sent Events, resumed by `Last-Event-ID`; GET `info` for this ' +
      'answer without `ownerRun`. No API key is accepted there.',
    scope: 'templates:read',
    response: s.PublicTemplateEndpointDocs,
    errors: { 404: 'template or endpoint missing' },
  }),
  createRun: endpoint({
    method: 'POST',
    path: '/templates/{template_id}/endpoints/{endpoint_id}/runs',
    tag: 'Templates',
    summary: 'Run a template endpoint as its owner',
    resource: 'template-run',
    scope: 'templates:run',
    idempotent: true,
    body: s.PublicTemplateRunCreateRequest,
    status: 202,
    response: s.PublicTemplateRunDetail,
    errors: {
      400: 'invalid inputs or file references',
      404: 'template, endpoint or input file missing',
      409: 'idempotency conflict',
    },
    problems: [{ in: 'body', field: 'inputs', self: false, status: 400, code: 'INVALID_INPUTS' }],
  }),
  getRun: endpoint({
    method: 'GET',
    path: '/templates/{template_id}/endpoints/{endpoint_id}/runs/{task_id}',
    tag: 'Templates',
    summary: 'Get a template run',
    resource: 'template-run',
    scope: 'templates:run',
    response: s.PublicTemplateRunDetail,
    errors: { 404: 'template run missing' },
  }),
  streamRunEvents: endpoint({
    method: 'GET',
    path: '/templates/{template_id}/endpoints/{endpoint_id}/runs/{task_id}/events/stream',
    tag: 'Templates',
    summary: 'Stream a template run',
    resource: 'template-run',
    scope: 'templates:run',
    responseKind: 'event-stream',
    response: s.PublicTemplateRunDetail,
    errors: { 404: 'template run missing' },
  }),
};
