import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Language } from '#shared/desk/index.ts';
import { LanguageSetting } from './language-setting.tsx';

const both: readonly Language[] = ['en', 'de'];

test('a language is chosen by its own name, and what happens then is said before', async () => {
  const chosen: string[] = [];
  const page = await render(
    <LanguageSetting value="system" supported={both} onChange={(language) => chosen.push(language)} />,
  );
  await expect.element(page.getByText(/is loaded again/)).toBeVisible();
  const select = page.getByRole('combobox', { name: 'Language' });
  await expect.element(select).toHaveTextContent('As the system');
  await select.click();
  await page.getByRole('option', { name: 'As the system' }).click();
  expect(chosen).toEqual([]);
  await select.click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  expect(chosen).toEqual(['de']);
});

test('one language is no choice', async () => {
  const page = await render(<LanguageSetting value="system" supported={['en']} onChange={() => undefined} />);
  expect(page.getByText('Language').elements()).toEqual([]);
});
