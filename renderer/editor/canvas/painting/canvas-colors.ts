import { PIN_BASES, type PinBase } from '#shared/graph/pin-type.ts';
import { pinToken } from '#renderer/fields/pin-token.ts';
import { kindToken, NODE_KINDS, type NodeKind } from '../../scene/node-kind.ts';

/** The tokens the canvas paints with, read from the page so that there is one place for colors. */
export interface CanvasColors {
  pin: Record<PinBase, string>;
  kind: Record<NodeKind, string>;
  dot: string;
  node: string;
  /** The two colors of the checkerboard behind pictures, which may be see-through. */
  checks: readonly [string, string];
  line: string;
  text: string;
  faint: string;
  accent: string;
  running: string;
  error: string;
  ok: string;
  warn: string;
  canvas: string;
  font: string;
}

export function readColors(element: Element): CanvasColors {
  const style = getComputedStyle(element);
  const token = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
  return {
    pin: Object.fromEntries(PIN_BASES.map((base) => [base, token(pinToken(base), '#888888')])) as Record<
      PinBase,
      string
    >,
    kind: Object.fromEntries(NODE_KINDS.map((kind) => [kind, token(kindToken(kind), '#888888')])) as Record<
      NodeKind,
      string
    >,
    dot: token('--canvas-dot', '#cccccc'),
    node: token('--node', '#ffffff'),
    checks: [token('--checker-a', '#888888'), token('--checker-b', '#808080')],
    line: token('--line-strong', '#cccccc'),
    text: token('--text', '#222222'),
    faint: token('--text-3', '#666666'),
    accent: token('--accent', '#e59b1d'),
    running: token('--running', '#00759b'),
    error: token('--error', '#ad2f24'),
    ok: token('--ok', '#24733f'),
    warn: token('--warn', '#7a5c00'),
    canvas: token('--canvas', '#eeeeee'),
    font: token('--font-text', 'sans-serif'),
  };
}
