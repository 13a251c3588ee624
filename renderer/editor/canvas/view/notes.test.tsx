import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const WORDS = 'The client wants it warmer, with more of the evening light from the left, and softer. ';

async function show() {
  const { session } = await showCanvas(standIn({ nodes: [], connections: [] }), { minimap: false });
  session.view.set({ x: 0, y: 0, zoom: 1 });
  session.items.addNote({ x: 40, y: 40 });
  const field = page.getByRole('textbox', { name: 'Text of the note' });
  await expect.element(field).toHaveFocus();
  const [note] = session.items.selected();
  const text = () => document.querySelector<HTMLElement>(`[data-item="${note!.key}"] > [dir]`)!;
  return {
    session,
    field,
    note: note!,
    size: () => session.items.note(note!.id)!.size,
    isFaded: () => getComputedStyle(text()).maskImage !== 'none',
    hasMore: () => text().scrollHeight > text().clientHeight,
  };
}

it('a new note grows with what is typed until somebody sizes it, and then fades where there is more', async () => {
  const { session, field, note, size, isFaded, hasMore } = await show();
  const first = size();
  await userEvent.type(field, 'Short');
  expect(size()).toEqual(first);
  await field.fill(WORDS.repeat(4));
  expect(size().height).toBeGreaterThan(first.height);
  expect(size().width).toBe(first.width);
  await userEvent.keyboard('{Escape}');
  await expect.poll(hasMore).toBe(false);
  expect(isFaded()).toBe(false);
  // What was typed is one step, the size with it.
  session.undo();
  expect([size(), session.items.note(note.id)?.text]).toEqual([first, '']);
  session.redo();

  // Made lower by its corner, it stays so and says that there is more.
  const { x, y, width, height } = session.items.selected()[0]?.rect ?? { ...note.rect, ...size() };
  const stage = document.querySelector<HTMLElement>('[data-editor-stage]')!.getBoundingClientRect();
  const corner = { clientX: stage.left + x + width - 5, clientY: stage.top + y + height - 5 };
  const at = document.elementFromPoint(corner.clientX, corner.clientY)!;
  const press = { bubbles: true, pointerId: 1, button: 0, isPrimary: true };
  at.dispatchEvent(new PointerEvent('pointerdown', { ...press, ...corner, buttons: 1 }));
  const up = { ...corner, clientY: corner.clientY - 60 };
  window.dispatchEvent(new PointerEvent('pointermove', { ...press, ...up, buttons: 1 }));
  window.dispatchEvent(new PointerEvent('pointerup', { ...press, ...up }));
  await expect.poll(() => size().height).toBe(height - 60);
  await expect.poll(hasMore).toBe(true);
  await expect.poll(isFaded).toBe(true);
  const sized = size();
  session.items.edit(note.key);
  await field.fill(WORDS.repeat(8));
  expect(size()).toEqual(sized);
});
