import type { Rect } from '../geometry.ts';
import type { HistoryStep } from '../model/history.ts';
import type { Scene } from '../scene/scene.ts';

/** Where the nodes that a step adds or takes away are shown now; none of what it only changes. */
export function stepNodeRects(
  scene: Pick<Scene, 'visibleRect'>,
  step: Pick<HistoryStep, 'forward' | 'backward'> | null,
): Map<string, Rect> {
  const rects = new Map<string, Rect>();
  for (const operation of [...(step?.forward ?? []), ...(step?.backward ?? [])]) {
    if (operation.op !== 'addNode') continue;
    const { id } = operation.node;
    const rect = scene.visibleRect(id);
    if (rect) rects.set(id, rect);
  }
  return rects;
}
