import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Button, ContextMenu, Menu, type MenuEntries } from './index.ts';

const icon = <svg className="own-icon" width="16" height="16" />;
const entries: MenuEntries = [
  { id: 'run', label: 'Run', icon, onSelect: () => undefined },
  { id: 'live', label: 'Live previews', icon, checked: true, onSelect: () => undefined },
  { id: 'grid', label: 'Snap to grid', icon, checked: false, onSelect: () => undefined },
];
const leftOf = (name: string): number =>
  page.getByText(name, { exact: true }).element().getBoundingClientRect().left;

it('a menu is a landmark while it is open, at a button and at the pointer', async () => {
  await renderPage(
    <>
      <Menu trigger={<Button>More</Button>} entries={entries} />
      <ContextMenu entries={entries}>
        <p>Poster</p>
      </ContextMenu>
    </>,
  );
  const landmark = page.getByRole('region', { name: 'Menu' });
  await expect.element(landmark).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(landmark.getByRole('menuitem', { name: 'Run' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(landmark).not.toBeInTheDocument();
  await page.getByText('Poster').click({ button: 'right' });
  await expect.element(landmark.getByRole('menuitem', { name: 'Run' })).toBeVisible();
});

it('all labels of a menu begin at one edge, ticked or not', async () => {
  await renderPage(<Menu trigger={<Button>More</Button>} entries={entries} />);
  await page.getByRole('button', { name: 'More' }).click();
  await expect
    .element(page.getByRole('menuitemcheckbox', { name: 'Live previews' }))
    .toHaveAttribute('aria-checked', 'true');
  expect(leftOf('Live previews')).toBe(leftOf('Run'));
  expect(leftOf('Snap to grid')).toBe(leftOf('Run'));
});
