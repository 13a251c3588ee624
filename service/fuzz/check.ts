import { createParser } from 'eventsource-parser';
import {
  API_PREFIX,
  COMMON_ERRORS,
  HTTPValidationError,
  matchEndpoint,
  PublicApiErrorResponse,
  type AnyEndpoint,
} from '#shared/api/index.ts';

/** What every response must be, whatever was asked. */

/** A response that breaks a promise of the API. */
export class BrokenPromise extends Error {
  override name = 'BrokenPromise';
}

const demand = (condition: boolean, message: string): void => {
  if (!condition) throw new BrokenPromise(message);
};

const JSON_TYPE = /^application\/json\b/;
const FIT_REQUEST_ID = /^[\x21-\x7e]{1,200}$/;

export interface CheckedResponse {
  endpoint: AnyEndpoint | null;
  status: number;
  /** Parsed JSON, or null. */
  body: unknown;
}

/** Statuses that an endpoint's row promises, and those of the way to it. */
function mayAnswer(endpoint: AnyEndpoint, status: number): boolean {
  if (status in endpoint.errors) return true;
  // Nobody shares our limiter: it cannot be out of reach.
  if (status in COMMON_ERRORS) return status !== 503 && (status < 500 || status === endpoint.status);
  return status === 413 && endpoint.bodyKind !== 'none';
}

/**
 * Checks a response against the row of the table that it belongs to.
 * @param readStream whether an event stream ends by itself and can be read to its end.
 * @throws BrokenPromise
 */
export async function checkResponse(
  request: Request,
  response: Response,
  readStream: (runPath: string) => Promise<boolean>,
): Promise<CheckedResponse> {
  const { pathname } = new URL(request.url);
  const { status } = response;
  checkRequestId(request, response);
  if (!pathname.startsWith(`${API_PREFIX}/`))
    return { endpoint: null, status, body: await checkTransfer(response) };
  const endpoint = matchEndpoint(request.method, pathname).found?.endpoint ?? null;
  if (endpoint === null) {
    const isPage = status === 200 && request.method === 'GET';
    if (isPage) await response.body?.cancel();
    else await checkError(response, [404, 405, 422]);
    return { endpoint, status, body: null };
  }
  if (status !== endpoint.status) {
    demand(mayAnswer(endpoint, status), `it may not answer ${status}: ${await response.clone().text()}`);
    return { endpoint, status, body: await checkError(response, [status], endpoint) };
  }
  return { endpoint, status, body: await checkSuccess(endpoint, response, () => readStream(pathname)) };
}

function checkRequestId(request: Request, response: Response): void {
  const headerValue = request.headers.get('x-request-id');
  const responseId = response.headers.get('x-request-id');
  demand(responseId !== null && FIT_REQUEST_ID.test(responseId), `its request id is ${responseId}`);
  if (headerValue !== null && FIT_REQUEST_ID.test(headerValue)) {
    demand(responseId === headerValue, `the request id ${headerValue} came back as ${responseId}`);
  }
}

async function checkTransfer(response: Response): Promise<unknown> {
  if (response.ok) {
    await response.arrayBuffer();
    return null;
  }
  return checkError(response, [400, 401, 403, 404, 405, 409, 410, 411, 413, 416, 422]);
}

/** An error has the error body; a 422 has the list of what is wrong, unless the endpoint gives 422 a second meaning. */
async function checkError(
  response: Response,
  statuses: readonly number[],
  endpoint: AnyEndpoint | null = null,
): Promise<unknown> {
  const { status, headers } = response;
  const text = await response.text();
  demand(statuses.includes(status), `it may not answer ${status}: ${text}`);
  demand(JSON_TYPE.test(headers.get('content-type') ?? ''), `its error is ${headers.get('content-type')}`);
  const body = JSON.parse(text) as { error?: { code?: string; requestId?: string }; detail?: unknown };
  demand(PublicApiErrorResponse.safeParse(body).success, `it has no error body: ${text}`);
  demand(body.error?.code !== 'INTERNAL_ERROR', 'it met a defect');
  demand(body.error?.requestId === headers.get('x-request-id'), 'its error names another request');
  if (status === 422 && (endpoint?.errors[422] === undefined || body.detail !== undefined)) {
    demand(HTTPValidationError.safeParse(body).success, `its 422 has no list of what is wrong: ${text}`);
  }
  if (status === 405) demand(headers.has('allow'), 'its 405 names no methods');
  if (status === 429) demand(/^\d+$/.test(headers.get('retry-after') ?? ''), 'its 429 has no Retry-After');
  return body;
}

async function checkSuccess(
  endpoint: AnyEndpoint,
  response: Response,
  ends: () => Promise<boolean>,
): Promise<unknown> {
  const contentType = response.headers.get('content-type') ?? '';
  switch (endpoint.responseKind) {
    case 'empty':
      demand((await response.text()) === '', 'its response is not empty');
      return null;
    case 'json': {
      const text = await response.text();
      demand(JSON_TYPE.test(contentType), `its response is ${contentType}`);
      const body = JSON.parse(text) as unknown;
      checkSchema(endpoint, body);
      return body;
    }
    case 'zip': {
      const bytes = Buffer.from(await response.arrayBuffer());
      demand(contentType === 'application/zip' && bytes.subarray(0, 2).toString() === 'PK', 'it sent no ZIP');
      return null;
    }
    case 'image':
      demand(contentType.startsWith('image/'), `its picture is ${contentType}`);
      await response.arrayBuffer();
      return null;
    case 'event-stream':
      demand(contentType.startsWith('text/event-stream'), `its stream is ${contentType}`);
      if (await ends()) checkEvents(endpoint, await response.text());
      else await response.body?.cancel();
      return null;
    default:
      return endpoint.responseKind satisfies never;
  }
}

function checkEvents(endpoint: AnyEndpoint, text: string): void {
  const eventIds = new Set<string>();
  const parser = createParser({
    onEvent({ id, data }) {
      demand(id === undefined || !eventIds.has(id), 'its stream repeats an event');
      if (id !== undefined) eventIds.add(id);
      checkSchema(endpoint, JSON.parse(data) as unknown);
    },
  });
  parser.feed(text);
}

function checkSchema(endpoint: AnyEndpoint, body: unknown): void {
  const parsed = endpoint.response?.safeParse(body);
  demand(parsed?.success ?? true, `its response does not match its schema: ${parsed?.error?.message ?? ''}`);
}
