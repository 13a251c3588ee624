import { useEffect, useRef, useState, type PointerEvent, type ReactElement, type RefObject } from 'react';
import type { MaskEdit, Size } from '../worker/mask-messages.ts';
import type { StrokePoint } from '../raster/geometry.ts';
import type { View } from '../raster/paint.ts';
import { words } from '#renderer/words/index.ts';
import { modeOf, type ToolSettings } from './mask-tools.ts';
import { toMask } from './mask-view.ts';
import css from './masks.module.css';

const t = words.masks;

interface Point {
  x: number;
  y: number;
}

interface Drag {
  kind: 'pan' | 'stroke' | 'lasso';
  pointerId: number;
  /** Where it was last. Pixels of the stage. */
  last: Point;
  isReversed: boolean;
}

/** A pen that is pressed lightly draws at least this share of the brush's width. */
const MIN_PRESSURE = 0.08;
/** The bit of `buttons` that says that the other end of a pen is used. */
const PEN_ERASER = 32;

export interface MaskStageProps {
  /** Address of the picture below the mask; null until it is known. */
  pictureUrl: string | null;
  size: Size;
  view: View;
  settings: ToolSettings;
  isPanning: boolean;
  isBusy: boolean;
  stage: RefObject<HTMLDivElement | null>;
  canvas: RefObject<HTMLCanvasElement | null>;
  onEdit: (...edits: readonly MaskEdit[]) => void;
  onPan: (by: Point) => void;
  onZoom: (factor: number, at: Point) => void;
  onPictureError: () => void;
}

/** The picture with its mask over it, drawn on by mouse, pen or finger. */
export function MaskStage(props: MaskStageProps): ReactElement {
  const { pictureUrl, size, view, settings, isPanning, isBusy, stage, canvas, onPictureError } = props;
  const { lasso, pointer, handlers, isDragging } = useDrawing(props);
  const showsCursor = settings.tool === 'brush' || settings.tool === 'eraser';
  const diameter = settings.size * view.scale;
  return (
    <div
      ref={stage}
      className={css['stage']}
      role="application"
      aria-label={t.stage}
      aria-busy={isBusy || undefined}
      data-pans={isPanning || undefined}
      data-tool={settings.tool}
      {...handlers}
    >
      <div
        className={css['picture']}
        data-sharp={view.scale >= 4 || undefined}
        style={{
          width: size.width,
          height: size.height,
          transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
        }}
      >
        {pictureUrl === null ? null : (
          <img crossOrigin="anonymous" src={pictureUrl} alt="" draggable={false} onError={onPictureError} />
        )}
      </div>
      <canvas ref={canvas} className={css['mask']} />
      {lasso.length > 1 ? (
        <svg className={css['lasso']} aria-hidden>
          <polygon points={lasso.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
      ) : null}
      {showsCursor && pointer && !isPanning && !isBusy ? (
        <span
          className={css['cursor']}
          data-dragging={isDragging || undefined}
          style={{ width: diameter, height: diameter, left: pointer.x, top: pointer.y }}
        />
      ) : null}
    </div>
  );
}

/** How large the brush is at an event of a mouse or pen. Pixels of the mask. */
function radiusOf(settings: ToolSettings, event: { pointerType: string; pressure: number }): number {
  const usesPressure = settings.penPressure && event.pointerType === 'pen';
  return (settings.size / 2) * (usesPressure ? Math.max(MIN_PRESSURE, event.pressure) : 1);
}

/** What a press does at once: it fills, or begins a stroke. */
function firstEdits(
  settings: ToolSettings,
  isReversed: boolean,
  { at, stroke }: { at: Point; stroke: StrokePoint },
): MaskEdit[] {
  const brush = {
    mode: modeOf(settings, isReversed),
    opacity: settings.opacity / 100,
    hardness: settings.hardness / 100,
  };
  if (settings.tool === 'fill') return [{ kind: 'connected', at, brush }];
  return [
    { kind: 'begin', brush },
    { kind: 'points', points: [stroke] },
  ];
}

/** The drag that goes on, and what of it is seen. */
function useDragState() {
  const drag = useRef<Drag | null>(null);
  const [pointer, setPointer] = useState<Point | null>(null);
  const [lasso, setLasso] = useState<readonly Point[]>([]);
  const [isDragging, setDragging] = useState(false);
  const begin = (next: Drag): void => {
    drag.current = next;
    setDragging(true);
  };
  const follow = (last: Point): void => {
    if (drag.current) drag.current = { ...drag.current, last };
  };
  const end = (): void => {
    drag.current = null;
    setLasso([]);
    setDragging(false);
  };
  return { drag, pointer, setPointer, lasso, setLasso, isDragging, begin, follow, end };
}

function useDrawing({ view, settings, isPanning, isBusy, stage, onEdit, onPan, onZoom }: MaskStageProps) {
  const { drag, pointer, setPointer, lasso, setLasso, isDragging, begin, follow, end } = useDragState();
  useWheel(stage, onPan, onZoom);

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const strokePoint = (event: {
    clientX: number;
    clientY: number;
    pointerType: string;
    pressure: number;
  }) => ({
    ...toMask(view, pointOf(event)),
    radius: radiusOf(settings, event),
  });

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (drag.current || isBusy) return;
    const pans = isPanning || event.button === 1;
    if (event.button !== 0 && event.button !== 5 && !pans) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointOf(event);
    const isReversed = event.altKey || (event.buttons & PEN_ERASER) !== 0;
    const kind = pans ? 'pan' : settings.tool === 'lasso' ? 'lasso' : 'stroke';
    if (kind !== 'pan' && settings.tool !== 'lasso')
      onEdit(...firstEdits(settings, isReversed, { at: toMask(view, at), stroke: strokePoint(event) }));
    if (kind === 'stroke' && settings.tool === 'fill') return;
    if (kind === 'lasso') setLasso([at]);
    begin({ kind, pointerId: event.pointerId, last: at, isReversed });
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const at = pointOf(event);
    setPointer(at);
    const current = drag.current;
    if (!current || current.pointerId !== event.pointerId) return;
    if (current.kind === 'pan') {
      onPan({ x: at.x - current.last.x, y: at.y - current.last.y });
      follow(at);
      return;
    }
    // A frame stands for several places of a fast hand.
    const coalesced = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const moves = coalesced.length > 0 ? coalesced : [event.nativeEvent];
    if (current.kind === 'lasso') setLasso((line) => [...line, ...moves.map(pointOf)]);
    else onEdit({ kind: 'points', points: moves.map(strokePoint) });
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>): void => {
    const current = drag.current;
    if (!current || current.pointerId !== event.pointerId) return;
    if (current.kind === 'stroke') onEdit({ kind: 'end' });
    else if (current.kind === 'lasso')
      onEdit({
        kind: 'polygon',
        points: lasso.map((at) => toMask(view, at)),
        brush: { mode: modeOf(settings, current.isReversed), opacity: settings.opacity / 100 },
      });
    end();
  };
  const onPointerCancel = (event: PointerEvent<HTMLDivElement>): void => {
    if (drag.current?.pointerId !== event.pointerId) return;
    if (drag.current.kind === 'stroke') onEdit({ kind: 'cancel' });
    end();
  };
  return {
    lasso,
    pointer,
    isDragging,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onPointerLeave: () => setPointer(null),
    },
  };
}

/** Wheel and trackpad: pans, and zooms with Ctrl or a pinch. Listened to by hand, as React's listeners cannot keep the page from it. */
function useWheel(
  stage: RefObject<HTMLDivElement | null>,
  onPan: (by: Point) => void,
  onZoom: (factor: number, at: Point) => void,
): void {
  const latest = useRef({ onPan, onZoom });
  useEffect(() => {
    latest.current = { onPan, onZoom };
  });
  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      // A wheel has one direction and whole notches: it zooms, as in the viewer.
      const isWheel = event.deltaX === 0 && Math.abs(event.deltaY) >= 50;
      if (event.ctrlKey || event.metaKey || isWheel)
        latest.current.onZoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), {
          x: event.clientX - box.left,
          y: event.clientY - box.top,
        });
      else latest.current.onPan({ x: -event.deltaX * lines, y: -event.deltaY * lines });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage]);
}
