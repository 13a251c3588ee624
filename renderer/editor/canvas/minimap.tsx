import { useEffect, useRef, type PointerEvent, type ReactElement } from 'react';
import type { EditorSession } from '../session/editor-session.ts';
import { readColours } from './colours.ts';
import { OVERVIEW, Overview, type OverviewFrame } from './overview.ts';
import { onResolutionChange } from './resolution.ts';
import css from './editor-canvas.module.css';

/** Its distance from the edges. */
const MARGIN = 12;
/** How long the view stands still before the overview is drawn sharp again. Milliseconds. */
const REST = 150;

/** The whole document small: click or drag to go there, turn the wheel to zoom. Drawn, not mounted. */
export function Minimap({ session }: { session: EditorSession }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<OverviewFrame | null>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return undefined;
    let pending = 0;
    const overview = new Overview(
      context,
      session.scene,
      (id) => session.store.isSelected(id),
      readColours(element),
    );
    let rest: ReturnType<typeof setTimeout> | undefined;
    const draw = (isStill: boolean): void => {
      pending = 0;
      frame.current = overview.draw(session.view.visible(), window.devicePixelRatio || 1, isStill);
    };
    const soon = (): void => {
      if (pending === 0) pending = requestAnimationFrame(() => draw(false));
      clearTimeout(rest);
      rest = setTimeout(() => draw(true), REST);
    };
    soon();
    const ends = [
      session.scene.subscribe(({ area }) => {
        if (!area) return;
        overview.touch(area);
        soon();
      }),
      session.view.subscribe(soon),
      onResolutionChange(soon),
    ];
    const theme = new MutationObserver(() => {
      overview.recolour(readColours(element));
      soon();
    });
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    // In a narrow window it is hidden, and covers nothing.
    const place = new ResizeObserver(() => {
      const shown = element.offsetWidth > 0;
      session.view.corner = shown
        ? { width: element.offsetWidth + 2 * MARGIN, height: element.offsetHeight + 2 * MARGIN }
        : { width: 0, height: 0 };
    });
    place.observe(element);
    return () => {
      place.disconnect();
      session.view.corner = { width: 0, height: 0 };
      cancelAnimationFrame(pending);
      clearTimeout(rest);
      theme.disconnect();
      for (const end of ends) end();
    };
  }, [session]);
  const go = (event: PointerEvent): void => {
    const at = frame.current;
    const rect = canvas.current?.getBoundingClientRect();
    if (!at || !rect) return;
    const x = (event.clientX - rect.left - at.x) / at.scale;
    const y = (event.clientY - rect.top - at.y) / at.scale;
    const { zoom } = session.view.view;
    session.view.set({
      zoom,
      x: session.view.size.width / 2 - x * zoom,
      y: session.view.size.height / 2 - y * zoom,
    });
  };
  return (
    <canvas
      ref={canvas}
      className={css['minimap']}
      style={OVERVIEW}
      role="img"
      aria-label="Overview of the project"
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) go(event);
      }}
      onWheel={(event) => session.view.zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2)}
    />
  );
}
