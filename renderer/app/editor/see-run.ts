import type { EditorSession } from '#renderer/editor/index.ts';
import type { RunState } from '#renderer/runs/index.ts';

type CanvasPorts = {
  scene: Pick<EditorSession['scene'], 'boxOf'>;
  view: Pick<EditorSession['view'], 'visible' | 'show' | 'size'>;
};

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const intersects = (box: Box, view: Box): boolean =>
  box.x < view.x + view.width &&
  box.y < view.y + view.height &&
  box.x + box.width > view.x &&
  box.y + box.height > view.y;

/**
 * Before outputs take a part of the canvas: remembers what of a run is in view.
 * @returns moves the view just so far that what failed is seen, else what was in view; nothing where it is in view still.
 */
export function keepRunInView({ scene, view }: CanvasPorts, { nodes }: Pick<RunState, 'nodes'>): () => void {
  const before = view.visible();
  const all = Object.values(nodes);
  const failed = all.filter(({ phase }) => phase === 'failed');
  const targets = failed.length > 0 ? failed : all.filter(({ phase }) => phase !== 'cached');
  const ids = targets
    .map(({ nodeId }) => nodeId)
    .filter((id) => {
      const box = scene.boxOf(id);
      return box !== undefined && (failed.length > 0 || intersects(box, before));
    });
  return () => view.show(ids.flatMap((id) => scene.boxOf(id) ?? []));
}
