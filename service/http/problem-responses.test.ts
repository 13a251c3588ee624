import pino from 'pino';
import { expect, it } from 'vitest';
import { Problem } from '#service/problems/problem.ts';
import { errorReply } from './respond.ts';

const log = pino({ level: 'silent' });
const reply = (problem: Problem) => {
  const { status, body, headers } = errorReply(problem, 'req_1', log);
  const { 'content-type': _type, ...own } = headers;
  return { status, body: JSON.parse(String(body)) as unknown, headers: own };
};

it('answers a problem with its status, its kind as the code, its message and its data', () => {
  const details = { projectId: 'prj_1', expectedVersion: 1, currentVersion: 2 };
  expect(reply(Problem.of('VERSION_CONFLICT', 'Load it again.', details))).toEqual({
    status: 409,
    body: { error: { code: 'VERSION_CONFLICT', message: 'Load it again.', details, requestId: 'req_1' } },
    headers: {},
  });
});

it('leaves details out where a problem has no data', () => {
  const { body } = reply(Problem.of('INVALID_CURSOR', 'Start again.'));
  expect(body).toEqual({ error: { code: 'INVALID_CURSOR', message: 'Start again.', requestId: 'req_1' } });
});

it.each([
  ['UNAUTHORIZED', Problem.of('UNAUTHORIZED', 'x'), { 'www-authenticate': 'Bearer' }],
  ['RATE_LIMITED', Problem.of('RATE_LIMITED', 'x', { retryAfterSeconds: 7 }), { 'retry-after': '7' }],
  ['RUN_NOT_DISPATCHED', Problem.of('RUN_NOT_DISPATCHED', 'x'), { 'retry-after': '5' }],
  [
    'METHOD_NOT_ALLOWED',
    Problem.of('METHOD_NOT_ALLOWED', 'x', { allowed: ['GET', 'PUT'] }),
    { allow: 'GET, PUT' },
  ],
  [
    'RANGE_NOT_SATISFIABLE',
    Problem.of('RANGE_NOT_SATISFIABLE', 'x', { sizeBytes: 12 }),
    { 'content-range': 'bytes */12' },
  ],
])('sends the headers of %s', (code, problem, headers) => {
  expect(reply(problem)).toMatchObject({ headers, body: { error: { code } } });
});

it('has one code for a part that is too short and one that is too large, and a status for each', () => {
  const replies = (['PART_TOO_SHORT', 'PART_TOO_LARGE'] as const).map((kind) =>
    reply(Problem.of(kind, 'x', { expectedSizeBytes: 5 })),
  );
  expect(replies).toMatchObject([
    { status: 400, body: { error: { code: 'PART_SIZE_MISMATCH', details: { expectedSizeBytes: 5 } } } },
    { status: 413, body: { error: { code: 'PART_SIZE_MISMATCH' } } },
  ]);
});

it('tells the allowed methods of an object in the header alone', () => {
  const response = reply(Problem.of('OBJECT_METHOD_NOT_ALLOWED', 'Use PUT here.', { allowed: ['PUT'] }));
  expect(response).toEqual({
    status: 405,
    body: { error: { code: 'METHOD_NOT_ALLOWED', message: 'Use PUT here.', requestId: 'req_1' } },
    headers: { allow: 'PUT' },
  });
});

it('names the field of a template that a problem with a pin is about', () => {
  const pin = { nodeId: 'n', nodeType: 'text/join', pin: 'a' };
  const problem = Problem.of('INPUT_MISSING', 'A is not set.', pin).ofField('greeting');
  expect(reply(problem)).toMatchObject({
    status: 400,
    body: { error: { message: 'greeting: A is not set.', details: { ...pin, fieldName: 'greeting' } } },
  });
});
