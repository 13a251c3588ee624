import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ProgressBar } from './states.tsx';

it('stands at its figure as soon as that is known, and does not come down from what moved to and fro', async () => {
  function Export() {
    const [value, setValue] = useState<number | null>(null);
    return (
      <div style={{ width: 400 }}>
        <ProgressBar label="Export" value={value} />
        <button type="button" onClick={() => setValue(0.026)}>
          Begin
        </button>
      </div>
    );
  }
  await renderPage(<Export />);
  const bar = page.getByRole('progressbar', { name: 'Export' });
  const button = page.getByRole('button', { name: 'Begin' }).element();
  const width = await new Promise<number>((resolve) => {
    button.addEventListener('click', () =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          resolve(bar.element().firstElementChild?.getBoundingClientRect().width ?? 0),
        ),
      ),
    );
    if (button instanceof HTMLElement) button.click();
  });
  expect(width).toBeCloseTo(0.026 * 400, 0);
  await expect.element(bar).toHaveAttribute('aria-valuenow', '2');
});
