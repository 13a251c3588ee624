import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isOutOfSpace } from './storage-errors.ts';

/** SQLite could not grow its shared memory (`SQLITE_IOERR_SHMSIZE`). */
const noSharedMemory = Object.assign(new Error('disk I/O error'), { errcode: 10 | (19 << 8) });

describe('a write that failed for lack of room', () => {
  it.each([
    ['a file', { code: 'ENOSPC' }],
    ['a file above the quota', { code: 'EDQUOT' }],
    ['the database', { errcode: 13 }],
  ])('%s says so itself', (_, error) => {
    expect(isOutOfSpace(Object.assign(new Error('full'), error), tmpdir())).toBe(true);
  });

  // The file system of processes has no room at any time.
  it.runIf(process.platform === 'linux')('SQLite calls it a failure of a disk that has none', () => {
    expect(isOutOfSpace(noSharedMemory, '/proc')).toBe(true);
  });

  it('a failure of a disk with room is none, nor one of a disk that cannot be asked', () => {
    expect(isOutOfSpace(noSharedMemory, tmpdir())).toBe(false);
    expect(isOutOfSpace(noSharedMemory, '/no/such/folder')).toBe(false);
    expect(isOutOfSpace(new Error('something else'), '/proc')).toBe(false);
  });
});
