import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError, endpoints, type ApiClient, type PatchOperation } from '#shared/api/index.ts';
import type { Upload } from '#shared/desk/index.ts';
import { applyOperations } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { TooltipProvider } from '#renderer/ui/index.ts';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import type { EditorPorts } from '../ports.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { openSession } from '../session/open-session.ts';
import { EditorCanvas } from './editor-canvas.tsx';

const types = {
  'input/image': {
    title: 'Image',
    inputs: [{ name: 'file', label: 'File', type: 'image' }],
    outputs: [{ name: 'image', label: 'Image', type: 'image' }],
  },
  'image/blur': {
    title: 'Blur',
    inputs: [
      { name: 'image', label: 'Image', type: 'image' },
      { name: 'sigma', label: 'Strength', type: 'number(0..100)', default: 8 },
    ],
    outputs: [{ name: 'image', label: 'Image', type: 'image' }],
  },
  'input/text': {
    title: 'Text',
    inputs: [{ name: 'value', label: 'Text', type: 'text', default: '' }],
    outputs: [{ name: 'text', label: 'Text', type: 'text' }],
  },
} as const;

const noRuns: NodeRunTable = {
  get: () => undefined,
  subscribe: () => () => undefined,
  subscribeAll: () => () => undefined,
};

/** The desktop process and a service behind it, as small as the canvas needs; each test has its own. */
function standIn(start: Graph): EditorPorts & { graph: () => Graph; sent: PatchOperation[][] } {
  let graph = start;
  let version = 1;
  const sent: PatchOperation[][] = [];
  const document = () => ({ projectId: 'p', name: 'Test', version, document: { graph } });
  const summaries = Object.entries(types).map(([type, { title }]) => ({
    type,
    title,
    category: type.split('/')[0],
  }));
  const call = (
    endpoint: { id: string },
    args: { params?: Record<string, string>; body?: unknown },
  ): unknown => {
    switch (endpoint.id) {
      case endpoints.projects.getDocument.id:
        return document();
      case endpoints.projects.get.id:
        return { id: 'p', name: 'Test', nodeCount: graph.nodes.length, version };
      case endpoints.projects.patchDocument.id: {
        const { operations } = args.body as { operations: PatchOperation[] };
        const applied = applyOperations(graph, operations);
        if (!applied.ok) throw new Error(applied.refusal.reason);
        graph = applied.graph;
        version += 1;
        sent.push(operations);
        return { ...document(), appliedOperations: operations.length };
      }
      case endpoints.nodeTypes.list.id:
        return { data: summaries, hasMore: false };
      case endpoints.nodeTypes.get.id: {
        const type = args.params?.['node_type'] as keyof typeof types;
        if (!(type in types)) {
          throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'There is no such node type.' });
        }
        return { type, ...types[type] };
      }
      default:
        throw new Error(`The canvas does not call ${endpoint.id}.`);
    }
  };
  return {
    connectionId: 'local',
    projectId: 'p',
    api: ((endpoint: { id: string }, args: object) =>
      Promise.resolve().then(() => call(endpoint, args))) as unknown as ApiClient,
    journal: {
      claim: () =>
        Promise.resolve({ writing: true, entries: [], inFlight: [], history: { done: [], undone: [] } }),
      append: () => Promise.resolve(),
      sending: () => Promise.resolve(),
      acknowledge: () => Promise.resolve(),
      replace: () => Promise.resolve(),
      leave: () => undefined,
      watch: () => () => undefined,
      carryHistory: () => Promise.resolve(),
    },
    supportedOperations: () => Promise.resolve(null),
    mediaUrls: () => Promise.resolve([]),
    listFiles: () => Promise.resolve([]),
    startUpload: (file, { uploadId, nodeId, input }): Promise<Upload> =>
      Promise.resolve({
        id: uploadId,
        connectionId: 'local',
        projectId: 'p',
        nodeId,
        input,
        settled: false,
        filename: file.name,
        contentType: file.type,
        sizeBytes: file.size,
        receivedBytes: file.size,
        sentBytes: file.size,
        progress: 1,
        problem: null,
        state: 'done',
        fileId: 'file_1.png',
        error: null,
        retryable: false,
        createdAt: '2026-01-01T00:00:00Z',
      }),
    cancelUpload: () => Promise.reject(new Error('not here')),
    retryUpload: () => Promise.reject(new Error('not here')),
    pauseUpload: () => Promise.reject(new Error('not here')),
    resumeUpload: () => Promise.reject(new Error('not here')),
    settleUpload: () => Promise.reject(new Error('not needed')),
    listUploads: () => Promise.resolve([]),
    settings: () => Promise.resolve({ theme: 'light', layout: {}, navigation: 'mouse', snapToGrid: true }),
    subscribe: () => () => undefined,
    graph: () => graph,
    sent,
  };
}

let open: EditorSession | null = null;
afterEach(() => {
  open?.dispose();
  open = null;
});

async function show(graph: Graph) {
  const ports = standIn(graph);
  const session = await openSession(ports);
  open = session;
  await vi.waitFor(() => expect(session.catalogue.pinsOf('input/text')).toBeDefined());
  await render(
    <TooltipProvider>
      <div style={{ width: 1200, height: 800 }}>
        <EditorCanvas
          session={session}
          runTable={noRuns}
          onRunTo={() => undefined}
          onOpenOutput={() => undefined}
        />
      </div>
    </TooltipProvider>,
  );
  await vi.waitFor(() => expect(session.view.size.width).toBe(1200));
  return { session, ports };
}

const chain: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 360, y: 0 }, inputs: {} },
    { id: 'text', type: 'input/text', position: { x: 0, y: 340 }, inputs: {} },
  ],
  connections: [],
};

const pinOf = (node: string, pin: string, side: string): Element => {
  const element = document.querySelector(`[data-pin="${pin}"][data-side="${side}"][data-node-id="${node}"]`);
  if (!element) throw new Error(`There is no ${side} ${pin} on ${node}.`);
  return element;
};
const middleOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
};
const pointer = (target: EventTarget, type: string, at: { clientX: number; clientY: number }): void => {
  target.dispatchEvent(
    new PointerEvent(type, { ...at, bubbles: true, cancelable: true, button: 0, buttons: 1, pointerId: 1 }),
  );
};
const dragWire = (from: Element, to: { clientX: number; clientY: number }): void => {
  pointer(from, 'pointerdown', middleOf(from));
  pointer(window, 'pointermove', { clientX: to.clientX - 30, clientY: to.clientY });
  pointer(window, 'pointermove', to);
};

describe('wiring', () => {
  it('connects by dragging from pin to pin, and undo takes it back', async () => {
    const { session } = await show(chain);
    await vi.waitFor(() => pinOf('blur', 'image', 'input'));
    const to = middleOf(pinOf('blur', 'image', 'input'));
    dragWire(pinOf('photo', 'image', 'output'), to);
    await expect.element(page.getByText('Connect to Image')).toBeVisible();
    pointer(window, 'pointerup', to);
    expect(session.store.getGraph().connections).toEqual([
      { from: ['photo', 'image'], to: ['blur', 'image'] },
    ]);
    session.undo();
    expect(session.store.getGraph().connections).toEqual([]);
  });

  it('says why a wire is refused, while dragging and after', async () => {
    const { session } = await show(chain);
    await vi.waitFor(() => pinOf('text', 'text', 'output'));
    const to = middleOf(pinOf('blur', 'image', 'input'));
    const reason = session.wiring.whyNot(['text', 'text'], ['blur', 'image']);
    expect(reason).not.toBeNull();
    dragWire(pinOf('text', 'text', 'output'), to);
    await expect.element(page.getByText(reason ?? '', { exact: true })).toBeVisible();
    pointer(window, 'pointerup', to);
    expect(session.store.getGraph().connections).toEqual([]);
    await expect.element(page.getByText(`Not connected: ${reason}`)).toBeVisible();
  });

  it('opens the picker with what fits when a wire ends in empty space, and wires the choice', async () => {
    const { session } = await show(chain);
    await vi.waitFor(() => pinOf('photo', 'image', 'output'));
    const stage = document.querySelector('[data-editor-stage]')!.getBoundingClientRect();
    const empty = { clientX: stage.left + 900, clientY: stage.top + 700 };
    dragWire(pinOf('photo', 'image', 'output'), empty);
    pointer(window, 'pointerup', empty);
    await expect.element(page.getByRole('option', { name: /Blur/ })).toBeVisible();
    expect(document.querySelectorAll('[role="option"]').length).toBe(2);
    await userEvent.keyboard('blur{Enter}');
    const added = session.store.getGraph().nodes.at(-1);
    expect(added?.type).toBe('image/blur');
    expect(session.store.getGraph().connections).toEqual([
      { from: ['photo', 'image'], to: [added?.id, 'image'] },
    ]);
  });

  it('takes a wire off its input and plugs it in elsewhere, as one step', async () => {
    const { session } = await show({
      nodes: [...chain.nodes, { id: 'other', type: 'image/blur', position: { x: 720, y: 0 }, inputs: {} }],
      connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
    });
    dragWire(pinOf('blur', 'image', 'input'), middleOf(pinOf('other', 'image', 'input')));
    pointer(window, 'pointerup', middleOf(pinOf('other', 'image', 'input')));
    expect(session.store.getGraph().connections).toEqual([
      { from: ['photo', 'image'], to: ['other', 'image'] },
    ]);
    session.undo();
    expect(session.store.getGraph().connections).toEqual([
      { from: ['photo', 'image'], to: ['blur', 'image'] },
    ]);
  });

  it('goes back to where it began on Escape', async () => {
    const { session } = await show(chain);
    await vi.waitFor(() => pinOf('blur', 'image', 'input'));
    const to = middleOf(pinOf('blur', 'image', 'input'));
    dragWire(pinOf('photo', 'image', 'output'), to);
    await userEvent.keyboard('{Escape}');
    pointer(window, 'pointerup', to);
    expect(session.store.getGraph().connections).toEqual([]);
  });
});

describe('editing', () => {
  it('adds by keyboard: Tab, type, Enter', async () => {
    const { session } = await show({ nodes: [], connections: [] });
    document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('combobox', { name: 'Search nodes' })).toHaveFocus();
    await userEvent.keyboard('blu{Enter}');
    await vi.waitFor(() => expect(document.querySelectorAll('[data-node]').length).toBe(1));
    expect(session.store.getGraph().nodes[0]?.type).toBe('image/blur');
  });

  it('makes one undo step of typing, and saves it as one operation', async () => {
    const { session, ports } = await show(chain);
    const field = page.getByRole('textbox', { name: 'Text of Text' });
    await field.click();
    await userEvent.keyboard('Good morning');
    expect(session.store.getNode('text')?.inputs?.['value']?.value).toBe('Good morning');
    expect(session.store.history.depth).toBe(1);
    await session.store.flush();
    expect(ports.graph().nodes[2]?.inputs?.['value']?.value).toBe('Good morning');
    session.undo();
    expect(session.store.getNode('text')?.inputs?.['value']).toBeUndefined();
  });

  it('moves a node by dragging its header as one step', async () => {
    const { session } = await show(chain);
    await vi.waitFor(() => expect(document.querySelector('[data-node="text"] header')).not.toBeNull());
    const header = document.querySelector('[data-node="text"] header')!;
    const at = middleOf(header);
    pointer(header, 'pointerdown', at);
    for (let step = 1; step <= 10; step += 1) {
      pointer(window, 'pointermove', { clientX: at.clientX + step * 10, clientY: at.clientY });
    }
    pointer(window, 'pointerup', { clientX: at.clientX + 100, clientY: at.clientY });
    expect(session.store.getNode('text')?.position?.x).toBeGreaterThan(80);
    expect(session.store.history.depth).toBe(1);
  });

  it('makes an input node of a dropped picture, which then holds the file', async () => {
    const { session } = await show({ nodes: [], connections: [] });
    const canvas = document.createElement('canvas');
    canvas.width = 8;
    canvas.height = 8;
    canvas.getContext('2d')!.fillRect(0, 0, 8, 8);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    const transfer = new DataTransfer();
    transfer.items.add(new File([blob!], 'sunset.png', { type: 'image/png' }));
    document.querySelector('[data-editor-stage]')!.dispatchEvent(
      new DragEvent('drop', {
        dataTransfer: transfer,
        bubbles: true,
        cancelable: true,
        clientX: 400,
        clientY: 300,
      }),
    );
    await vi.waitFor(() => {
      const [node] = session.store.getGraph().nodes;
      expect(node?.type).toBe('input/image');
      expect(node?.title).toBe('sunset.png');
      expect(node?.inputs?.['file']).toEqual({ type: 'file', value: 'file_1.png' });
    });
  });

  it('says what is wrong with an empty file and makes no node of it', async () => {
    const { session } = await show({ nodes: [], connections: [] });
    const transfer = new DataTransfer();
    transfer.items.add(new File([], 'nothing.png', { type: 'image/png' }));
    document
      .querySelector('[data-editor-stage]')!
      .dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    await expect.element(page.getByText(/nothing\.png is empty/)).toBeVisible();
    expect(session.store.getGraph().nodes).toEqual([]);
  });
});

describe('what the service does not know', () => {
  const strange: Graph = {
    nodes: [
      { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
      {
        id: 'odd',
        type: 'vendor/odd',
        title: 'Odd',
        position: { x: 360, y: 0 },
        inputs: { strength: { type: 'number', value: 7 } },
      },
      {
        id: 'blur',
        type: 'image/blur',
        position: { x: 720, y: 0 },
        inputs: { twist: { type: 'number', value: 3 } },
      },
    ],
    connections: [
      { from: ['photo', 'image'], to: ['odd', 'source'] },
      { from: ['odd', 'result'], to: ['blur', 'image'] },
    ],
  };

  it('is shown plainly with a reason, and stays in the document through edits', async () => {
    const { session, ports } = await show(strange);
    const odd = page.getByRole('article', { name: /^Odd/ });
    await expect.element(odd.getByText('vendor/odd')).toBeVisible();
    await expect
      .element(odd.getByTitle('The service has no node type vendor/odd. It stays as it is.'))
      .toBeVisible();
    expect(pinOf('odd', 'source', 'input').getAttribute('title')).toContain('not known to this service');
    expect(pinOf('odd', 'result', 'output').getAttribute('title')).toContain('not known to this service');
    expect(pinOf('blur', 'twist', 'input').getAttribute('title')).toContain('not known to this service');
    session.setTitle('blur', 'Softer');
    session.arranging.moveTo(new Map([['odd', { x: 384, y: 24 }]]));
    await session.store.flush();
    const kept = ports.graph();
    expect(kept.nodes[1]).toMatchObject({ type: 'vendor/odd', inputs: { strength: { value: 7 } } });
    expect(kept.nodes[2]?.inputs?.['twist']).toMatchObject({ value: 3 });
    expect(kept.connections).toEqual(strange.connections);
  });
});

describe('large documents', () => {
  const many: Graph = {
    nodes: Array.from({ length: 2000 }, (_, index) => ({
      id: `n${index}`,
      type: 'image/blur',
      position: { x: (index % 50) * 320, y: Math.floor(index / 50) * 320 },
      inputs: {},
    })),
    connections: Array.from({ length: 1999 }, (_, index) => ({
      from: [`n${index}`, 'image'] as [string, string],
      to: [`n${index + 1}`, 'image'] as [string, string],
    })),
  };

  it('mounts only a window of 2,000 nodes, and none when they are small', async () => {
    const { session } = await show(many);
    // It opens at a size to work at; the whole of it is asked for here.
    await vi.waitFor(() => expect(session.view.detail).not.toBe('tile'));
    session.view.fit(session.scene.bounds());
    await vi.waitFor(() => expect(session.view.detail).toBe('tile'));
    expect(document.querySelectorAll('[data-node]').length).toBe(0);
    session.view.set({ x: -4000, y: -4000, zoom: 1 });
    await vi.waitFor(() => expect(document.querySelectorAll('[data-node]').length).toBeGreaterThan(8));
    expect(document.querySelectorAll('[data-node]').length).toBeLessThan(60);
    expect(document.querySelectorAll('*').length).toBeLessThan(2500);
  });
});
