import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints, type PublicRunEvent } from '#shared/api/index.ts';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { RunPanel } from './run-panel.tsx';
import type { RunStore } from './run-store.ts';
import { detail, done, event, frames, listed, story, useRunWorld } from './testing/run-story.ts';

let connectionId: string;
let desk: DeskStandIn;
let runs: RunStore;
useRunWorld((world) => ({ connectionId, desk, runs } = world));

it('wakes a node at once and the panels a few times a second, and lists thousands of nodes in parts', async () => {
  const ids = Array.from({ length: 1200 }, (_v, index) => `n${index}`);
  let push: (events: PublicRunEvent[]) => void = () => undefined;
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  desk.stream(endpoints.runs.streamEvents, () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        push = (events) => {
          for (const one of events) {
            controller.enqueue(new TextEncoder().encode(`id: ${one.id}\ndata: ${JSON.stringify(one)}\n\n`));
          }
        };
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  await runs.start({});
  await vi.waitFor(() => expect(desk.calls('runs.streamEvents')).toHaveLength(1));
  await renderPage(
    <RunPanel
      connectionId="con_1"
      runs={runs}
      titleOf={(id) => `Node ${id}`}
      onJumpToNode={() => undefined}
      onOpenOutputs={() => undefined}
    />,
  );
  push([event('e1', 'run.started', { data: { plan: ids } })]);
  await expect.element(page.getByText('Running, 0 of 1200 done').first()).toBeVisible();
  const list = page.getByRole('list', { name: 'Nodes of the run' });
  expect(list.element().childElementCount).toBe(100);
  await page.getByRole('button', { name: 'Show 500 more nodes' }).click();
  expect(list.element().childElementCount).toBe(600);

  let published = 0;
  const woken: number[] = [];
  runs.store.subscribe(() => (published += 1));
  ids.slice(0, 40).forEach((id, index) => {
    runs.table.subscribe(id, () => woken.push(index));
  });
  push(ids.slice(0, 40).map((nodeId, index) => event(`s${index}`, 'node.started', { nodeId })));
  await vi.waitFor(() => expect(woken).toEqual(ids.slice(0, 40).map((_id, index) => index)));
  expect(runs.table.get('n39')?.phase).toBe('running');
  await vi.waitFor(() => expect(runs.store.getState().runs['run_1']?.nodes['n39']?.phase).toBe('running'));
  expect(published).toBeLessThan(10);

  // The end is shown at once, with all that came before it.
  push([
    event('e2', 'node.succeeded', { nodeId: 'n0', data: { outputs: {} } }),
    event('e3', 'run.succeeded'),
  ]);
  await vi.waitFor(() => expect(runs.store.getState().runs['run_1']?.status).toBe('succeeded'));
  expect(runs.store.getState().runs['run_1']?.nodes['n0']?.phase).toBe('succeeded');
});

it('puts the failed node first in the panel and leads to it', async () => {
  const failure = 'Sigma must be between 0.3 and 1000.';
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () =>
    detail({ status: 'failed', error: { code: 'BAD_INPUT', message: failure, nodeId: 'card' } }),
  );
  const events = [
    ...story.slice(0, 3),
    event('f4', 'node.failed', { nodeId: 'card', message: failure }),
    event('f5', 'run.failed', { message: failure }),
  ];
  desk.stream(endpoints.runs.streamEvents, () => frames(events));
  desk.api(endpoints.runs.listEvents, () => listed(events));
  const jump = vi.fn<(nodeId: string) => void>();
  await renderPage(
    <RunPanel
      connectionId={connectionId}
      runs={runs}
      titleOf={(id) => `The ${id}`}
      onJumpToNode={jump}
      onOpenOutputs={vi.fn<() => void>()}
    />,
  );
  await runs.start({});
  await expect.element(page.getByRole('button', { name: 'Go to the node' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Nodes of the run' }).getByRole('button');
  expect(rows.elements()[0]?.textContent).toContain(failure);
  await page.getByRole('button', { name: 'Go to the node' }).click();
  expect(jump).toHaveBeenCalledWith('card');
  await expect
    .element(page.getByRole('status').filter({ hasText: `The run failed. ${failure}` }))
    .toBeInTheDocument();
});
