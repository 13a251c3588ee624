import { parsePinType } from './pin-type.ts';
import type { GraphNode, NodeTypePins } from './types.ts';

/** Width and height of a node on the canvas, in canvas units. */
export interface NodeSize {
  width: number;
  height: number;
}

const WIDTH = 248;
/** Header, the message of a failed node, the picture, and the space around the rows. */
const FRAME = 32 + 44 + 140 + 14;
const ROW = 28;
const TALL_ROW = 88;
/** Rows of a node whose type is not known. */
const UNKNOWN_PIN_ROWS = 8;

/**
 * Room that a node may need, for those who place nodes without drawing them: never less than the editor draws, so a
 * node without a picture gets a little more than it takes.
 * @param pins those of its type; undefined when the type is not known.
 */
export function spaceForNode(node: GraphNode, pins: NodeTypePins | undefined): NodeSize {
  const values = Object.keys(node.inputs ?? {});
  if (!pins) return { width: WIDTH, height: FRAME + Math.max(UNKNOWN_PIN_ROWS, values.length + 2) * ROW };
  const names = new Set(pins.inputs.map((pin) => pin.name));
  const rows = pins.outputs.length + values.filter((name) => !names.has(name)).length;
  const inputs = pins.inputs.map((pin) => (parsePinType(pin.type).multiline === true ? TALL_ROW : ROW));
  return { width: WIDTH, height: FRAME + rows * ROW + inputs.reduce((sum, height) => sum + height, 0) };
}
