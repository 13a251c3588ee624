import { useEffect, useRef, type ReactElement, type RefObject } from 'react';
import { usePointerDrag } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { contains } from '../../geometry.ts';
import type { View } from '../../scene/view-controller.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { readColors } from '../painting/canvas-colors.ts';
import { OVERVIEW, Overview, type OverviewFrame } from '../painting/overview.ts';
import { onResolutionChange } from '../painting/resolution.ts';
import css from './minimap.module.css';

const t = words.editorCanvas.minimap;

/** Its distance from the edges. */
const MARGIN = 12;
/** While the view moves the overview follows it so often. Milliseconds. */
const FOLLOW = 100;
/** How long the view stands still before the overview is drawn sharp again. Milliseconds. */
const IDLE_MS = 150;

/** The whole document small: click or drag to go there, turn the wheel to zoom. Drawn, not mounted. */
export function Minimap({ session }: { session: EditorSession }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useOverview(session, canvas);
  const handle = useHandle(session, canvas, frame);
  return (
    <canvas
      ref={canvas}
      className={css['minimap']}
      style={OVERVIEW}
      role="img"
      aria-label={t.overviewProject}
      data-canvas-control
      {...handle}
      onWheel={(event) => session.view.zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2)}
    />
  );
}

/**
 * Whether the nodes come first: the canvas became too short for a view clear of the overview, and nobody has moved the
 * view since, or all of them are in view anyway. An empty document has no overview.
 */
function yieldsToNodes({ scene, view }: EditorSession): boolean {
  const bounds = scene.bounds();
  if (bounds === null) return true;
  const covered = contains(view.visible(), bounds) ? view.underCorner : view.coveredByCorner;
  return covered !== null && scene.nodesIn(covered).length > 0;
}

/** Draws the overview whenever the document or the view changes. @returns where in the canvas it was drawn last. */
function useOverview(
  session: EditorSession,
  canvas: RefObject<HTMLCanvasElement | null>,
): RefObject<OverviewFrame | null> {
  const frame = useRef<OverviewFrame | null>(null);
  useEffect(() => {
    const element = canvas.current;
    // Drawn aside and handed over: the browser copies a canvas that can be drawn on for each frame of the page.
    const picture = new OffscreenCanvas(1, 1);
    const context = picture.getContext('2d');
    const target = element?.getContext('bitmaprenderer');
    if (!element || !context || !target) return undefined;
    let pending = 0;
    const overview = new Overview(
      context,
      session.scene,
      (id) => session.store.isSelected(id),
      readColors(element),
    );
    let idleTimer: ReturnType<typeof setTimeout> | undefined;
    const draw = (isSettled: boolean): void => {
      pending = 0;
      element.toggleAttribute('data-aside', yieldsToNodes(session));
      frame.current = overview.draw(session.view.visible(), window.devicePixelRatio || 1, isSettled);
      target.transferFromImageBitmap(picture.transferToImageBitmap());
    };
    const schedule = (): void => {
      // While nodes are dragged it rests: it shows where they went once the drag stands still.
      if (pending === 0 && session.scene.held.size === 0) pending = requestAnimationFrame(() => draw(false));
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => draw(true), IDLE_MS);
    };
    let renderedAt = 0;
    const follow = (): void => {
      const timestamp = performance.now();
      if (timestamp - renderedAt >= FOLLOW) {
        renderedAt = timestamp;
        schedule();
        return;
      }
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => draw(true), IDLE_MS);
    };
    schedule();
    const ends = [
      session.scene.subscribe(({ shiftedArea }) => {
        if (!shiftedArea) return;
        overview.touch(shiftedArea);
        schedule();
      }),
      session.store.subscribe(({ marked }) => {
        if (marked.size === 0) return;
        overview.mark(marked);
        schedule();
      }),
      session.view.subscribe(follow),
      onResolutionChange(schedule),
    ];
    const theme = new MutationObserver(() => {
      overview.recolor(readColors(element));
      schedule();
    });
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    // In a narrow window it is hidden, and covers nothing.
    const observer = new ResizeObserver(() => {
      const isVisible = element.offsetWidth > 0;
      session.view.corner = isVisible
        ? { width: element.offsetWidth + 2 * MARGIN, height: element.offsetHeight + 2 * MARGIN }
        : { width: 0, height: 0 };
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      session.view.corner = { width: 0, height: 0 };
      cancelAnimationFrame(pending);
      clearTimeout(idleTimer);
      theme.disconnect();
      for (const end of ends) end();
    };
  }, [session, canvas]);
  return frame;
}

/** The view at a press, and the scale then, so that what is dragged does not run away. */
interface Handle {
  before: View;
  view: View;
  scale: number;
}

function useHandle(
  session: EditorSession,
  canvas: RefObject<HTMLCanvasElement | null>,
  frame: RefObject<OverviewFrame | null>,
) {
  const { onPointerDown } = usePointerDrag<Handle>({
    onPress: (event) => {
      const at = frame.current;
      const rect = canvas.current?.getBoundingClientRect();
      if (!at || !rect) return null;
      const point = {
        x: (event.clientX - rect.left - at.x) / at.scale,
        y: (event.clientY - rect.top - at.y) / at.scale,
      };
      const before = session.view.view;
      const { zoom } = before;
      // A press on the frame takes it where it is; one beside it brings the view there.
      if (contains(session.view.visible(), { ...point, width: 0, height: 0 }))
        return { before, view: before, scale: at.scale };
      const { width, height } = session.view.size;
      const view = { zoom, x: width / 2 - point.x * zoom, y: height / 2 - point.y * zoom };
      session.view.set(view);
      return { before, view, scale: at.scale };
    },
    onMove: ({ view, scale }, _event, by) =>
      session.view.set({
        zoom: view.zoom,
        x: view.x - (by.x / scale) * view.zoom,
        y: view.y - (by.y / scale) * view.zoom,
      }),
    onCancel: ({ before }) => session.view.set(before),
    threshold: 0,
  });
  return { onPointerDown };
}
