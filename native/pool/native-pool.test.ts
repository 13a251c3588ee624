import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive, openNativeBench } from '../testing/native-bench.ts';

const isLinux = process.platform === 'linux';
const value = (done: unknown) => ({ kind: 'succeeded', value: done });

describe('a pool of native children', () => {
  it('does tasks one after the other in the same child', async () => {
    const { start, pool } = openNativeBench();
    const first = await start('pid').result;
    expect(await start('pid').result).toEqual(first);
    expect(pool.size).toBe(1);
  });

  it('does as many at once as it may have children, and as a lane may have tasks', async () => {
    const { start, pool } = openNativeBench({ size: 2, lanes: { narrow: 1 } });
    const narrow = start('wait', null, { lane: 'narrow' });
    await narrow.began;
    const second = start('echo', { text: 'second' }, { lane: 'narrow' });
    expect(await start('echo', { text: 'beside' }).result).toEqual(value('beside'));
    expect(pool.size).toBe(2);
    narrow.cancel();
    expect(await narrow.result).toEqual({ kind: 'canceled' });
    expect(await second.result).toEqual(value('second'));
  });

  it('says what a handler refused, and what it did not foresee', async () => {
    const { start } = openNativeBench();
    expect(await start('fail').result).toMatchObject({
      kind: 'failed',
      code: 'DEFECT',
      message: 'x is not a function',
    });
    expect(await start('no such handler').result).toMatchObject({ kind: 'failed', code: 'DEFECT' });
  });

  it('hands files over and takes results before the folder is emptied', async () => {
    const { start, folder, poolFolder } = openNativeBench();
    const path = join(folder, 'original');
    writeFileSync(path, 'content');
    const files = [{ name: 'a.txt', path }];
    expect(await start('read-input', { text: 'a.txt' }, { files }).result).toEqual(value('content'));
    const made = await start(
      'write-output',
      { text: 'made' },
      {
        collect: async (_value, output) => {
          const { file } = await output.openOutput('result', 100);
          const text = await file.readFile('utf8');
          await file.close();
          return text;
        },
      },
    ).result;
    expect(made).toEqual(value('made'));
    // One more task: it starts when the folder is empty again.
    await start('echo').result;
    const [child] = readdirSync(poolFolder);
    expect(['in', 'out'].flatMap((part) => readdirSync(join(poolFolder, child!, part)))).toEqual([]);
  });

  it('rejects when a file of the task is not there, and goes on', async () => {
    const { start, folder } = openNativeBench();
    const files = [{ name: 'a', path: join(folder, 'missing') }];
    await expect(start('echo', null, { files }).result).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await start('echo', { text: 'next' }).result).toEqual(value('next'));
  });

  it('ends a handler that does not stop when asked, and one that takes too long', async () => {
    const { start, losses } = openNativeBench({ cancelGraceMs: 20 });
    const blocked = start('block');
    await blocked.began;
    blocked.cancel();
    expect(await blocked.result).toEqual({ kind: 'canceled' });
    expect(losses).toEqual([]);
    const slow = await start('hang', null, { timeLimitMs: 50 }).result;
    expect(slow).toMatchObject({ kind: 'lost', reason: 'timed-out' });
    expect(await start('step', { milliseconds: 50 }).result).toMatchObject({
      kind: 'lost',
      reason: 'step-timed-out',
    });
    expect(await start('echo', { text: 'next' }).result).toEqual(value('next'));
  });

  it('leaves no process and no file when it closes', async () => {
    const { start, pool, poolFolder } = openNativeBench();
    const task = start('block');
    await task.began;
    const { pids } = pool;
    expect(pids.every(isAlive)).toBe(true);
    await pool.close();
    expect(await task.result).toEqual({ kind: 'canceled' });
    expect(pids.some(isAlive)).toBe(false);
    expect(existsSync(poolFolder)).toBe(false);
    expect(await start('echo').result).toEqual({ kind: 'canceled' });
  });

  it('gives children back that stay without work, but for one', async () => {
    const { start, pool } = openNativeBench({ size: 3, idleMs: 1 });
    const tasks = [start('wait'), start('wait'), start('wait')];
    await Promise.all(tasks.map(({ began }) => began));
    expect(pool.size).toBe(3);
    for (const task of tasks) task.cancel();
    await expect.poll(() => pool.size).toBe(1);
    expect(await start('echo', { text: 'still' }).result).toEqual(value('still'));
  });
});

describe('taking a result over', () => {
  it('a value that is too long for a line comes through a file', async () => {
    const { start } = openNativeBench();
    const bytes = 3 * 1024 * 1024;
    const { value: text } = (await start('text', { bytes }).result) as { value: string };
    expect(text.length).toBe(bytes);
    expect(await start('text', { bytes: 40 * 1024 * 1024 }).result).toMatchObject({
      kind: 'failed',
      code: 'RESULT_TOO_LARGE',
    });
    expect(await start('echo', { text: 'next' }).result).toEqual(value('next'));
  });

  it('refuses a value of millions of parts before it is built', async () => {
    const { start } = openNativeBench();
    await expect(start('many-values', { bytes: 2_000_000 }).result).rejects.toThrow(
      'more than 600,000 values',
    );
  });

  /** Ends only with its signal, as a copy of a very large file does. */
  const endless = () => {
    const began = Promise.withResolvers<void>();
    const state = { isOver: false, began: began.promise };
    const collect = (_value: unknown, _folder: unknown, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        began.resolve();
        signal.addEventListener('abort', () => {
          state.isOver = true;
          reject(new Error('The copy was stopped.'));
        });
      });
    return { state, collect };
  };

  it.each(['cancel', 'end'] as const)('ends on %s', async (how) => {
    const { pool, start } = openNativeBench();
    const { state, collect } = endless();
    const task = pool.run({
      name: 'echo',
      input: {},
      kind: 'decoder',
      lane: 'test',
      timeLimitMs: 60_000,
      fingerprint: null,
      collect,
    });
    await state.began;
    task[how]();
    expect(await task.result).toEqual({ kind: 'canceled' });
    expect(state.isOver).toBe(true);
    expect(await start('echo', { text: 'next' }).result).toEqual(value('next'));
  });

  it('counts as time of the task', { tags: 'rig' }, async () => {
    const { start } = openNativeBench();
    // The child is there, so that the limit is not over before the result comes.
    await start('echo').result;
    const { collect } = endless();
    const result = await start('echo', {}, { timeLimitMs: 1000, collect }).result;
    expect(result).toMatchObject({ kind: 'lost', reason: 'timed-out' });
    expect(await start('echo', { text: 'next' }).result).toEqual(value('next'));
  });

  it('is over when the pool is closed', async () => {
    const { start, pool } = openNativeBench();
    const { state, collect } = endless();
    const task = start('echo', {}, { collect });
    await state.began;
    await pool.close();
    expect(state.isOver).toBe(true);
    expect(await task.result).toEqual({ kind: 'canceled' });
  });
});

describe('a child that dies', () => {
  it.each(['SIGSEGV', 'SIGKILL', 'SIGABRT'] as const)(
    'by %s fails its task alone and is replaced',
    async (signal) => {
      const { start, crash, pool } = openNativeBench();
      const beside = start('wait');
      await beside.began;
      expect(await crash(signal).result).toMatchObject({ kind: 'lost', reason: 'crashed' });
      expect(await start('echo', { text: 'next' }).result).toEqual(value('next'));
      beside.cancel();
      expect(await beside.result).toEqual({ kind: 'canceled' });
      expect(pool.pids.every(isAlive)).toBe(true);
    },
  );

  it('while it is idle costs nobody anything', async () => {
    const { start, pool } = openNativeBench();
    const { value: pid } = (await start('pid').result) as { value: number };
    process.kill(pid, 'SIGKILL');
    const next = await start('pid').result;
    expect(next).toMatchObject({ kind: 'succeeded' });
    expect(next).not.toEqual(value(pid));
    expect(pool.size).toBe(1);
  });

  it.runIf(isLinux)('of too much memory is told from one that crashed', async () => {
    const { start } = openNativeBench({ memoryBytes: 200 * 1024 * 1024 }, { memoryBytes: 200 * 1024 * 1024 });
    expect(await start('allocate').result).toMatchObject({ kind: 'lost', reason: 'out-of-memory' });
    expect(await start('echo', { text: 'next' }).result).toEqual(value('next'));
  });

  it(
    'ten times within a second does not start children without end, and work goes on',
    { tags: 'rig' },
    async () => {
      const { start, losses } = openNativeBench({ size: 2 });
      const killed = Array.from({ length: 10 }, () => start('kill-itself').result);
      const after = start('echo', { text: 'after' }).result;
      for (const result of await Promise.all(killed)) expect(result).toMatchObject({ reason: 'crashed' });
      expect(await after).toEqual(value('after'));
      expect(losses.length).toBe(10);
    },
  );

  it('twice of the same work is not tried a third time', async () => {
    const { start, crash, losses } = openNativeBench();
    const crashAt = (fingerprint: string) => crash('SIGSEGV', { fingerprint }).result;
    expect(await crashAt('a')).toMatchObject({ reason: 'crashed' });
    expect(await crashAt('a')).toMatchObject({ reason: 'crashed' });
    expect(await crashAt('a')).toMatchObject({ reason: 'given-up' });
    expect(losses.length).toBe(2);
    expect(await start('echo', { text: 'x' }, { fingerprint: 'b' }).result).toEqual(value('x'));
  });

  it('before it is ready fails what waits for one of its kind', async () => {
    const { start } = openNativeBench({
      launcher: {
        protectsInputs: true,
        launch: (child) =>
          child.kind === 'program'
            ? brokenLauncher().launch()
            : { ...brokenLauncher().launch(), ...idleProcess() },
      },
    });
    const decoder = start('echo');
    const program = start('echo', {}, { kind: 'program' });
    expect(await program.result).toMatchObject({ kind: 'lost', reason: 'not-started' });
    decoder.cancel();
    expect(await decoder.result).toEqual({ kind: 'canceled' });
  });

  it('before it is ready, each time, fails what waits for it instead of starting for ever', async () => {
    const { pool, start, losses } = openNativeBench({
      launcher: brokenLauncher(),
    });
    expect(await start('echo').result).toMatchObject({ kind: 'lost', reason: 'not-started' });
    expect(losses.length).toBe(3);
    expect(pool.size).toBe(0);
  });
});

describe('a child that does not keep to the protocol', () => {
  const cases: [what: string, name: string, input: object][] = [
    ['closes its line', 'close-line', {}],
    ['answers for a task that is not its own', 'answer-for-others', {}],
    ['sends what is no JSON', 'send-raw', { text: 'no JSON\n' }],
    ['sends what is no message', 'send-raw', { text: '{"kind":"succeeded"}\n' }],
    ['sends a message of an unknown kind', 'send-raw', { text: '{"kind":"NODE_HANDLE","taskId":TASK}\n' }],
    ['says again that it is ready', 'send-raw', { text: '{"kind":"ready"}\n' }],
    ['says again that it began', 'send-raw', { text: '{"kind":"begun","taskId":TASK}\n' }],
    ['floods its line', 'flood-line', {}],
    ['floods its output', 'flood-output', {}],
  ];
  it.each(cases)('%s: it is ended and its task fails', async (_what, name, input) => {
    const { start, pool } = openNativeBench();
    const { value: pid } = (await start('pid').result) as { value: number };
    const result = await start(name, input as never).result;
    expect(result).toMatchObject({ kind: 'lost', reason: 'misbehaved' });
    expect(result).toMatchObject({ kind: 'lost', reason: 'misbehaved' });
    expect(await start('echo', { text: 'next' }).result).toEqual(value('next'));
    expect(pool.pids).not.toContain(pid);
  });

  it('answers twice: the first answer counts, and it does no further task', async () => {
    const { start, losses } = openNativeBench();
    expect(await start('answer-twice').result).toEqual(value('first'));
    await expect.poll(() => losses.map(({ reason }) => reason)).toEqual(['misbehaved']);
    expect(await start('echo', { text: 'next' }).result).toEqual(value('next'));
  });

  it('answers late: the next task is done by another', async () => {
    const { start, losses, pool } = openNativeBench();
    expect(await start('answer-late', { milliseconds: 1 }).result).toEqual(value('done'));
    const [pid] = pool.pids;
    await expect.poll(() => losses.map(({ reason }) => reason)).toEqual(['misbehaved']);
    expect(await start('pid').result).not.toEqual(value(pid));
  });

  it.runIf(isLinux).each(['attached', 'detached'])(
    'leaves a process behind (%s): both are ended',
    async (text) => {
      const { start, losses } = openNativeBench();
      const forked = (await start('fork', { text }, { kind: 'program' }).result) as { value: number };
      expect(forked.value).toBeGreaterThan(0);
      await expect.poll(() => losses.map(({ reason }) => reason)).toEqual(['misbehaved']);
      await expect.poll(() => isAlive(forked.value)).toBe(false);
    },
  );

  it.runIf(isLinux)('dies and leaves a process behind: that one is ended as well', async () => {
    const { start, pool } = openNativeBench();
    const holder = start('hang', null, { kind: 'program' });
    await holder.began;
    const forked = (await start('fork', { text: 'attached' }, { kind: 'program', collect: (pid) => pid })
      .result) as {
      value: number;
    };
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL');
    await expect.poll(() => isAlive(forked.value)).toBe(false);
    expect(await holder.result).toMatchObject({ kind: 'lost', reason: 'crashed' });
  });
});

describe('what a child may do', () => {
  it('its environment holds no variable of ours but its folder and its mark', async () => {
    const { start } = openNativeBench();
    process.env['PATCHBAY_TEST_KEY'] = 'secret';
    const { value: environment } = (await start('environment').result) as { value: Record<string, string> };
    delete process.env['PATCHBAY_TEST_KEY'];
    expect(Object.keys(environment).toSorted()).toEqual(['PATCHBAY_CHILD', 'TMPDIR']);
  });

  it('reads its own files and no others, writes results only, and starts nothing', async () => {
    const { start, folder } = openNativeBench();
    const path = join(folder, 'secret');
    writeFileSync(path, 'secret');
    const files = [{ name: 'own', path }];
    const denied = value('ERR_ACCESS_DENIED');
    expect(await start('read', { path }).result).toEqual(denied);
    expect(await start('read', { path: `/proc/${process.pid}/environ` }).result).toEqual(denied);
    expect(await start('write', { path: join(folder, 'new') }).result).toEqual(denied);
    expect(await start('try-fork').result).toEqual(denied);
    expect(await start('write-input', { text: 'own' }, { files }).result).toEqual(denied);
    expect(readFileSync(path, 'utf8')).toBe('secret');
  });

  it('a link is no result', async () => {
    const { start, folder } = openNativeBench();
    const path = join(folder, 'secret');
    writeFileSync(path, 'secret');
    expect(await start('link-output', { path }).result).toEqual(
      value({ symbolic: 'ERR_ACCESS_DENIED', hard: 'ERR_ACCESS_DENIED' }),
    );
  });
});

/** A process that never gets ready. */
function idleProcess() {
  const exited = Promise.withResolvers<{ code: null; signal: string }>();
  return { exited: exited.promise, kill: async () => exited.resolve({ code: null, signal: 'SIGKILL' }) };
}

function brokenLauncher() {
  return {
    protectsInputs: true,
    launch: () => ({
      pid: undefined,
      send: () => {},
      onText: () => {},
      onClosed: () => {},
      onFlood: () => {},
      strays: async () => [],
      outputTail: () => 'no such program',
      exited: Promise.resolve({ code: 1, signal: null }),
      kill: async () => {},
    }),
  };
}
