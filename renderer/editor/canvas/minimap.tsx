import { useEffect, useRef, type PointerEvent, type ReactElement } from 'react';
import type { EditorSession } from '../session/editor-session.ts';
import { grow, union } from '../scene/spatial-index.ts';
import { readColours } from './colours.ts';
import css from './editor-canvas.module.css';

const WIDTH = 184;
const HEIGHT = 116;
/** Its distance from the edges. */
const MARGIN = 12;

/** The whole document small: click or drag to go there, turn the wheel to zoom. Drawn, not mounted. */
export function Minimap({ session }: { session: EditorSession }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<{ scale: number; x: number; y: number } | null>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return undefined;
    let pending = 0;
    const draw = (): void => {
      pending = 0;
      const colours = readColours(element);
      const ratio = window.devicePixelRatio || 1;
      const whole = union([...session.scene.boxes(), session.view.visible()]);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, WIDTH, HEIGHT);
      if (!whole) return;
      const area = grow(whole, 60);
      const scale = Math.min(WIDTH / area.width, HEIGHT / area.height);
      const x = (WIDTH - area.width * scale) / 2 - area.x * scale;
      const y = (HEIGHT - area.height * scale) / 2 - area.y * scale;
      frame.current = { scale, x, y };
      for (const box of session.scene.boxes()) {
        const base = box.layout.outputs[0]?.type.base ?? box.layout.inputs[0]?.type.base ?? 'any';
        context.fillStyle = session.store.isSelected(box.id) ? colours.accent : colours.pin[base];
        context.globalAlpha = session.store.isSelected(box.id) ? 1 : 0.55;
        context.fillRect(
          box.x * scale + x,
          box.y * scale + y,
          Math.max(2, box.width * scale),
          Math.max(2, box.height * scale),
        );
      }
      context.globalAlpha = 1;
      const view = session.view.visible();
      context.strokeStyle = colours.text;
      context.lineWidth = 1;
      context.strokeRect(
        Math.round(view.x * scale + x) + 0.5,
        Math.round(view.y * scale + y) + 0.5,
        Math.round(view.width * scale) - 1,
        Math.round(view.height * scale) - 1,
      );
    };
    const soon = (): void => {
      if (pending === 0) pending = requestAnimationFrame(draw);
    };
    soon();
    const ends = [session.scene.subscribe(soon), session.view.subscribe(soon), session.store.subscribe(soon)];
    const theme = new MutationObserver(soon);
    theme.observe(document.documentElement, { attributes: true });
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
      width={WIDTH * (window.devicePixelRatio || 1)}
      height={HEIGHT * (window.devicePixelRatio || 1)}
      style={{ width: WIDTH, height: HEIGHT }}
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
