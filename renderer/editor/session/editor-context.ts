import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import {
  isStale,
  type NodeResult,
  type NodeRunState,
  type NodeRunTable,
} from '#renderer/model/node-run-state.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import type { UploadItem } from '#renderer/uploads/index.ts';
import type { SaveStatus } from '#shared/graph-saving/index.ts';
import type { LineSize } from './node-detail.ts';
import type { EditorSession } from './editor-session.ts';
import type { EditorPreferencesState } from './editor-preferences.ts';
import type { EditorUiState } from './editor-ui.ts';
import { visibleResult } from './shown-result.ts';

/** What node components get without props, so that their props never change. */
export interface EditorEnvironment {
  session: EditorSession;
  runTable: NodeRunTable;
  onRunTo: (nodeIds: string[]) => void;
  /** Looks closely at an output of the run that is shown. */
  onOpenOutput: (nodeId: string, pin: string) => void;
  /** Shows the items of a node in a table. */
  onOpenItems: (nodeId: string) => void;
  /** Looks closely at a file that a node holds. */
  onOpenFile: (fileId: string) => void;
}

export const EditorContext = createContext<EditorEnvironment | null>(null);

export function useEditor(): EditorEnvironment {
  const editor = use(EditorContext);
  if (!editor) throw new Error('This component belongs inside the editor canvas.');
  return editor;
}

/**
 * One part of a node; the component wakes only when that part changes.
 * @param pick returns something that keeps its identity while it stays the same.
 * @returns undefined when there is no such node.
 */
export function useNodeSelector<T>(
  session: EditorSession,
  nodeId: string,
  pick: (node: GraphNode) => T,
): T | undefined {
  const subscribe = useCallback(
    (listener: () => void) => session.store.subscribeNode(nodeId, listener),
    [session, nodeId],
  );
  return useSyncExternalStore(subscribe, () => {
    const node = session.store.getNode(nodeId);
    return node && pick(node);
  });
}

/** What a node is called; the component wakes when it is called otherwise. */
export const useTitle = (session: EditorSession, nodeId: string): string =>
  useNodeSelector(session, nodeId, (node) => session.titleOfNode(node)) ?? session.titleOf(nodeId);

/** Whether a node is selected; the component wakes when that changes. */
export const useIsSelected = (session: EditorSession, nodeId: string): boolean =>
  useNodeSelector(session, nodeId, () => session.store.isSelected(nodeId)) === true;

/** What a file is called; the component wakes when it is called otherwise. @param fileId null of no file. */
export const useFileName = (session: EditorSession, fileId: string | null): string | null =>
  useSyncExternalStore(session.fileNames.subscribe, () =>
    fileId === null ? null : session.fileName(fileId),
  );

/** Wakes when any file is called otherwise. */
export const useFileNames = (session: EditorSession): number =>
  useSyncExternalStore(session.fileNames.subscribe, session.fileNames.revision);

export function useRunState(runTable: NodeRunTable, nodeId: string): NodeRunState | undefined {
  const subscribe = useCallback(
    (listener: () => void) => runTable.subscribe(nodeId, listener),
    [runTable, nodeId],
  );
  return useSyncExternalStore(subscribe, () => runTable.get(nodeId));
}

/** Whether it is not known yet what a node has made; the component wakes when it is. */
export function useIsLoading(runTable: NodeRunTable, nodeId: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => runTable.subscribe(nodeId, listener),
    [runTable, nodeId],
  );
  return useSyncExternalStore(subscribe, () => runTable.isLoading?.() === true);
}

/** Whether a node's key is this one; the component wakes when that changes. */
export function useIsKey(session: EditorSession, nodeId: string, key: string | null): boolean {
  const subscribe = useCallback(
    (listener: () => void) => session.keys.subscribeNode(nodeId, listener),
    [session, nodeId],
  );
  return useSyncExternalStore(subscribe, () => session.keys.peek(nodeId) === key);
}

/** What to show of a node's results, and whether the graph has outgrown it; wakes when either changes. */
export function useResult(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
): { result: NodeResult | undefined; isStale: boolean } {
  // A key that is typed gives the nodes below other keys, and most of them nothing else to show.
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [runTable.subscribe(nodeId, listener), session.keys.subscribeNode(nodeId, listener)];
      return () => ends.forEach((end) => end());
    },
    [session, runTable, nodeId],
  );
  const find = (): NodeResult | undefined =>
    visibleResult(session, runTable, nodeId, session.keys.peek(nodeId));
  const outgrows = (): boolean => isStale(find(), session.keys.peek(nodeId));
  useSyncExternalStore(subscribe, () => find()?.outputs);
  // A preview that is given up leaves the outputs as they were.
  const isOutdated = useSyncExternalStore(subscribe, outgrows);
  return { result: find(), isStale: isOutdated };
}

/** Why a node cannot run, as a sentence; null for one that can. */
export const useBlockReason = (session: EditorSession, nodeId: string): string | null =>
  useSyncExternalStore(session.outlook.subscribe, () => session.outlook.reasonOf(nodeId));

/** Whether a run executes the node. */
export const useRuns = (session: EditorSession, nodeId: string): boolean =>
  useSyncExternalStore(session.outlook.subscribe, () => session.outlook.get().runs.has(nodeId));

/** Whether the last start left the node out, and would again. */
export const useLeftOut = (session: EditorSession, nodeId: string): boolean =>
  useSyncExternalStore(session.outlook.subscribe, () => session.outlook.wasLeftOut(nodeId));

/** Size of a node's lines of text; null where it shows its fields. */
export function useLineSize(session: EditorSession, nodeId: string): LineSize {
  const subscribe = useCallback(
    (listener: () => void) => session.detail.subscribe(nodeId, listener),
    [session, nodeId],
  );
  return useSyncExternalStore(subscribe, () => session.detail.of(nodeId));
}

export function useUpload(session: EditorSession, nodeId: string): UploadItem | undefined {
  const subscribe = useCallback(
    (listener: () => void) => session.uploads.subscribe(nodeId, listener),
    [session, nodeId],
  );
  return useSyncExternalStore(subscribe, () => session.uploads.ofNode(nodeId));
}

/** One value of the view state; pick something that keeps its identity while it stays the same. */
export function useUi<T>(session: EditorSession, pick: (ui: EditorUiState) => T): T {
  return useSyncExternalStore(session.ui.subscribe, () => pick(session.ui.get()));
}

/** What a person has set about working on the canvas. */
export const usePreferences = (session: EditorSession): EditorPreferencesState =>
  useSyncExternalStore(session.preferences.subscribe, session.preferences.get);

/** States in which people have to do something, or keep the window open. */
const SAVE_PROBLEM = ['key-needed', 'older', 'gone', 'unjournaled'] as const;
export type SaveProblem = Extract<SaveStatus, { kind: (typeof SAVE_PROBLEM)[number] }>;
const isProblem = (status: SaveStatus): status is SaveProblem =>
  SAVE_PROBLEM.some((kind) => kind === status.kind);

/** What keeps the project from being saved; null without anything, however often it is saved. */
export function useSaveProblem(session: EditorSession): SaveProblem | null {
  const subscribe = useCallback((listener: () => void) => session.sync.subscribe(listener), [session]);
  return useSyncExternalStore(subscribe, () => {
    const { status } = session.sync;
    return isProblem(status) ? status : null;
  });
}

/** Wakes when node types become known. */
export function useCatalogRevision(session: EditorSession): number {
  const subscribe = useCallback((listener: () => void) => session.catalog.subscribe(listener), [session]);
  return useSyncExternalStore(subscribe, () => session.catalog.revision);
}
