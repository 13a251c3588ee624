import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { usePointerDrag } from '#renderer/ui/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { CommandButton, runKeyCommand, useCommands } from '#renderer/commands/index.ts';
import { boundsOf, cardAt, type Card, type DiffScene } from './diff-scene.ts';
import { fitted, panView, viewOn, zoomedAt, type DiffView, type Point, type Size } from './diff-view.ts';
import { paintDiff, readDiffColors, type DiffColors } from './paint-diff.ts';
import css from './compare.module.css';

/** Pixels that an arrow key moves the view. */
const KEY_STEP = 60;

export interface DiffCanvasProps {
  scene: DiffScene;
  /** What is to be seen, for those who do not see it. */
  summary: string;
  selectedId: string | null;
  onSelect: (nodeId: string) => void;
  nameOf: (card: Card) => string;
}

/** Two versions over each other, to look at: drag pans, the wheel zooms, a click chooses a node. */
export function DiffCanvas({ scene, summary, selectedId, onSelect, nameOf }: DiffCanvasProps): ReactElement {
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { size, colors } = useSurface(holder);
  const { view, setUserView, zoomAt } = useDiffView(scene, size, selectedId);
  useWheelZoom(canvas, zoomAt);
  const pointer = usePointer(canvas, view, setUserView, (point) => {
    const card = cardAt(scene, (point.x - view.x) / view.zoom, (point.y - view.y) / view.zoom);
    if (card?.kind) onSelect(card.id);
  });

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !canvas.current || !colors || !size || size.width === 0 || size.height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.current.width = Math.round(size.width * ratio);
    canvas.current.height = Math.round(size.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintDiff(context, { scene, colors, view, size, selectedId, nameOf });
  }, [scene, size, view, selectedId, nameOf, colors]);

  useCommands('comparison-canvas', {
    'view.zoom-in': () => zoomAt(1.25),
    'view.zoom-out': () => zoomAt(0.8),
    'view.fit': () => setUserView(null),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (runKeyCommand('comparison', event.nativeEvent)) {
      event.stopPropagation();
      return;
    }
    const move = moves[pressedKey(event)];
    if (!move) return;
    setUserView(panView(view, ...move));
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={holder} className={css['canvas']} data-notices="stage">
      <canvas ref={canvas} role="img" aria-label={summary} tabIndex={0} onKeyDown={onKeyDown} {...pointer} />
      <div className={css['zoom']}>
        <CommandButton id="view.zoom-out" scope="comparison" />
        <CommandButton id="view.zoom-in" scope="comparison" />
        <CommandButton id="view.fit" scope="comparison" />
      </div>
    </div>
  );
}

const moves: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

/** The size to draw at and the colors of the theme, as they change. Null until there is something to draw on. */
function useSurface(holder: RefObject<HTMLDivElement | null>): {
  size: Size | null;
  colors: DiffColors | null;
} {
  const [size, setSize] = useState<Size | null>(null);
  const [colors, setColors] = useState<DiffColors | null>(null);
  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const resized = new ResizeObserver(([entry]) => {
      if (!entry) return;
      setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
      setColors((before) => before ?? readDiffColors(element));
    });
    resized.observe(element);
    const themed = new MutationObserver(() => setColors(readDiffColors(element)));
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
    };
  }, [holder]);
  return { size, colors };
}

/** Where the canvas looks: at everything that changed until a person moves it, and at a node when that is chosen. */
function useDiffView(scene: DiffScene, size: Size | null, selectedId: string | null) {
  const [userView, setUserView] = useState<DiffView | null>(null);
  const fullView = useMemo(() => {
    const changed = scene.cards.filter(({ kind }) => kind !== null);
    return changed.length > 0 ? boundsOf(changed) : scene.bounds;
  }, [scene]);
  const view = useMemo(
    () => userView ?? (size ? fitted(fullView, size) : { x: 0, y: 0, zoom: 1 }),
    [userView, size, fullView],
  );

  const [viewedId, setViewedId] = useState<string | null>(null);
  if (selectedId !== viewedId && size) {
    setViewedId(selectedId);
    const card = scene.cards.find(({ id }) => id === selectedId);
    const next = card && viewOn(card, view, size);
    if (next) setUserView(next);
  }

  const zoomAt = useCallback(
    (factor: number, at?: Point) => {
      const middle = { x: (size?.width ?? 0) / 2, y: (size?.height ?? 0) / 2 };
      setUserView(zoomedAt(view, factor, at ?? middle));
    },
    [size, view],
  );
  return { view, setUserView, zoomAt };
}

/** Listened to here and not by React, which could not keep the page from scrolling. */
function useWheelZoom(
  canvas: RefObject<HTMLCanvasElement | null>,
  zoomAt: (factor: number, at: Point) => void,
): void {
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      zoomAt(Math.exp(-event.deltaY * 0.0016), { x: event.clientX - box.left, y: event.clientY - box.top });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [canvas, zoomAt]);
}

/** Drags move the view. @param onClick gets the point of the canvas that was clicked without a drag. */
function usePointer(
  canvas: RefObject<HTMLCanvasElement | null>,
  view: DiffView,
  setUserView: (view: DiffView) => void,
  onClick: (point: Point) => void,
) {
  const { onPointerDown } = usePointerDrag<DiffView>({
    onPress: () => view,
    onMove: (origin, _event, by) => setUserView(panView(origin, by.x, by.y)),
    onEnd: (_origin, isDrag, event) => {
      const box = canvas.current?.getBoundingClientRect();
      if (!isDrag && event && box) onClick({ x: event.clientX - box.left, y: event.clientY - box.top });
    },
    onCancel: (origin) => setUserView(origin),
    buttons: [0, 1],
  });
  return { onPointerDown };
}
