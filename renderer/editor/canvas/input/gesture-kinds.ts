import type { XY } from '../../geometry.ts';
import type { WireKey } from '../../model/editor-store.ts';
import type { ItemBox } from '../../scene/canvas-places.ts';
import type { ReroutePoint } from '../../session/session-reroutes.ts';
import type { ConnectionDrag } from './connection-drag.ts';
import type { DragGuides } from './drag-guides.ts';
import type { Stroke } from './drawn-stroke.ts';
import type { ItemDrag } from './item-drag.ts';

/** What was selected before a gesture. */
export interface Selected {
  nodes: readonly string[];
  /** Keys of frames and notes. */
  items: readonly string[];
}

export type Gesture =
  | { kind: 'press'; start: XY; nodeId: string; additive: boolean; copies: boolean }
  | { kind: 'press-item'; start: XY; item: ItemBox; additive: boolean; copies: boolean }
  | { kind: 'resize'; start: XY; item: ItemBox }
  | { kind: 'reroute'; start: XY; point: ReroutePoint }
  /** `copyOf` names what was selected where a copy of it is dragged, which the gesture made: both are one step. */
  | { kind: 'drag'; start: XY; nodes: DragGuides; items: ItemDrag; copyOf: Selected | null }
  /** `pans`: a drag from here moves the view, which is none of ours. */
  | { kind: 'press-empty'; start: XY; additive: boolean; wire: WireKey | null; pans: boolean }
  | { kind: 'box'; start: XY; before: ReadonlySet<string> }
  | { kind: 'draw'; start: XY; stroke: Stroke }
  | { kind: 'wire'; start: XY; wire: ConnectionDrag; isDragged: boolean };

export interface PressModifiers {
  shift: boolean;
  mod: boolean;
  /** Drags a copy. */
  alt?: boolean;
  /** It is a finger; on what is empty it moves the view, or selects. */
  touch?: 'pans' | 'selects';
}
