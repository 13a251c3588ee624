import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { EditorSession } from '#renderer/editor/index.ts';
import { publishing, PublishPanel, type PublishablePin } from '#renderer/templates/index.ts';
import { PanelSeparator, ResizablePanel } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { usePublishEnds } from './use-publish-ends.ts';
import type { Workspace } from './use-workspace.ts';

const t = words.appEditor.publishCanvas;

/** How long edits settle before what can be published is read anew. Milliseconds. */
const SETTLE_MS = 600;
/** From here on nodes have pins that can be pressed. */
const MIN_ZOOM = 0.45;

/** The form that publishes, in the place of the right panel; its pins are picked on the canvas. */
export function PublishSidePanel({ workspace: { session } }: { workspace: Workspace }): ReactElement | null {
  const request = useStore(publishing, (state) => state.request);
  const ends = usePublishEnds();
  const edits = useSettledEdits(session);
  const onPick = useCallback((pins: readonly PublishablePin[] | null) => showPins(session, pins), [session]);
  if (request === null) return null;
  return (
    <>
      <PanelSeparator label={t.widthPublishPanel} />
      <ResizablePanel
        id="publish"
        defaultSize={400}
        minSize={340}
        maxSize={560}
        groupResizeBehavior="preserve-pixel-size"
      >
        <PublishPanel
          {...request}
          {...ends}
          edits={edits}
          onPick={onPick}
          onReveal={(nodeId) => session.focusNode(nodeId)}
        />
      </ResizablePanel>
    </>
  );
}

/** Counts edits of the document, several in a row as one. */
function useSettledEdits(session: EditorSession): number {
  const [edits, setEdits] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.store.subscribe(({ edited }) => {
      if (edited.size === 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => setEdits((count) => count + 1), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session]);
  return edits;
}

function showPins(session: EditorSession, pins: readonly PublishablePin[] | null): void {
  if (pins === null) return session.picking.show(null);
  if (!session.picking.isActive()) {
    // From far away no pin is seen: it begins at the first that is chosen.
    const box = session.scene.visibleRect(
      (pins.find(({ order }) => order !== null) ?? pins[0])?.nodeId ?? '',
    );
    if (box && session.view.view.zoom < MIN_ZOOM) session.view.reveal(box);
  }
  const positioned = pins.map((pinView) => ({ ...pinView, side: sideOf(session, pinView) }));
  return session.picking.show({
    pins: positioned.map(({ nodeId, pin, side, label, order }) => ({
      nodeId,
      pin,
      side,
      label,
      order,
    })),
    onToggle: ({ nodeId, pin, side }) =>
      positioned
        .findLast((pinView) => pinView.nodeId === nodeId && pinView.pin === pin && pinView.side === side)
        ?.toggle(),
  });
}

/** What arrives at an output node is an output of the project, and stands at its input. */
function sideOf(session: EditorSession, { role, nodeId, pin }: PublishablePin): 'input' | 'output' {
  if (role === 'input') return 'input';
  const outputs = session.catalog.pinsOf(session.store.getNode(nodeId)?.type ?? '')?.outputs ?? [];
  return outputs.some(({ name }) => name === pin) ? 'output' : 'input';
}
