import { expect, it, onTestFinished, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import type { NodePhase, NodeRunState, NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 360, y: 0 }, inputs: {} },
    { id: 'end', type: 'image/resize', position: { x: 720, y: 0 }, inputs: {} },
  ],
  connections: [
    { from: ['photo', 'image'], to: ['blur', 'image'] },
    { from: ['blur', 'image'], to: ['end', 'image'] },
  ],
};

const paths = () => [...document.querySelectorAll<SVGPathElement>('[data-running-wires] path')];

/** A canvas whose runs the test tells. */
async function show() {
  const listeners = new Set<(id: string | null) => void>();
  const states = new Map<string, NodeRunState>();
  const runTable: NodeRunTable = {
    get: (id) => states.get(id),
    resultOf: () => undefined,
    subscribe: () => () => undefined,
    subscribeAll(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const { session } = await showCanvas(standIn(graph), { runTable });
  await vi.waitFor(() => expect(session.view.positioned).toBe(true));
  const tell = (id: string, phase: NodePhase): void => {
    states.set(id, { phase, progress: null, message: null, outputs: null, key: null, reusable: null });
    for (const listener of listeners) listener(id);
  };
  return { session, tell };
}

/** What the system says of motion, as tests run with less of it. */
const setMotion = (value: 'no-preference' | 'reduce'): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

it('moves marks along the wires into a node that runs, until it ends', async () => {
  await setMotion('no-preference');
  onTestFinished(async () => void (await setMotion('reduce')));
  const { session, tell } = await show();
  tell('blur', 'running');
  await vi.waitFor(() => expect(paths()).toHaveLength(1));
  expect(getComputedStyle(paths()[0]!).animationName).not.toBe('none');
  const before = paths()[0]!.getAttribute('d');
  session.store.applyEdit('move', [{ op: 'moveNode', nodeId: 'blur', position: { x: 360, y: 200 } }]);
  await vi.waitFor(() => expect(paths()[0]!.getAttribute('d')).not.toBe(before));
  tell('blur', 'succeeded');
  expect(paths()).toHaveLength(0);
  tell('end', 'running');
  await vi.waitFor(() => expect(paths()).toHaveLength(1));
});

it('shows nothing for a node that is done at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { tell } = await show();
    tell('blur', 'running');
    tell('blur', 'succeeded');
    vi.advanceTimersByTime(10_000);
    expect(paths()).toHaveLength(0);
  } finally {
    vi.useRealTimers();
  }
});
