import { inputKey } from '#shared/graph/keys.ts';
import { useStoreApi } from '@xyflow/react';
import { useEffect, type RefObject } from 'react';
import { isStale, type NodeRunTable } from '#renderer/model/node-run-state.ts';
import { isInProgress } from '#renderer/uploads/index.ts';
import type { Rect } from '../../geometry.ts';
import type { WireKey } from '../../model/editor-store.ts';
import { valueLine } from '../../node/preview-source.ts';
import { isBackground } from '../../scene/canvas-places.ts';
import { rememberView, restoreView } from '../../scene/remembered-view.ts';
import { isMounted } from '../../scene/view-controller.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { itemCountsIn, listOnWire } from '../../session/node-lists.ts';
import { BitmapLayer } from '../painting/bitmap-layer.ts';
import { handleCopy, handlePaste } from '../input/clipboard.ts';
import { dropCaret } from '../input/drop-caret.ts';
import { readColors } from '../painting/canvas-colors.ts';
import type { Highlight } from '../painting/painting.ts';
import { PictureCache } from '../painting/picture-cache.ts';
import { onResolutionChange } from '../painting/resolution.ts';
import { OffscreenNodes } from './away-nodes.ts';
import { followFocus } from './focused-node.ts';
import { DraggedNodes } from './held-nodes.ts';
import { RunningWires } from './running-wires.ts';
import type { NodeWindow } from './window-nodes.ts';

/** Wires that stand out: the hovered and selected ones, and those of selected nodes. */
function highlightOf(session: EditorSession, hovered: WireKey | null): Highlight | null {
  const { store } = session;
  const wires = new Set(store.selectedWires);
  if (hovered !== null) wires.add(hovered);
  if (wires.size > 0) return { wires, extraCount: 0.22 };
  if (store.selectedNodes.size === 0 || store.selectedNodes.size > 200) return null;
  for (const id of store.selectedNodes) for (const wire of store.wiresOf(id)) wires.add(inputKey(wire.to));
  return wires.size === 0 ? null : { wires, extraCount: 0.5 };
}

/** So many nodes cover so much that it is painted anyway. */
const MANY = 200;

/** Nodes that show the picture of another one because it is plugged into them. */
function endsOf(session: EditorSession, nodeId: string): string[] {
  return session.store
    .wiresOf(nodeId)
    .filter(({ from, to }) => from[0] === nodeId && session.store.getNode(to[0])?.type.startsWith('output/'))
    .map(({ to }) => to[0]);
}

/** What a node is, where its own name does not say so. */
function typeName(session: EditorSession, nodeId: string): string | null {
  const type = session.store.getNode(nodeId)?.type ?? '';
  const name = session.catalog.find(type)?.summary.title;
  return name === undefined || name === session.titleOf(nodeId) ? null : name;
}

interface CanvasLayers {
  session: EditorSession;
  runTable: NodeRunTable;
  nodeWindow: NodeWindow;
}

/** The drawing beneath the nodes, with the pictures it shows. */
function createLayer({ session, runTable }: CanvasLayers, element: Element, canvas: HTMLCanvasElement) {
  const pictures = new PictureCache(
    session,
    runTable,
    () => layer.draws,
    (ids) => {
      for (const id of ids) layer.repaint(id);
    },
  );
  const layer: BitmapLayer = new BitmapLayer(
    canvas,
    session.scene,
    session.view,
    {
      title: (id) => session.titleOf(id),
      list: (wire) => listOnWire(session, runTable, wire),
      items: (id) => itemCountsIn(session, runTable, id),
      run: (id) => runTable.get(id),
      outgrown: (id) => {
        const key = session.keys.peek(id);
        return isStale(runTable.resultOf(id, key), key);
      },
      marks: (id) => session.states.marksOf(id),
      color: (id) => session.states.colorOf(id),
      selection: () => session.store.selectedNodes,
      picture: (id, width) => pictures.get(id, width),
      line: (id) => valueLine(session, runTable, id) ?? typeName(session, id),
      upload: (id) => {
        const item = session.uploads.ofNode(id);
        return item && isInProgress(item) ? item.progress : null;
      },
      hasBackground: () => session.items.all().some(isBackground),
    },
    readColors(element),
  );
  return layer;
}

/** Draws again what changes in the document, the selection, runs, uploads, view and theme. @returns what ends it. */
function followChanges(
  { session, runTable, nodeWindow }: CanvasLayers,
  layer: BitmapLayer,
  draggedNodes: DraggedNodes,
  element: Element,
): (() => void)[] {
  const emphasize = (): void => layer.emphasize(highlightOf(session, session.ui.get().hoveredWire));
  /** A node shows something else, and so do those that show its picture. */
  const repaint = (id: string): void => {
    layer.repaint(id);
    for (const end of endsOf(session, id)) layer.repaint(end);
  };
  let hadItems = session.items.all().some(isBackground);
  /** Whether anything was held at the last change of the scene. */
  let wasDragging = false;
  const theme = new MutationObserver(() => layer.recolor(readColors(element)));
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return [
    session.view.subscribe((view) => {
      layer.follow(view);
      nodeWindow.follow();
      draggedNodes.followView();
    }),
    session.scene.subscribe(({ nodes, area, shiftedArea }) => {
      const isDragging = session.scene.held.size > 0;
      // What only says something else stands where it stood; what was held is given anew once it is put down.
      if (shiftedArea || isDragging || wasDragging) nodeWindow.followNodes(nodes);
      wasDragging = isDragging;
      const isVisible = draggedNodes.shows(nodes);
      draggedNodes.follow();
      if (isVisible && draggedNodes.shows(nodes)) return;
      // Nodes that are elements say themselves what they say: beneath them only wires run elsewhere.
      const touched = isMounted(session.view.detail) ? shiftedArea : area;
      if (touched) layer.touch(touched);
      if (isMounted(session.view.detail) || nodes.size > MANY) return;
      for (const id of nodes) for (const end of endsOf(session, id)) layer.repaint(end);
    }),
    session.store.subscribe(({ selectionChanged, marked, wires }) => {
      if (marked.size > 0) layer.mark(marked);
      if (selectionChanged || wires.size > 0) emphasize();
    }),
    session.ui.subscribe(emphasize),
    ...followLists({ session, runTable }, layer),
    runTable.subscribeAll((id) => {
      if (id === null) layer.invalidate();
      else repaint(id);
    }),
    session.keys.subscribe((ids) => {
      if (isMounted(session.view.detail)) return;
      if (ids.size > MANY) layer.invalidate();
      else for (const id of ids) repaint(id);
    }),
    session.states.subscribe((ids) => {
      if (ids.size > MANY) layer.invalidate();
      else for (const id of ids) repaint(id);
    }),
    onResolutionChange(() => layer.invalidate()),
    followFonts(layer),
    session.items.subscribe(() => {
      const has = session.items.all().some(isBackground);
      if (has !== hadItems) layer.backgroundChanged();
      hadItems = has;
    }),
    session.uploads.subscribeAll(repaint),
    () => theme.disconnect(),
  ];
}

/** Draws wires anew that carry a list now, or another one; and nodes that show another item. @returns what ends it. */
function followLists(
  { session, runTable }: Omit<CanvasLayers, 'nodeWindow'>,
  layer: BitmapLayer,
): (() => void)[] {
  const totals = new Map<string, number>();
  return [
    session.lists.subscribe(() => layer.invalidate()),
    session.itemsInView.subscribeAll((id) => {
      for (const each of [id, ...endsOf(session, id)]) layer.repaint(each);
    }),
    runTable.subscribeAll((id) => {
      if (id === null) return;
      const total = itemCountsIn(session, runTable, id)?.total ?? 0;
      if ((totals.get(id) ?? 0) === total) return;
      totals.set(id, total);
      for (const wire of session.store.wiresOf(id)) {
        const shape = wire.from[0] === id ? session.scene.shape(inputKey(wire.to)) : undefined;
        if (shape) layer.touch(shape.bounds);
      }
    }),
  ];
}

/** Draws words again once their font is there: a canvas does not by itself. @returns what ends it. */
function followFonts(layer: BitmapLayer): () => void {
  const draw = (): void => layer.invalidate();
  document.fonts.addEventListener('loadingdone', draw);
  return () => document.fonts.removeEventListener('loadingdone', draw);
}

/** Moves marks along the wires into the nodes that run. @returns what ends it. */
function followRuns({ session, runTable }: CanvasLayers, group: SVGGElement): (() => void)[] {
  const wires = new RunningWires(session, runTable, group);
  wires.followRun(null);
  return [
    runTable.subscribeAll((id) => wires.followRun(id)),
    session.scene.subscribe(() => wires.followScene()),
    session.view.subscribe(() => wires.followView()),
    () => wires.dispose(),
  ];
}

/** Ties the view of the session to that of React Flow, which owns it. @returns what ends it. */
function followFlow(session: EditorSession, flow: ReturnType<typeof useStoreApi>): (() => void)[] {
  let last = flow.getState().transform;
  /** Where a pan that ends between pixels of the screen is put instead: there each pixel would be mixed from four. */
  const onPixels = (at: number): number => {
    const screen = window.devicePixelRatio || 1;
    return Math.round(at * screen) / screen;
  };
  return [
    rememberView(session.view, session.ports),
    session.view.attach({
      setViewport: (view, options) => {
        const { panZoom } = flow.getState();
        if (!panZoom) {
          session.view.report(view);
          return Promise.resolve(false);
        }
        return panZoom.setViewport(view, options ?? {}).then(() => true);
      },
    }),
    flow.subscribe(({ transform }) => {
      if (transform === last) return;
      const [x, y, zoom] = transform;
      const isPan = zoom === last[2];
      if (isPan && (x !== onPixels(x) || y !== onPixels(y))) {
        flow.setState({ transform: [onPixels(x), onPixels(y), zoom] });
        return;
      }
      last = transform;
      session.view.report({ x, y, zoom });
    }),
  ];
}

/** Measures the canvas, and opens the view once its size and React Flow are there. @returns what ends it. */
function followSize(
  { session, nodeWindow }: CanvasLayers,
  layer: BitmapLayer,
  element: Element,
  flow: ReturnType<typeof useStoreApi>,
): (() => void)[] {
  const measure = (): void => {
    session.view.resize(element.getBoundingClientRect());
    if (!session.view.positioned && session.view.size.width > 1) {
      const hasNodes = (rect: Rect): boolean => session.scene.nodesIn(rect).length > 0;
      if (!restoreView(session.view, session.ports, hasNodes))
        session.view.open(() => session.scene.visibleRects());
    }
    layer.measured();
    nodeWindow.refresh();
  };
  // The first size is known before React Flow is; the fit follows once it can move the view.
  const size = new ResizeObserver(measure);
  size.observe(element);
  const ready = flow.subscribe((state) => {
    if (!state.panZoom) return;
    ready();
    session.view.positioned = false;
    measure();
  });
  if (flow.getState().panZoom) {
    ready();
    measure();
  }
  return [ready, () => size.disconnect()];
}

/** The browser's copy, cut and paste, while they are meant for the canvas. @returns what ends it. */
function followClipboard(session: EditorSession, element: Element): () => void {
  // A browser pastes again and again while the keys are held; one press is one paste.
  let isRepeat = false;
  const onKey = (event: KeyboardEvent): void => void (isRepeat = event.type === 'keydown' && event.repeat);
  const onPaste = (event: ClipboardEvent): void => {
    if (!isRepeat) handlePaste(session, event, element);
  };
  const onCopy = (event: ClipboardEvent): void => handleCopy(session, event, element);
  const keys = ['keydown', 'keyup'] as const;
  for (const type of keys) document.addEventListener(type, onKey, { capture: true });
  document.addEventListener('paste', onPaste);
  document.addEventListener('copy', onCopy);
  document.addEventListener('cut', onCopy);
  return () => {
    for (const type of keys) document.removeEventListener(type, onKey, { capture: true });
    document.removeEventListener('paste', onPaste);
    document.removeEventListener('copy', onCopy);
    document.removeEventListener('cut', onCopy);
  };
}

/** Keeps what is drawn beneath, what is mounted above and React Flow's view in step with the document and with each other. */
export function useCanvasLayers({
  session,
  runTable,
  nodeWindow,
  stage,
  background,
  draggedWires,
  runningWires,
}: CanvasLayers & {
  stage: RefObject<HTMLDivElement | null>;
  background: RefObject<HTMLCanvasElement | null>;
  /** Where the wires of held nodes are drawn. */
  draggedWires: RefObject<SVGGElement | null>;
  /** Where marks move along the wires into nodes that run. */
  runningWires: RefObject<SVGGElement | null>;
}): void {
  const flow = useStoreApi();
  useEffect(() => {
    const element = stage.current;
    const canvas = background.current;
    const group = draggedWires.current;
    const running = runningWires.current;
    if (!element || !canvas || !group || !running) return undefined;
    const layers = { session, runTable, nodeWindow };
    const layer = createLayer(layers, element, canvas);
    const offscreenNodes = new OffscreenNodes(session, nodeWindow, element);
    const cleanups = [
      ...followFlow(session, flow),
      ...followChanges(layers, layer, new DraggedNodes(session, layer, element, group), element),
      ...followSize(layers, layer, element, flow),
      ...followRuns(layers, running),
      followClipboard(session, element),
      dropCaret(element),
      followFocus(session, nodeWindow, element),
      () => layer.dispose(),
      () => offscreenNodes.dispose(),
    ];
    return () => {
      for (const dispose of cleanups) dispose();
    };
  }, [session, runTable, flow, nodeWindow, stage, background, draggedWires, runningWires]);
}
