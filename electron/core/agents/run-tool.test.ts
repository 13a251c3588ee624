import { expect, test } from 'vitest';
import { ApiError } from '#shared/api/index.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import type { CallRecord } from './agent-rows.ts';
import type { StoredAgent } from './agent-store.ts';
import { ToolRunner } from './run-tool.ts';
import type { ToolHandlers } from './tool-types.ts';

/** A runner whose tools wait until they are let go. */
function startRunner() {
  const { clock, pass } = manualClock();
  const calls: CallRecord[] = [];
  const waiting: (() => void)[] = [];
  const agent = { id: 'a', scopes: ['read'], stoppedAt: null } as unknown as StoredAgent;
  const handlers = {
    read_graph: () => new Promise((done) => waiting.push(() => done({ text: 'read' }))),
    list_projects: async () => ({ text: 'list', content: { label: 'l', text: 'ü'.repeat(40_000) } }),
    list_templates: async () => {
      throw new ApiError({ status: 429, code: 'RATE_LIMITED', message: 'slow down' });
    },
    list_outputs: async () => {
      throw new ApiError({ status: 409, code: 'CONFLICT', message: 'It changed' });
    },
    list_files: async () => {
      throw new Error('a bug, with a path /home/me');
    },
  } as unknown as ToolHandlers;
  const runner = new ToolRunner({
    store: { get: () => agent },
    rows: { addCall: (call: CallRecord) => calls.push(call) },
    handlers,
    clock,
    log: createTestLog(),
    onRecorded: () => {},
  });
  const signal = new AbortController().signal;
  const call = (name: Parameters<ToolRunner['call']>[1], input: unknown = { project: 'p' }) =>
    runner.call('a', name, input, { signal, progress: () => {} });
  return { runner, pass, calls, waiting, call };
}

test('of a flood the calls above the limit do nothing, and push nothing out of the log', async () => {
  const { call, calls, pass, waiting } = startRunner();
  const first = Array.from({ length: 6 }, () => call('read_graph'));
  expect(await call('read_graph')).toMatchObject({
    isError: true,
    text: expect.stringContaining('6 calls going on') as string,
  });
  waiting.forEach((done) => done());
  await Promise.all(first);
  for (let count = 6; count < 240; count += 1) await call('list_projects', {});
  expect((await call('list_projects', {})).text).toMatch(/240 times a minute\. Wait 60 seconds/);
  expect(calls).toHaveLength(240);
  await pass(60_000);
  expect(await call('list_projects', {})).toMatchObject({ isError: false });
});

test('an answer fits, and a fault of our own says nothing of this computer', async () => {
  const { call, calls } = startRunner();
  expect(Buffer.byteLength((await call('list_projects', {})).text)).toBeLessThanOrEqual(25_000);
  const failed = await call('list_files');
  expect(failed).toMatchObject({ isError: true });
  expect(failed.text).not.toContain('/home/me');
  expect(calls.at(-1)).toMatchObject({ tool: 'list_files', outcome: 'failed', projectId: 'p' });
});

test('what a service says is told as a sentence, and of a busy one what to do next', async () => {
  const { call } = startRunner();
  expect((await call('list_templates', {})).text).toContain('Wait a minute, then call again.');
  expect((await call('list_outputs', { project: 'p' })).text).toBe('It changed.');
});
