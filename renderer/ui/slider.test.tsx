import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Slider } from './slider.tsx';

function Volume(): ReactElement {
  const [value, setValue] = useState(0.5);
  return (
    <Slider
      label="Volume"
      min={0}
      max={1}
      step={0.25}
      value={value}
      valueText={`${value * 100} %`}
      onValueChange={setValue}
    />
  );
}

it('a slider has its name and value in words, goes by arrow keys and stops at its limits', async () => {
  await renderPage(<Volume />);
  const slider = page.getByRole('slider', { name: 'Volume' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', '50 %');
  slider.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '75 %');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '100 %');
  await userEvent.keyboard('{Home}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0 %');
});
