import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';

const at = (id: string, x: number, title: string) => ({
  id,
  type: 'input/text',
  title,
  position: { x, y: 80 },
  inputs: {},
});
const show = () =>
  showCanvas(standIn({ nodes: [at('one', 0, 'One'), at('two', 400, 'Two')], connections: [] }));

const tools = (title: string) => [
  page.getByRole('button', { name: `Run to ${title}` }),
  page.getByRole('button', { name: `Menu of ${title}` }),
];
/** In the document at all, hidden or not. */
const buttonsIn = (id: string): number =>
  document.querySelectorAll(`[data-node="${id}"] header button`).length;
const field = (title: string) => page.getByRole('textbox', { name: `Text of ${title}` });

// Where the pointer was left by what ran before may be over a node.
beforeEach(() => userEvent.hover(document.body, { position: { x: 1, y: 1 } }));

it('a node has its run and menu buttons only while the pointer is over it', async () => {
  await show();
  await expect.element(page.getByText('One', { exact: true })).toBeVisible();
  expect([buttonsIn('one'), buttonsIn('two')]).toEqual([0, 0]);
  await page.getByText('One', { exact: true }).hover();
  for (const button of tools('One')) await expect.element(button).toBeVisible();
  await page.getByText('Two', { exact: true }).hover();
  for (const button of tools('Two')) await expect.element(button).toBeVisible();
  await vi.waitFor(() => expect(buttonsIn('one')).toBe(0));
});

it('the keyboard reaches them from a field of the node, and gets back to them from the menu', async () => {
  const { session } = await show();
  await expect.element(field('One')).toBeVisible();
  field('One').element().focus();
  for (const button of tools('One')) await expect.element(button).toBeVisible();
  await userEvent.tab({ shift: true });
  await expect.element(tools('One')[1]!).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(tools('One')[1]!).toHaveFocus();
  field('Two').element().focus();
  await vi.waitFor(() => expect([buttonsIn('one'), buttonsIn('two')]).toEqual([0, 2]));
  expect(session.store.history.depth).toBe(0);
});

it('an open menu stays when the pointer leaves the node, and its entries work', async () => {
  await show();
  await page.getByText('One', { exact: true }).hover();
  await tools('One')[1]!.click();
  const menu = page.getByRole('menu');
  await expect.element(menu).toBeVisible();
  await menu.hover();
  await expect.element(menu).toBeVisible();
  for (const button of tools('One')) await expect.element(button).toBeVisible();
  await page.getByRole('menuitem', { name: /^Rename/ }).click();
  const title = page.getByRole('textbox', { name: 'Title of the node' });
  await expect.element(title).toBeVisible();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(title).toHaveFocus();
});

it('buttons of a node go with its menu when that is closed from elsewhere', async () => {
  await show();
  await page.getByText('One', { exact: true }).hover();
  await tools('One')[1]!.click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await field('Two').click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await vi.waitFor(() => expect([buttonsIn('one'), buttonsIn('two')]).toEqual([0, 2]));
});
