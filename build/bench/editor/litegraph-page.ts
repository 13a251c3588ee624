import * as litegraph from '@comfyorg/litegraph';
import type { ReferenceInput, Step, View } from './reference-input.ts';

/** The canvas engine of ComfyUI with the same graph; runs in the browser only. */

/** What is used of it: its own types are written for resolvers that find files without their endings. */
interface PeerNode {
  pos: [number, number];
  widgets: { value: unknown }[];
  addInput(name: string, type: string): void;
  addOutput(name: string, type: string): void;
  addWidget(kind: string, name: string, value: unknown, callback: null): void;
  connect(slot: number, target: PeerNode, targetSlot: number): unknown;
}
interface PeerGraph {
  add(node: PeerNode): void;
}
interface PeerCanvas {
  ds: { scale: number; offset: number[] };
  draw(front: boolean, back: boolean): void;
  selectItems(): void;
  deselectAll(): void;
}
interface Peer {
  LGraph: new () => PeerGraph;
  LGraphCanvas: new (
    element: HTMLCanvasElement,
    graph: PeerGraph,
    options: { skip_render: boolean },
  ) => PeerCanvas;
  LGraphNode: new (title: string) => PeerNode;
  LiteGraph: {
    registerNodeType(type: string, node: new () => PeerNode): void;
    createNode(type: string): PeerNode | null;
  };
}
const { LGraph, LGraphCanvas, LGraphNode, LiteGraph } = litegraph as unknown as Peer;

class BenchNode extends LGraphNode {
  constructor() {
    super('A node');
    for (const row of [0, 1, 2, 3]) this.addInput(`in${row}`, 'any');
    for (const row of [0, 1]) this.addOutput(`out${row}`, 'any');
    for (const row of [0, 1, 2, 3]) this.addWidget('number', `Input ${row}`, row, null);
    this.addWidget('text', 'Text', 'Words', null);
  }
}

/**
 * Shows the graph; each step is drawn at once, as its own loop would in the next frame.
 * @returns what plays a gesture.
 */
export function showLitegraph(
  { nodes, connections }: Pick<ReferenceInput, 'nodes' | 'connections'>,
  {
    root,
    size,
    viewOf,
  }: { root: HTMLElement; size: { width: number; height: number }; viewOf: (isZoomedIn: boolean) => View },
): { step: (gesture: string, isZoomedIn: boolean) => Step; view: (view: View) => void } {
  LiteGraph.registerNodeType('bench/node', BenchNode);
  const element = document.createElement('canvas');
  element.width = size.width;
  element.height = size.height;
  root.append(element);
  const graph = new LGraph();
  const canvas = new LGraphCanvas(element, graph, { skip_render: true });
  const byId = new Map<string, PeerNode>();
  for (const { id, position } of nodes) {
    const node = LiteGraph.createNode('bench/node');
    if (!node) throw new Error('litegraph made no node.');
    node.pos = [position?.x ?? 0, position?.y ?? 0];
    graph.add(node);
    byId.set(id, node);
  }
  const usedSlots = new Map<string, number>();
  for (const { from, to } of connections) {
    // An input takes one wire here.
    const slot = usedSlots.get(to[0]) ?? 0;
    usedSlots.set(to[0], slot + 1);
    const [source, target] = [byId.get(from[0]), byId.get(to[0])];
    if (source && target && slot < 4) source.connect(0, target, slot);
  }
  const draw = () => canvas.draw(true, true);
  const setView = ({ x, y, zoom }: View) => {
    canvas.ds.scale = zoom;
    canvas.ds.offset[0] = x / zoom;
    canvas.ds.offset[1] = y / zoom;
    draw();
  };
  setView(viewOf(false));
  const first = byId.get(nodes[0]!.id)!;
  const field = first.widgets.at(-1)!;
  const phaseOf = (left: number) => (left % 40 < 20 ? 1 : -1);
  return {
    view: setView,
    step(gesture, isZoomedIn) {
      let view = viewOf(isZoomedIn);
      setView(view);
      switch (gesture) {
        case 'pan':
          return (left) => {
            view = { ...view, x: view.x - 14 * phaseOf(left), y: view.y - 9 * phaseOf(left) };
            setView(view);
          };
        case 'zoom':
          return (left) => {
            view = { ...view, zoom: view.zoom * (1 + 0.01 * phaseOf(left)) };
            setView(view);
          };
        case 'drag':
          return (left) => {
            first.pos = [(left % 40) * 3, (left % 40) * 2];
            draw();
          };
        case 'select-all':
          return (left) => {
            if (left % 2 === 0) canvas.selectItems();
            else canvas.deselectAll();
            draw();
          };
        default:
          return (left) => {
            field.value = `Words ${left}`;
            draw();
          };
      }
    },
  };
}
