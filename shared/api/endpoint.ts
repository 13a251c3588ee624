import type { z } from 'zod';

/** One row of the endpoint table. Everything that speaks the API is derived from these rows. */

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Scope =
  | 'projects:read'
  | 'projects:write'
  | 'templates:read'
  | 'templates:run'
  | 'runs:execute'
  | 'graphs:read'
  | 'node_types:read'
  | 'files:read'
  | 'files:write'
  | 'account_credits:read';

export const ALL_SCOPES: readonly Scope[] = [
  'projects:read',
  'projects:write',
  'templates:read',
  'templates:run',
  'runs:execute',
  'graphs:read',
  'node_types:read',
  'files:read',
  'files:write',
  'account_credits:read',
];

/** How a successful response is carried. */
export type ResponseKind = 'json' | 'empty' | 'event-stream' | 'zip' | 'image';

/** How a request body is carried. */
export type BodyKind = 'none' | 'json' | 'multipart';

/**
 * A validation problem at or below this place is answered with this status and code instead of 422, because the
 * API document gives it a status of its own (an invalid patch operation is 400, for example).
 */
export interface ProblemMapping {
  in: 'body' | 'query';
  /** First segment of the problem's place; a problem at exactly this place with no more segments counts when `self`. */
  field: string;
  /** Whether the field itself (missing, wrong type) is mapped too, or only what is inside it. */
  self: boolean;
  status: 400;
  code: string;
}

/**
 * What a response tells of, for those who take note of what passes by: of a run, a file, a project, or a document of it. An
 * event stream tells of what its events are about.
 */
export type ResponseResource =
  | 'run'
  | 'template-run'
  | 'applied-outputs'
  | 'file'
  | 'deleted-file'
  | 'imported-files'
  | 'project-list'
  | 'project'
  | 'deleted-project'
  | 'document'
  | 'storyboard'
  | 'timeline';

export interface EndpointDefinition<
  Method extends HttpMethod = HttpMethod,
  Path extends string = string,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType | undefined = z.ZodType | undefined,
> {
  /** Unique, `group.name`; also the OpenAPI operationId. Filled in by `defineEndpoints`. */
  id: string;
  method: Method;
  /** Below `/api/v1`, with `{snake_case}` parameters. */
  path: Path;
  tag: string;
  summary: string;
  description?: string;
  /** `key`: bearer key. `signed`: the URL itself is the credential. `none`: open. */
  auth: 'key' | 'signed' | 'none';
  /** The scope a key must have; null where any valid key will do. */
  scope: Scope | null;
  /** Accepts `Idempotency-Key` and replays the saved response. */
  idempotent: boolean;
  /** A write that gives the same response each time without a key, so that it may be sent again. */
  repeatable: boolean;
  resource: ResponseResource | null;
  /**
   * What of the response to a read may be shown when the service is away: the person's own `whole` document, anything else
   * `unsigned`, without the signatures of picture addresses, or `none` of it.
   */
  offline: 'whole' | 'unsigned' | 'none';
  /** The response holds URLs of the service and nothing that people wrote: replayed, it may name another address. */
  restrictUrls: boolean;
  deprecated?: boolean;
  query: Query;
  bodyKind: BodyKind;
  body: Body;
  /** Status of success. */
  status: 200 | 201 | 202 | 204;
  responseKind: ResponseKind;
  response: Response;
  /** Statuses the document lists for this endpoint beyond the common ones, with their meaning. */
  errors: Partial<Record<number, string>>;
  problems?: readonly ProblemMapping[];
}

export type AnyEndpoint = EndpointDefinition;

/** Statuses every endpoint may answer (API document, Endpoints), with their meaning. */
export const COMMON_ERRORS: Record<number, string> = {
  401: 'missing, malformed, expired or revoked bearer token',
  403: 'the key lacks the required scope or account capability',
  422: 'request validation error',
  429: 'rate limit exceeded; wait for `Retry-After` seconds',
  503: 'shared rate limiter unavailable',
};

/** `{project_id}` → `project_id`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name | keyof PathParams<Rest>]: string }
  : {};

export const API_PREFIX = '/api/v1';
export const API_VERSION = '1.0.0';

/** Path parameters that may contain slashes. */
export const SLASHED_PARAMS: ReadonlySet<string> = new Set(['node_type']);

/** The names of a path's parameters, in order. */
export const pathParamNames = (path: string): string[] =>
  [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]!);

/**
 * Fills a path template. Values are percent-encoded; a node type keeps its slashes.
 * @throws Error when a parameter is missing or empty.
 */
export function buildPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{([a-z_]+)\}/g, (_full, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`The path ${path} needs a value for ${name}.`);
    return SLASHED_PARAMS.has(name)
      ? value.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(value);
  });
}
