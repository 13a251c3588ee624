import '@xyflow/react/dist/base.css';
import { ReactFlow, ReactFlowProvider, type Edge, type NodeProps } from '@xyflow/react';
import {
  memo,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type ReactElement,
} from 'react';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { ContextMenu, type MenuEntries } from '#renderer/ui/index.ts';
import { NodeView } from '../node/node-view.tsx';
import { MAX_ZOOM, MIN_ZOOM } from '../scene/view-controller.ts';
import { EditorContext, usePreferences, useUi, type EditorSurroundings } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { startRenaming } from '../session/start-renaming.ts';
import { walk } from '../session/walk.ts';
import { ConnectPicker } from '../panels/connect-picker.tsx';
import { EmptyCanvas, Notice, ZoomControls } from './canvas-furniture.tsx';
import { menuAt } from './canvas-menu.ts';
import { DRAG_FILE, DRAG_NODE_TYPE, takeDrop } from './drops.ts';
import { FindNode } from './find-node.tsx';
import { GestureOverlayView } from './gesture-overlay.tsx';
import { Gestures } from './gestures.ts';
import { Minimap } from './minimap.tsx';
import { QuickAddView } from './quick-add.tsx';
import { useCanvasLayers } from './use-canvas-layers.ts';
import { useGesturePointers } from './use-gesture-pointers.ts';
import { NodeWindow, type MountedNode } from './window-nodes.ts';
import css from './editor-canvas.module.css';

export interface EditorCanvasProps {
  session: EditorSession;
  runTable: NodeRunTable;
  onRunTo: (nodeIds: string[]) => void;
  onOpenOutput: (nodeId: string, pin: string) => void;
  /** Shown by default. */
  minimap?: boolean;
}

const NO_EDGES: Edge[] = [];
const FlowNode = memo(({ id }: NodeProps<MountedNode>) => <NodeView nodeId={id} />);
FlowNode.displayName = 'FlowNode';
const NODE_TYPES = { patchbay: FlowNode };

/** The canvas of one document. */
export function EditorCanvas(props: EditorCanvasProps): ReactElement {
  return (
    <ReactFlowProvider>
      <Stage {...props} />
    </ReactFlowProvider>
  );
}

function Stage({
  session,
  runTable,
  onRunTo,
  onOpenOutput,
  minimap = true,
}: EditorCanvasProps): ReactElement {
  const stage = useRef<HTMLDivElement>(null);
  const beneath = useRef<HTMLCanvasElement>(null);
  const nodeWindow = useMemo(() => new NodeWindow(session.scene, session.view), [session]);
  const gestures = useMemo(() => new Gestures(session), [session]);
  const nodes = useSyncExternalStore(nodeWindow.subscribe, nodeWindow.get);
  const hoveredWire = useUi(session, (ui) => ui.hoveredWire);
  const [dropping, setDropping] = useState(false);
  const [spaceHeld, setSpaceHeld] = useState(false);
  const [menu, setMenu] = useState<MenuEntries>([]);
  const surroundings = useMemo<EditorSurroundings>(
    () => ({ session, runTable, onRunTo, onOpenOutput }),
    [session, runTable, onRunTo, onOpenOutput],
  );

  useCanvasLayers({ session, runTable, nodeWindow, stage, beneath });
  useGesturePointers(gestures);

  const spaceUsed = useRef(false);
  const onPointerDown = (event: ReactPointerEvent): void => {
    stage.current?.setAttribute('data-pressed', '');
    if (event.button !== 0) return;
    if (spaceHeld) {
      spaceUsed.current = true;
      return;
    }
    const target = event.target;
    if (!(target instanceof Element) || !stage.current?.contains(target)) return;
    // What stands above the canvas keeps its presses.
    if (target.closest('[data-furniture]')) return;
    const client = { x: event.clientX, y: event.clientY };
    const pin = target.closest<HTMLElement>('[data-pin]');
    if (pin) {
      const { nodeId, pin: name, side } = pin.dataset;
      if (nodeId && name) gestures.pressPin(nodeId, name, side === 'input' ? 'input' : 'output', client);
      stage.current.focus({ preventScroll: true });
      return;
    }
    if (target.closest('[data-widget],button,input,textarea,select,[role="menu"]')) {
      const node = target.closest<HTMLElement>('[data-node]')?.dataset['node'];
      if (node && !session.store.isSelected(node)) session.store.select([node]);
      return;
    }
    const modifiers = { shift: event.shiftKey, mod: event.ctrlKey || event.metaKey };
    const node = target.closest<HTMLElement>('[data-node]')?.dataset['node'];
    stage.current.focus({ preventScroll: true });
    if (node) gestures.pressNode(node, client, modifiers);
    else gestures.pressCanvas(client, modifiers);
  };

  const openQuickAdd = (client: { x: number; y: number }): void =>
    session.ui.set({ quickAdd: { client, at: session.view.toGraph(client), wireTo: null } });

  const onKeyDown = (event: ReactKeyboardEvent): void => {
    if (event.target !== stage.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 32 : 8;
    const arrows: Record<string, ['left' | 'right' | 'up' | 'down', number, number]> = {
      ArrowLeft: ['left', -step, 0],
      ArrowRight: ['right', step, 0],
      ArrowUp: ['up', 0, -step],
      ArrowDown: ['down', 0, step],
    };
    const arrow = arrows[event.key];
    const [only] = session.store.selectedNodes;
    if (arrow) {
      // Arrows walk; with Shift, or with several nodes chosen, they move.
      if (event.shiftKey || session.store.selectedNodes.size > 1) session.arranging.nudge(arrow[1], arrow[2]);
      else walk(session, arrow[0]);
    } else if (event.key === ' ') {
      if (!event.repeat) spaceUsed.current = false;
      setSpaceHeld(true);
    } else if (event.key === 'Tab' && !event.shiftKey) {
      openQuickAdd(session.view.pointer ?? session.view.toClient(session.view.centre));
    } else if (event.key === '/') {
      openQuickAdd(session.view.pointer ?? session.view.toClient(session.view.centre));
    } else if (event.key === 'Escape') {
      if (!gestures.cancel()) session.store.select([]);
    } else if (event.key === 'Enter' && only !== undefined) {
      session.ui.set({ inspectorAsked: session.ui.get().inspectorAsked + 1 });
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      session.deleteSelection();
    } else if (event.key === 'F2' && only !== undefined) {
      startRenaming(session, only);
    } else return;
    event.preventDefault();
  };

  const onContextMenu = (event: { clientX: number; clientY: number; target: EventTarget }): void =>
    setMenu(menuAt(session, event, { onRunTo, onAdd: openQuickAdd }));

  const carries = (event: { dataTransfer: DataTransfer }): boolean =>
    ['Files', DRAG_NODE_TYPE, DRAG_FILE].some((type) => event.dataTransfer.types.includes(type));
  const trackpad = usePreferences(session).navigation === 'trackpad';

  const stageProps: HTMLAttributes<HTMLDivElement> & Record<`data-${string}`, unknown> = {
    'data-editor-stage': true,
    'data-panning': spaceHeld || undefined,
    'data-hovering': hoveredWire !== null || undefined,
    tabIndex: 0,
    role: 'application',
    'aria-roledescription': 'node canvas',
    'aria-label': `Canvas of ${session.name}. Arrow keys walk between nodes, Tab adds one, Enter opens the inspector.`,
    onPointerDownCapture: onPointerDown,
    onPointerMove: (event) => {
      const client = { x: event.clientX, y: event.clientY };
      session.view.setPointer(client);
      if (gestures.active || event.buttons !== 0) return;
      const over = event.target instanceof Element && event.target.closest('[data-node]') !== null;
      gestures.hover(client, over);
    },
    onPointerLeave: () => {
      session.view.setPointer(null);
      session.ui.set({ hoveredWire: null });
    },
    onKeyDown: onKeyDown,
    onKeyUp: (event) => {
      if (event.key !== ' ') return;
      setSpaceHeld(false);
      if (!spaceUsed.current && event.target === stage.current) {
        openQuickAdd(session.view.pointer ?? session.view.toClient(session.view.centre));
      }
    },
    onBlur: () => {
      setSpaceHeld(false);
      stage.current?.removeAttribute('data-pressed');
    },
    onDoubleClick: (event) => {
      const target = event.target;
      if (!(target instanceof Element) || target.closest('[data-widget],[data-furniture],button,input'))
        return;
      const client = { x: event.clientX, y: event.clientY };
      const nodeId =
        target.closest<HTMLElement>('[data-node]')?.dataset['node'] ??
        session.scene.nodeAt(session.view.toGraph(client))?.id;
      if (nodeId === undefined) openQuickAdd(client);
      else if (target.closest('[data-title]')) session.ui.set({ renaming: nodeId });
      else session.ui.set({ inspectorAsked: session.ui.get().inspectorAsked + 1 });
    },
    onContextMenuCapture: onContextMenu,
    onDragOver: (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      if (!dropping) setDropping(true);
    },
    onDragLeave: (event) => {
      if (event.relatedTarget instanceof globalThis.Node && event.currentTarget.contains(event.relatedTarget))
        return;
      setDropping(false);
    },
    onDrop: (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      setDropping(false);
      void takeDrop(session, event.nativeEvent);
    },
  };

  return (
    <EditorContext value={surroundings}>
      <ContextMenu entries={menu}>
        <div ref={stage} className={css['stage']} {...stageProps}>
          <canvas ref={beneath} className={css['beneath']} aria-hidden />
          <div className={css['flow']}>
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
              panOnDrag={PAN_BUTTONS}
              panActivationKeyCode="Space"
              panOnScroll={trackpad}
              zoomOnScroll={!trackpad}
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
                stage.current?.setAttribute('data-moving', '');
              }}
              onMoveEnd={() => {
                session.view.setMoving(false);
                stage.current?.removeAttribute('data-moving');
              }}
            />
          </div>
          <GestureOverlayView session={session} gestures={gestures} />
          <EmptyCanvas
            session={session}
            onAdd={() => openQuickAdd(session.view.toClient(session.view.centre))}
          />
          {dropping ? <div className={css['dropHint']} /> : null}
          <QuickAddView session={session} />
          <FindNode session={session} />
          <ZoomControls session={session} />
          {minimap ? <Minimap session={session} /> : null}
          <Notice session={session} />
        </div>
      </ContextMenu>
      <ConnectPicker session={session} />
    </EditorContext>
  );
}

const PAN_BUTTONS = [1];
const PRO = { hideAttribution: true };
