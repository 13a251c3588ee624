import type { StrokePoint } from '../raster/geometry.ts';
import type { MaskAdjustment } from '../raster/mask-raster.ts';
import type { OverlayStyle, Rendered, View } from '../raster/paint.ts';
import type { Brush } from '../raster/stroke.ts';

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** How a mask of another shape comes onto a picture: stretched, whole with its shape kept, or not at all. */
export type MaskFit = 'stretch' | 'contain' | 'none';

/** One thing that is done to a mask, in the order of doing. */
export type MaskEdit =
  | { kind: 'begin'; brush: Brush }
  | { kind: 'points'; points: readonly StrokePoint[] }
  | { kind: 'end' }
  | { kind: 'cancel' }
  | { kind: 'polygon'; points: readonly { x: number; y: number }[]; brush: Omit<Brush, 'hardness'> }
  | { kind: 'connected'; at: { x: number; y: number }; brush: Omit<Brush, 'hardness'> }
  | { kind: 'whole'; edit: MaskAdjustment }
  | { kind: 'undo' }
  | { kind: 'redo' };

/** How the mask is looked at. The size is that of the window in its own pixels. */
export interface Viewport {
  view: View;
  size: Size;
  style: OverlayStyle;
}

export type ToMaskWorker =
  | { kind: 'open'; size: Size; mask: ImageBitmap | null; fit: MaskFit }
  /** What was done since the last message, and how it is looked at now. */
  | { kind: 'frame'; edits: readonly MaskEdit[]; viewport: Viewport }
  | { kind: 'export'; id: number };

export type FromMaskWorker =
  /** `sourceSize` is the size of the file; null where there was none. */
  | { kind: 'opened'; sourceSize: Size | null }
  | {
      kind: 'rendered';
      view: View;
      /** All of the window was rendered anew, not a part alone. */
      isFull: boolean;
      rendered: Rendered | null;
      steps: { undoCount: number; redoCount: number };
      /** Another number after each change. */
      revision: number;
    }
  | { kind: 'exported'; id: number; blob: Blob }
  | { kind: 'failed'; id: number | null; message: string };
