import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestBench } from './testing/test-bench.ts';

afterEach(async () => {
  vi.unstubAllEnvs();
});

describe('a failing node', () => {
  it('ends the run as failed and names itself, while independent branches finish and dependants never start', async () => {
    const bench = await openTestBench();
    const { folder } = bench;
    const ended = await bench.run(
      {
        bad: ['test/refuse', {}, 'Shy one'],
        after: ['test/count', { folder, name: 'after' }],
        aside: ['test/count', { folder, name: 'aside' }],
        out: ['output/value', { name: 'Kept' }],
      },
      ['bad.out → after.in', 'aside.out → out.value'],
    );
    expect(ended.status).toBe('failed');
    expect(ended.error).toEqual({
      code: 'TOO_SHY',
      message: 'This node never does anything. Remove it.',
      nodeId: 'bad',
      nodeTitle: 'Shy one',
      nodeType: 'test/refuse',
    });
    expect(['after', 'aside'].map((name) => bench.executions(name))).toEqual([0, 1]);
    expect(ended.outputs).toEqual({ Kept: { type: 'string', value: 'aside' } });
    expect((await bench.events(ended.id)).find((event) => event.type === 'node.failed')).toMatchObject({
      nodeId: 'bad',
      message: 'This node never does anything. Remove it.',
      data: { code: 'TOO_SHY' },
    });
    expect((await bench.types(ended.id)).at(-1)).toBe('run.failed');
  });

  it('is told apart from a defect, whose message is shown but not its stack', async () => {
    const bench = await openTestBench();
    const ended = await bench.run({ bad: ['test/defect'] });
    expect(ended.error).toMatchObject({ code: 'NODE_DEFECT', nodeId: 'bad' });
    expect(String(ended.error?.['message'])).toBe('defect could not do its work: x is not a function.');
  });

  it.runIf(process.platform === 'linux')('says that the disk is full when it is', async () => {
    const bench = await openTestBench();
    const ended = await bench.run({ big: ['test/full-disk'] });
    expect(ended.status).toBe('failed');
    expect(ended.error).toMatchObject({
      code: 'DISK_FULL',
      nodeId: 'big',
      message:
        'The disk of the service is full: full-disk could not store its result. Free some space and run again.',
    });
  });

  it.each([
    ['test/exit', 'NODE_CRASHED'],
    ['test/memory', 'NODE_OUT_OF_MEMORY'],
    ['test/allocate', 'NODE_OUT_OF_MEMORY'],
  ])(
    '%s takes its child down, and neither the service nor the next run',
    { tags: 'rig' },
    async (type, code) => {
      vi.stubEnv('PATCHBAY_AWAITED_CRASH', 'SIGABRT');
      const bench = await openTestBench({ engine: { threads: 2, threadMemoryMegabytes: 32 } });
      const ended = await bench.run({ bad: [type], aside: ['test/echo', { in: 'fine' }] });
      expect(ended.error).toMatchObject({ code, nodeId: 'bad' });
      expect(ended.outputs?.['aside.out']).toEqual({ type: 'string', value: 'fine' });
      expect((await bench.run({ a: ['test/echo', { in: 'next' }] })).status).toBe('succeeded');
    },
  );

  it('that takes too long is stopped', async () => {
    const bench = await openTestBench({ engine: { nodeTimeLimitMs: 50, cancelGraceMs: 50 } });
    const ended = await bench.run({ slow: ['test/stubborn', { folder: bench.folder }] });
    expect(ended.error).toMatchObject({ code: 'NODE_TIMED_OUT', nodeId: 'slow' });
  });

  it('cannot open bytes by JSON in the shape of a file', async () => {
    const bench = await openTestBench();
    const ended = await bench.run({ forge: ['test/forge', { blob: 'a'.repeat(64) }] });
    expect(ended.error).toMatchObject({ code: 'FILE_NOT_HELD' });
  });

  it('gets a sentence when a wire brings what its pin cannot take', async () => {
    const bench = await openTestBench();
    const ended = await bench.run({ n: ['input/number', { value: 101 }], size: ['test/size'] }, [
      'n.number → size.width',
    ]);
    expect(ended.error).toMatchObject({
      code: 'INPUT_INVALID',
      message: 'Width must be from 1 to 100, but is 101.',
      nodeId: 'size',
    });
  });

  it('is spared where a wire can be read as what the pin takes', async () => {
    const bench = await openTestBench();
    const ended = await bench.run(
      { n: ['input/number', { value: 41.7 }], size: ['test/size'], echo: ['test/echo'] },
      ['n.number → size.width', 'n.number → echo.in'],
    );
    expect(ended.outputs).toEqual({
      'size.out': { type: 'number', value: 42 },
      'echo.out': { type: 'string', value: '41.7' },
    });
  });
});
