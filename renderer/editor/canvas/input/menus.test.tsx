// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { waitSoon } from '#renderer/testing/wait-soon.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 420, y: 0 }, inputs: {} },
  ],
  connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
};

/** Pixels of the canvas: a page is made for each entry, and painting a large one is most of what that takes. */
const SIZE = { width: 480, height: 360 };

/** What commands of the canvas change that its elements do not all show. */
const stateOf = ({ store, items, ui, view }: EditorSession) => {
  const { notice, ...state } = ui.get();
  return {
    graph: store.getGraph(),
    canvas: store.canvas.items,
    nodes: [...store.selectedNodes],
    wires: [...store.selectedWires],
    items: items.selected().map(({ key }) => key),
    // A view that is set anew stands on whole pixels.
    view: { ...view.view, x: Math.round(view.view.x), y: Math.round(view.view.y) },
    ui: { ...state, notice: notice?.text, replaceIds: [...(state.replaceIds ?? [])] },
    history: store.history.stacks,
  };
};

/** Takes back what was done since, without a trace of it, and closes what was opened. */
function restore({ store, items, ui, view }: EditorSession, before: ReturnType<typeof stateOf>): void {
  while (store.history.stacks.done.length > before.history.done.length) if (!store.undo()) return;
  store.history.restore(before.history);
  items.select(before.items, before.nodes);
  ui.set({ ...before.ui, replaceIds: null, notice: null });
  view.set(before.view);
}

const stage = () => document.querySelector('[data-editor-stage]');

/** What is pressed on the canvas, and what is selected before. */
const PLACES: Readonly<
  Record<
    string,
    {
      target: () => Element | null;
      prepare?: (session: EditorSession) => void;
      at?: { x: number; y: number };
    }
  >
> = {
  'a node that is not selected: editor/node/node-menu.ts': {
    target: () => document.querySelector('[data-node-id="blur"] header, [data-id="blur"]'),
  },
  'the empty canvas: editor/canvas/input/canvas-menu.ts': { target: stage, at: { x: 0.02, y: 0.98 } },
  'a frame: editor/node/item-menu.tsx': {
    prepare: ({ store, items }) => {
      store.select(['blur']);
      items.addFrame();
      items.edit(null);
    },
    target: () => document.querySelector('[data-item]'),
  },
};

it.each(Object.entries(PLACES))('every entry acts where nothing has the focus: %s', async (_, place) => {
  let shown: Awaited<ReturnType<typeof showCanvas>>;
  let before: ReturnType<typeof stateOf>;
  const pressed = await pressEveryEntry({
    show: async () => {
      shown = await showCanvas(standIn(graph), SIZE);
      await waitSoon(() => expect(shown.session.scene.box('blur')).toBeDefined());
      place.prepare?.(shown.session);
      before = stateOf(shown.session);
    },
    leave: () => shown.leave(),
    observe: () => stateOf(shown.session),
    reset: () => restore(shown.session, before),
    target: place.target,
    ...(place.at ? { at: place.at } : {}),
  });
  expect(pressed.length).toBeGreaterThan(4);
});
