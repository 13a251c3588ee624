// @module-tag long
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { contains } from '../../geometry.ts';
import { OutlinePanel } from '../../panels/outline-panel.tsx';
import type { EditorSession } from '../../session/editor-session.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

/** What keeps frames small where nodes are elements. */

const row: Graph = {
  nodes: ['at', 'beyond', 'far'].map((id, index) => ({
    id,
    type: 'input/text',
    position: { x: 100 + index * 520, y: 100 },
    inputs: { value: { type: 'string', value: `Words ${index}` } },
  })),
  connections: [],
};
const element = (id: string): HTMLElement => document.querySelector(`[data-node="${id}"]`)!;
const field = (id: string): HTMLInputElement => element(id).querySelector('input, textarea')!;
const isAway = (id: string): boolean => element(id).hasAttribute('data-away');

/** A canvas that ends before the second node, which is mounted all the same. */
async function show() {
  const { session } = await showCanvas(standIn(row), { width: 580, height: 500, minimap: false });
  session.view.set({ x: 0, y: 0, zoom: 1 });
  await vi.waitFor(() => expect(element('beyond')).not.toBeNull());
  await vi.waitFor(() => expect(isAway('beyond')).toBe(true));
  return session;
}

/** Chooses anew what is mounted around the beginning: what was in view before stays until the view has left it. */
async function unmountFar({ view }: EditorSession): Promise<void> {
  view.set({ x: 9000, y: 0, zoom: 1 });
  view.set({ x: 0, y: 0, zoom: 1 });
  await vi.waitFor(() => expect(document.querySelector('[data-node="far"]')).toBeNull());
  await vi.waitFor(() => expect(isAway('beyond')).toBe(true));
}

it('what is in a node beyond the edge is put away, and is there again with the move that brings it into view', async () => {
  const session = await show();
  expect(isAway('at')).toBe(false);
  expect(element('beyond').checkVisibility()).toBe(true);
  expect(field('beyond').checkVisibility()).toBe(false);
  session.view.panBy(-200, 0);
  expect(isAway('beyond')).toBe(false);
  expect(field('beyond').checkVisibility()).toBe(true);
});

it('a node that is selected or renamed is never put away, nor one with the focus', async () => {
  const session = await show();
  session.store.select(['beyond']);
  expect(isAway('beyond')).toBe(false);
  field('beyond').focus({ preventScroll: true });
  session.store.select([]);
  session.setTitle('at', 'Another');
  await vi.waitFor(() => expect(element('at').textContent).toContain('Another'));
  expect(isAway('beyond')).toBe(false);
  (document.activeElement as HTMLElement).blur();
  session.view.panBy(1, 0);
  await vi.waitFor(() => expect(isAway('beyond')).toBe(true));
  session.ui.set({ renaming: 'beyond' });
  await expect.element(page.getByLabelText('Title of the node')).toHaveFocus();
});

it('Tab walks from the fields of one node into those of the next, in view or not', async () => {
  await show();
  await userEvent.click(field('at'));
  for (let presses = 0; presses < 12; presses += 1) {
    if (element('beyond').contains(document.activeElement)) break;
    await userEvent.tab();
  }
  expect(element('beyond').contains(document.activeElement)).toBe(true);
});

it('Tab goes through the nodes in their order and brings each into view, also those that were not mounted', async () => {
  const session = await show();
  await unmountFar(session);
  await userEvent.click(field('at'));
  const passed: string[] = [];
  for (let presses = 0; presses < 40 && passed.at(-1) !== 'far'; presses += 1) {
    const at = document.activeElement?.closest<HTMLElement>('[data-node]')?.dataset['node'];
    if (at !== undefined && at !== passed.at(-1)) {
      passed.push(at);
      const box = session.scene.box(at)!;
      // What has the focus is seen, and what follows is mounted then.
      await vi.waitUntil(() => contains(session.view.visible(), box));
    }
    await userEvent.tab();
  }
  expect(passed).toEqual(['at', 'beyond', 'far']);
});

it('a node with the focus stays mounted wherever the view goes, until the focus leaves it', async () => {
  const session = await show();
  await userEvent.click(field('at'));
  session.view.panBy(-4000, 0);
  await vi.waitFor(() => expect(document.querySelector('[data-node="beyond"]')).toBeNull());
  expect(document.activeElement).toBe(field('at'));
  await userEvent.keyboard('{End}!');
  expect(session.store.getNode('at')?.inputs?.['value']?.value).toBe('Words 0!');
  field('at').blur();
  await vi.waitFor(() => expect(document.querySelector('[data-node="at"]')).toBeNull());
});

it('the outline has all nodes, in view or not; choosing one brings it into view, selected, and Enter goes to its first value', async () => {
  const { session } = await showCanvas(standIn(row), {
    width: 580,
    height: 500,
    minimap: false,
    beside: (opened) => <OutlinePanel session={opened} isVisible />,
  });
  await vi.waitFor(() => expect(element('at')).not.toBeNull());
  await unmountFar(session);
  const options = page.getByRole('option');
  await vi.waitFor(() => expect(options.elements()).toHaveLength(row.nodes.length));
  await userEvent.click(options.elements().at(-1)!);
  await vi.waitFor(() => expect(element('far')).not.toBeNull());
  await vi.waitFor(() => expect(contains(session.view.visible(), session.scene.box('far')!)).toBe(true));
  await vi.waitFor(() => expect(isAway('far')).toBe(false));
  expect(element('far').getAttribute('aria-label')).toMatch(/, selected$/);
  await userEvent.keyboard('{Enter}');
  expect(session.ui.get().inspectorRequested).toBe(true);
});

it('a pan ends on whole pixels, so that no pixel is mixed from four', async () => {
  const session = await show();
  session.view.panBy(-10.5, 3.25);
  expect(session.view.view).toEqual({ x: Math.round(-10.5), y: 3, zoom: 1 });
  expect(document.querySelector<HTMLElement>('.react-flow__viewport')!.style.transform).toBe(
    `translate(${session.view.view.x}px, 3px) scale(1)`,
  );
});

it('a press on a node leaves no caret there, and one into a field does', async () => {
  await show();
  await userEvent.click(field('at'));
  await userEvent.keyboard('{End}!');
  expect(field('at').value).toBe('Words 0!');
  await userEvent.click(element('at').querySelector('[data-title]')!);
  await vi.waitFor(() => expect(document.getSelection()?.rangeCount).toBe(0));
});
