import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { ApiError, PublicApiErrorResponse } from '#shared/api/index.ts';
import { DeskError, UnreachableError } from '../desk-error.ts';
import { createTestLog } from '../testing/test-log.ts';
import { respondWithError } from './respond.ts';

async function responseTo(error: unknown) {
  const log = createTestLog();
  const response = respondWithError(error, 'request-1', log);
  const body = PublicApiErrorResponse.parse(await response.json());
  expect(body.error.requestId).toBe('request-1');
  expect(response.headers.get('x-request-id')).toBe('request-1');
  return { status: response.status, ...body.error, log: log.lines.join('\n') };
}

describe('errors become responses', () => {
  test('a refusal keeps its code, sentence and details', async () => {
    const error = new DeskError('NOT_FOUND', 'It is gone.', { details: { id: 'x' } });
    expect(await responseTo(error)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: 'It is gone.',
      details: { id: 'x' },
    });
  });

  test('a network failure names its kind', async () => {
    expect(await responseTo(new UnreachableError('dns', 'No such server.'))).toMatchObject({
      status: 502,
      code: 'UNREACHABLE',
      details: { problem: 'dns' },
    });
    expect(await responseTo(new UnreachableError('timeout', 'Too slow.'))).toMatchObject({ status: 504 });
  });

  test('what a service refused is said as its own, not as a defect of the app', async () => {
    const gone = new ApiError({ status: 404, code: 'NOT_FOUND', message: 'No such project.' });
    expect(await responseTo(gone)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: 'No such project.',
    });
    const odd = new ApiError({ status: 200, code: 'UNEXPECTED_RESPONSE', message: 'Not readable.' });
    expect(await responseTo(odd)).toMatchObject({
      status: 502,
      code: 'BAD_RESPONSE',
      message: 'Not readable.',
    });
    const refused = new ApiError({ status: 401, code: 'UNAUTHORIZED', message: 'No.' });
    expect(await responseTo(refused)).toMatchObject({ code: 'KEY_NEEDED' });
  });

  test('a database that cannot grow is a full disk', async () => {
    const db = new DatabaseSync(':memory:');
    db.exec('PRAGMA page_size = 512; PRAGMA max_page_count = 4; CREATE TABLE t (v BLOB)');
    let failure: unknown;
    try {
      db.exec('INSERT INTO t VALUES (zeroblob(10000))');
    } catch (error) {
      failure = error;
    }
    expect(await responseTo(failure)).toMatchObject({ status: 507, code: 'DISK_FULL' });
    db.close();
  });

  test.each(['ENOSPC', 'EDQUOT'])('%s of a system call is a full disk', async (code) => {
    expect(await responseTo(Object.assign(new Error('write'), { code }))).toMatchObject({
      status: 507,
      code: 'DISK_FULL',
      message: expect.stringContaining('Free some space'),
    });
  });

  test('a defect is answered and logged without its text, which may quote anything', async () => {
    const response = await responseTo(new TypeError('bad header "Bearer pb_live_secret"'));
    expect(response).toMatchObject({ status: 500, code: 'INTERNAL' });
    expect(JSON.stringify(response)).not.toContain('pb_live_secret');
    expect(response.log).toContain('TypeError');
  });

  test('a page that left is nobody’s failure', async () => {
    const response = await responseTo(new DOMException('left', 'AbortError'));
    expect(response).toMatchObject({ status: 499, log: '' });
  });
});
