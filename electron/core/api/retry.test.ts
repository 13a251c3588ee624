import { describe, expect, test } from 'vitest';
import { UnreachableError } from '../desk-error.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { backoff, parseRetryAfter, withRetries } from './retry.ts';

const respondingWith = (responders: (() => Response)[]) => {
  let requestBody = 0;
  return {
    requestBody: () => requestBody,
    send: async () => {
      const respond = responders[Math.min(requestBody, responders.length - 1)];
      requestBody += 1;
      if (!respond) throw new Error('no response was prepared');
      return respond();
    },
  };
};
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status: code, headers });
const refused = () => {
  throw new UnreachableError('refused', 'does not answer');
};

describe('what is sent again', () => {
  test.each([408, 425, 429, 502, 503, 504])('%i passes: three attempts', async (code) => {
    const { clock, slept } = createTestClock();
    const { send, requestBody } = respondingWith([status(code), status(code), status(200)]);
    expect((await withRetries(clock, true, send)).status).toBe(200);
    expect(requestBody()).toBe(3);
    expect(slept).toEqual([50, 100]);
  });

  test.each([400, 401, 403, 404, 409, 410, 422, 500, 501, 507])(
    '%i does not pass: one attempt',
    async (code) => {
      const { clock, slept } = createTestClock();
      const { send, requestBody } = respondingWith([status(code), status(200)]);
      expect((await withRetries(clock, true, send)).status).toBe(code);
      expect(requestBody()).toBe(1);
      expect(slept).toEqual([]);
    },
  );

  test('the third response is the response', async () => {
    const { clock } = createTestClock();
    const { send, requestBody } = respondingWith([status(503)]);
    expect((await withRetries(clock, true, send)).status).toBe(503);
    expect(requestBody()).toBe(3);
  });

  test('a write without a key goes once, whatever happens', async () => {
    const { clock } = createTestClock();
    const failing = respondingWith([refused]);
    await expect(withRetries(clock, false, failing.send)).rejects.toThrow('does not answer');
    expect(failing.requestBody()).toBe(1);
    const busy = respondingWith([status(503), status(200)]);
    expect((await withRetries(clock, false, busy.send)).status).toBe(503);
    expect(busy.requestBody()).toBe(1);
  });

  test('a broken connection is tried again, a bad certificate is not', async () => {
    const { clock } = createTestClock();
    const broken = respondingWith([refused, refused, status(200)]);
    expect((await withRetries(clock, true, broken.send)).status).toBe(200);
    const tls = respondingWith([
      () => {
        throw new UnreachableError('tls', 'not trusted');
      },
    ]);
    await expect(withRetries(clock, true, tls.send)).rejects.toThrow('not trusted');
    expect(tls.requestBody()).toBe(1);
  });
});

describe('Retry-After', () => {
  test('in seconds is waited exactly', async () => {
    const { clock, slept } = createTestClock();
    const { send } = respondingWith([status(429, { 'retry-after': '7' }), status(200)]);
    await withRetries(clock, true, send);
    expect(slept).toEqual([7000]);
  });

  test('as a date is waited exactly', async () => {
    const { clock, slept } = createTestClock(Date.parse('2026-01-01T00:00:00Z'));
    const { send } = respondingWith([
      status(503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:12 GMT' }),
      status(200),
    ]);
    await withRetries(clock, true, send);
    expect(slept).toEqual([12_000]);
  });

  test('as a date is measured by the clock of the service, however wrong the one here is', async () => {
    const { clock, slept } = createTestClock(Date.parse('1999-12-31T00:00:00Z'));
    const { send } = respondingWith([
      status(503, {
        'retry-after': 'Thu, 01 Jan 2026 00:00:12 GMT',
        date: 'Thu, 01 Jan 2026 00:00:05 GMT',
      }),
      status(200),
    ]);
    await withRetries(clock, true, send);
    expect(slept).toEqual([7000]);
  });

  test('of more than a minute is left to the caller', async () => {
    const { clock, slept } = createTestClock();
    const { send, requestBody } = respondingWith([status(429, { 'retry-after': '3600' }), status(200)]);
    const response = await withRetries(clock, true, send);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(requestBody()).toBe(1);
    expect(slept).toEqual([]);
  });

  test.each([null, '', 'soon', '-5', '1e9', 'Infinity', '1, 2', '3601', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    '%s cannot be read or meant, and counts as none',
    (said) => {
      expect(parseRetryAfter(said, 0)).toBeNull();
    },
  );

  test('of nothing, or of a time that is over, still leaves a pause', async () => {
    const { clock, slept } = createTestClock(Date.parse('2026-01-01T00:00:00Z'));
    const { send } = respondingWith([
      status(429, { 'retry-after': '0' }),
      status(503, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
      status(200),
    ]);
    await withRetries(clock, true, send);
    expect(slept).toEqual([50, 100]);
  });
});

test('backoff is jittered from nothing to a doubling limit of at most 20 s', () => {
  expect(backoff(1, 0)).toBe(0);
  expect([1, 2, 3, 4].map((attempt) => backoff(attempt, 1))).toEqual([100, 200, 400, 800]);
  expect(backoff(40, 1)).toBe(20_000);
});

test('an abort ends the waiting', async () => {
  const { clock } = createTestClock();
  const controller = new AbortController();
  const { send, requestBody } = respondingWith([
    () => {
      controller.abort(new DOMException('left', 'AbortError'));
      return new Response(null, { status: 503 });
    },
  ]);
  await expect(withRetries(clock, true, send, controller.signal)).rejects.toThrow('left');
  expect(requestBody()).toBe(1);
});
