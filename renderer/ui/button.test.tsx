import { useState, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Button } from './button.tsx';

const WHY = 'Choose a file first.';

/** A button that can be pressed once x was typed. */
function Importing({ onClick }: { onClick: () => void }): ReactElement {
  const [why, setWhy] = useState<string | null>(WHY);
  return (
    <div role="presentation" onKeyDownCapture={({ key }) => (key === 'x' ? setWhy(null) : undefined)}>
      <Button variant="primary" disabledReason={why} onClick={onClick}>
        Import
      </Button>
    </div>
  );
}

it('says why it cannot be pressed, on focus and in its description, and is the same button once it can', async () => {
  const onClick = vi.fn<() => void>();
  await renderPage(<Importing onClick={onClick} />);
  const button = page.getByRole('button', { name: 'Import' });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAccessibleDescription(WHY);
  await userEvent.keyboard('{Tab}');
  await expect.element(button).toHaveFocus();
  await expect.element(page.getByText(WHY)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  const element = button.element();
  await userEvent.keyboard('x');
  await expect.element(page.getByText(WHY)).not.toBeInTheDocument();
  expect(button.element()).toBe(element);
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledOnce();
});

it('says why on hover', async () => {
  await renderPage(<Importing onClick={() => undefined} />);
  await page.getByRole('button', { name: 'Import' }).hover({ force: true });
  await expect.element(page.getByText(WHY)).toBeVisible();
});

it('sends no form while it cannot be pressed', async () => {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  await renderPage(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" variant="primary" disabledReason="Type a name first.">
        Save
      </Button>
    </form>,
  );
  await page.getByLabelText('Name').click();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Save' }).click({ force: true });
  expect(onSubmit).not.toHaveBeenCalled();
});

it('leaves the keys of the page to the page while it has the focus and cannot be pressed', async () => {
  const keys: string[] = [];
  const listen = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (!defaultPrevented) keys.push(key);
  };
  window.addEventListener('keydown', listen);
  try {
    await renderPage(
      <>
        <Button disabledReason={WHY}>Import</Button>
        <Button busy>Wait</Button>
      </>,
    );
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Import' })).toHaveFocus();
    await userEvent.keyboard('z');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Wait' })).toHaveFocus();
    await userEvent.keyboard('y');
    expect(keys.filter((key) => key !== 'Tab')).toEqual(['z', 'y']);
  } finally {
    window.removeEventListener('keydown', listen);
  }
});
