import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { EditorSession } from '#renderer/editor/index.ts';
import type { RunState, RunStore } from '#renderer/runs/index.ts';
import { useProjectNotices, type ToastOptions } from '#renderer/ui/index.ts';
import { useEditorPanels, type EditorPanels } from './editor-panels.tsx';
import { useLive, type Live } from './use-live.ts';
import { currentProjectName } from './project-title.tsx';
import { activeRunsOf, selectedRunOf } from '../runs/run-context.ts';
import { useProjectRuns, useRunEnds } from '../runs/use-project-runs.ts';
import { keepRunInView } from './see-run.ts';
import { useLeaveRuns } from './use-leave-runs.ts';
import { useRunActions, type RunActions } from '../runs/use-run-actions.ts';

/** The open project with its runs and panels, and what stands before them. */
export interface Workspace {
  connectionId: string;
  projectId: string;
  session: EditorSession;
  runs: RunStore;
  /** The run that canvas, panel and gallery show. */
  visibleRun: RunState | undefined;
  /** How many runs have not ended. */
  activeRuns: number;
  actions: RunActions;
  live: Live;
  notify: (notice: ToastOptions) => void;
  panels: EditorPanels;
  areOutputsOpen: boolean;
  setOutputsOpen: (open: boolean) => void;
  /** Opens or closes the outputs by a key, which takes the focus along. */
  toggleOutputs: () => void;
  /** Whether the outputs were opened so. */
  outputsFocused: boolean;
  /** Opens the outputs; always the same function. */
  showOutputs: () => void;
  /** The node whose items stand in the place of the outputs; null for none. */
  itemsOf: string | null;
  /** Shows the items of a node; always the same function. Null for the outputs again. */
  showItems: (nodeId: string | null) => void;
  /** Whether the conversation was opened by a command, which takes the focus along. */
  chatFocused: boolean;
  toggleChat: () => void;
  isApplying: boolean;
  setApplying: (applying: boolean) => void;
  /** The dialog that makes a grid is open. */
  isVarying: boolean;
  setVarying: (varying: boolean) => void;
  isRenaming: boolean;
  setRenaming: (renaming: boolean) => void;
  isDeleting: boolean;
  setDeleting: (deleting: boolean) => void;
  /** The version that is compared with now. */
  comparedId: string | null;
  compare: (versionId: string | null) => void;
}

/** Frames after which the canvas has the size that the outputs leave it. */
const LAYOUT_FRAMES = 2;

/** Whether the outputs are shown below the canvas. A run shows them, unless a person has closed them. */
function useOutputs(session: EditorSession) {
  const [areOutputsOpen, setOpen] = useState(false);
  const isClosed = useRef(false);
  const setOutputsOpen = useCallback((open: boolean) => {
    isClosed.current = !open;
    setOpen(open);
  }, []);
  const [outputsFocused, setFocused] = useState(false);
  const [itemsOf, setItemsOf] = useState<string | null>(null);
  const toggleOutputs = (): void => {
    setFocused(!areOutputsOpen);
    setOutputsOpen(!areOutputsOpen);
  };
  const showItems = useCallback(
    (nodeId: string | null) => {
      setItemsOf(nodeId);
      setFocused(false);
      setOutputsOpen(true);
    },
    [setOutputsOpen],
  );
  const showOutputs = useCallback(() => showItems(null), [showItems]);
  const runFinished = useCallback(
    (run: RunState) => {
      const see = keepRunInView(session, run);
      if (Object.keys(run.outputs).length > 0 && !isClosed.current) setOpen(true);
      const wait = (frames: number): void =>
        void requestAnimationFrame(() => (frames === 0 ? see() : wait(frames - 1)));
      wait(LAYOUT_FRAMES);
    },
    [session],
  );
  return {
    areOutputsOpen,
    setOutputsOpen,
    toggleOutputs,
    outputsFocused,
    showOutputs,
    itemsOf,
    showItems,
    runFinished,
  };
}

/** The state of the editor's page; one for one project. */
export function useWorkspace(projectRef: {
  connectionId: string;
  projectId: string;
  session: EditorSession;
}): Workspace {
  const { connectionId, projectId, session } = projectRef;
  const runs = useProjectRuns(connectionId, projectId);
  const client = useQueryClient();
  const panels = useEditorPanels();
  const { showRight } = panels;
  const { showOutputs, runFinished, ...outputs } = useOutputs(session);
  const [chatFocused, setChatFocused] = useState(false);
  const [isApplying, setApplying] = useState(false);
  const [isVarying, setVarying] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [comparedId, setComparedId] = useState<string | null>(null);
  const selectedRun = useStore(runs.store, selectedRunOf);
  const activeRuns = useStore(runs.store, activeRunsOf);
  const notify = useProjectNotices(() => currentProjectName(client, session));
  const live = useLive({ connectionId, projectId, session, runs, activeRuns });
  const actions = useRunActions({
    session,
    runs,
    live: live.previews,
    notify,
    onStarted: useLeaveRuns(session, runs, panels),
  });
  useRunEnds({ connectionId, projectId, runs, notify, onRunEnd: runFinished, onOutputs: showOutputs });
  useEffect(
    () =>
      session.ui.subscribe(() => {
        if (session.ui.get().inspectorRequested) showRight('inspector');
        if (session.ui.get().varyRequested) setVarying(true);
      }),
    [session, showRight],
  );
  return {
    ...projectRef,
    runs,
    visibleRun: selectedRun,
    activeRuns,
    actions,
    live,
    notify,
    panels,
    ...outputs,
    showOutputs,
    chatFocused,
    toggleChat() {
      setChatFocused(true);
      panels.toggleRight('chat')();
    },
    isApplying,
    setApplying,
    isVarying,
    setVarying,
    isRenaming,
    setRenaming,
    isDeleting,
    setDeleting,
    comparedId,
    compare(versionId) {
      session.store.select([]);
      setComparedId(versionId);
    },
  };
}
