import { useState, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Button } from './button.tsx';
import { Dialog, commitsOnEnter } from './dialog.tsx';
import { NumberField } from './number-field.tsx';
import { TextField } from './text-field.tsx';

it('keeps its title and its buttons in a window that is lower than what it says', async () => {
  await page.viewport(800, 400);
  await renderPage(
    <Dialog open title="Export film" onClose={() => undefined} footer={<button type="button">Export</button>}>
      <div style={{ height: 2000 }}>Many choices</div>
    </Dialog>,
  );
  const edges = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  };
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible();
  expect(edges(page.getByRole('button', { name: 'Export' }).element()).bottom).toBeLessThanOrEqual(400);
  expect(edges(page.getByRole('dialog').element()).bottom).toBeLessThanOrEqual(400);
  expect(edges(page.getByRole('heading', { name: 'Export film' }).element()).top).toBeGreaterThanOrEqual(0);
});

it('what is in it ends well above its edge where no buttons are below', async () => {
  await renderPage(
    <Dialog open title="Make a picture" onClose={() => undefined}>
      <button type="button">Make the picture</button>
    </Dialog>,
  );
  const button = page.getByRole('button', { name: 'Make the picture' });
  await expect.element(button).toBeVisible();
  const { bottom } = button.element().getBoundingClientRect();
  expect(page.getByRole('dialog').element().getBoundingClientRect().bottom - bottom).toBeGreaterThanOrEqual(
    16,
  );
});

/** A dialog that asks for a name and an angle, and tells what its main button got. */
function Asking({
  onSave,
  variant = 'primary',
  blockReason = null,
  more,
}: {
  onSave: (name: string, angle: number | null) => void;
  variant?: 'primary' | 'danger';
  blockReason?: string | null;
  more?: ReactNode;
}) {
  const [name, setName] = useState('');
  const [angle, setAngle] = useState<number | null>(null);
  return (
    <Dialog
      open
      title="Row 3"
      onClose={() => undefined}
      footer={
        <>
          <Button>Cancel</Button>
          <Button variant={variant} disabledReason={blockReason} onClick={() => onSave(name, angle)}>
            Run the row
          </Button>
        </>
      }
    >
      <TextField label="Name" value={name} onValueChange={setName} />
      <NumberField label="Angle" value={angle} onValueChange={setAngle} />
      {more}
    </Dialog>
  );
}

it('Enter in a field of one line presses its main button, with all that was typed', async () => {
  const onSave = vi.fn<(name: string, angle: number | null) => void>();
  await renderPage(<Asking onSave={onSave} />);
  await page.getByRole('textbox', { name: 'Angle' }).click();
  await userEvent.keyboard('20+25{Enter}');
  await expect.poll(() => onSave.mock.calls).toEqual([['', 45]]);
  await page.getByRole('textbox', { name: 'Name' }).click();
  await userEvent.keyboard('Dusk{Enter}');
  await expect.poll(() => onSave.mock.calls.at(-1)).toEqual(['Dusk', 45]);
});

it('Enter presses nothing that deletes, nothing that has to wait, and not from fields with an Enter of their own', async () => {
  const onSave = vi.fn<(name: string, angle: number | null) => void>();
  const onForm = vi.fn<() => void>();
  const onSearch = vi.fn<() => void>();
  const more = (
    <>
      <input type="search" aria-label="Search" onKeyDown={onSearch} />
      <p {...commitsOnEnter}>
        <input aria-label="Axis" />
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onForm();
        }}
      >
        <input aria-label="Of a form" />
      </form>
      <textarea aria-label="Words" />
    </>
  );
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const press = async (label: string): Promise<void> => {
    await page.getByLabelText(label).click();
    await userEvent.keyboard('{Enter}');
    await frame();
  };
  const { rerender } = await renderPage(<Asking onSave={onSave} more={more} />);
  for (const label of ['Search', 'Axis', 'Of a form', 'Words']) await press(label);
  expect(onForm).toHaveBeenCalledOnce();
  expect(onSearch).toHaveBeenCalled();
  await rerender(<Asking onSave={onSave} variant="danger" />);
  await press('Name');
  await rerender(<Asking onSave={onSave} blockReason="Give it a name first." />);
  await press('Name');
  expect(onSave).not.toHaveBeenCalled();
});
