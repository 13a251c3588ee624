import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createStore } from 'zustand/vanilla';
import type { EditorSession } from '#renderer/editor/index.ts';
import { openSession } from '#renderer/editor/session/open-session.ts';
import { standIn } from '#renderer/editor/testing/editor-stand-in.ts';
import type { RunsState, RunStore } from '#renderer/runs/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { EditorLayout } from '../parts/use-layout.ts';
import { useLeaveRuns } from './use-leave-runs.ts';

const graph = {
  nodes: [
    { id: 'a', type: 'input/text', inputs: {} },
    { id: 'b', type: 'input/text', inputs: {} },
  ],
  connections: [],
};

function Bench({ session, runs }: { session: EditorSession; runs: RunStore }): ReactElement {
  const [rightTab, setTab] = useState<EditorLayout['rightTab']>('inspector');
  const layout = { rightOpen: true, rightTab } as EditorLayout;
  const started = useLeaveRuns(session, runs, { layout, showRight: setTab });
  return (
    <>
      <p>Shown: {rightTab}</p>
      <button type="button" onClick={started}>
        Run
      </button>
      <section data-tour="right-panel">
        <button type="button" onClick={() => setTab('runs')}>
          Runs
        </button>
      </section>
    </>
  );
}

async function show(order: readonly string[] = ['run_1']) {
  const session = await openSession(standIn(graph));
  const store = createStore(
    () => ({ runs: {}, order, history: 'ready', shownId: null }) as unknown as RunsState,
  );
  await renderPage(<Bench session={session} runs={{ store } as unknown as RunStore} />);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  return { session, frame, end: () => session.dispose() };
}

it('goes from Runs to the node that is chosen after a run, as the run had opened them', async () => {
  const { session, frame, end } = await show();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(page.getByText('Shown: runs')).toBeVisible();
  await frame();
  session.store.select(['a']);
  await expect.element(page.getByText('Shown: inspector')).toBeVisible();
  end();
});

it('stays at Runs where the person had opened them, or reads in them', async () => {
  const { session, frame, end } = await show();
  const runs = page.getByRole('button', { name: 'Runs' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await frame();
  runs.element().focus();
  session.store.select(['a']);
  await frame();
  await expect.element(page.getByText('Shown: runs')).toBeVisible();

  runs.element().blur();
  session.store.select(['b']);
  await expect.element(page.getByText('Shown: inspector')).toBeVisible();
  await runs.click();
  runs.element().blur();
  session.store.select(['a']);
  await frame();
  await expect.element(page.getByText('Shown: runs')).toBeVisible();
  end();
});

it('shows the node that is chosen where nothing has run in the project', async () => {
  const { session, end } = await show([]);
  const runs = page.getByRole('button', { name: 'Runs' });
  await runs.click();
  await expect.element(page.getByText('Shown: runs')).toBeVisible();
  runs.element().blur();
  session.store.select(['a']);
  await expect.element(page.getByText('Shown: inspector')).toBeVisible();
  end();
});
