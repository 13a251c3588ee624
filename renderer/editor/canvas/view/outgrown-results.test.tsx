// @module-tag rig
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { isStale, type NodeRunState, type NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'text', type: 'input/text', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 360, y: 0 }, inputs: {} },
    { id: 'small', type: 'image/resize', position: { x: 720, y: 0 }, inputs: {} },
  ],
  connections: [{ from: ['blur', 'image'], to: ['small', 'image'] }],
};

/** Runs that a test writes down. */
function openRuns() {
  const states = new Map<string, NodeRunState>();
  const listeners = new Set<() => void>();
  const table: NodeRunTable = {
    get: (id) => states.get(id),
    resultOf: (id) => {
      const state = states.get(id);
      return state?.outputs ? { runId: 'run_1', outputs: state.outputs, key: state.key } : undefined;
    },
    subscribe: (_id, listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeAll: () => () => undefined,
  };
  return {
    table,
    put(id: string, state: Partial<NodeRunState>): void {
      states.set(id, {
        phase: 'succeeded',
        progress: null,
        message: null,
        outputs: null,
        key: null,
        reusable: true,
        ...state,
      });
      for (const listener of listeners) listener();
    },
  };
}

async function show(): Promise<{ session: EditorSession; runs: ReturnType<typeof openRuns> }> {
  const runs = openRuns();
  const { session } = await showCanvas(standIn(graph), { runTable: runs.table });
  await vi.waitFor(() => expect(nodeOf('small')).not.toBeNull());
  return { session, runs };
}
const nodeOf = (id: string): HTMLElement | null => document.querySelector(`[data-node="${id}"]`);
const heightOf = (id: string): number => nodeOf(id)!.getBoundingClientRect().height;

it('a result that the graph has outgrown says so, and no more once the edit is taken back', async () => {
  const { session, runs } = await show();
  runs.put('text', {
    outputs: { text: { type: 'string', value: 'made before' } },
    key: session.keys.keyOf('text'),
  });
  await expect.element(page.getByText('made before')).toBeVisible();
  expect(nodeOf('text')?.dataset['outgrown']).toBeUndefined();
  session.setInput('text', 'value', { type: 'string', value: 'another' });
  await vi.waitFor(() => expect(nodeOf('text')?.ariaLabel).toBe('Text, done, changed since'));
  await expect.element(page.getByTitle('Changed since: made before')).toBeVisible();
  session.undo();
  await vi.waitFor(() => expect(nodeOf('text')?.ariaLabel).toBe('Text, done'));
});

it('a failure takes no room, and goes when the node is changed', async () => {
  const { session, runs } = await show();
  const before = [heightOf('blur'), heightOf('text'), session.scene.box('blur')?.height];
  const key = session.keys.keyOf('text');
  runs.put('blur', { phase: 'failed', message: 'The picture is broken.', key: null });
  runs.put('text', { phase: 'failed', message: 'The text is odd.', key });
  await expect.element(page.getByText('The picture is broken.')).toBeVisible();
  await expect.element(page.getByText('The text is odd.')).toBeVisible();
  expect([heightOf('blur'), heightOf('text'), session.scene.box('blur')?.height]).toEqual(before);
  session.setInput('text', 'value', { type: 'string', value: 'even' });
  await expect.element(page.getByText('The text is odd.')).not.toBeInTheDocument();
});

it('a failure of one long word is broken between its letters', async () => {
  const { runs } = await show();
  const message = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen';
  runs.put('blur', { phase: 'failed', message, key: null });
  await expect.element(page.getByText(message)).toBeVisible();
  const { clientWidth, scrollWidth } = page.getByText(message).element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it('a node that lacks an input has a ring at its pin, and says why it cannot run, as does what is below it', async () => {
  const { session } = await show();
  const pin = (id: string) =>
    document.querySelector(`[data-node-id="${id}"][data-pin="image"][data-side="input"]`);
  await vi.waitFor(() => expect(pin('blur')?.hasAttribute('data-required')).toBe(true));
  expect(pin('small')?.hasAttribute('data-required')).toBe(false);
  await vi.waitFor(() => expect(nodeOf('blur')?.textContent).toContain('Cannot run: Image is not set.'));
  expect(nodeOf('small')?.textContent).toContain('Cannot run: Waits for Blur, which cannot run.');
  session.outlook.leftOut(['blur']);
  await expect.element(page.getByText('Not run: Image is not set.')).toBeVisible();
  session.apply('remove', [{ op: 'removeNode', nodeId: 'blur' }]);
  await vi.waitFor(() => expect(nodeOf('small')?.textContent).toContain('Cannot run: Image is not set.'));
});

it('says nothing of a result whose key nobody told', () => {
  expect(isStale({ key: null }, 'a')).toBe(false);
  expect(isStale({ key: 'a' }, null)).toBe(false);
  expect(isStale(undefined, 'a')).toBe(false);
  expect(isStale({ key: 'a' }, 'b')).toBe(true);
});

it('the time of a run yields to a title that needs the room, and stands beside one that does not', async () => {
  // Over a node the pointer shows its menu in the place of the time.
  await userEvent.hover(document.body, { position: { x: 1, y: 1 } });
  const { session, runs } = await show();
  const title = 'The headline of the second poster';
  session.setTitle('blur', title, 'title blur');
  await expect.element(page.getByText(title)).toBeVisible();
  for (const id of ['blur', 'small']) runs.put(id, { durationMs: 12_400, key: session.keys.keyOf(id) });
  const headerOf = (id: string) => {
    const words = nodeOf(id)!.querySelector<HTMLElement>('[data-title]')!;
    const line = words.parentElement!.getBoundingClientRect();
    const time = words.nextElementSibling!.getBoundingClientRect();
    return {
      isTimeSeen: time.top < line.bottom,
      share: words.getBoundingClientRect().width / line.width,
    };
  };
  await vi.waitFor(() => expect(headerOf('small').isTimeSeen).toBe(true));
  expect(headerOf('blur')).toEqual({ isTimeSeen: false, share: 1 });
});
