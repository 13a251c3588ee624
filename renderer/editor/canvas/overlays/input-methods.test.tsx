// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Graph } from '#shared/graph/types.ts';
import { playCompositions } from '#renderer/testing/compositions.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { startAddingInTheMiddle } from '../../session/start-adding.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { NumberScrub } from '../../node/number-scrub.tsx';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 320, y: 0 }, inputs: {} },
  ],
  connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
};

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

/** What each field of the canvas is opened by. */
const FIELDS: Readonly<Record<string, (session: EditorSession) => void>> = {
  'editor/canvas/overlays/quick-add.tsx': (session) => startAddingInTheMiddle(session),
  'editor/canvas/overlays/find-node.tsx': ({ ui }) => ui.set({ issue: true }),
  'editor/canvas/overlays/connect-picker.tsx': ({ ui }) =>
    ui.set({ connectPin: { side: 'output', pin: ['photo', 'image'] } }),
  'editor/canvas/overlays/replace-picker.tsx': ({ ui }) => ui.set({ replaceIds: new Set(['blur']) }),
  'editor/canvas/overlays/group-library-dialog.tsx': ({ ui }) =>
    ui.set({ groupLibrary: { mode: 'save', instance: 'none' } }),
  'editor/canvas/overlays/snippets-dialog.tsx': ({ ui }) => ui.set({ snippets: { mode: 'save' } }),
  'editor/canvas/overlays/canvas-items.tsx, note': ({ items }) => items.addNote({ x: 0, y: 300 }),
  'editor/canvas/overlays/canvas-items.tsx, frame': ({ store, items }) => {
    store.select(['blur']);
    items.addFrame();
  },
  'editor/node/title-field.tsx': ({ ui }) => ui.set({ renaming: 'blur' }),
};

/** Opens a field. @returns the session, when something can be typed */
async function openField(name: string): Promise<EditorSession> {
  const { session } = await showCanvas(standIn(graph));
  await vi.waitFor(() => expect(session.scene.box('blur')).toBeDefined());
  const before = document.activeElement;
  FIELDS[name]?.(session);
  await vi.waitFor(() => {
    expect(document.activeElement).not.toBe(before);
    expect(document.activeElement?.matches('input, textarea')).toBe(true);
  });
  return session;
}

it.each(Object.keys(FIELDS))('%s stays open while another window is in front', async (name) => {
  await openField(name);
  const field = document.activeElement;
  await userEvent.keyboard('Half');
  // The window is left, and the page still says who has the focus in it.
  field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: null }));
  await new Promise((painted) => requestAnimationFrame(painted));
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('way');
  expect(field).toHaveProperty('value', expect.stringContaining('Halfway'));
});

it.each(Object.keys(FIELDS))('the words of an input method stay in %s', async (name) => {
  const session = await openField(name);
  const nodesAndWires = () => {
    const { nodes, connections } = session.store.getGraph();
    return [nodes.map(({ id, type }) => [id, type]), connections.length];
  };
  expect(await playCompositions(nodesAndWires)).toBe(80);
});

it('the words of an input method stay in the name of a wire: editor/canvas/overlays/name-wire.tsx', async () => {
  const { session } = await showCanvas(standIn(graph));
  const [wire] = session.store.wires().keys();
  session.ui.set({ editingWire: wire ?? null });
  await expect.element(page.getByRole('dialog').getByRole('textbox')).toHaveFocus();
  expect(await playCompositions()).toBe(80);
});

it('the words of an input method stay in a number: editor/node/number-scrub.tsx', async () => {
  const done: string[] = [];
  await render(
    <NumberScrub
      label="Amount"
      title="Amount"
      value={1}
      type={{ base: 'number' }}
      onChange={(value) => done.push(`${value}`)}
      onGesture={(phase) => done.push(phase)}
      onFinish={() => done.push('done')}
    />,
  );
  const field = page.getByRole('spinbutton', { name: 'Amount' }).element();
  if (field instanceof HTMLElement) field.focus();
  expect(await playCompositions(() => [...done])).toBe(80);
});
