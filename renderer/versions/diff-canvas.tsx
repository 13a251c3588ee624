import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { CommandButton, runKeyCommand, useCommands } from '#renderer/commands/index.ts';
import { boundsOf, CARD_HEIGHT, CARD_WIDTH, cardAt, type Card, type DiffScene } from './diff-scene.ts';
import { paintDiff, readDiffColors, type DiffColors } from './paint-diff.ts';
import css from './compare.module.css';

interface View {
  x: number;
  y: number;
  zoom: number;
}

const MIN_ZOOM = 0.02;
const MAX_ZOOM = 2;
const MARGIN = 32;

function fitted(bounds: DiffScene['bounds'], size: { width: number; height: number }): View {
  const zoom = Math.max(
    MIN_ZOOM,
    // A change is seen with what is around it, and its words can still be read.
    Math.min(0.75, (size.width - 2 * MARGIN) / bounds.width, (size.height - 2 * MARGIN) / bounds.height),
  );
  return {
    zoom,
    x: size.width / 2 - (bounds.x + bounds.width / 2) * zoom,
    y: size.height / 2 - (bounds.y + bounds.height / 2) * zoom,
  };
}

/** A view with a card in it; null when it is to be seen well enough already. */
function viewOn(card: Card, view: View, size: { width: number; height: number }): View | null {
  const zoom = Math.max(view.zoom, 0.45);
  const [x, y] = [card.x * zoom + view.x, card.y * zoom + view.y];
  const right = x + CARD_WIDTH * zoom;
  const bottom = y + CARD_HEIGHT * zoom;
  if (zoom === view.zoom && x >= 0 && y >= 0 && right <= size.width && bottom <= size.height) return null;
  return {
    zoom,
    x: size.width / 2 - (card.x + CARD_WIDTH / 2) * zoom,
    y: size.height / 2 - (card.y + CARD_HEIGHT / 2) * zoom,
  };
}

/** Two versions over each other, to look at: drag pans, the wheel zooms, a click chooses a node. */
export function DiffCanvas({
  scene,
  summary,
  selectedId,
  onSelect,
  nameOf,
}: {
  scene: DiffScene;
  /** What is to be seen, for those who do not see it. */
  summary: string;
  selectedId: string | null;
  onSelect: (nodeId: string) => void;
  nameOf: (card: Card) => string;
}): ReactElement {
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [colors, setColors] = useState<DiffColors | null>(null);
  /** Null until a person moves it: then everything that changed is in view, whatever the size. */
  const [chosen, setChosen] = useState<View | null>(null);
  const whole = useMemo(() => {
    const changed = scene.cards.filter(({ kind }) => kind !== null);
    return changed.length > 0 ? boundsOf(changed) : scene.bounds;
  }, [scene]);
  const view = useMemo(
    () => chosen ?? (size ? fitted(whole, size) : { x: 0, y: 0, zoom: 1 }),
    [chosen, size, whole],
  );

  // A node chosen in the list comes into view.
  const [seenId, setSeenId] = useState<string | null>(null);
  if (selectedId !== seenId && size) {
    setSeenId(selectedId);
    const card = scene.cards.find(({ id }) => id === selectedId);
    const next = card && viewOn(card, view, size);
    if (next) setChosen(next);
  }

  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const resized = new ResizeObserver(([entry]) => {
      if (!entry) return;
      setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
      setColors((known) => known ?? readDiffColors(element));
    });
    resized.observe(element);
    const themed = new MutationObserver(() => setColors(readDiffColors(element)));
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
    };
  }, []);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !canvas.current || !colors || !size || size.width === 0 || size.height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.current.width = Math.round(size.width * ratio);
    canvas.current.height = Math.round(size.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintDiff(context, { scene, colors, view, size, selectedId, nameOf });
  }, [scene, size, view, selectedId, nameOf, colors]);

  const zoomAt = useCallback(
    (factor: number, at?: { x: number; y: number }) => {
      const point = at ?? { x: (size?.width ?? 0) / 2, y: (size?.height ?? 0) / 2 };
      const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom * factor));
      const rate = zoom / view.zoom;
      setChosen({
        zoom,
        x: point.x - (point.x - view.x) * rate,
        y: point.y - (point.y - view.y) * rate,
      });
    },
    [size, view],
  );

  // Listened to here and not by React, which could not keep the page from scrolling.
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
  }, [zoomAt]);

  useCommands('comparison-canvas', {
    'view.zoom-in': () => zoomAt(1.25),
    'view.zoom-out': () => zoomAt(0.8),
    'view.fit': () => setChosen(null),
  });

  const drag = useRef<{ x: number; y: number; view: View; moved: boolean } | null>(null);
  const pan = (x: number, y: number) => setChosen({ ...view, x: view.x + x, y: view.y + y });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = 60;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => pan(step, 0),
      ArrowRight: () => pan(-step, 0),
      ArrowUp: () => pan(0, step),
      ArrowDown: () => pan(0, -step),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (runKeyCommand('comparison', event.nativeEvent)) {
      event.stopPropagation();
      return;
    }
    const act = keys[event.key];
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={holder} className={css['canvas']}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={summary}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button > 1) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, view, moved: false };
        }}
        onPointerMove={(event) => {
          const start = drag.current;
          if (!start) return;
          const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
          start.moved ||= Math.hypot(dx, dy) > 3;
          if (start.moved) setChosen({ ...start.view, x: start.view.x + dx, y: start.view.y + dy });
        }}
        onPointerUp={(event) => {
          const start = drag.current;
          drag.current = null;
          if (!start || start.moved) return;
          const box = event.currentTarget.getBoundingClientRect();
          const card = cardAt(
            scene,
            (event.clientX - box.left - view.x) / view.zoom,
            (event.clientY - box.top - view.y) / view.zoom,
          );
          if (card?.kind) onSelect(card.id);
        }}
        onPointerCancel={() => (drag.current = null)}
      />
      <div className={css['zoom']}>
        <CommandButton id="view.zoom-in" scope="comparison" />
        <CommandButton id="view.zoom-out" scope="comparison" />
        <CommandButton id="view.fit" scope="comparison" />
      </div>
    </div>
  );
}
