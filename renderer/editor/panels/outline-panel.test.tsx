// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { EditorSession } from '../session/editor-session.ts';
import { openSession } from '../session/open-session.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { OutlinePanel } from './outline-panel.tsx';

const COUNT = 2000;

let desk: DeskStandIn;
let session: EditorSession;
beforeEach(async () => {
  desk = standInForDesk();
  const nodes = Array.from({ length: COUNT }, (_, index) => ({
    id: `n${index}`,
    type: 'input/text',
    title: `Node ${index}`,
  }));
  session = await openSession(standIn({ nodes, connections: [] }));
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  await renderPage(
    <div style={{ display: 'flex', flexDirection: 'column', width: 300, height: 400 }}>
      <OutlinePanel session={session} isVisible />
    </div>,
  );
});
afterEach(() => {
  session.dispose();
  desk.restore();
});

const list = () => page.getByRole('listbox').element();
const rows = () => page.getByRole('option').elements();

it('a long outline has only the rows near the view, wherever it is scrolled to', async () => {
  await expect.element(page.getByRole('option', { name: /^Node 0/ })).toBeVisible();
  expect(rows().length).toBeLessThan(60);
  const height = list().scrollHeight;
  expect(height).toBeGreaterThan(COUNT * 20);
  list().scrollTop = height / 2;
  await vi.waitFor(() => {
    const box = list().getBoundingClientRect();
    const inView = rows().filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
    // Every pixel of the view is covered by a row.
    expect(inView.length).toBeGreaterThan((box.height / height) * COUNT - 1);
  });
  expect(rows().length).toBeLessThan(60);
  expect(list().scrollHeight).toBe(height);
});

it('the keys lead to rows that were not there yet', async () => {
  (list() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  const last = page.getByRole('option', { selected: true });
  await expect.element(last).toBeVisible();
  await vi.waitFor(() => {
    const box = list().getBoundingClientRect();
    expect(last.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(box.bottom + 1);
  });
  await userEvent.keyboard('{Home}');
  await vi.waitFor(() => expect(list().scrollTop).toBe(0));
});

it('each row says which of all nodes it is, also while most of them are not there', async () => {
  const places = () => rows().map((row) => Number(row.getAttribute('aria-posinset')));
  await vi.waitFor(() => expect(places()[0]).toBe(1));
  expect(rows().every((row) => row.getAttribute('aria-setsize') === String(COUNT))).toBe(true);
  (list() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await vi.waitFor(() => expect(places().at(-1)).toBe(COUNT));
  await expect
    .element(page.getByRole('option', { selected: true }))
    .toHaveAttribute('aria-posinset', `${COUNT}`);
});

it('says of a row that its node is muted or locked', async () => {
  const row = page.getByRole('option', { name: /^Node 1 / });
  await expect.element(row).toBeVisible();
  session.store.select(['n1']);
  session.toggles.mute();
  session.toggles.lock();
  await expect.element(row).toHaveAccessibleName(/muted, locked/);
  session.toggles.mute();
  await expect.element(row).not.toHaveAccessibleName(/muted/);
});

it('tells nodes of one name apart by which of them they are', async () => {
  session.setTitle('n0', 'Sky');
  session.setTitle('n2', 'Sky');
  await expect.element(page.getByRole('option', { name: /^Sky ?1 of 2/ })).toBeVisible();
  await page.getByRole('option', { name: /^Sky ?2 of 2/ }).click();
  expect([...session.store.selectedNodes]).toEqual(['n2']);
  expect(page.getByRole('option', { name: /^Node 1 .*of/ }).elements()).toEqual([]);
});

it('reads the title of each node once, whatever is typed into the search, and again when one is renamed', async () => {
  await expect.element(page.getByRole('option', { name: /^Node 0/ })).toBeVisible();
  const titleOf = vi.spyOn(session, 'titleOf');
  const search = page.getByRole('textbox', { name: 'Search the outline' });
  await search.fill('n');
  await search.fill('no');
  await search.fill('node 19');
  await expect.element(page.getByRole('option', { name: /^Node 19\b/ })).toBeVisible();
  // All for the index, and those of the rows that were drawn.
  expect(titleOf.mock.calls.length).toBeLessThan(COUNT + 500);
  await search.fill('poster');
  await expect.poll(() => rows().length).toBe(0);
  session.setTitle('n7', 'Poster');
  await expect.element(page.getByRole('option', { name: /^Poster/ })).toBeVisible();
});
