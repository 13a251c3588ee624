import type { HTMLAttributes, PointerEvent, RefObject } from 'react';
import type { XY } from '../../geometry.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { startAdding, startInserting } from '../../session/start-adding.ts';
import type { PressModifiers } from './gesture-kinds.ts';
import type { Gestures } from './gestures.ts';
import { WIRE_RADIUS } from './under-pointer.ts';
import type { PointerTracker } from './pointer-tracker.ts';

/** What takes its own presses, and selects the node it is in. */
const WIDGETS = '[data-widget],button,input,textarea,select,[role="menu"]';

const closestNode = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-node]')?.dataset['node'];

/** A press of the main button on the canvas: on a pin, a widget, a node, or on nothing. */
function press(session: EditorSession, gestures: Gestures, stage: HTMLElement, event: PointerEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || !stage.contains(target)) return;
  // What stands above the canvas keeps its presses.
  if (target.closest('[data-canvas-control]')) return;
  const client = { x: event.clientX, y: event.clientY };
  const { drawing } = session.ui.get();
  if (drawing !== null) {
    // Nothing beneath takes it, neither a node nor a field in it.
    event.preventDefault();
    event.stopPropagation();
    stage.focus({ preventScroll: true });
    gestures.pressDrawing(client, drawing === 'arrow');
    return;
  }
  const node = closestNode(target);
  const pin = target.closest<HTMLElement>('[data-pin]')?.dataset;
  const hasLine = !pin && session.items.lineAt(session.view.toGraph(client)) !== null;
  if (!pin && !hasLine && target.closest(WIDGETS)) {
    if (node && !session.store.isSelected(node)) session.store.select([node]);
    return;
  }
  stage.focus({ preventScroll: true });
  const modifiers: PressModifiers = {
    shift: event.shiftKey,
    mod: event.ctrlKey || event.metaKey,
    alt: event.altKey,
    ...(event.pointerType === 'touch' ? { touch: session.preferences.get().fingers } : {}),
  };
  if (pin) {
    const { nodeId, pin: name, side } = pin;
    if (nodeId && name)
      gestures.pressPin(nodeId, name, side === 'input' ? 'input' : 'output', client, modifiers);
  } else if (node && !hasLine) gestures.pressNode(node, client, modifiers);
  else gestures.pressCanvas(client, modifiers);
}

/** Lets the wire at a point pass there, or takes away the point that it passes there. @returns whether there is a wire. */
function rerouteAt({ reroutes, scene, view }: EditorSession, client: XY): boolean {
  const position = view.toGraph(client);
  const radius = WIRE_RADIUS / view.view.zoom;
  const point = reroutes.at(position, radius);
  const wire = scene.wireAt(position, radius);
  if (point) reroutes.remove(point);
  else if (wire) reroutes.add(wire.key, position);
  return point !== null || wire !== undefined;
}

/** Asks for a new node: one that goes into the wire at a point, else one that stands there. */
function addAt(session: EditorSession, client: XY): void {
  const { scene, view } = session;
  const wire = scene.wireAt(view.toGraph(client), WIRE_RADIUS / view.view.zoom);
  if (wire) startInserting(session, wire.key, client);
  else startAdding(session, client);
}

type PointerProps = Pick<
  HTMLAttributes<HTMLDivElement>,
  'onPointerDownCapture' | 'onPointerMove' | 'onPointerLeave' | 'onDoubleClick' | 'onClick'
> & { 'data-drawing': string | undefined };

/** What the pointer does on the canvas. */
export function useStagePointer({
  session,
  gestures,
  pointers,
  stage,
  claimForPan,
}: {
  session: EditorSession;
  gestures: Gestures;
  pointers: PointerTracker;
  stage: RefObject<HTMLDivElement | null>;
  /** Whether the press moves the view, because the space bar is held. */
  claimForPan: () => boolean;
}): PointerProps {
  const drawing = useUi(session, (ui) => ui.drawing);
  return {
    'data-drawing': drawing ?? undefined,
    onPointerDownCapture: (event) => {
      stage.current?.setAttribute('data-pressed', '');
      session.ui.set({ hoverLabelNode: null });
      const role = pointers.onDown(event);
      // A hand that rests on the canvas presses nothing on it either.
      if (role === 'palm') return event.stopPropagation();
      if (role === 'pinch') return void gestures.cancel();
      if (event.button !== 0 || claimForPan()) return;
      if (stage.current) press(session, gestures, stage.current, event);
    },
    onPointerMove: (event) => {
      const client = { x: event.clientX, y: event.clientY };
      session.view.setPointer(client);
      if (gestures.active || event.buttons !== 0) return;
      const over = event.target instanceof Element && event.target.closest('[data-node]') !== null;
      gestures.hover(client, over);
    },
    onPointerLeave: () => {
      session.view.setPointer(null);
      session.ui.set({ hoveredWire: null, hoverLabelNode: null });
    },
    onClick: ({ target, clientX, clientY, detail }) => {
      if (detail !== 1 || !(target instanceof Element) || target.closest('[data-node],[data-canvas-control]'))
        return;
      // A note lies beneath the surface that takes presses; its links are opened from here.
      const link = document
        .elementsFromPoint(clientX, clientY)
        .find((element) => element.matches('[data-item] a'));
      const href = link?.getAttribute('href');
      if (href && !gestures.isDragging) window.open(href, '_blank', 'noopener');
    },
    onDoubleClick: ({ altKey, currentTarget, target, clientX, clientY }) => {
      // A popup of a field lies in the page and not on the canvas.
      if (!(target instanceof Element) || !currentTarget.contains(target)) return;
      if (target.closest('[data-widget],[data-canvas-control],button,input')) return;
      const client = { x: clientX, y: clientY };
      if (session.ui.get().drawing !== null || session.items.lineAt(session.view.toGraph(client))) return;
      const nodeId = closestNode(target) ?? session.scene.nodeAt(session.view.toGraph(client))?.id;
      const item = nodeId === undefined ? session.items.at(session.view.toGraph(client))?.item : undefined;
      if (item?.kind === 'instances') session.groups.open(item.id);
      else if (item?.collapsed) session.items.toggleCollapsed([item]);
      else if (item) session.items.edit(item.key);
      else if (nodeId === undefined) {
        if (!altKey || !rerouteAt(session, client)) addAt(session, client);
      } else if (target.closest('[data-title]')) session.ui.set({ renaming: nodeId });
      else session.ui.requestInspector();
    },
  };
}
