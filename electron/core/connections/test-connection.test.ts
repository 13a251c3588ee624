import { describe, expect, test } from 'vitest';
import type { ConnectionTestResult } from '#shared/desk/index.ts';
import { sendApiError, sendJson, startServer, type Responder } from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { patchOperationNames } from '#shared/api/index.ts';
import { testConnection } from './test-connection.ts';

const tryOut = (baseUrl: string): Promise<ConnectionTestResult> =>
  testConnection(
    { baseUrl, key: 'key-of-the-test' },
    createTestClock().clock,
    createTestLog(),
    new AbortController().signal,
  );
const tryServer = async (respond: Responder) => {
  const server = await startServer(respond);
  return { server, result: await tryOut(server.origin) };
};

const SCHEMA = {
  paths: { '/api/v1/node-types': {} },
  components: {
    schemas: {
      A: { properties: { op: { const: 'addNode' }, node: {} } },
      B: { properties: { op: { enum: ['connect'] } } },
    },
  },
};

describe('a key that works', () => {
  test('shows scopes, balance and operations, and changes nothing', async () => {
    const { server, result } = await tryServer((asked, response) => {
      if (asked.url.endsWith('/openapi.json')) return sendJson(response, 200, SCHEMA);
      if (asked.url.endsWith('/account/credits')) {
        return sendJson(response, 200, { balanceMicrocredits: '12500000' });
      }
      if (asked.url.includes('/templates?')) return sendApiError(response, 403, 'FORBIDDEN');
      if (asked.url.includes('connectiontest')) return sendApiError(response, 404, 'NOT_FOUND');
      return sendJson(response, 200, { data: [], hasMore: false, nextCursor: null });
    });
    expect(result).toMatchObject({
      ok: true,
      problem: null,
      credits: { microcredits: '12500000', credits: 12.5 },
      operations: ['addNode', 'connect'],
    });
    const allowed = Object.fromEntries(result.scopes.map((one) => [one.scope, one.allowed]));
    expect(allowed).toMatchObject({
      'projects:read': true,
      'runs:execute': true,
      'templates:read': false,
      'projects:write': null,
      'files:write': null,
    });
    expect(result.message).toContain('templates:read');
    expect(new Set(server.asked.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});

describe('what is wrong, in a sentence', () => {
  test('a rejected key', async () => {
    const { result } = await tryServer((_asked, response) => sendApiError(response, 401, 'UNAUTHORIZED'));
    expect(result).toMatchObject({
      ok: false,
      problem: 'key-rejected',
      message: expect.stringContaining('key'),
    });
  });

  test('a key without any scope', async () => {
    const { result } = await tryServer((_asked, response) => sendApiError(response, 403, 'FORBIDDEN'));
    expect(result).toMatchObject({ ok: false, problem: 'forbidden' });
  });

  test('a web site that is not this API', async () => {
    const page =
      (status: number): Responder =>
      (_asked, response) =>
        void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
    for (const status of [200, 401, 404]) {
      expect((await tryServer(page(status))).result).toMatchObject({ ok: false, problem: 'not-this-api' });
    }
  });

  test('a broken server', async () => {
    const { result } = await tryServer((_asked, response) => sendApiError(response, 500, 'INTERNAL'));
    expect(result.problem).toBe('server-error');
  });

  test('a redirect', async () => {
    const { result } = await tryServer(
      (_asked, response) => void response.writeHead(301, { location: 'https://elsewhere.example/' }).end(),
    );
    expect(result.problem).toBe('redirected');
  });

  test('nobody there', async () => {
    const result = await tryOut('http://127.0.0.1:1');
    expect(result).toMatchObject({ problem: 'refused', message: expect.stringContaining('127.0.0.1:1') });
  });

  test('a name that does not exist', async () => {
    expect((await tryOut('https://nobody.invalid')).problem).toBe('dns');
  });

  test('https asked of a server that speaks http', async () => {
    const server = await startServer((_asked, response) => sendJson(response, 200, {}));
    expect((await tryOut(server.origin.replace('http:', 'https:'))).problem).toBe('tls');
  });
});

test('a schema without paths tells no operations', () => {
  expect(patchOperationNames({ hello: 1 })).toBeNull();
  expect(patchOperationNames(SCHEMA)).toEqual(['addNode', 'connect']);
});
