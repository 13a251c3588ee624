import { useEffect, useRef } from 'react';
import type { EditorSession } from '#renderer/editor/index.ts';
import type { RunsState, RunStore } from '#renderer/runs/index.ts';
import type { EditorPanels } from './editor-panels.tsx';
import { activeRunsOf } from '../runs/run-context.ts';

/**
 * Shows Runs while a run goes on, and the node again that is chosen afterwards. Runs stay where the person opened them, or
 * where the focus is in them: there somebody reads. Where nothing has run in the project there is nothing to read.
 * @returns what to call when a run has started.
 */
export function useLeaveRuns(
  { store }: EditorSession,
  runs: RunStore,
  { layout, showRight }: Pick<EditorPanels, 'layout' | 'showRight'>,
): () => void {
  const wasExpandedByRun = useRef(false);
  const areVisible = layout.rightOpen && layout.rightTab === 'runs';
  useEffect(() => {
    if (!areVisible) wasExpandedByRun.current = false;
  }, [areVisible]);
  useEffect(
    () =>
      store.subscribe(({ selectionChanged }) => {
        if (!selectionChanged || store.selectedNodes.size !== 1) return;
        const isEmpty = isLeftEmpty(runs.store.getState());
        if (!wasExpandedByRun.current && !(areVisible && isEmpty)) return;
        if (activeRunsOf(runs.store.getState()) > 0) return;
        if (document.activeElement?.closest('[data-tour="right-panel"]')) return;
        showRight('inspector');
      }),
    [store, runs, showRight, areVisible],
  );
  return () => {
    showRight('runs');
    // Told after the panel has changed, which would take it back.
    if (!areVisible) requestAnimationFrame(() => (wasExpandedByRun.current = true));
  };
}

/** Nothing has ever run, as far as is known by now. */
const isLeftEmpty = ({ history, order }: RunsState): boolean => history === 'ready' && order.length === 0;
