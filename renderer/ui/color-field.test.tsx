// @module-tag long
import { useState, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ColorField } from './color-field.tsx';
import { readColorText } from './color-text.ts';
import { RecentColorsContext } from './recent-colors-context.ts';

const remember = vi.fn<(color: string) => void>();

function Ink({ first = '#102030' }: { first?: string }): ReactElement {
  const [value, setValue] = useState(first);
  return (
    <RecentColorsContext value={{ colors: ['#ff0000'], remember }}>
      <ColorField
        label="Ink"
        value={value}
        palette={() => ['#00ff00', '#00000080']}
        inputClassName={undefined}
        onValueChange={setValue}
      />
      <output>{value}</output>
      <button type="button">Elsewhere</button>
    </RecentColorsContext>
  );
}

const text = () => page.getByRole('textbox', { name: 'Ink, as text' });
const held = () => page.getByRole('status');
const swatch = () => page.getByRole('button', { name: 'Ink: choose a color' });

it('takes hex, names and colors of CSS as they are typed', async () => {
  await renderPage(<Ink />);
  await text().fill('teal');
  await expect.element(held()).toHaveTextContent('teal');
  await text().fill('rgb(128 64 192)');
  await expect.element(held()).toHaveTextContent('#8040c0');
  await expect.element(text()).toHaveValue('rgb(128 64 192)');
  await userEvent.tab();
  await expect.element(text()).toHaveValue('#8040c0');
});

it('refuses what is no color where it is typed, and Escape goes back', async () => {
  await renderPage(<Ink />);
  await text().fill('purplish');
  await expect.element(page.getByText(/“purplish” is not a color. Type #8040c0/)).toBeVisible();
  await expect.element(text()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(held()).toHaveTextContent('#102030');
  await userEvent.keyboard('{Escape}');
  await expect.element(text()).toHaveValue('#102030');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('says why it refuses beside its row, not on what stands below', async () => {
  await renderPage(
    <div style={{ width: 260 }}>
      <Ink />
    </div>,
  );
  await text().fill('purplish');
  const told = page.getByText(/“purplish” is not a color/);
  await expect.element(told).toBeVisible();
  await vi.waitFor(() =>
    expect(told.element().getBoundingClientRect().left).toBeGreaterThan(
      text().element().getBoundingClientRect().right,
    ),
  );
});

it('opens the picker beside a node, not on the rows below', async () => {
  await renderPage(
    <div data-editor-stage>
      <article aria-label="Poster" style={{ width: 100 }}>
        <Ink />
      </article>
    </div>,
  );
  await swatch().click();
  const picker = page.getByRole('dialog', { name: 'Ink' });
  await expect.element(picker).toBeVisible();
  const { right } = page.getByRole('article').element().getBoundingClientRect();
  await vi.waitFor(() => expect(picker.element().getBoundingClientRect().left).toBeGreaterThan(right));
});

it.each([
  ['a panel', 'aside', {}],
  ['the inspector', 'div', { 'data-inspector': '' }],
] as const)('opens the picker beside %s, not on the rows below', async (_, Panel, attributes) => {
  const style = { position: 'absolute', right: 0, width: 100 } as const;
  await renderPage(
    <Panel {...attributes} data-testid="panel" style={style}>
      <Ink />
    </Panel>,
  );
  await swatch().click();
  const picker = page.getByRole('dialog', { name: 'Ink' });
  await expect.element(picker).toBeVisible();
  const { left } = page.getByTestId('panel').element().getBoundingClientRect();
  await vi.waitFor(() => expect(picker.element().getBoundingClientRect().right).toBeLessThan(left));
});

it('says that a color is not finished only when the field is left', async () => {
  await renderPage(<Ink />);
  await text().fill('#12');
  await expect.element(text()).not.toHaveAttribute('aria-invalid');
  await userEvent.tab();
  await expect.element(page.getByText(/“#12” is not finished/)).toBeVisible();
  await expect.element(text()).toHaveValue('#12');
});

it('offers the colors of the project and those before, and remembers the one that is chosen', async () => {
  remember.mockClear();
  await renderPage(<Ink />);
  await swatch().click();
  await page.getByRole('group', { name: 'Recent' }).getByRole('button', { name: '#ff0000' }).click();
  await expect.element(held()).toHaveTextContent('#ff0000');
  await page.getByRole('group', { name: 'In this project' }).getByRole('button', { name: '#00ff00' }).click();
  await expect.element(held()).toHaveTextContent('#00ff00');
  await userEvent.keyboard('{Escape}');
  await expect.element(swatch()).toHaveFocus();
  expect(remember.mock.calls).toEqual([['#00ff00']]);
});

it('is chosen by the keyboard alone', async () => {
  await renderPage(<Ink />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('slider', { name: 'Hue' })).toBeVisible();
  page.getByRole('slider', { name: 'Hue' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(held()).not.toHaveTextContent('#102030');
});

it('Tab goes round in the picker, where every stop has a name that says what it changes', async () => {
  await renderPage(<Ink />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const picker = page.getByRole('dialog', { name: 'Ink' });
  await expect.element(picker.getByRole('slider', { name: 'Saturation and brightness' })).toBeVisible();
  // With the first loading of the picker it is the popup that has the focus.
  page.getByRole('slider', { name: 'Saturation and brightness' }).element().focus();
  const pressed = async (key: string): Promise<string> => {
    await userEvent.keyboard(key);
    const { activeElement } = document;
    if (!picker.element().contains(activeElement)) return `out at ${activeElement?.outerHTML ?? ''}`;
    return activeElement?.getAttribute('aria-label') ?? '';
  };
  const others = ['Hue', 'Opacity', 'Ink: hex or name, as text', 'Pick a color from the screen'];
  for (const stop of [...others, '#00ff00', '#00000080', '#ff0000', 'Saturation and brightness'])
    expect(await pressed('{Tab}')).toBe(stop);
  expect(await pressed('{Shift>}{Tab}{/Shift}')).toBe('#ff0000');
  const shade = picker.getByRole('slider', { name: 'Saturation and brightness' });
  await expect.element(shade).toHaveAttribute('aria-valuetext', 'Saturation 67 %, brightness 19 %');
  await expect.element(shade).toHaveAttribute('aria-valuenow', '67');
});

it('takes a color from the screen where the browser can read one', async () => {
  vi.stubGlobal(
    'EyeDropper',
    class {
      open = () => Promise.resolve({ sRGBHex: '#ABCDEF' });
    },
  );
  await renderPage(<Ink />);
  await swatch().click();
  await page.getByRole('button', { name: 'Pick a color from the screen' }).click();
  await expect.element(held()).toHaveTextContent('#abcdef');
  vi.unstubAllGlobals();
});

it('shows no color for text that is none', async () => {
  await renderPage(<Ink first="purplish" />);
  expect(swatch().element().querySelector('span')?.style.backgroundColor).toBe('');
});

it.each(['#abc', 'Teal', 'aabbcc', 'hsl(120 50% 50%)'])('reads %s', (typed) => {
  expect(readColorText(typed).kind).toBe('color');
});
it.each(['#', '#12345', 'te', 'rgb(1', ''])('waits for the rest of %j', (typed) => {
  expect(readColorText(typed).kind).toBe('incomplete');
});
it.each(['currentcolor', 'canvas', 'var(--x)', 'url(x)', '#ggg', 'rgb(x)'])('refuses %s', (typed) => {
  expect(readColorText(typed).kind).toBe('refused');
});
