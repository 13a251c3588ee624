import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { InlineNameField } from './inline-name-field.tsx';

it('a name stays open while another window is in front, and is kept when its field is left', async () => {
  const ended: (string | null)[] = [];
  await renderPage(
    <>
      <InlineNameField label="Name" name="Harbor" onEnd={(name) => ended.push(name)} />
      <button>Elsewhere</button>
    </>,
  );
  const field = page.getByRole('textbox', { name: 'Name' });
  await userEvent.keyboard('Half');
  // The window is left, and the page still says who has the focus in it.
  field.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: null }));
  expect(ended).toEqual([]);
  await userEvent.keyboard('way');
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  expect(ended).toEqual(['Halfway']);
});
