import pino from 'pino';
import { expect, it } from 'vitest';
import { errorReply } from './respond.ts';

const failure = (fields: object): Error => Object.assign(new Error('bare words of the system'), fields);
const log = pino({ level: 'silent' });

it.each([
  ['a full disk', { code: 'ENOSPC' }, 507, 'DISK_FULL', /Free some space/],
  ['a full database', { code: 'ERR_SQLITE_ERROR', errcode: 13 }, 507, 'DISK_FULL', /Free some space/],
  ['a read-only disk', { code: 'EROFS' }, 503, 'STORAGE_NOT_WRITABLE', /read-only.*Allow writing there/],
  ['a folder of somebody else', { code: 'EACCES' }, 503, 'STORAGE_NOT_WRITABLE', /Allow writing there/],
  ['a read-only database', { errcode: 8 | (1 << 8) }, 503, 'STORAGE_NOT_WRITABLE', /Allow writing there/],
  ['a disk that fails', { code: 'EIO' }, 503, 'STORAGE_FAILED', /reported an error.*Try again/],
  ['a failing flush of the database', { errcode: 1034 }, 503, 'STORAGE_FAILED', /Try again/],
  ['a damaged database', { errcode: 11 }, 503, 'DATABASE_DAMAGED', /newest backup; try again/],
  ['a cut database', { errcode: 522 }, 503, 'DATABASE_DAMAGED', /newest backup/],
  ['a defect', {}, 500, 'INTERNAL_ERROR', /unexpected problem/],
])('%s is answered with a sentence that says what to do', (_what, fields, status, code, words) => {
  const reply = errorReply(failure(fields), 'request', log);
  const { error } = JSON.parse(String(reply.body)) as { error: { code: string; message: string } };
  expect([reply.status, error.code]).toEqual([status, code]);
  expect(error.message).toMatch(words);
  expect(reply.body).not.toContain('bare words');
});
