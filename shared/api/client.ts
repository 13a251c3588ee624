import type { z } from 'zod';
import {
  API_PREFIX,
  buildPath,
  type AnyEndpoint,
  type EndpointDefinition,
  type PathParams,
} from './endpoint.ts';
import { validate, type ByteSource } from '../reading/index.ts';
import { responseLimitsOf, REJECTION_LIMITS } from './response-limits.ts';
import { ApiError } from './api-error.ts';
import { readResponseJson } from './read-response.ts';
import { PublicApiErrorResponse, HTTPValidationError } from './schemas/common.ts';

/**
 * A typed client over the endpoint table. Transport is an argument: in the page it is `fetch` to the desktop process,
 * in the desktop process a fetch with the key added, in tests the service itself.
 */

export interface ApiRequest {
  endpoint: AnyEndpoint;
  method: string;
  /** `/api/v1/...` with the query. */
  path: string;
  headers: Record<string, string>;
  /** JSON text, or null. */
  body: string | null;
  signal?: unknown;
}

export interface ApiResponse {
  status: number;
  headers: { get(name: string): string | null };
  body: ByteSource | null;
}

export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** Reads the body of a failed response; an unexpected body (a proxy's HTML page) still gives a usable error. */
export async function readApiError(response: ApiResponse): Promise<ApiError> {
  const json = await readResponseJson(response, REJECTION_LIMITS);
  const retryHeader = response.headers.get('retry-after')?.trim() ?? '';
  const common = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfter: /^\d{1,6}(\.\d+)?$/.test(retryHeader) ? Number(retryHeader) : null,
  };
  const ours = PublicApiErrorResponse.safeParse(json);
  if (ours.success) {
    const { code, message, details, requestId } = ours.data.error;
    return new ApiError({ ...common, code, message, details, requestId: requestId ?? common.requestId });
  }
  const invalid = HTTPValidationError.safeParse(json);
  if (invalid.success) {
    const first = invalid.data.detail[0];
    const message = first
      ? `${first.loc.slice(1).join('.') || 'request'}: ${first.msg}`
      : 'The request is not valid.';
    return new ApiError({ ...common, code: 'VALIDATION', message, details: { detail: invalid.data.detail } });
  }
  return new ApiError({
    ...common,
    code: `HTTP_${response.status}`,
    message: `The server answered ${response.status} with something that is not this API.`,
  });
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined;

type ParamsArg<Path extends string> = keyof PathParams<Path> extends never
  ? { params?: undefined }
  : { params: PathParams<Path> };
type QueryArg<Q> = Q extends z.ZodType
  ? {} extends z.output<Q>
    ? { query?: z.output<Q> }
    : { query: z.output<Q> }
  : { query?: undefined };
type BodyArg<B> = B extends z.ZodType ? { body: InputOf<B> } : { body?: undefined };

export type CallArgs<E extends AnyEndpoint> =
  E extends EndpointDefinition<infer _M, infer Path, infer Q, infer B, infer _R>
    ? ParamsArg<Path> &
        QueryArg<Q> &
        BodyArg<B> & {
          idempotencyKey?: string;
          signal?: unknown;
          headers?: Record<string, string>;
          /** Called with the headers of a successful response. */
          onHeaders?: (headers: ApiResponse['headers']) => void;
        }
    : never;

export type ResultOf<E extends AnyEndpoint> = OutputOf<E['response']>;

/** The request of a call, before transport. */
export function buildRequest<E extends AnyEndpoint>(endpoint: E, args: CallArgs<E>): ApiRequest {
  const loose = args as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    idempotencyKey?: string;
    signal?: unknown;
    headers?: Record<string, string>;
  };
  const query = Object.entries(loose.query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  const headers: Record<string, string> = { accept: 'application/json', ...loose.headers };
  const hasBody = endpoint.bodyKind === 'json';
  if (hasBody) headers['content-type'] = 'application/json';
  if (endpoint.idempotent && loose.idempotencyKey) headers['idempotency-key'] = loose.idempotencyKey;
  return {
    endpoint,
    method: endpoint.method,
    path: `${API_PREFIX}${buildPath(endpoint.path, loose.params ?? {})}${query ? `?${query}` : ''}`,
    headers,
    body: hasBody ? JSON.stringify(loose.body ?? {}) : null,
    signal: loose.signal,
  };
}

/**
 * Builds a caller: `call(endpoints.projects.get, { params: { project_id } })`.
 * @param send transport of one request.
 * @returns a function that resolves to the parsed response and rejects with ApiError.
 */
export function createApiClient(send: Send) {
  return async function call<E extends AnyEndpoint>(endpoint: E, args: CallArgs<E>): Promise<ResultOf<E>> {
    const response = await send(buildRequest(endpoint, args));
    if (response.status < 200 || response.status > 299) throw await readApiError(response);
    (args as { onHeaders?: (headers: ApiResponse['headers']) => void }).onHeaders?.(response.headers);
    if (endpoint.response === undefined || response.status === 204) return undefined as ResultOf<E>;
    const parsed = validate(endpoint.response, await readResponseJson(response, responseLimitsOf(endpoint)));
    if (!parsed.ok) {
      const path = parsed.issues[0]?.path.join('.') ?? '';
      throw new ApiError({
        status: response.status,
        code: 'UNEXPECTED_RESPONSE',
        message: `The service gave a response that Patchbay cannot read (${endpoint.id}${path ? `, at ${path}` : ''}). Try again; if it stays, tell whoever runs the service.`,
      });
    }
    return parsed.value as ResultOf<E>;
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;
