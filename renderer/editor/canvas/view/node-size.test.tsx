import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { NODE_WIDTH } from '../../scene/node-layout.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [{ id: 'text', type: 'input/text', position: { x: 200, y: 200 }, inputs: {} }],
  connections: [],
};

async function show() {
  const { session } = await showCanvas(standIn(graph), { minimap: false });
  session.view.set({ x: 0, y: 0, zoom: 1 });
  const corner = await vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-node="text"] [data-node-size]');
    expect(found).not.toBeNull();
    return found!;
  });
  const width = (): number => document.querySelector('[data-node="text"]')!.getBoundingClientRect().width;
  /** The pointer over the corner, so far to the right of where it stands first. */
  const send = (type: string, by: number): void => {
    const box = corner.getBoundingClientRect();
    const [clientX, clientY] = [first + by, box.y + box.height / 2];
    corner.dispatchEvent(
      new PointerEvent(type, { clientX, clientY, bubbles: true, cancelable: true, buttons: 1, pointerId: 1 }),
    );
  };
  const first = corner.getBoundingClientRect().x + 4;
  corner.setPointerCapture = () => undefined;
  return { session, corner, width, send };
}

it('the corner of a node makes it wider as one step and without moving it; Escape gives up, a double-click goes back', async () => {
  const { session, corner, width, send } = await show();
  send('pointerdown', 0);
  send('pointermove', 40);
  send('pointermove', 120);
  await vi.waitFor(() => expect(width()).toBe(NODE_WIDTH + 120));
  send('pointerup', 120);
  expect(session.store.getNode('text')?.position).toEqual({ x: 200, y: 200 });
  session.undo();
  await vi.waitFor(() => expect(width()).toBe(NODE_WIDTH));
  session.redo();
  await vi.waitFor(() => expect(width()).toBe(NODE_WIDTH + 120));

  send('pointerdown', 120);
  send('pointermove', 320);
  await vi.waitFor(() => expect(width()).toBe(NODE_WIDTH + 320));
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(width()).toBe(NODE_WIDTH + 120));
  send('pointerup', 320);
  corner.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  await vi.waitFor(() => expect(width()).toBe(NODE_WIDTH));
});

it('keys make the selected node wider and narrower, and a locked one has no corner', async () => {
  const { session, width } = await show();
  document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
  session.store.select(['text']);
  await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{ArrowLeft}{/Alt}');
  await vi.waitFor(() => expect(width()).toBe(NODE_WIDTH + 64));
  session.toggles.lockThese(['text']);
  await vi.waitFor(() => expect(document.querySelector('[data-node-size]')).toBeNull());
});

const later: Graph['nodes'][number] = {
  id: 'later',
  type: 'input/text',
  position: { x: 600, y: 200 },
  inputs: {},
};

it.each(['out of sight', 'locked', 'deleted', 'without the pointer', 'pressed again'] as const)(
  'a corner that is %s in mid-drag ends the step there: Escape takes nothing back that came later',
  async (how) => {
    const { session, corner, width, send } = await show();
    send('pointerdown', 0);
    send('pointermove', 40);
    await vi.waitFor(() => expect(width()).toBe(NODE_WIDTH + 40));
    if (how === 'out of sight') session.view.set({ x: 0, y: 0, zoom: 0.05 });
    else if (how === 'locked') session.toggles.lockThese(['text']);
    else if (how === 'deleted') session.apply('delete', [{ op: 'removeNode', nodeId: 'text' }]);
    else if (how === 'without the pointer') send('lostpointercapture', 40);
    else {
      send('pointerdown', 40);
      send('pointerup', 40);
    }
    const isMissing = how === 'out of sight' || how === 'locked' || how === 'deleted';
    await expect.poll(() => isMissing && corner.isConnected).toBe(false);
    session.apply('add later', [{ op: 'addNode', node: later }]);
    await userEvent.keyboard('{Escape}');
    expect(session.store.getNode('later')).toBeDefined();
    expect(session.store.history.undoLabel).toBe('add later');
    session.undo();
    expect(session.store.getNode('later')).toBeUndefined();
    expect(session.store.history.undoLabel).toContain('make wider or narrower');
  },
);
