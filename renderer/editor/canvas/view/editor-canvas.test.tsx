import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

async function show(graph: Graph) {
  const ports = standIn(graph);
  const { session } = await showCanvas(ports);
  // Nodes are mounted a few a frame, and of many only those in view.
  for (const { id } of graph.nodes.length > 10 ? [] : graph.nodes)
    await vi.waitFor(() => expect(document.querySelector(`[data-pin][data-node-id="${id}"]`)).not.toBeNull());
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
    const reason = session.wiring.connectionError(['text', 'text'], ['blur', 'image']);
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
    await expect.element(page.getByRole('option', { name: /Text/ })).not.toBeInTheDocument();
    // What cannot take the wire is shown with its reason, and Enter does not choose it.
    const nodes = session.store.getGraph().nodes.length;
    await userEvent.keyboard('text{Enter}');
    const mismatch = page.getByRole('option', { name: /Text.*takes text/ });
    await expect.element(mismatch).toHaveAttribute('aria-disabled', 'true');
    await mismatch.click({ force: true });
    expect(session.store.getGraph().nodes).toHaveLength(nodes);
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.keyboard('blurr{Enter}');
    const added = session.store.getGraph().nodes.at(-1);
    expect(added?.type).toBe('image/blur');
    expect(session.store.getGraph().connections).toEqual([
      { from: ['photo', 'image'], to: [added?.id, 'image'] },
    ]);
  });

  it('goes on without the wire when somebody else deletes where it comes from', async () => {
    const { session } = await show(chain);
    session.ui.set({
      quickAdd: {
        client: { x: 600, y: 300 },
        at: { x: 700, y: 300 },
        wireTo: { side: 'output', pin: ['photo', 'image'] },
      },
    });
    await expect.element(page.getByPlaceholder('Search what fits')).toHaveFocus();
    session.store.adoptRemote({ ...chain, nodes: chain.nodes.filter(({ id }) => id !== 'photo') });
    await expect.element(page.getByPlaceholder('Search nodes')).toHaveFocus();
    await userEvent.keyboard('blur{Enter}');
    expect(session.store.getGraph().nodes.at(-1)?.type).toBe('image/blur');
    expect(session.store.getGraph().connections).toEqual([]);
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

  it('calls a file by its name, also where widgets become lines of text', async () => {
    const { session } = await show({
      nodes: [
        {
          id: 'photo',
          type: 'input/image',
          position: { x: 0, y: 0 },
          inputs: { file: { type: 'file', value: 'file_01a62178.png' } },
        },
      ],
      connections: [],
    });
    session.fileNames.set('file_01a62178.png', 'sunset.png');
    session.view.set({ x: 100, y: 100, zoom: 0.5 });
    await vi.waitFor(() => expect(document.querySelector('[data-node][data-lines]')).not.toBeNull());
    await expect.element(page.getByText('sunset.png')).toBeVisible();
    await expect.element(page.getByText(/file_01a/)).not.toBeInTheDocument();
  });

  it('makes a Text node of a dropped text, and a file of one that is too large, with the reason', async () => {
    const { session } = await show({ nodes: [], connections: [] });
    // What an upload ends with is a step of its own.
    vi.spyOn(session.uploads, 'add').mockImplementation(() => {});
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Good\nevening'], 'words.txt', { type: 'text/plain' }));
    transfer.items.add(new File(['x'.repeat(70_000)], 'long.md'));
    document
      .querySelector('[data-editor-stage]')!
      .dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    await expect.element(page.getByText(/“long\.md” has more than 64 KB of text/)).toBeVisible();
    await vi.waitFor(() =>
      expect(
        session.store
          .getGraph()
          .nodes.map(({ type, title, inputs }) => [type, title, inputs?.['value']?.value]),
      ).toEqual([
        ['input/text', 'words.txt', 'Good\nevening'],
        ['input/file', 'long.md', undefined],
      ]),
    );
    session.undo();
    expect(session.store.getGraph().nodes).toEqual([]);
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
    await expect.element(odd.getByText('Unknown type vendor/odd')).toBeVisible();
    await expect
      .element(odd.getByTitle('The service has no node type vendor/odd. It stays as it is.'))
      .toBeVisible();
    expect(pinOf('odd', 'source', 'input').getAttribute('title')).toContain('not known to this service');
    expect(pinOf('odd', 'result', 'output').getAttribute('title')).toContain('not known to this service');
    expect(pinOf('blur', 'twist', 'input').getAttribute('title')).toContain('not known to this service');
    session.setTitle('blur', 'Softer');
    session.arranging.moveTo(new Map([['odd', { x: 384, y: 24 }]]));
    await session.store.flush();
    const stored = ports.graph();
    expect(stored.nodes[1]).toMatchObject({ type: 'vendor/odd', inputs: { strength: { value: 7 } } });
    expect(stored.nodes[2]?.inputs?.['twist']).toMatchObject({ value: 3 });
    expect(stored.connections).toEqual(strange.connections);
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
    // A frame of so many takes a busy machine its time.
    const slow = { timeout: 20_000 };
    const { session } = await show(many);
    // It opens at a size to work at; the whole of it is asked for here.
    await vi.waitFor(() => expect(session.view.detail).not.toBe('tile'), slow);
    session.view.fit(session.scene.bounds());
    await vi.waitFor(() => expect(session.view.detail).toBe('tile'), slow);
    expect(document.querySelectorAll('[data-node]').length).toBe(0);
    session.view.set({ x: -4000, y: -4000, zoom: 1 });
    await vi.waitFor(() => expect(document.querySelectorAll('[data-node]').length).toBeGreaterThan(8), slow);
    expect(document.querySelectorAll('[data-node]').length).toBeLessThan(60);
    expect(document.querySelectorAll('*').length).toBeLessThan(2500);
  });
});
