import { describe, expect, it } from 'vitest';
import { createLog, humanLine, withLogContext } from './log.ts';

const logOf = (logFormat: 'human' | 'json') => {
  const lines: string[] = [];
  return {
    lines,
    log: createLog({ logLevel: 'info', logFormat }, { write: (line) => void lines.push(line) }),
  };
};

describe('the log', () => {
  it('says which request and run a line was for, however deep it is written', async () => {
    const { lines, log } = logOf('json');
    await withLogContext({ requestId: 'req_1' }, async () => {
      await Promise.resolve();
      await withLogContext({ runId: 'run_1' }, async () => log.info('inside'));
      log.warn({ status: 500 }, 'beside');
      setImmediate(() => log.info('afterwards'));
    });
    log.info('outside');
    await expect.poll(() => lines.length).toBe(4);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { level: 30, time: expect.any(Number), msg: 'inside', requestId: 'req_1', runId: 'run_1' },
      { level: 40, time: expect.any(Number), msg: 'beside', requestId: 'req_1', status: 500 },
      { level: 30, time: expect.any(Number), msg: 'outside' },
      { level: 30, time: expect.any(Number), msg: 'afterwards' },
    ]);
  });

  it('keeps back what drivers of databases put beside the message of an error', () => {
    const { lines, log } = logOf('json');
    const inner = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (name)=(Ada)' });
    log.error({ err: new Error('not written', { cause: inner }) }, 'failed');
    expect(lines[0]).not.toContain('Ada');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      err: { type: 'Error', message: 'not written', cause: { message: 'duplicate key', code: '23505' } },
    });
  });

  it('is read by people without a flag', () => {
    const { lines, log } = logOf('human');
    log.warn({ runId: 'run_1', counts: [1, 2] }, 'a word');
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z WARN {2}a word runId=run_1 counts=\[1,2\]\n$/);
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at x' };
    expect(humanLine(JSON.stringify({ level: 50, time: 0, msg: 'failed', err }))).toBe(
      '1970-01-01T00:00:00.000Z ERROR failed\nError: no\n    at x\n',
    );
  });
});
