import { useState } from 'react';
import {
  atFullSize,
  FITTED,
  fitScale,
  percentOf,
  scaleLimits,
  zoomed,
  ZOOM_STEP,
  type Size,
  type View,
} from './zoom.ts';

/** What is drawn where: known once picture and stage have a size. */
export interface Metrics {
  picture: Size;
  stage: Size;
}

export interface ImageView {
  view: View;
  setView: (view: View) => void;
  setMetrics: (metrics: Metrics) => void;
  /** Null until its size is known. */
  picture: Size | null;
  /** Of the picture's own pixels; null until they are known. */
  percent: number | null;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  fullSize: () => void;
}

/**
 * The view of one picture, or one that several share.
 * @param subject what is seen; another one begins fitted.
 * @param maxK as of `fitScale`.
 */
export function useImageView(subject: string, maxK?: number): ImageView {
  const [held, setHeld] = useState<{ subject: string; view: View; metrics: Metrics | null }>({
    subject,
    view: FITTED,
    metrics: null,
  });
  const now = held.subject === subject ? held : { subject, view: FITTED, metrics: null };
  const ratio = window.devicePixelRatio;
  const fit = now.metrics ? fitScale(now.metrics.picture, now.metrics.stage, ratio, maxK) : null;
  const setView = (view: View): void => setHeld({ ...now, view });
  const zoomBy = (factor: number): void => setView(zoomed(now.view, factor, scaleLimits(fit ?? 1, ratio)));
  return {
    view: now.view,
    setView,
    setMetrics: (metrics) =>
      setHeld((before) => ({ ...(before.subject === subject ? before : now), metrics })),
    picture: now.metrics?.picture ?? null,
    percent: fit === null ? null : percentOf(now.view, fit, ratio),
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    fit: () => setView(FITTED),
    fullSize: () => {
      if (fit !== null) setView(atFullSize(now.view, fit, ratio));
    },
  };
}
