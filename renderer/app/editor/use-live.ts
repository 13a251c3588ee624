import { browserClock } from '#renderer/desk/browser-clock.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { liveSideFor } from '#shared/desk/run-origin.ts';
import { isLiveSource } from '#shared/graph/node-type-source.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import {
  apiFor,
  callDesk,
  useChangeSettings,
  useConnections,
  useOffline,
  useSettings,
} from '#renderer/desk/index.ts';
import {
  createLiveRunner,
  LivePreviews,
  type LastPreviewsStore,
  type LiveDocument,
  type LiveBlocker,
} from '#renderer/live/index.ts';
import type { NodeResult, NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { RunStore } from '#renderer/runs/index.ts';
import { words } from '#renderer/words/index.ts';
import { liveItemsOf } from './live-items-of.ts';

const t = words.appEditor.useLive;

/** Previews while editing, as the editor's page shows them. */
export interface Live {
  previews: LivePreviews;
  isOn: boolean;
  blocker: LiveBlocker;
  /** Titles of node types that took too long lately. */
  slowTypes: readonly string[];
  toggle: () => void;
}

/** As large as the inspector shows a picture, and at 100 % a node: longest side, in pixels of the page. */
const PICTURE_PIXELS = 320;

/** As large as it is made for handles that lie on it. */
const HANDLED_PIXELS = 640;

/** Base types of pins that are typed into, letter by letter. */
const TYPED: ReadonlySet<string> = new Set(['text', 'json', 'any']);

/** The previews of the open document: allowed while they are on, the service answers, and no run of a person goes on. */
export function useLive({
  connectionId,
  projectId,
  session,
  runs,
  activeRuns,
}: {
  connectionId: string;
  projectId: string;
  session: EditorSession;
  runs: RunStore;
  activeRuns: number;
}): Live {
  const [previews] = useState(() => previewsOf({ connectionId, projectId, session, runs }));
  const connections = useConnections();
  const offline = useOffline(connectionId);
  const [isSwitchedOn, switchTo] = useSwitch(`${connectionId}/${projectId}`);
  const connection = connections.data?.connections.find(({ id }) => id === connectionId);
  const blocker = blockerOf(connection, offline !== null);
  const isOn = isSwitchedOn && blocker === null;
  const isAllowed = isOn && activeRuns === 0;
  useEffect(() => previews.open(), [previews]);
  useEffect(() => previews.allow(isAllowed), [previews, isAllowed]);
  const areResultsRead = useStore(runs.store, (state) => state.areResultsRead);
  useEffect(() => {
    if (areResultsRead) previews.resultsRead();
  }, [previews, areResultsRead]);
  useEffect(() => {
    if (activeRuns > 0) previews.runBegins();
  }, [previews, activeRuns]);
  const { slowTypes } = useSyncExternalStore(previews.subscribe, () => previews.status);
  const toggle = (): void => {
    switchTo(!isSwitchedOn);
    if (isSwitchedOn) previews.stop();
    else previews.refresh();
  };
  return {
    previews,
    isOn,
    blocker,
    slowTypes: slowTypes.map((type) => session.catalog.find(type)?.summary.title ?? type),
    toggle,
  };
}

/** The previews of a document, which stand on what runs have made. */
function previewsOf({
  connectionId,
  projectId,
  session,
  runs,
}: {
  connectionId: string;
  projectId: string;
  session: EditorSession;
  runs: RunStore;
}): LivePreviews {
  const live: LivePreviews = new LivePreviews({
    document: documentOf(session, runs.table, (key) => live.previews.at(key)),
    types: {
      isLive: (type) => isLiveSource(session.catalog.find(type)?.summary.source),
      requiredInputs: (type) => session.catalog.requiredInputs(type),
    },
    runs: {
      table: runs.table,
      resultAt: (key) => runs.results.at(key),
      isPreviousVisible() {
        const { activeId, order } = runs.store.getState();
        return activeId !== null && activeId !== order[0];
      },
    },
    runner: createLiveRunner({ connectionId, projectId, api: apiFor(connectionId) }),
    last: lastPreviewsOf(connectionId, projectId),
    clock: browserClock,
  });
  return live;
}

/** What the nodes of a project showed last, as this computer stores it: copies, which may be missing. */
const lastPreviewsOf = (connectionId: string, projectId: string): LastPreviewsStore => ({
  load: () =>
    callDesk('getLastPreviews', { params: { connectionId, projectId } }).then(
      ({ previews }) => previews,
      () => [],
    ),
  save: (previews) => {
    const body = { previews };
    callDesk('keepLastPreviews', { params: { connectionId, projectId }, body }).catch(() => undefined);
  },
});

function blockerOf(
  connection: { kind: 'local' | 'hosted'; name: string } | undefined,
  isUnavailable: boolean,
): LiveBlocker {
  if (connection === undefined) return t.livePreviewsNeedService;
  if (connection.kind === 'hosted') return t.livePreviewsLocalWorkspace(connection.name);
  return isUnavailable ? t.livePreviewsWhenService : null;
}

/** What runs have made, and previews of whole nodes at their keys. */
type ResultSources = [runs: NodeRunTable, previewAt: (key: string) => NodeResult | undefined];

function documentOf(session: EditorSession, ...results: ResultSources): LiveDocument {
  const { store, keys, states, view, scene, ui } = session;
  return {
    ...liveItemsOf(session, ...results),
    node: (id) => states.linked.node(id),
    incomingWires: (id) => [...states.linked.incomingWires(id)],
    keyOf: (id) => keys.keyOf(id),
    peekKey: (id) => keys.peek(id),
    areKeysSettled: () => keys.isSettled,
    onView(listener) {
      const ends = [view.subscribe(listener), ui.subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
    pictureSide() {
      const pixels =
        ui.get().handsOn === null ? PICTURE_PIXELS * Math.max(1, view.view.zoom) : HANDLED_PIXELS;
      return liveSideFor(pixels * devicePixelRatio);
    },
    inView() {
      const { handsOn } = ui.get();
      // What lies behind the picture is not seen: only what the picture needs is made.
      return handsOn === null
        ? scene.nodesIn(view.visible()).map(({ id }) => id)
        : [handsOn, ...[...states.linked.incomingWires(handsOn)].map(({ from }) => from[0])];
    },
    onEdit: (listener) =>
      store.onEdit(({ operations }) => {
        listener(
          operations.some(
            (operation) =>
              operation.op === 'setNodeInput' &&
              typeof operation.value.value === 'string' &&
              TYPED.has(session.inputType(operation.nodeId, operation.input).base),
          ),
        );
      }),
    onKeys: (listener) => keys.subscribe(listener),
  };
}

/** Projects whose previews are switched off; more are forgotten. */
const MAX_DISABLED = 500;

/** Whether a person has live previews on, for each project; stored in the settings' `layout`. */
function useSwitch(project: string): [boolean, (isOn: boolean) => void] {
  const settings = useSettings();
  const { mutate } = useChangeSettings();
  const layout = settings.data?.layout;
  const disabled = readProjects(layout?.['livePreviewsOff']);
  const change = (isOn: boolean): void => {
    const remaining = disabled.filter((entry) => entry !== project);
    const next = isOn ? remaining : [...remaining, project].slice(-MAX_DISABLED);
    mutate({ layout: { ...layout, livePreviewsOff: next } });
  };
  return [!disabled.includes(project), change];
}

const readProjects = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? stored.filter((value) => typeof value === 'string') : [];
