import { z } from 'zod';
import type { Rect } from '../geometry.ts';
import type { ViewController } from './view-controller.ts';

/**
 * Where somebody left a canvas: the upper left of what was seen, in canvas units, and the zoom. A canvas that a drawer or a
 * panel makes smaller keeps its upper left, so that coming back to it with those closed moves nothing.
 */
const StoredView = z.object({ x: z.number(), y: z.number(), zoom: z.number().positive() });

export interface ProjectOfWindow {
  connectionId: string;
  projectId: string;
}

// For as long as the window lives, as a browser keeps how far a page was scrolled.
const keyOf = ({ connectionId, projectId }: ProjectOfWindow): string =>
  `patchbay.place.${connectionId}.${projectId}`;

/**
 * Shows the canvas where this window left it, after a reload or a visit elsewhere.
 * @param hasNodes whether there is a node in a part of the canvas: a place where none is left is forgotten.
 * @returns false when it knows no place; the view stays as it is then.
 */
export function restoreView(
  view: ViewController,
  project: ProjectOfWindow,
  hasNodes: (rect: Rect) => boolean,
): boolean {
  const stored = read(keyOf(project));
  if (stored === null) return false;
  const { width, height } = view.size;
  const visible = {
    x: stored.x,
    y: stored.y,
    width: width / stored.zoom,
    height: height / stored.zoom,
  };
  if (!hasNodes(visible)) return false;
  view.set({ zoom: stored.zoom, x: -visible.x * stored.zoom, y: -visible.y * stored.zoom });
  return true;
}

/**
 * Keeps the place of a canvas when its page or window is left; none while it shows the whole, which it does by itself.
 * @returns leaves it.
 */
export function rememberView(view: ViewController, project: ProjectOfWindow): () => void {
  const keep = (): void => {
    if (!view.positioned) return;
    const { x, y } = view.visible();
    write(keyOf(project), view.isFitted ? null : JSON.stringify({ x, y, zoom: view.view.zoom }));
  };
  window.addEventListener('pagehide', keep);
  return () => {
    window.removeEventListener('pagehide', keep);
    keep();
  };
}

function read(key: string): z.output<typeof StoredView> | null {
  try {
    return StoredView.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** A window that may keep nothing opens the whole each time. */
function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    return;
  }
}
