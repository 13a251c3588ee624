import { describe, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/api/index.ts';
import type { Service } from '#service/app/create-service.ts';
import { bySize } from '#shared/testing/size.ts';
import { checkResponse } from './check.ts';
import { describeFuzz, MAX_MS_PER_CALL } from './describe-fuzz.ts';
import { withFuzzService } from './fuzz-service.ts';
import { fuzz } from './fuzz.ts';

const SEED = 20_261_121;
/** By then the promise below is broken, and the calls that break it are few. */
const CALLS_UNTIL_BROKEN = 3000;

// More of them in `fuzz.rig.ts`.
describeFuzz(1500, SEED);

it.runIf(bySize({ everyRun: false, full: true }))(
  'a promise that is broken is found, and told with the few calls that break it',
  async () => {
    const report = await withFuzzService((service) => {
      const careless: Service = {
        ...service,
        async fetch(request, peer) {
          const response = await service.fetch(request, peer);
          const isStale = response.status === 409 && new URL(request.url).pathname.endsWith('/document');
          return isStale ? Response.json({ oops: true }, { status: 500 }) : response;
        },
      };
      return fuzz(careless, { calls: CALLS_UNTIL_BROKEN, seed: SEED });
    });
    expect(report.failure).toMatch(/^Seed \d+, path [\d:]+, \d at once:\n/);
    const calls = report.failure?.match(/^- [\w.]+ /gm) ?? [];
    expect(calls.join(' ')).toMatch(/projects\.(replace|patch)Document/);
    expect(calls.length).toBeLessThan(6);
  },
  CALLS_UNTIL_BROKEN * MAX_MS_PER_CALL,
);

describe('the checks of the fuzzer', () => {
  const id = 'req-7';
  const respond = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', 'x-request-id': id, ...headers },
    });
  const problem = (code = 'X') => ({ error: { code, message: 'No.', requestId: id } });
  const judge = (response: Response, path = '/projects', headers: Record<string, string> = {}) =>
    checkResponse(
      new Request(`http://service.test${API_PREFIX}${path}`, { headers }),
      response,
      async () => true,
    );

  it('take what the table promises', async () => {
    const page = { data: [], hasMore: false, nextCursor: null };
    await expect(judge(respond(200, page))).resolves.toMatchObject({ status: 200, body: page });
    await expect(judge(respond(400, problem()))).resolves.toMatchObject({ status: 400 });
    const list = { ...problem(), detail: [{ loc: ['query', 'limit'], msg: 'No.', type: 'x' }] };
    await expect(judge(respond(422, list))).resolves.toMatchObject({ status: 422 });
  });

  const broken: [what: string, response: () => Response, headers?: Record<string, string>][] = [
    ['a defect', () => respond(500, problem('INTERNAL_ERROR'))],
    ['a status the endpoint does not have', () => respond(410, problem())],
    ['a limiter out of reach, which there is none of', () => respond(503, problem())],
    ['a response of another shape', () => respond(200, { data: [] })],
    ['an error of another shape', () => respond(400, { message: 'No.' })],
    [
      'an error about another request',
      () => respond(400, { error: { ...problem().error, requestId: 'other' } }),
    ],
    ['a 422 that does not say what is wrong', () => respond(422, problem())],
    ['a 429 that does not say how long to wait', () => respond(429, problem())],
    ['an error page', () => respond(400, '<html>', { 'content-type': 'text/html' })],
    ['no request id', () => respond(400, problem(), { 'x-request-id': '' })],
    [
      'another request id than the one that was sent',
      () => respond(400, problem()),
      { 'x-request-id': 'mine' },
    ],
  ];
  it.each(broken)('notice %s', async (_what, response, headers) => {
    await expect(judge(response(), '/projects', headers)).rejects.toMatchObject({ name: 'BrokenPromise' });
  });

  it('notice an event that comes twice', async () => {
    const event = { id: '1', runId: 'r', type: 'log', createdAt: 'now' };
    const stream = `id: 1\ndata: ${JSON.stringify(event)}\n\n`;
    const type = { 'content-type': 'text/event-stream' };
    await expect(judge(respond(200, stream, type), '/runs/r/events/stream')).resolves.toMatchObject({
      status: 200,
    });
    await expect(judge(respond(200, stream + stream, type), '/runs/r/events/stream')).rejects.toMatchObject({
      name: 'BrokenPromise',
    });
  });
});
