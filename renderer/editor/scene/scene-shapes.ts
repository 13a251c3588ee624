import type { PinBase } from '#shared/graph/pin-type.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import type { Rect, XY } from '../geometry.ts';
import type { WireKey } from '../model/editor-store.ts';
import type { NodeLayout } from './node-layout.ts';
import type { Curve } from './wire-geometry.ts';
import type { WireTags } from './wire-tags.ts';

export interface NodeBox extends Rect {
  id: string;
  /** Later is in front. */
  z: number;
  layout: NodeLayout;
}

export interface WireShape {
  key: WireKey;
  wire: GraphConnection;
  curve: Curve;
  /** Where it passes, from its source on. */
  points: readonly XY[];
  /** What stands in place of its line; null where that is drawn. */
  tags: WireTags | null;
  bounds: Rect;
  /** The type of its source: its color. */
  base: PinBase;
}

/** A pin near a point. */
export interface PinHit {
  nodeId: string;
  pin: string;
  side: 'input' | 'output';
  at: XY;
  distance: number;
}

/** What changed in the picture. */
export interface SceneChange {
  /** Nodes that came, went, moved, came to the front, or say something else. */
  nodes: ReadonlySet<string>;
  /** What covers all that looks different, before and after; null when nothing does. Canvas units. */
  area: Rect | null;
  /** What covers all nodes and wires that stand or run elsewhere; null when nodes only say something else. */
  shiftedArea: Rect | null;
}
export type SceneListener = (change: SceneChange) => void;

/** What a change comes to: areas that say something else, areas that look different, nodes that stand elsewhere. */
export interface SceneUpdate {
  updated: Rect[];
  changed: Rect[];
  shifted: Set<string>;
}
