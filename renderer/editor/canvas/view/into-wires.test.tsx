// @module-tag rig
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { contains, intersects, type XY } from '../../geometry.ts';
import { PalettePanel } from '../../panels/palette-panel.tsx';
import type { EditorSession } from '../../session/editor-session.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

/** New nodes that are put into a wire: by a double-click, by keys, and by a drag out of the palette. */

const chain: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 640, y: 0 }, inputs: {} },
  ],
  connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
};

async function show(graph = chain): Promise<EditorSession> {
  const { session } = await showCanvas(standIn(graph), {
    width: 1000,
    height: 700,
    beside: (opened) => (
      <div style={{ width: 240, height: 700 }}>
        <PalettePanel session={opened} />
      </div>
    ),
  });
  await vi.waitFor(() => expect(session.catalog.pinsOf('image/resize')).toBeDefined());
  return session;
}

const stage = (): HTMLElement => document.querySelector<HTMLElement>('[data-editor-stage]')!;
/** The middle of the only wire. Client pixels. */
function middleOfWire(session: EditorSession): XY {
  const [shape] = session.scene.shapes();
  const { from, to } = shape!.curve;
  return session.view.toClient({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
}
async function doubleClick({ x, y }: XY): Promise<void> {
  const { left, top } = stage().getBoundingClientRect();
  await userEvent.dblClick(stage(), { position: { x: x - left, y: y - top } });
}
/** That a node of a type stands in the wire, covers nothing and is in view. */
async function expectInserted(session: EditorSession, type: string): Promise<void> {
  const added = session.store.getGraph().nodes.at(-1)!;
  expect(added.type).toBe(type);
  expect(session.store.getGraph().connections).toEqual([
    { from: ['photo', 'image'], to: [added.id, 'image'] },
    { from: [added.id, 'image'], to: ['blur', 'image'] },
  ]);
  expect([...session.store.selectedNodes]).toEqual([added.id]);
  const box = session.scene.box(added.id)!;
  const others = [...session.scene.boxes()].filter(({ id }) => id !== added.id);
  expect(others.filter((other) => intersects(other, box))).toEqual([]);
  await vi.waitFor(() => expect(contains(session.view.visible(), box)).toBe(true));
}

it('a double-click on a wire offers what fits into it, and puts the choice there as one step', async () => {
  const session = await show();
  await doubleClick(middleOfWire(session));
  await expect.element(page.getByPlaceholder('Search what fits')).toHaveFocus();
  expect(page.getByRole('option', { name: /^Resize/ }).elements()).toHaveLength(1);
  expect(page.getByRole('option', { name: /Text|Sound|Output/ }).elements()).toEqual([]);
  await userEvent.keyboard('resi{Enter}');
  await expectInserted(session, 'image/resize');
  session.undo();
  expect(session.store.getGraph()).toEqual(chain);
});

it('covers no node where the wire is short', async () => {
  const near = { ...chain, nodes: [chain.nodes[0]!, { ...chain.nodes[1]!, position: { x: 300, y: 0 } }] };
  const session = await show(near);
  await doubleClick(middleOfWire(session));
  await expect.element(page.getByPlaceholder('Search what fits')).toHaveFocus();
  await userEvent.keyboard('blur{Enter}');
  await expectInserted(session, 'image/blur');
});

it('Tab with a wire selected puts the first match into it', async () => {
  const session = await show();
  session.selectWire(['blur', 'image']);
  stage().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByPlaceholder('Search what fits')).toHaveFocus();
  await userEvent.keyboard('resi{Enter}');
  await expectInserted(session, 'image/resize');
});

it('goes on without the wire when somebody else deletes it', async () => {
  const session = await show();
  await doubleClick(middleOfWire(session));
  await expect.element(page.getByPlaceholder('Search what fits')).toHaveFocus();
  session.store.adoptRemote({ ...chain, connections: [] });
  await expect.element(page.getByPlaceholder('Search what fits')).not.toBeInTheDocument();
  await expect.element(page.getByRole('combobox', { name: 'Search nodes' })).toHaveFocus();
  await userEvent.keyboard('text{Enter}');
  expect(session.store.getGraph().nodes.at(-1)?.type).toBe('input/text');
  expect(session.store.getGraph().connections).toEqual([]);
});

const shownWire = (): string | null | undefined =>
  document.querySelector('[data-drop-wire]')?.getAttribute('data-drop-wire');

/** A drag of a palette row, step by step, with what it carries. */
function dragOut(title: string) {
  const row = page.getByRole('button', { name: title, exact: true }).element();
  const dataTransfer = new DataTransfer();
  const fire = (on: Element, type: string, at: XY): void => {
    on.dispatchEvent(
      new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, clientX: at.x, clientY: at.y }),
    );
  };
  fire(row, 'dragstart', { x: 0, y: 0 });
  return {
    over: (at: XY) => fire(stage(), 'dragover', at),
    leave: () => fire(stage(), 'dragleave', { x: 0, y: 0 }),
    drop: (at: XY) => {
      fire(stage(), 'drop', at);
      fire(row, 'dragend', at);
    },
    giveUp: () => fire(row, 'dragend', { x: 0, y: 0 }),
  };
}

it('a drag out of the palette shows the wire it would go into, and the drop puts it there', async () => {
  const session = await show();
  const middle = middleOfWire(session);
  const drag = dragOut('Resize');
  drag.over({ x: middle.x, y: middle.y + 260 });
  await vi.waitFor(() => expect(session.ui.get().draggedType).toBe('image/resize'));
  expect(shownWire()).toBeUndefined();
  drag.over(middle);
  const [shape] = session.scene.shapes();
  await vi.waitFor(() => expect(shownWire()).toBe(shape!.key));
  drag.leave();
  await vi.waitFor(() => expect(shownWire()).toBeUndefined());
  drag.over(middle);
  await vi.waitFor(() => expect(shownWire()).toBe(shape!.key));
  drag.drop(middle);
  await vi.waitFor(() => expect(session.store.getGraph().nodes).toHaveLength(3));
  expect(shownWire()).toBeUndefined();
  await expectInserted(session, 'image/resize');
  session.undo();
  expect(session.store.getGraph()).toEqual(chain);
});

it('a drag that rests asks for the wires below it once', async () => {
  const session = await show();
  const asked = vi.spyOn(session.scene, 'wiresUnder');
  const middle = middleOfWire(session);
  const drag = dragOut('Resize');
  for (let times = 0; times < 5; times += 1) drag.over(middle);
  expect(asked).toHaveBeenCalledOnce();
  drag.giveUp();
  expect(session.ui.get().draggedType).toBeNull();
});

it('a drag of what does not fit shows no wire, and the drop leaves the wire alone', async () => {
  const session = await show();
  const middle = middleOfWire(session);
  const drag = dragOut('Text');
  drag.over(middle);
  expect(shownWire()).toBeUndefined();
  drag.drop(middle);
  await vi.waitFor(() => expect(session.store.getGraph().nodes).toHaveLength(3));
  expect(session.store.getGraph().connections).toEqual(chain.connections);
});
