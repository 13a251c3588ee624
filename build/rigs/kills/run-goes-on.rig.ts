import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import type { RunFeed } from '#renderer/runs/follow-run.ts';
import type { RunState } from '#renderer/runs/run-state.ts';
import { createRunStore } from '#renderer/runs/run-store.ts';
import { emulatePage } from '../page-side.ts';
import { renderedFromService, screenOf } from '../painted-run.ts';
import { servicePid, startHostProcess } from './host-process.ts';

const number = (value: number) => ({ type: 'number', value });
const text = (value: string) => ({ type: 'string', value });

test('a run whose service is killed in the middle of it goes on, and an open page shows it to its exact end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-run-goes-on-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const host = await startHostProcess(folder);
  onTestFinished(() => host.stop());
  onTestFinished(await emulatePage(await host.link()));
  const api = apiFor('local');
  const isReady = () => api(endpoints.account.credits, {}).then(Boolean, () => false);
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);

  const seen: RunState[] = [];
  const feeds: RunFeed[] = [];
  const runs = createRunStore({ connectionId: 'local', projectId: 'none', api, desk: callDesk });
  onTestFinished(() => runs.dispose());
  runs.store.subscribe(({ runs: all, feeds: now, activeId }) => {
    const run = all[activeId ?? ''];
    const feed = now[activeId ?? ''];
    if (run && run !== seen.at(-1)) seen.push(run);
    if (feed && feed !== feeds.at(-1)) feeds.push(feed);
  });
  const end = new Promise<RunState>((resolve) => runs.onEnd(resolve));
  const { runId } = await runs.start({
    graph: {
      nodes: [
        { id: 'words', type: 'input/text', inputs: { value: text('still here') } },
        { id: 'first', type: 'control/delay', inputs: { seconds: number(2) } },
        { id: 'second', type: 'control/delay', inputs: { seconds: number(2) } },
        { id: 'out', type: 'output/value', inputs: { name: text('Words') } },
      ],
      connections: [
        { from: ['words', 'text'], to: ['first', 'value'] },
        { from: ['first', 'value'], to: ['second', 'value'] },
        { from: ['second', 'value'], to: ['out', 'value'] },
      ],
    },
  });
  const phaseOf = (node: string) => runs.table.get(node)?.phase;
  const kill = () => {
    const pid = servicePid(folder);
    if (pid === null) throw new Error('There is no service to be killed.');
    process.kill(pid, 'SIGKILL');
    return pid;
  };
  for (const node of ['first', 'second']) {
    await expect.poll(() => phaseOf(node), { timeout: 120_000 }).toBe('running');
    const pid = kill();
    await expect.poll(() => servicePid(folder), { timeout: 60_000 }).not.toBe(pid);
  }

  const ended = await end;
  expect(ended).toMatchObject({ status: 'succeeded', outputs: { Words: { value: 'still here' } } });
  expect(screenOf(ended)).toBe(screenOf(await renderedFromService(api, runId)));
  // The page said that it was looking for the service, and never showed less than it had.
  expect(feeds[0]).toBe('live');
  expect(feeds.some((feed) => feed !== 'live')).toBe(true);
  expect(new Set(seen.map(({ runId: id }) => id))).toEqual(new Set([runId]));
  for (const node of ['words', 'first', 'second', 'out']) {
    const phases = seen.map(({ nodes }) => nodes[node]?.phase ?? 'waiting');
    const from = phases.findIndex((phase) => phase === 'succeeded' || phase === 'cached');
    expect(new Set(phases.slice(from))).toHaveLength(1);
  }
  expect(ended.log.filter(({ tone }) => tone === 'error')).toEqual([]);
});
