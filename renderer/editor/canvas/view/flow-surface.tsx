import '@xyflow/react/dist/base.css';
import { ReactFlow, type Edge, type NodeProps } from '@xyflow/react';
import { memo, useEffect, useRef, useSyncExternalStore, type ReactElement, type RefObject } from 'react';
import { NodeView } from '../../node/node-view.tsx';
import { MAX_ZOOM, MIN_ZOOM } from '../../scene/view-controller.ts';
import { usePreferences } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { MountedNode, NodeWindow } from './window-nodes.ts';

const NO_EDGES: Edge[] = [];
const FlowNode = memo(({ id }: NodeProps<MountedNode>) => <NodeView nodeId={id} />);
FlowNode.displayName = 'FlowNode';
const NODE_TYPES = { patchbay: FlowNode };
const PAN_BUTTONS = [1];
const PRO = { hideAttribution: true };

/** So long after a move the view may be moved again, and stays in layers of its own. Milliseconds. */
const LAYERED_MS = 2000;

/** Marks the stage while the view moves, and while what moves with it is in layers of its own. */
function useMoveMarks(stage: RefObject<HTMLDivElement | null>): { start: () => void; end: () => void } {
  const idleTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(idleTimer.current), []);
  return {
    start() {
      clearTimeout(idleTimer.current);
      stage.current?.setAttribute('data-moving', '');
      stage.current?.setAttribute('data-layered', '');
    },
    end() {
      stage.current?.removeAttribute('data-moving');
      clearTimeout(idleTimer.current);
      idleTimer.current = setTimeout(() => stage.current?.removeAttribute('data-layered'), LAYERED_MS);
    },
  };
}

/** React Flow with the nodes that are in view: it owns the view and moves it; everything else is done by the canvas. */
export function FlowSurface({
  session,
  nodeWindow,
  stage,
  isSpaceDown,
}: {
  session: EditorSession;
  nodeWindow: NodeWindow;
  stage: RefObject<HTMLDivElement | null>;
  /** Any drag moves the view. */
  isSpaceDown: boolean;
}): ReactElement {
  const nodes = useSyncExternalStore(nodeWindow.subscribe, nodeWindow.get);
  const marks = useMoveMarks(stage);
  const hasTrackpad = usePreferences(session).navigation === 'trackpad';
  return (
    <ReactFlow
      nodes={nodes}
      edges={NO_EDGES}
      nodeTypes={NODE_TYPES}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      elevateNodesOnSelect={false}
      panOnDrag={isSpaceDown || PAN_BUTTONS}
      panActivationKeyCode={null}
      panOnScroll={isSpaceDown || hasTrackpad}
      zoomOnScroll={!hasTrackpad}
      zoomOnPinch
      zoomOnDoubleClick={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      disableKeyboardA11y
      proOptions={PRO}
      onMoveStart={(event) => {
        // Without an event it is the view that moves itself.
        if (event) session.view.release();
        session.view.setMoving(true);
        marks.start();
      }}
      onMoveEnd={() => {
        session.view.setMoving(false);
        marks.end();
      }}
    />
  );
}
