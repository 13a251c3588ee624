import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EditorSession } from '../../session/editor-session.ts';
import { noRuns, standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const photo = {
  id: 'photo',
  type: 'input/image',
  position: { x: 0, y: 0 },
  inputs: { file: { type: 'file', value: 'file_1' } },
};
const blur = { id: 'blur', type: 'image/blur', position: { x: 420, y: 0 }, inputs: {} };

async function show() {
  const onOpenFile = vi.fn<(fileId: string) => void>();
  const { session } = await showCanvas(standIn({ nodes: [photo, blur], connections: [] }), { onOpenFile });
  await vi.waitFor(() => expect(session.scene.box('blur')).toBeDefined());
  document.querySelector<HTMLElement>('[data-editor-stage]')?.focus();
  const types = () => session.store.getGraph().nodes.map(({ type }) => type);
  return { session, onOpenFile, types };
}
const search = () => page.getByRole('dialog', { name: 'Add a node' }).getByRole('combobox');

it('Space looks, and Tab adds', async () => {
  const { session, onOpenFile } = await show();
  session.store.select(['photo']);
  await userEvent.keyboard(' ');
  expect(onOpenFile.mock.calls).toEqual([['file_1']]);
  session.store.select(['blur']);
  await userEvent.keyboard(' ');
  await expect.poll(() => session.ui.get().notice?.text).toMatch(/^This node has nothing to look at yet/);
  expect(search().query()).toBeNull();
  await userEvent.keyboard('{Tab}');
  await expect.element(search()).toHaveFocus();
});

it('what is typed after Space found nothing goes into the search, and no letter is a command', async () => {
  const { session, types } = await show();
  session.store.select(['blur']);
  await userEvent.keyboard(' ');
  await userEvent.keyboard('m');
  await expect.element(search()).toHaveValue('m');
  expect(session.states.isMuted('blur')).toBe(false);
  await userEvent.keyboard('{Escape}');
  expect(types()).toEqual(['input/image', 'image/blur']);
  // Anything else in between, and letters are commands again.
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{Escape}');
  session.store.select(['blur']);
  await userEvent.keyboard('m');
  expect(session.states.isMuted('blur')).toBe(true);
});

it.each([
  ['a text', { type: 'string', value: 'Good evening' }],
  ['a number', { type: 'number', value: 7 }],
  ['JSON', { type: 'json', value: { a: [1] } }],
])(
  'Space opens %s that a node made, there and at the output node it is plugged into',
  async (_what, made) => {
    const onOpenOutput = vi.fn<(nodeId: string, pin: string) => void>();
    const poem = { id: 'poem', type: 'ai/text', position: { x: 0, y: 0 }, inputs: {} };
    const out = { id: 'out', type: 'output/value', position: { x: 420, y: 0 }, inputs: {} };
    const wire = { from: ['poem', 'text'] as [string, string], to: ['out', 'value'] as [string, string] };
    const result = { runId: 'run_1', outputs: { text: made }, key: null };
    const { session } = await showCanvas(standIn({ nodes: [poem, out], connections: [wire] }), {
      onOpenOutput,
      runTable: { ...noRuns, resultOf: (nodeId) => (nodeId === 'poem' ? result : undefined) },
    });
    await vi.waitFor(() => expect(session.scene.box('out')).toBeDefined());
    document.querySelector<HTMLElement>('[data-editor-stage]')?.focus();
    for (const id of ['poem', 'out']) {
      session.store.select([id]);
      await userEvent.keyboard(' ');
    }
    expect(onOpenOutput.mock.calls).toEqual([
      ['poem', 'text'],
      ['poem', 'text'],
    ]);
  },
);

/** Drags the bare canvas with the first button. @returns how far the view went. */
async function dragCanvas(session: EditorSession): Promise<number> {
  const pane = document.querySelector('.react-flow__pane')!;
  const before = session.view.center.x;
  const at = (clientX: number) => ({
    clientX,
    clientY: 300,
    button: 0,
    bubbles: true,
    cancelable: true,
    view: window,
  });
  const pointer = { pointerId: 1, isPrimary: true, pointerType: 'mouse' };
  pane.dispatchEvent(new PointerEvent('pointerdown', { ...at(400), ...pointer, buttons: 1 }));
  pane.dispatchEvent(new MouseEvent('mousedown', { ...at(400), buttons: 1 }));
  for (const x of [420, 460]) {
    window.dispatchEvent(new PointerEvent('pointermove', { ...at(x), ...pointer, buttons: 1 }));
    window.dispatchEvent(new MouseEvent('mousemove', { ...at(x), buttons: 1 }));
  }
  window.dispatchEvent(new PointerEvent('pointerup', { ...at(460), ...pointer }));
  window.dispatchEvent(new MouseEvent('mouseup', at(460)));
  await new Promise(requestAnimationFrame);
  return session.view.center.x - before;
}

it('holding Space moves the view, also before anything has the focus, and Cmd lets go of it: a Mac tells of no other key meanwhile', async () => {
  const { session } = await show();
  const stage = document.querySelector<HTMLElement>('[data-editor-stage]')!;
  const press = (type: 'keydown' | 'keyup', key: string, code: string) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent(type, { key, code, bubbles: true, cancelable: true }),
    );
  const isPanning = () => stage.hasAttribute('data-panning');
  for (const focus of ['stage', 'page'] as const) {
    if (focus === 'page') stage.blur();
    press('keydown', ' ', 'Space');
    await expect.poll(isPanning).toBe(true);
    expect(Math.abs(await dragCanvas(session))).toBeGreaterThan(10);
    press('keydown', 'Meta', 'MetaLeft');
    press('keyup', 'Meta', 'MetaLeft');
    await expect.poll(isPanning).toBe(false);
    expect(await dragCanvas(session)).toBe(0);
    // Another window that takes the keys is all that is told of a bar that is let go of there.
    press('keydown', ' ', 'Space');
    await expect.poll(isPanning).toBe(true);
    window.dispatchEvent(new FocusEvent('blur'));
    await expect.poll(isPanning).toBe(false);
    expect(await dragCanvas(session)).toBe(0);
  }
});
