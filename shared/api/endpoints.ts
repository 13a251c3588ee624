import { z } from 'zod';
import type { AnyEndpoint, BodyKind, EndpointDefinition, HttpMethod, ResponseKind } from './endpoint.ts';
import * as s from './schemas/index.ts';
import { booleanParam, integerParam, pageQuery } from './schemas/common.ts';

/**
 * The endpoint table: all endpoints of the API document, in its order. Routing, validation, the OpenAPI schema, the
 * request collection, the typed client and the desktop's allow-list are all derived from it.
 */

type Draft<E extends AnyEndpoint> = Omit<E, 'id'>;

interface Defaults {
  auth: 'key';
  idempotent: false;
  query: undefined;
  bodyKind: 'none';
  body: undefined;
  errors: {};
}

/** Fills in what most endpoints share, keeping the literal types of what is given. */
function endpoint<
  const Method extends HttpMethod,
  const Path extends string,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(
  given: Pick<
    EndpointDefinition<Method, Path, Query, Body, Response>,
    'method' | 'path' | 'tag' | 'summary' | 'scope'
  > &
    Partial<EndpointDefinition<Method, Path, Query, Body, Response>>,
): Draft<EndpointDefinition<Method, Path, Query, Body, Response>> {
  const defaults: Defaults & { status: 200; responseKind: ResponseKind } = {
    auth: 'key',
    idempotent: false,
    query: undefined,
    bodyKind: 'none',
    body: undefined,
    errors: {},
    status: 200,
    responseKind: given.response ? 'json' : 'empty',
  };
  const bodyKind: BodyKind = given.bodyKind ?? (given.body ? 'json' : 'none');
  // The generic parameters are inferred from `given`; defaults stand only where it is silent.
  return { ...defaults, ...given, bodyKind } as Draft<
    EndpointDefinition<Method, Path, Query, Body, Response>
  >;
}

type Groups = Record<string, Record<string, Draft<AnyEndpoint>>>;
type WithIds<G extends Groups> = {
  [Group in keyof G]: {
    [Name in keyof G[Group]]: G[Group][Name] & { id: `${Extract<Group, string>}.${Extract<Name, string>}` };
  };
};

function defineEndpoints<G extends Groups>(groups: G): WithIds<G> {
  const withIds = Object.entries(groups).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, id: `${group}.${name}` }])),
  ]);
  return Object.fromEntries(withIds) as WithIds<G>;
}

const STALE = 'stale `expectedVersion`, or idempotency key reused with a different request';
const ownerGuard = { externalUserId: z.string().optional() };
const externalFilters = {
  externalId: z.string().optional(),
  externalUserId: z.string().optional(),
  externalWorkspaceId: z.string().optional(),
};
const fileForm = z.object({
  externalId: z.string().optional(),
  externalUserId: z.string().optional(),
  externalWorkspaceId: z.string().optional(),
});

export const endpoints = defineEndpoints({
  account: {
    credits: endpoint({
      method: 'GET',
      path: '/account/credits',
      tag: 'Account',
      summary: 'Credit balance of the account',
      scope: 'account_credits:read',
      response: s.PublicAccountCredits,
      errors: { 503: 'managed billing not enabled, or rate limiter unavailable' },
    }),
  },
  projects: {
    create: endpoint({
      method: 'POST',
      path: '/projects',
      tag: 'Projects',
      summary: 'Create an empty saved project',
      scope: 'projects:write',
      idempotent: true,
      body: s.PublicProjectCreateRequest,
      status: 201,
      response: s.PublicProjectDetail,
      errors: { 409: 'idempotency conflict' },
    }),
    list: endpoint({
      method: 'GET',
      path: '/projects',
      tag: 'Projects',
      summary: 'List projects, most recently updated first',
      scope: 'projects:read',
      query: z.object({ ...pageQuery, ...externalFilters, search: z.string().optional() }),
      response: s.PublicProjectSummaryList,
      errors: { 400: 'invalid cursor' },
    }),
    get: endpoint({
      method: 'GET',
      path: '/projects/{project_id}',
      tag: 'Projects',
      summary: 'Get a project',
      scope: 'projects:read',
      response: s.PublicProjectDetail,
      errors: { 404: 'project missing' },
    }),
    update: endpoint({
      method: 'PATCH',
      path: '/projects/{project_id}',
      tag: 'Projects',
      summary: 'Update project metadata (compatibility alias)',
      description: 'Compatibility alias of `PATCH /projects/{project_id}/metadata`.',
      scope: 'projects:write',
      deprecated: true,
      body: s.PublicProjectUpdateRequest,
      response: s.PublicProjectDetail,
      errors: { 404: 'project missing', 409: 'stale version' },
    }),
    updateMetadata: endpoint({
      method: 'PATCH',
      path: '/projects/{project_id}/metadata',
      tag: 'Projects',
      summary: 'Update name, external ids or metadata of a project',
      scope: 'projects:write',
      body: s.PublicProjectUpdateRequest,
      response: s.PublicProjectDetail,
      errors: { 404: 'project missing', 409: 'stale version' },
    }),
    delete: endpoint({
      method: 'DELETE',
      path: '/projects/{project_id}',
      tag: 'Projects',
      summary: 'Delete a project',
      scope: 'projects:write',
      query: z.object({ expectedVersion: integerParam({ min: 0 }) }),
      status: 204,
      errors: { 404: 'project missing', 409: 'stale version' },
    }),
    getDocument: endpoint({
      method: 'GET',
      path: '/projects/{project_id}/document',
      tag: 'Projects',
      summary: 'Get the editable document',
      scope: 'projects:read',
      response: s.PublicProjectDocument,
      errors: { 404: 'project missing' },
    }),
    replaceDocument: endpoint({
      method: 'PUT',
      path: '/projects/{project_id}/document',
      tag: 'Projects',
      summary: 'Replace the editable document',
      scope: 'projects:write',
      idempotent: true,
      body: s.PublicProjectDocumentReplaceRequest,
      response: s.PublicProjectDocument,
      errors: { 404: 'project missing', 409: STALE },
    }),
    patchDocument: endpoint({
      method: 'PATCH',
      path: '/projects/{project_id}/document',
      tag: 'Projects',
      summary: 'Change the editable document by ordered operations',
      description: 'Operations apply in order and atomically; the result is validated and saved as PUT does.',
      scope: 'projects:write',
      idempotent: true,
      body: s.PublicProjectDocumentPatchRequest,
      response: s.PublicProjectDocumentPatchResponse,
      errors: { 400: 'invalid operation', 404: 'project missing', 409: STALE },
      problems: [
        { in: 'body', field: 'operations', self: false, status: 400, code: 'INVALID_PATCH_OPERATION' },
      ],
    }),
    getGraph: endpoint({
      method: 'GET',
      path: '/projects/{project_id}/graph',
      tag: 'Projects',
      summary: 'Inspect the graph (read-only view)',
      scope: 'graphs:read',
      response: s.PublicGraph,
      errors: { 404: 'project missing' },
    }),
    getGraphNode: endpoint({
      method: 'GET',
      path: '/projects/{project_id}/graph/nodes/{node_id}',
      tag: 'Projects',
      summary: 'Inspect one node of the graph',
      description: 'With `fields` (comma-separated; `inputs`, `outputs`) a projection of its pins.',
      scope: 'graphs:read',
      query: z.object({ fields: z.string().optional() }),
      response: z.union([s.PublicGraphNode, s.PublicGraphNodeProjection]),
      errors: { 404: 'project or node missing' },
    }),
    getSpend: endpoint({
      method: 'GET',
      path: '/projects/{project_id}/spend',
      tag: 'Projects',
      summary: 'What a project has cost',
      scope: 'projects:read',
      response: s.PublicProjectSpendSummary,
      errors: { 404: 'project missing' },
    }),
  },
  nodeTypes: {
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
  },
  files: {
    upload: endpoint({
      method: 'POST',
      path: '/files',
      tag: 'Files',
      summary: 'Upload a small file (deprecated)',
      description: 'Multipart form with `file`; at most 25 MB. Use `POST /files/uploads`.',
      scope: 'files:write',
      idempotent: true,
      deprecated: true,
      bodyKind: 'multipart',
      body: fileForm,
      status: 201,
      response: s.PublicFileDetail,
      errors: {
        400: 'empty or invalid file',
        409: 'idempotency conflict',
        413: 'over the size of one request',
        507: 'over the account storage limit',
      },
    }),
    createUpload: endpoint({
      method: 'POST',
      path: '/files/uploads',
      tag: 'Files',
      summary: 'Open an upload session',
      description: 'Does not carry file bytes: PUT them to the signed URL, then complete.',
      scope: 'files:write',
      idempotent: true,
      body: s.PublicFileUploadCreateRequest,
      status: 201,
      response: s.PublicFileUploadSession,
      errors: {
        400: 'invalid upload session request',
        409: 'idempotency conflict',
        507: 'over the account storage limit',
      },
    }),
    completeUpload: endpoint({
      method: 'POST',
      path: '/files/uploads/{upload_id}/complete',
      tag: 'Files',
      summary: 'Complete an upload',
      scope: 'files:write',
      body: s.PublicFileUploadCompleteRequest,
      response: s.PublicFileDetail,
      errors: {
        404: 'upload session missing',
        410: 'upload session expired or aborted',
        422: 'object failed verification, or request validation error',
      },
    }),
    abortUpload: endpoint({
      method: 'DELETE',
      path: '/files/uploads/{upload_id}',
      tag: 'Files',
      summary: 'Abort an upload',
      scope: 'files:write',
      status: 204,
    }),
    get: endpoint({
      method: 'GET',
      path: '/files/{file_id}',
      tag: 'Files',
      summary: 'Get file metadata',
      scope: 'files:read',
      query: z.object(ownerGuard),
      response: s.PublicFileDetail,
      errors: { 400: 'malformed file id', 404: 'file missing' },
    }),
    delete: endpoint({
      method: 'DELETE',
      path: '/files/{file_id}',
      tag: 'Files',
      summary: 'Delete a file',
      scope: 'files:write',
      query: z.object(ownerGuard),
      status: 204,
      errors: {
        400: 'malformed file id',
        404: 'file missing',
        409: 'file still referenced, or reference safety unproven',
        500: 'file could not be deleted from storage',
      },
    }),
    downloadUrl: endpoint({
      method: 'GET',
      path: '/files/{file_id}/download-url',
      tag: 'Files',
      summary: 'Get a signed download URL',
      description: '`expiresInSeconds` from 60 to 86400, by default 3600.',
      scope: 'files:read',
      query: z.object({ expiresInSeconds: integerParam({ min: 60, max: 86_400 }).optional(), ...ownerGuard }),
      response: s.PublicFileDownloadUrl,
      errors: { 400: 'malformed file id', 404: 'file missing' },
    }),
  },
  runs: {
    create: endpoint({
      method: 'POST',
      path: '/runs',
      tag: 'Runs',
      summary: 'Run a saved project or an inline graph',
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
      scope: 'runs:execute',
      response: s.PublicRunDetail,
      errors: { 404: 'run missing', 409: 'run already terminal' },
    }),
    listEvents: endpoint({
      method: 'GET',
      path: '/runs/{run_id}/events',
      tag: 'Runs',
      summary: 'List events of a run',
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
      description: 'Server-Sent Events; resume with `Last-Event-ID` or `cursor`.',
      scope: 'runs:execute',
      query: z.object({ cursor: z.string().optional() }),
      responseKind: 'event-stream',
      response: s.PublicRunEvent,
      errors: { 400: 'invalid cursor', 404: 'run missing' },
    }),
  },
  templates: {
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
      scope: 'templates:run',
      response: s.PublicTemplateRunDetail,
      errors: { 404: 'template run missing' },
    }),
    streamRunEvents: endpoint({
      method: 'GET',
      path: '/templates/{template_id}/endpoints/{endpoint_id}/runs/{task_id}/events/stream',
      tag: 'Templates',
      summary: 'Stream a template run',
      scope: 'templates:run',
      responseKind: 'event-stream',
      response: s.PublicTemplateRunDetail,
      errors: { 404: 'template run missing' },
    }),
  },
  storyboards: {
    get: endpoint({
      method: 'GET',
      path: '/projects/{project_id}/storyboard',
      tag: 'Storyboards',
      summary: 'Export the storyboard of a project',
      scope: 'projects:read',
      response: s.PublicProjectStoryboard,
      errors: { 404: 'project missing' },
    }),
    replace: endpoint({
      method: 'PUT',
      path: '/projects/{project_id}/storyboard',
      tag: 'Storyboards',
      summary: 'Replace the storyboard or append scenes',
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
  },
  timelines: {
    get: endpoint({
      method: 'GET',
      path: '/projects/{project_id}/timeline',
      tag: 'Timelines',
      summary: 'Export the timeline of a project',
      scope: 'projects:read',
      response: s.PublicProjectTimeline,
      errors: { 404: 'project missing' },
    }),
    replace: endpoint({
      method: 'PUT',
      path: '/projects/{project_id}/timeline',
      tag: 'Timelines',
      summary: 'Replace the timeline of a project',
      scope: 'projects:write',
      idempotent: true,
      body: s.PublicProjectTimelineReplaceRequest,
      response: s.PublicProjectTimelineApplyResponse,
      errors: { 400: 'invalid timeline document', 404: 'project missing', 409: STALE },
      problems: [{ in: 'body', field: 'document', self: false, status: 400, code: 'INVALID_TIMELINE' }],
    }),
    exportOtioProject: endpoint({
      method: 'GET',
      path: '/projects/{project_id}/timeline/export/otio',
      tag: 'Timelines',
      summary: 'Export the timeline of a project as an OTIO bundle',
      scope: 'projects:read',
      responseKind: 'zip',
      errors: { 404: 'project missing', 501: 'OpenTimelineIO support unavailable' },
    }),
    exportOtio: endpoint({
      method: 'POST',
      path: '/timelines/export/otio',
      tag: 'Timelines',
      summary: 'Export a timeline document as an OTIO bundle',
      scope: null,
      body: s.PublicTimelineOtioExportRequest,
      responseKind: 'zip',
      errors: { 400: 'invalid timeline document', 501: 'OpenTimelineIO support unavailable' },
      problems: [{ in: 'body', field: 'document', self: false, status: 400, code: 'INVALID_TIMELINE' }],
    }),
    importOtio: endpoint({
      method: 'POST',
      path: '/timelines/import/otio',
      tag: 'Timelines',
      summary: 'Import an OTIO file or bundle',
      description: 'Media in the ZIP is persisted to the account library; missing media yields warnings.',
      scope: 'files:write',
      bodyKind: 'multipart',
      body: z.object({}),
      response: s.PublicTimelineOtioImportResponse,
      errors: {
        400: 'invalid OTIO file',
        413: 'upload exceeds the request size limit',
        501: 'OpenTimelineIO support unavailable',
        507: 'the media would exceed the account storage limit',
      },
    }),
    parseOtio: endpoint({
      method: 'POST',
      path: '/timelines/import/otio/parse',
      tag: 'Timelines',
      summary: 'Read an OTIO file or bundle without storing anything',
      scope: null,
      bodyKind: 'multipart',
      body: z.object({}),
      response: s.PublicTimelineOtioImportResponse,
      errors: {
        400: 'invalid OTIO file',
        413: 'upload exceeds the request size limit',
        501: 'OpenTimelineIO support unavailable',
      },
    }),
    schema: endpoint({
      method: 'GET',
      path: '/timelines/schema/service-timeline-document.v1',
      tag: 'Timelines',
      summary: 'JSON Schema of Timeline Document v1',
      auth: 'none',
      scope: null,
      response: z.record(z.string(), z.unknown()),
    }),
    validate: endpoint({
      method: 'POST',
      path: '/timelines/validate',
      tag: 'Timelines',
      summary: 'Validate a timeline',
      scope: null,
      body: s.PublicTimelineValidateRequest,
      response: s.PublicTimelineValidationResponse,
      errors: { 400: 'invalid timeline document' },
      problems: [{ in: 'body', field: 'document', self: false, status: 400, code: 'INVALID_TIMELINE' }],
    }),
  },
});

export type Endpoints = typeof endpoints;

type ValuesOf<T> = T[keyof T];
/** The union of all rows. */
export type Endpoint = ValuesOf<{ [G in keyof Endpoints]: ValuesOf<Endpoints[G]> }>;
/** `projects.create` and so on, as a union of literals. */
export type EndpointId = ValuesOf<{
  [G in keyof Endpoints]: ValuesOf<{ [N in keyof Endpoints[G]]: `${G}.${Extract<N, string>}` }>;
}>;
/** The row of one id. */
export type EndpointOf<Id extends EndpointId> = Id extends `${infer G}.${infer N}`
  ? G extends keyof Endpoints
    ? N extends keyof Endpoints[G]
      ? Endpoints[G][N]
      : never
    : never
  : never;

/** Any row of the table. */
export type ListedEndpoint = AnyEndpoint & { id: EndpointId };

/** Every row, in the document's order. */
export const allEndpoints: readonly ListedEndpoint[] = Object.values(endpoints).flatMap((group) =>
  Object.values(group),
);
