import {
  useEffect,
  useEffectEvent,
  useRef,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useStore } from 'zustand';
import type { PictureRegion } from '#shared/desk/index.ts';
import { backdropStore } from '../model/ground.ts';
import type { Metrics } from '../gestures/use-image-view.ts';
import { useElementSize, useZoomGestures } from '../gestures/use-zoom-gestures.ts';
import {
  fitScale,
  pixelAt,
  placementOf,
  scaleLimits,
  viewOf,
  visibleRegion,
  type Size,
  type View,
} from '../model/zoom.ts';
import css from './image-stage.module.css';

/** From so many screen pixels a picture pixel on, pixels are drawn as squares. */
const SHARP_FROM = 3;
/** Width of two squares of the checkerboard, in CSS pixels. */
const CHECKER = 16;

/** A place in which something of so many pixels is moved and zoomed by wheel, drag and pinch. */
export function ZoomStage({
  picture: { width, height },
  view,
  onView,
  onMetrics,
  onScreenSide,
  onVisible,
  onPoint,
  maxK,
  above,
  children,
}: {
  picture: Size;
  view: View;
  onView: (view: View) => void;
  onMetrics?: ((metrics: Metrics) => void) | undefined;
  /** Called with the longest side as it is drawn, in screen pixels. */
  onScreenSide?: (side: number) => void;
  /** Called with the part of the picture that is in the stage, in its pixels. */
  onVisible?: ((region: PictureRegion) => void) | undefined;
  /** Called with the pixel that is pointed at; null beside the picture. */
  onPoint?: ((pixel: { x: number; y: number } | null) => void) | undefined;
  /** As of `fitScale`. */
  maxK?: number | undefined;
  /** What does not move with the picture. */
  above?: ReactNode;
  /** As large as the picture. */
  children: ReactNode;
}): ReactElement {
  const stageRef = useRef<HTMLDivElement>(null);
  const stage = useElementSize(stageRef);
  const backdrop = useStore(backdropStore, (store) => store.ground);
  const ratio = window.devicePixelRatio;
  const picture = { width, height };
  const fit = stage ? fitScale(picture, stage, ratio, maxK) : null;
  const placement = stage && fit !== null ? placementOf(view, picture, stage, fit) : null;
  const [min, max] = fit === null ? [1, 1] : scaleLimits(fit, ratio);
  useZoomGestures(stageRef, placement, [min * (fit ?? 1), max * (fit ?? 1)], (next) => {
    if (stage && fit !== null) onView(viewOf(next, picture, stage, fit));
  });
  const screenSide = placement ? placement.k * Math.max(width, height) * ratio : 0;
  const report = useRef({ onMetrics, onScreenSide });
  useEffect(() => {
    report.current = { onMetrics, onScreenSide };
  });
  useEffect(() => {
    if (stage) report.current.onMetrics?.({ picture: { width, height }, stage });
  }, [width, height, stage]);
  useEffect(() => report.current.onScreenSide?.(screenSide), [screenSide]);
  useVisibleRegion(stage && placement ? visibleRegion(placement, picture, stage) : EMPTY_REGION, onVisible);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!onPoint || !placement) return;
    const box = event.currentTarget.getBoundingClientRect();
    onPoint(pixelAt({ x: event.clientX - box.left, y: event.clientY - box.top }, placement, picture));
  };
  return (
    <div
      ref={stageRef}
      className={css['stage']}
      data-stage
      data-ground={backdrop}
      data-movable={view.scale > 1 ? '' : undefined}
      onPointerMove={onPointerMove}
      onPointerLeave={() => onPoint?.(null)}
    >
      {placement ? (
        <div
          className={css['picture']}
          data-sharp={placement.k * ratio >= SHARP_FROM ? '' : undefined}
          style={{
            width,
            height,
            transform: `translate(${placement.left}px, ${placement.top}px) scale(${placement.k})`,
            backgroundSize: `${CHECKER / placement.k}px ${CHECKER / placement.k}px`,
          }}
        >
          {children}
        </div>
      ) : null}
      {above}
    </div>
  );
}

const EMPTY_REGION: PictureRegion = { left: 0, top: 0, width: 0, height: 0 };

/** Calls back when another part than before is seen. */
function useVisibleRegion(
  { left, top, width, height }: PictureRegion,
  onVisible: ((region: PictureRegion) => void) | undefined,
): void {
  const reportVisible = useEffectEvent((region: PictureRegion) => onVisible?.(region));
  useEffect(() => reportVisible({ left, top, width, height }), [left, top, width, height]);
}
