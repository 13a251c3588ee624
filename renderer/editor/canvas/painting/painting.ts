import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import type { Rect } from '../../geometry.ts';
import type { WireKey } from '../../model/editor-store.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Detail } from '../../scene/view-controller.ts';
import type { StateMark } from '../../session/node-states.ts';
import type { CanvasColors } from './canvas-colors.ts';

/** What the painter asks about nodes and wires beyond where they are. */
interface NodePaintInfo {
  /** How many items the list has that a wire carries, 0 where that is not known yet; null for a wire that carries one thing. */
  list(wire: GraphConnection): number | null;
  /** How many items a node has made or runs for, and how many of them failed; null for a node that runs once. */
  items(nodeId: string): { total: number; failed: number } | null;
  title(nodeId: string): string;
  run(nodeId: string): NodeRunState | undefined;
  /** The selected nodes. */
  selection(): ReadonlySet<string>;
  /** Whether the graph has outgrown the result that the node shows. */
  outgrown(nodeId: string): boolean;
  /** Whether it is muted, frozen or locked; the same list for the same states. */
  marks(nodeId: string): readonly StateMark[];
  /** The color that a person gave it. */
  color(nodeId: string): string | undefined;
  /** A loaded picture for its preview. @param width how wide it will be at most, device pixels. */
  picture(nodeId: string, width: number): CanvasImageSource | null;
  /** What it says in a line when it shows no picture: its result, else what it holds. */
  line(nodeId: string): string | null;
  /** How far an upload into it is, 0 to 1; null without one. */
  upload(nodeId: string): number | null;
}

/** What the drawing asks beyond that. */
export interface DrawingInfo extends NodePaintInfo {
  /** Whether frames or notes lie beneath it. */
  hasBackground(): boolean;
}

/** What is painted on: the canvas of a page, or one that is kept aside. */
export type PaintContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface Highlight {
  /** Wires drawn bright; the others fade to `others`. */
  wires: ReadonlySet<WireKey>;
  extraCount: number;
}

export interface Painting {
  scene: Scene;
  colors: CanvasColors;
  /** What to paint, canvas units; the context is set up so that one unit is one unit. */
  area: Rect;
  zoom: number;
  detail: Detail;
  highlight: Highlight | null;
  /** Wires that are shown otherwise, and not painted. */
  omitted: ReadonlySet<WireKey>;
  info: NodePaintInfo;
}
