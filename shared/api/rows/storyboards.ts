import { z } from 'zod';
import * as s from '../schemas/index.ts';
import { endpoint, STALE } from './row.ts';

/** Storyboards. */
export const storyboards = {
  get: endpoint({
    method: 'GET',
    path: '/projects/{project_id}/storyboard',
    tag: 'Storyboards',
    summary: 'Export the storyboard of a project',
    resource: 'storyboard',
    offline: 'whole',
    scope: 'projects:read',
    response: s.PublicProjectStoryboard,
    errors: { 404: 'project missing' },
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/projects/{project_id}/storyboard',
    tag: 'Storyboards',
    summary: 'Replace the storyboard or append scenes',
    resource: 'storyboard',
    scope: 'projects:write',
    idempotent: true,
    body: s.PublicProjectStoryboardReplaceRequest,
    response: s.PublicProjectStoryboardApplyResponse,
    errors: { 400: 'invalid storyboard document', 404: 'project missing', 409: STALE },
    problems: [{ in: 'body', field: 'document', self: false, status: 400, code: 'INVALID_STORYBOARD' }],
  }),
  schema: endpoint({
    method: 'GET',
    path: '/storyboards/schema/service-storyboard-document.v1',
    tag: 'Storyboards',
    summary: 'JSON Schema of Storyboard Document v1',
    auth: 'none',
    scope: null,
    response: z.record(z.string(), z.unknown()),
  }),
  toTimeline: endpoint({
    method: 'POST',
    path: '/storyboards/to-timeline',
    tag: 'Storyboards',
    summary: 'Convert a storyboard to a timeline',
    description:
      'Mutates no project. Shots become sequential clips; media that cannot be used is skipped with warnings.',
    scope: null,
    body: s.PublicStoryboardToTimelineRequest,
    response: s.PublicStoryboardToTimelineResponse,
    errors: { 400: 'invalid or not convertible' },
    problems: [{ in: 'body', field: 'document', self: false, status: 400, code: 'INVALID_STORYBOARD' }],
  }),
  validate: endpoint({
    method: 'POST',
    path: '/storyboards/validate',
    tag: 'Storyboards',
    summary: 'Validate a storyboard',
    scope: null,
    body: s.PublicStoryboardValidateRequest,
    response: s.PublicStoryboardValidationResponse,
    errors: { 400: 'invalid storyboard document' },
    problems: [{ in: 'body', field: 'document', self: false, status: 400, code: 'INVALID_STORYBOARD' }],
  }),
};
