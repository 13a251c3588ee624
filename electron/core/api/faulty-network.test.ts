// @module-tag rig
import { describe, expect, test } from 'vitest';
import { EMPTY_LIST, sendJson, type Responder } from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { startOnService } from '../testing/test-core.ts';

/** What stands between the app and a service may answer in its place, or cut what the service says. */

const PORTAL = '<!doctype html><title>Guest Wi-Fi</title>';

const start = async (respond: Responder, responseTimeoutMs = 60_000) => {
  const { clock, slept } = createTestClock();
  return { slept, ...(await startOnService(respond, { clock, responseTimeoutMs })) };
};

test.each([200, 401, 403, 404, 410, 511])(
  'a page with status %i is not the word of the service',
  async (status) => {
    const { desk } = await start((_asked, response) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(PORTAL);
    });
    const response = await desk.ask('DELETE', '/api/local/v1/files/file_1.png');
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      error: { code: 'UNREACHABLE', message: expect.stringContaining('answers, but not with this API') },
    });
    const { connections } = (await desk.read('GET', '/desk/connections')) as {
      connections: { state: string }[];
    };
    expect(connections[0]?.state).toBe('ready');
  },
);

describe('a response that is cut', () => {
  const whole = JSON.stringify(EMPTY_LIST);
  const cuts: [string, Responder][] = [
    [
      'in the middle of its bytes',
      (_asked, response) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': String(whole.length),
        });
        response.write(whole.slice(0, 20), () => response.destroy());
      },
    ],
    [
      'where nobody noticed',
      (_asked, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(whole.slice(0, 20)),
    ],
    [
      'by silence',
      (_asked, response) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': String(whole.length),
        });
        response.write(whole.slice(0, 20));
      },
    ],
  ];

  test.each(cuts)('%s is asked for again', async (_how, cut) => {
    let responses = 0;
    const { desk, service } = await start((asked, response, request) => {
      responses += 1;
      return responses < 3 ? cut(asked, response, request) : sendJson(response, 200, EMPTY_LIST);
    }, 300);
    expect(await desk.read('GET', '/api/local/v1/projects')).toEqual(EMPTY_LIST);
    expect(service.asked).toHaveLength(3);
  });

  test.each(cuts)('%s, again and again, is reported in a sentence', async (_how, cut) => {
    const { desk } = await start(cut, 300);
    const response = await desk.ask('GET', '/api/local/v1/projects');
    expect(response.status).toBeGreaterThanOrEqual(502);
    expect(await response.json()).toMatchObject({ error: { code: 'UNREACHABLE' } });
  });

  test('of a write without a key is not repeated: nobody knows what it did', async () => {
    const { desk, service } = await start(cuts[0]![1]);
    const body = { expectedVersion: 1, name: 'x' };
    expect((await desk.ask('PATCH', '/api/local/v1/projects/p/metadata', body)).status).toBe(502);
    expect(service.asked).toHaveLength(1);
  });
});

test('a stream from which nothing comes any more ends, so that it can be taken up again', async () => {
  const { desk } = await start((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\n');
  }, 300);
  const response = await desk.ask('GET', '/api/local/v1/runs/run_1/events/stream');
  await expect(response.text()).rejects.toThrow('No response in time');
});

describe('Retry-After on its way to the page', () => {
  test.each([
    ['120', '120'],
    ['61.2', '62'],
    ['Thu, 01 Jan 2026 00:02:00 GMT', '120'],
    ['Thu, 01 Jan 1970 00:00:00 GMT', '0'],
    ['-5', null],
    ['1e9', null],
    ['1000000000', null],
    ['Fri, 31 Dec 9999 23:59:59 GMT', null],
    ['soon', null],
    ['', null],
  ])('%s arrives as %s', async (said, expected) => {
    const { desk } = await start((_asked, response) =>
      sendJson(
        response,
        429,
        { error: { code: 'RATE_LIMITED', message: 'Slow down.' } },
        { 'retry-after': said, date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
      ),
    );
    const response = await desk.ask('POST', '/api/local/v1/runs/run_1/cancel');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, expected]);
  });
});
