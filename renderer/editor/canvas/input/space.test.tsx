import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standIn } from '../../testing/editor-stand-in.ts';
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
