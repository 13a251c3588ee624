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
} from '../model/zoom.ts';

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
 * @param viewKey what is seen; another one begins fitted.
 * @param maxK as of `fitScale`.
 */
export function useImageView(viewKey: string, maxK?: number): ImageView {
  const [stored, setStored] = useState<{ key: string; view: View; metrics: Metrics | null }>({
    key: viewKey,
    view: FITTED,
    metrics: null,
  });
  const current = stored.key === viewKey ? stored : { key: viewKey, view: FITTED, metrics: null };
  const ratio = window.devicePixelRatio;
  const fit = current.metrics ? fitScale(current.metrics.picture, current.metrics.stage, ratio, maxK) : null;
  const setView = (view: View): void => setStored({ ...current, view });
  const zoomBy = (factor: number): void =>
    setView(zoomed(current.view, factor, scaleLimits(fit ?? 1, ratio)));
  return {
    view: current.view,
    setView,
    setMetrics: (metrics) =>
      setStored((before) => ({ ...(before.key === viewKey ? before : current), metrics })),
    picture: current.metrics?.picture ?? null,
    percent: fit === null ? null : percentOf(current.view, fit, ratio),
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    fit: () => setView(FITTED),
    fullSize: () => {
      if (fit !== null) setView(atFullSize(current.view, fit, ratio));
    },
  };
}
