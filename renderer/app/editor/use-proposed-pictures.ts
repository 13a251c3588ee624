import { useEffect, useMemo, useState } from 'react';
import type { OpenProposal } from '#shared/agents/index.ts';
import { isFileOutput } from '#shared/api/index.ts';
import { liveSideFor } from '#shared/desk/run-origin.ts';
import { isLiveSource } from '#shared/graph/node-type-source.ts';
import { apiFor } from '#renderer/desk/index.ts';
import { browserClock } from '#renderer/desk/browser-clock.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { createLiveRunner, planProposed, type LivePlan } from '#renderer/live/index.ts';
import type { RunStore } from '#renderer/runs/index.ts';

/** After so long without a change the pictures are made. Milliseconds. */
const PAUSE_MS = 400;
/** So large a proposed node shows a picture: longest side, in pixels of the page. */
const PICTURE_PIXELS = 240;
/** More nodes than these are not previewed: nobody looks at all of them. */
const MAX_PREVIEWED = 30;

/** File ids of pictures, by node. */
export type ProposedPictures = ReadonlyMap<string, string>;

const NONE: ProposedPictures = new Map();

function planOf(session: EditorSession, runs: RunStore, open: OpenProposal): LivePlan | null {
  const changed = open.items.flatMap(({ id, kind, operations }) => {
    const isVisible = operations.some(({ op }) => op !== 'moveNode' && op !== 'setNodeTitle');
    return kind === 'removed' || !isVisible ? [] : [id];
  });
  return planProposed({
    graph: open.graph,
    changed: new Set(changed.slice(0, MAX_PREVIEWED)),
    side: liveSideFor(PICTURE_PIXELS * devicePixelRatio),
    isLive: (type) => isLiveSource(session.catalog.find(type)?.summary.source),
    requiredInputs: (type) => session.catalog.requiredInputs(type),
    resultOf(id) {
      const key = session.store.getNode(id) === undefined ? null : session.keys.keyOf(id);
      return key === null ? undefined : runs.results.at(key);
    },
    isSpread: (id) => session.store.getNode(id) !== undefined && session.lists.spreadInputs(id).length > 0,
  });
}

/**
 * What the nodes of a proposal would make, where a preview of them is free.
 * @param isAllowed whether previews may be made now. @returns pictures by node, as they come; those of before until then
 */
export function useProposedPictures(
  {
    connectionId,
    projectId,
    session,
    runs,
  }: { connectionId: string; projectId: string; session: EditorSession; runs: RunStore },
  open: OpenProposal | null,
  isAllowed: boolean,
): ProposedPictures {
  const [pictures, setPictures] = useState(NONE);
  const latest = useMemo(
    () => (open === null || !isAllowed ? null : planOf(session, runs, open)),
    [session, runs, open, isAllowed],
  );
  // The same run is not made anew while something else is edited.
  const [plan, setPlan] = useState<LivePlan | null>(null);
  if (JSON.stringify(latest) !== JSON.stringify(plan)) setPlan(latest);
  useEffect(() => {
    if (plan === null) return undefined;
    const controller = new AbortController();
    const runner = createLiveRunner({ connectionId, projectId, api: apiFor(connectionId) });
    const cancelPause = browserClock.after(PAUSE_MS, () => {
      const found = new Map<string, string>();
      const run = runner.run(
        plan,
        (event) => {
          if (event.kind === 'failed') return;
          const picture = Object.values(event.outputs).find(
            (output) => isFileOutput(output) && output.contentType.startsWith('image/'),
          );
          if (picture === undefined || !isFileOutput(picture)) return;
          found.set(event.nodeId, picture.fileId);
          setPictures(new Map(found));
        },
        controller.signal,
      );
      // Nobody asked for this run: without it the proposal is shown without pictures.
      run.catch(() => undefined);
    });
    return () => {
      cancelPause();
      controller.abort();
    };
  }, [plan, connectionId, projectId]);
  return plan === null ? NONE : pictures;
}
