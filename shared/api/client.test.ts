import { describe, expect, it } from 'vitest';
import { ApiError, buildRequest, createApiClient, endpoints, type ApiRequest } from './index.ts';

/** A transport that keeps what was sent and answers the same each time. */
function respondingWith(status: number, body: string, headers: Record<string, string> = {}) {
  const sent: ApiRequest[] = [];
  const call = createApiClient(async (request) => {
    sent.push(request);
    return {
      status,
      headers: { get: (name) => headers[name.toLowerCase()] ?? null },
      body: new Response(body).body,
    };
  });
  return { call, sent };
}

const project = { id: 'p1', name: 'Poster', nodeCount: 2, version: 3, thumbnailUrl: null };
const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('It should have failed.');
    },
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );

describe('buildRequest', () => {
  it('puts parameters, query, body and idempotency key where they belong', () => {
    const patch = buildRequest(endpoints.projects.patchDocument, {
      params: { project_id: 'p/1' },
      body: { expectedVersion: 4, operations: [{ op: 'removeNode', nodeId: 'n' }] },
      idempotencyKey: 'k1',
    });
    expect(patch).toMatchObject({
      method: 'PATCH',
      path: '/api/v1/projects/p%2F1/document',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
      body: '{"expectedVersion":4,"operations":[{"op":"removeNode","nodeId":"n"}]}',
    });
    const list = buildRequest(endpoints.projects.list, {
      query: { limit: 10, search: 'a&b', cursor: undefined },
    });
    expect([list.path, list.body]).toEqual(['/api/v1/projects?limit=10&search=a%26b', null]);
    expect(list.headers).not.toHaveProperty('content-type');
  });

  it('sends no idempotency key where the endpoint takes none', () => {
    const request = buildRequest(endpoints.runs.cancel, { params: { run_id: 'r' }, idempotencyKey: 'k' });
    expect(request.headers).not.toHaveProperty('idempotency-key');
  });
});

describe('a call', () => {
  it('resolves to the checked response', async () => {
    const { call, sent } = respondingWith(200, JSON.stringify(project));
    await expect(call(endpoints.projects.get, { params: { project_id: 'p1' } })).resolves.toEqual(project);
    expect(sent.map((request) => request.path)).toEqual(['/api/v1/projects/p1']);
  });

  it('resolves to nothing for an empty response', async () => {
    const { call } = respondingWith(204, '');
    const response = call(endpoints.projects.delete, {
      params: { project_id: 'p1' },
      query: { expectedVersion: 3 },
    });
    await expect(response).resolves.toBeUndefined();
  });

  it.each([
    ['another shape', '{"id":1}', ', at id'],
    ['no JSON', '<html>', ''],
  ])('rejects a response of %s', async (_what, body, place) => {
    const error = await failure(
      respondingWith(200, body).call(endpoints.projects.get, { params: { project_id: 'p' } }),
    );
    expect(error).toMatchObject({
      status: 200,
      code: 'UNEXPECTED_RESPONSE',
      message: `The service gave a response that Patchbay cannot read (projects.get${place}). Try again; if it stays, tell whoever runs the service.`,
    });
  });

  it('rejects with what the server said', async () => {
    const body = {
      error: { code: 'PROJECT_NOT_FOUND', message: 'No such project.', details: { projectId: 'p' } },
    };
    const { call } = respondingWith(404, JSON.stringify(body), {
      'x-request-id': 'req-1',
      'retry-after': '7',
    });
    expect(await failure(call(endpoints.projects.get, { params: { project_id: 'p' } }))).toMatchObject({
      status: 404,
      code: 'PROJECT_NOT_FOUND',
      message: 'No such project.',
      details: { projectId: 'p' },
      requestId: 'req-1',
      retryAfter: 7,
    });
  });

  it('reads validation errors and responses that are not the API’s', async () => {
    const detail = [{ loc: ['body', 'operations', 0, 'op'], msg: 'Unknown operation.', type: 'x' }];
    const invalid = respondingWith(422, JSON.stringify({ detail }));
    const params = { project_id: 'p' };
    expect(await failure(invalid.call(endpoints.projects.get, { params }))).toMatchObject({
      code: 'VALIDATION',
      message: 'operations.0.op: Unknown operation.',
      retryAfter: null,
    });
    const proxy = respondingWith(502, '<h1>Bad gateway</h1>');
    expect(await failure(proxy.call(endpoints.projects.get, { params }))).toMatchObject({
      code: 'HTTP_502',
      message: 'The server answered 502 with something that is not this API.',
    });
  });
});
