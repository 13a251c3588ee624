// @module-tag long
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button, IconButton } from '#renderer/ui/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { RunText } from './run-text.tsx';

afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

/** Red, green and blue of a computed color, as it is painted. */
function painted(color: string): [number, number, number] {
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  expect(alpha).toBe(255);
  return [red!, green!, blue!];
}
const luminance = (color: string): number => {
  const [red, green, blue] = painted(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};
/** As the guidelines for accessible content count it, 1 to 21. */
function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The least contrast of what is written or drawn on a button, once its colors have stopped changing. */
async function contrastOn(button: Element): Promise<number> {
  await Promise.all(
    button.getAnimations({ subtree: true }).map(({ finished }) => finished.catch(() => undefined)),
  );
  const ground = getComputedStyle(button).backgroundColor;
  let opacity = 1;
  for (let at: Element | null = button; at; at = at.parentElement)
    opacity *= Number(getComputedStyle(at).opacity);
  expect(opacity).toBe(1);
  return Math.min(
    ...[button, ...button.querySelectorAll('span, svg')].map((each) =>
      contrast(getComputedStyle(each).color, ground),
    ),
  );
}

const label = <RunText icon={<svg />} full="Run · 12 credits" short="Run · 12 credits" />;
const show = () =>
  renderPage(
    <>
      <Button variant="run">{label}</Button>
      <Button variant="run" busy>
        {label}
      </Button>
      <Button variant="run" disabled>
        {label}
      </Button>
      <Button variant="run" disabledReason="Type a name first.">
        {label}
      </Button>
      <IconButton variant="run" label="More ways">
        <svg />
      </IconButton>
      <IconButton variant="run" label="No ways" disabled>
        <svg />
      </IconButton>
    </>,
  );

it.each(['light', 'dark'])('words and price of Run can be read in every state, %s', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  await show();
  const buttons = page.getByRole('button').elements();
  expect(buttons).toHaveLength(6);
  for (const button of buttons) {
    const states: [string, () => unknown][] = [
      ['at rest', () => userEvent.unhover(button)],
      ['hovered', () => userEvent.hover(button)],
      ['focused', () => (button as HTMLElement).focus()],
    ];
    for (const [state, enter] of states) {
      await enter();
      const found = await contrastOn(button);
      expect(found, `${state}: ${button.outerHTML.slice(0, 160)}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

it.each(['light', 'dark'])('words and price of Run can be read while it is pressed, %s', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  await show();
  const button = page.getByRole('button').first().element();
  const found: number[] = [];
  button.addEventListener('mousedown', () => void contrastOn(button).then((ratio) => found.push(ratio)));
  await userEvent.click(button, { delay: 400 });
  await expect.poll(() => found.length).toBe(1);
  expect(found[0]).toBeGreaterThanOrEqual(4.5);
});
