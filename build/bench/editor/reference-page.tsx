import '@xyflow/react/dist/style.css';
import {
  applyNodeChanges,
  Handle,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  type Edge,
  type Node,
  type NodeChange,
  type NodeProps,
} from '@xyflow/react';
import { memo, useCallback, useEffect, useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { showLitegraph } from './litegraph-page.ts';
import type { ReferenceInput, Step, View } from './reference-input.ts';

/** The pages that the editor is measured against; runs in the browser only. */

interface Bench {
  benchInput: ReferenceInput;
  benchStep: (gesture: string, near: boolean) => Step;
  /** Moves the view, before gestures of a person. */
  benchView: (view: View) => void;
}

const bench = globalThis as unknown as Bench;
const input = bench.benchInput;
const root = document.querySelector<HTMLElement>('#root')!;
const SIZE = { width: root.clientWidth, height: root.clientHeight };
const NODE = { width: 248, height: 300 };
const at = (index: number) => input.nodes[index]?.position ?? { x: 0, y: 0 };
const right = Math.max(...input.nodes.map((_node, index) => at(index).x)) + NODE.width;
const bottom = Math.max(...input.nodes.map((_node, index) => at(index).y)) + NODE.height;
const fit = Math.max(0.05, Math.min(1, SIZE.width / right, SIZE.height / bottom));
const viewOf = (near: boolean) => ({ x: 0, y: 0, zoom: near ? 0.8 : fit });
const phaseOf = (left: number) => (left % 40 < 20 ? 1 : -1);

/** One canvas that is drawn anew in each frame, everything that is in view, as little of it as makes a graph. */
function bareCanvas(): void {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  root.append(canvas);
  const field = document.createElement('textarea');
  root.append(field);
  const context = canvas.getContext('2d')!;
  const positions = new Map(input.nodes.map((node, index) => [node.id, { ...at(index) }]));
  let view = viewOf(false);
  let selected = false;
  const draw = () => {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, SIZE.width, SIZE.height);
    context.setTransform(view.zoom, 0, 0, view.zoom, view.x, view.y);
    const seen = {
      left: -view.x / view.zoom,
      top: -view.y / view.zoom,
      right: (SIZE.width - view.x) / view.zoom,
      bottom: (SIZE.height - view.y) / view.zoom,
    };
    context.beginPath();
    context.lineWidth = 1.2 / view.zoom;
    for (const { from, to } of input.connections) {
      const a = positions.get(from[0])!;
      const b = positions.get(to[0])!;
      if (Math.max(a.x, b.x) + NODE.width < seen.left || Math.min(a.x, b.x) > seen.right) continue;
      if (Math.max(a.y, b.y) + NODE.height < seen.top || Math.min(a.y, b.y) > seen.bottom) continue;
      context.moveTo(a.x + NODE.width, a.y + 40);
      context.bezierCurveTo(a.x + NODE.width + 60, a.y + 40, b.x - 60, b.y + 40, b.x, b.y + 40);
    }
    context.strokeStyle = '#7777aa';
    context.stroke();
    context.lineWidth = 2 / view.zoom;
    for (const { x, y } of positions.values()) {
      if (x + NODE.width < seen.left || x > seen.right || y + NODE.height < seen.top || y > seen.bottom)
        continue;
      context.fillStyle = '#f4f4f4';
      context.fillRect(x, y, NODE.width, NODE.height);
      context.fillStyle = '#88aacc';
      context.fillRect(x, y, NODE.width, 32);
      if (view.zoom > 0.45) {
        context.fillStyle = '#222222';
        context.font = '13px sans-serif';
        for (let row = 0; row < 6; row += 1) context.fillText('A line of a node', x + 12, y + 20 + row * 40);
      }
      if (selected) context.strokeRect(x, y, NODE.width, NODE.height);
    }
  };
  draw();
  bench.benchStep = (gesture, near) => {
    view = viewOf(near);
    const first = positions.get(input.nodes[0]!.id)!;
    switch (gesture) {
      case 'pan':
        return (left) => {
          view = { ...view, x: view.x - 14 * phaseOf(left), y: view.y - 9 * phaseOf(left) };
          draw();
        };
      case 'zoom':
        return (left) => {
          view = { ...view, zoom: view.zoom * (1 + 0.01 * phaseOf(left)) };
          draw();
        };
      case 'drag':
        return (left) => {
          first.x = (left % 40) * 3;
          draw();
        };
      case 'select-all':
        return (left) => {
          selected = left % 2 === 0;
          draw();
        };
      default:
        return (left) => {
          field.value = `${field.value.slice(0, 60)}${left}`;
          draw();
        };
    }
  };
}

type BenchNode = Node<{ text: string }, 'bench'>;

function Body({ id, data }: { id: string; data: BenchNode['data'] }): ReactElement {
  const { updateNodeData } = useReactFlow<BenchNode>();
  return (
    <div style={{ ...NODE, background: '#f4f4f4', border: '1px solid #999' }}>
      <div style={{ height: 32, background: '#88aacc' }}>A node</div>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} style={{ position: 'relative', height: 28 }}>
          <Handle id={`in${row}`} type="target" position={Position.Left} style={{ top: 14 }} />
          <label>
            Input {row} <input type="number" defaultValue={row} style={{ width: 60 }} />
          </label>
        </div>
      ))}
      <textarea value={data.text} onChange={(event) => updateNodeData(id, { text: event.target.value })} />
      {[0, 1].map((row) => (
        <div key={row} style={{ position: 'relative', height: 28 }}>
          Output {row}
          <Handle id={`out${row}`} type="source" position={Position.Right} style={{ top: 14 }} />
        </div>
      ))}
    </div>
  );
}

const SimpleNode = ({ id, data }: NodeProps<BenchNode>) => <Body id={id} data={data} />;
const TunedNode = memo(({ id, data }: NodeProps<BenchNode>) => {
  const small = useStore((state) => state.transform[2] < 0.45);
  if (!small) return <Body id={id} data={data} />;
  return (
    <div style={{ ...NODE, background: '#88aacc', contentVisibility: 'auto' }}>
      <Handle id="in0" type="target" position={Position.Left} />
      <Handle id="out0" type="source" position={Position.Right} />
    </div>
  );
});
TunedNode.displayName = 'TunedNode';
const simpleTypes = { bench: SimpleNode };
const tunedTypes = { bench: TunedNode };

function Flow({ tuned }: { tuned: boolean }): ReactElement {
  const flow = useReactFlow<BenchNode>();
  const [nodes, setNodes] = useState<BenchNode[]>(() =>
    input.nodes.map((node, index) => ({
      id: node.id,
      type: 'bench',
      position: at(index),
      data: { text: 'Words' },
      ...(tuned ? { width: NODE.width, height: NODE.height } : {}),
    })),
  );
  const [edges] = useState<Edge[]>(() =>
    input.connections.map(({ from, to }, index) => ({
      id: `e${index}`,
      source: from[0],
      target: to[0],
      sourceHandle: 'out0',
      targetHandle: 'in0',
    })),
  );
  const first = input.nodes[0]!.id;
  const benchStep: Bench['benchStep'] = (gesture, near) => {
    let view = viewOf(near);
    void flow.setViewport(view);
    switch (gesture) {
      case 'pan':
        return (left) => {
          view = { ...view, x: view.x - 14 * phaseOf(left), y: view.y - 9 * phaseOf(left) };
          void flow.setViewport(view);
        };
      case 'zoom':
        return (left) => {
          view = { ...view, zoom: view.zoom * (1 + 0.01 * phaseOf(left)) };
          void flow.setViewport(view);
        };
      case 'drag':
        return (left) =>
          setNodes((all) =>
            all.map((node) =>
              node.id === first ? { ...node, position: { x: (left % 40) * 3, y: (left % 40) * 2 } } : node,
            ),
          );
      case 'select-all':
        return (left) => setNodes((all) => all.map((node) => ({ ...node, selected: left % 2 === 0 })));
      default:
        return (left) =>
          setNodes((all) =>
            all.map((node) =>
              node.id === first ? { ...node, data: { ...node.data, text: `Words ${left}` } } : node,
            ),
          );
    }
  };
  useEffect(() => {
    const benchView: Bench['benchView'] = (view) => void flow.setViewport(view);
    Object.assign(globalThis, { benchStep, benchView });
  });
  const take = useCallback(
    (changes: NodeChange<BenchNode>[]) => setNodes((all) => applyNodeChanges(changes, all)),
    [setNodes],
  );
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={tuned ? tunedTypes : simpleTypes}
      onNodesChange={take}
      panOnScroll
      minZoom={0.05}
      onlyRenderVisibleElements={tuned}
      defaultViewport={viewOf(false)}
    />
  );
}

if (input.kind === 'canvas') bareCanvas();
else if (input.kind === 'litegraph') {
  const { step, view } = showLitegraph(input, { root, size: SIZE, viewOf });
  Object.assign(globalThis, { benchStep: step, benchView: view });
} else {
  flushSync(() =>
    createRoot(root).render(
      <ReactFlowProvider>
        <Flow tuned={input.kind === 'tuned'} />
      </ReactFlowProvider>,
    ),
  );
}
