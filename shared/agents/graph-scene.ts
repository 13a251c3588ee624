import { parsePinType, type PinBase } from '../graph/pin-type.ts';
import { spaceForNode } from '../graph/node-size.ts';
import type { Graph, GraphNode, NodeCatalog } from '../graph/types.ts';
import { valueText } from './graph-text.ts';
import { cutToBytes } from './text-pages.ts';

/** A graph as something to draw: boxes with words and the curves between them, in pixels of a picture. */

/** The longest side of a picture, and the most that one pixel of the canvas becomes. */
const SIDE = 2000;
const MAX_SCALE = 1;
const MARGIN = 40;
/** Nodes of one picture: more are dots that nobody can tell apart. */
export const MAX_SCENE_NODES = 2000;
const MAX_LINES = 8;
const LINE_BYTES = 60;
const WIDTH = 248;
const HEAD = 34;
const LINE = 22;

interface SceneBox {
  x: number;
  y: number;
  width: number;
  height: number;
  /** What it is called, and its id and type. */
  title: string;
  subtitle: string;
  lines: string[];
}

interface SceneWire {
  from: [x: number, y: number];
  to: [x: number, y: number];
  /** What flows: it decides on the color. */
  base: PinBase;
}

export interface GraphScene {
  width: number;
  height: number;
  /** Pixels of the picture for one of the canvas. */
  scale: number;
  boxes: SceneBox[];
  wires: SceneWire[];
}

/** What stands on a node: values of inputs that no wire feeds. */
function linesOf(node: GraphNode, fed: ReadonlySet<string>): string[] {
  return Object.entries(node.inputs ?? {})
    .filter(([pin]) => !fed.has(pin))
    .slice(0, MAX_LINES)
    .map(([pin, value]) => cutToBytes(`${pin} = ${valueText(value, LINE_BYTES)}`, LINE_BYTES));
}

interface NodeRect {
  node: GraphNode;
  x: number;
  y: number;
  height: number;
  lines: string[];
}

/**
 * The boxes and curves of a graph, as the canvas has them: nodes where they stand, without pictures of results.
 * @param ids only these nodes, and the wires between them; null for all. @returns null where there is nothing to draw
 */
export function graphScene(
  graph: Graph,
  catalog: NodeCatalog,
  ids: ReadonlySet<string> | null,
): GraphScene | null {
  const fedPins = Map.groupBy(graph.connections, ({ to }) => to[0]);
  const nodes = graph.nodes
    .filter(({ id }) => ids === null || ids.has(id))
    .slice(0, MAX_SCENE_NODES)
    .map((node): NodeRect => {
      const wires = fedPins.get(node.id) ?? [];
      const lines = linesOf(node, new Set(wires.map(({ to }) => to[1])));
      const pins = catalog.pinsOf(node.type);
      const rows = Math.max(lines.length, wires.length, pins?.outputs.length ?? 1);
      const height = Math.min(HEAD + LINE + LINE * rows, spaceForNode(node, pins).height);
      return { node, x: node.position?.x ?? 0, y: node.position?.y ?? 0, height, lines };
    });
  if (nodes.length === 0) return null;
  const left = nodes.reduce((least, { x }) => Math.min(least, x), Infinity);
  const top = nodes.reduce((least, { y }) => Math.min(least, y), Infinity);
  const right = nodes.reduce((most, { x }) => Math.max(most, x + WIDTH), -Infinity);
  const bottom = nodes.reduce((most, { y, height }) => Math.max(most, y + height), -Infinity);
  const available = SIDE - 2 * MARGIN;
  const scale = Math.min(MAX_SCALE, available / Math.max(right - left, bottom - top));
  const at = (x: number, y: number): [number, number] => [
    MARGIN + (x - left) * scale,
    MARGIN + (y - top) * scale,
  ];
  const byId = new Map(nodes.map((rect) => [rect.node.id, rect]));
  const boxes = nodes.map(({ node, x, y, height, lines }): SceneBox => {
    const [px, py] = at(x, y);
    return {
      x: px,
      y: py,
      width: WIDTH * scale,
      height: height * scale,
      lines,
      title: cutToBytes(node.title || node.id, LINE_BYTES),
      subtitle: cutToBytes(node.title ? `${node.id} · ${node.type}` : node.type, LINE_BYTES),
    };
  });
  const wires = graph.connections.flatMap(({ from, to }): SceneWire[] => {
    const [source, target] = [byId.get(from[0]), byId.get(to[0])];
    if (!source || !target) return [];
    const pins = catalog.pinsOf(source.node.type)?.outputs.find(({ name }) => name === from[1]);
    const targets = fedPins.get(to[0]) ?? [];
    const row = targets.findIndex((wire) => wire.to[1] === to[1]);
    return [
      {
        from: at(source.x + WIDTH, source.y + HEAD + LINE / 2),
        to: at(target.x, target.y + Math.min(target.height - 8, HEAD + LINE * (row + 0.5))),
        base: parsePinType(pins?.type).base,
      },
    ];
  });
  return {
    width: Math.ceil((right - left) * scale) + 2 * MARGIN,
    height: Math.ceil((bottom - top) * scale) + 2 * MARGIN,
    scale,
    boxes,
    wires,
  };
}
