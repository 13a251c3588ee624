import { PIN_BASES, type PinBase } from '#shared/graph/pin-type.ts';
import { pinToken } from '../../node/pin-token.ts';

/** The tokens the canvas paints with, read from the page so that there is one place for colors. */
export interface CanvasColors {
  pin: Record<PinBase, string>;
  dot: string;
  node: string;
  surface: string;
  /** Behind pictures, which may be see-through. */
  backing: string;
  line: string;
  text: string;
  faint: string;
  accent: string;
  running: string;
  error: string;
  ok: string;
  canvas: string;
  font: string;
}

export function readColors(element: Element): CanvasColors {
  const style = getComputedStyle(element);
  const token = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  return {
    pin: Object.fromEntries(PIN_BASES.map((base) => [base, token(pinToken(base), '#888888')])) as Record<
      PinBase,
      string
    >,
    dot: token('--canvas-dot', '#cccccc'),
    node: token('--node', '#ffffff'),
    surface: token('--surface-2', '#eeeeee'),
    backing: token('--checker-b', '#cccccc'),
    line: token('--line-strong', '#cccccc'),
    text: token('--text', '#222222'),
    faint: token('--text-3', '#666666'),
    accent: token('--accent', '#e59b1d'),
    running: token('--running', '#0a7a83'),
    error: token('--error', '#ad2f24'),
    ok: token('--ok', '#24733f'),
    canvas: token('--canvas', '#eeeeee'),
    font: token('--font-text', 'sans-serif'),
  };
}
