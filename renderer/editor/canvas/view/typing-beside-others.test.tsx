// @module-tag rig
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PatchOperation } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { SaveState } from '../../panels/save-state.tsx';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

/** Somebody writes in a field while changes of others arrive. */

const graph: Graph = {
  nodes: [
    {
      id: 'text',
      type: 'input/text',
      title: 'Caption',
      position: { x: 0, y: 0 },
      inputs: { value: { type: 'string', value: 'one three' } },
    },
    { id: 'blur', type: 'image/blur', position: { x: 420, y: 0 }, inputs: {} },
    { id: 'size', type: 'image/resize', position: { x: 420, y: 260 }, inputs: {} },
  ],
  connections: [],
};
const say = (value: string): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'text',
  input: 'value',
  value: { type: 'string', value },
});
const widen = (value: number): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'size',
  input: 'width',
  value: { type: 'number', value },
});
const call = (nodeId: string, title: string): PatchOperation => ({ op: 'setNodeTitle', nodeId, title });

async function show() {
  const ports = standIn(graph);
  const { session } = await showCanvas(ports, {
    height: 700,
    before: (opened) => <SaveState session={opened} />,
  });
  const field = () => page.getByLabelText('Text of Caption', { exact: true }).element() as HTMLInputElement;
  await vi.waitFor(() => field());
  return { ports, session, field };
}

/** Puts the caret behind "one " with the keys a person would press. */
async function placeCaret(field: HTMLInputElement): Promise<void> {
  await userEvent.click(field);
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(field.selectionStart).toBe(4);
}

const dialog = () => page.getByRole('dialog', { name: 'Somebody changed the same thing' });

it('focus, caret and words stay while others change other nodes, and their change is shown', async () => {
  const { ports, session, field } = await show();
  const typing = field();
  await placeCaret(typing);
  await userEvent.keyboard('tw');
  ports.someoneElse([
    call('blur', 'Theirs'),
    { op: 'moveNode', nodeId: 'blur', position: { x: 420, y: 80 } },
  ]);
  ports.someoneElse([call('text', 'Caption')]);
  void session.sync.poll();
  await expect.element(page.getByRole('article', { name: 'Theirs' })).toBeVisible();
  expect([document.activeElement, field(), typing.value, typing.selectionStart]).toEqual([
    typing,
    typing,
    'one twthree',
    6,
  ]);
  await userEvent.keyboard('o ');
  expect([typing.value, typing.selectionStart]).toEqual(['one two three', 8]);
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('saved'));
  expect(ports.graph().nodes.map(({ title, inputs }) => [title, inputs?.['value']?.value])).toEqual([
    ['Caption', 'one two three'],
    ['Theirs', undefined],
    [undefined, undefined],
  ]);
  expect([document.activeElement, typing.value, typing.selectionStart]).toEqual([typing, 'one two three', 8]);
});

it('the same field is asked about once, when it is left, with all that was typed', async () => {
  const { ports, session, field } = await show();
  const typing = field();
  await placeCaret(typing);
  ports.someoneElse([say('their words')]);
  await userEvent.keyboard('tw');
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('conflict'));
  // The question waits: what is typed goes where it was typed.
  await expect.element(page.getByRole('status').getByText('Conflict')).toBeVisible();
  await userEvent.keyboard('o ');
  expect(dialog().query()).toBeNull();
  expect([document.activeElement, typing.value, typing.selectionStart]).toEqual([typing, 'one two three', 8]);
  await userEvent.tab();
  await expect.element(dialog()).toBeVisible();
  await expect.element(dialog().getByText('one two three')).toBeVisible();
  await expect.element(dialog().getByText('their words')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Save the choice' }));
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('saved'));
  expect(dialog().query()).toBeNull();
  expect(ports.graph().nodes[0]?.inputs?.['value']?.value).toBe('one two three');
});

it('a question is over when what was typed is taken back', async () => {
  const { ports, session, field } = await show();
  await placeCaret(field());
  ports.someoneElse([say('their words')]);
  await userEvent.keyboard('x');
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('conflict'));
  await userEvent.keyboard('{Backspace}');
  await userEvent.tab();
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('saved'));
  expect(dialog().query()).toBeNull();
  expect(field().value).toBe('their words');
});

it('a title that somebody else gave is not taken back by looking at it', async () => {
  const { ports, session } = await show();
  session.ui.set({ renaming: 'blur' });
  const title = page.getByLabelText('Title of the node');
  await expect.element(title).toBeVisible();
  ports.someoneElse([call('blur', 'Theirs')]);
  void session.sync.poll();
  await vi.waitFor(() => expect(session.store.getNode('blur')?.title).toBe('Theirs'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('article', { name: 'Theirs' })).toBeVisible();
  expect([session.store.getNode('blur')?.title, session.sync.state.pending]).toEqual(['Theirs', []]);
});

it('a title being typed is journaled with each key stroke, is one step, and Escape takes it back', async () => {
  const { session } = await show();
  session.ui.set({ renaming: 'blur' });
  await expect.element(page.getByLabelText('Title of the node')).toHaveFocus();
  await userEvent.keyboard('Soft');
  expect(session.store.getNode('blur')?.title).toBe('Soft');
  await userEvent.keyboard('{Enter}');
  expect(session.store.history.depth).toBe(1);
  session.ui.set({ renaming: 'blur' });
  await expect.element(page.getByLabelText('Title of the node')).toHaveFocus();
  await userEvent.keyboard('Softer{Escape}');
  expect(session.store.getNode('blur')?.title).toBe('Soft');
});

it('a number that somebody else changed after it was typed here keeps their value when the field is left', async () => {
  const { ports, session } = await show();
  const strength = page.getByRole('spinbutton', { name: 'Strength of Blur' });
  await userEvent.click(strength);
  await userEvent.keyboard('12');
  await vi.waitFor(() => expect(ports.graph().nodes[1]?.inputs?.['sigma']?.value).toBe(12));
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('saved'));
  ports.someoneElse([
    { op: 'setNodeInput', nodeId: 'blur', input: 'sigma', value: { type: 'number', value: 30 } },
  ]);
  void session.sync.poll();
  await vi.waitFor(() => expect(session.store.getNode('blur')?.inputs?.['sigma']?.value).toBe(30));
  await userEvent.tab();
  await expect.element(strength).toHaveValue('30');
  expect(session.store.getNode('blur')?.inputs?.['sigma']?.value).toBe(30);
});

const widthOf = (graph: Graph): unknown => graph.nodes[2]?.inputs?.['width']?.value;

it('a number that does not fit its step is asked about like any other, with what it comes to', async () => {
  const { ports, session } = await show();
  const width = page.getByRole('spinbutton', { name: 'Width of Resize' });
  await userEvent.click(width);
  ports.someoneElse([widen(640)]);
  await userEvent.keyboard('101');
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('conflict'));
  await expect.element(width).toHaveValue('101');
  expect(dialog().query()).toBeNull();
  (width.element() as HTMLInputElement).blur();
  await expect.element(dialog().getByText('104')).toBeVisible();
  await expect.element(dialog().getByText('640')).toBeVisible();
  expect(widthOf(ports.graph())).toBe(640);
  await userEvent.click(dialog().getByText('640'));
  await userEvent.click(dialog().getByRole('button', { name: 'Save the choice' }));
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('saved'));
  await expect.element(width).toHaveValue('640');
  expect(widthOf(ports.graph())).toBe(640);
});

it.each([
  ['a number that was saved and does not fit its step', '101', 104],
  ['what says no number yet', '-', undefined],
])('%s gives way to what somebody else sets, and typing on replaces that', async (_, typed, saved) => {
  const { ports, session } = await show();
  const width = page.getByRole('spinbutton', { name: 'Width of Resize' });
  await userEvent.click(width);
  await userEvent.keyboard(typed);
  await vi.waitFor(() => expect(widthOf(ports.graph())).toBe(saved));
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('saved'));
  await expect.element(width).toHaveValue(typed);
  ports.someoneElse([widen(640)]);
  void session.sync.poll();
  await expect.element(width).toHaveValue('640');
  await userEvent.keyboard('7');
  await expect.element(width).toHaveValue('7');
  await userEvent.keyboard('20');
  await userEvent.tab();
  await vi.waitFor(() => expect(widthOf(ports.graph())).toBe(720));
});

it('a number that somebody else set under it is not set again by leaving the field', async () => {
  const { ports, session } = await show();
  const width = page.getByRole('spinbutton', { name: 'Width of Resize' });
  await userEvent.click(width);
  await userEvent.keyboard('101');
  await vi.waitFor(() => expect(widthOf(ports.graph())).toBe(104));
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('saved'));
  ports.someoneElse([widen(640)]);
  void session.sync.poll();
  await vi.waitFor(() => expect(widthOf(session.store.getGraph())).toBe(640));
  await userEvent.tab();
  await expect.element(width).toHaveValue('640');
  expect([widthOf(session.store.getGraph()), session.sync.state.pending]).toEqual([640, []]);
});

it('a drag over a number goes on from what somebody else set under it', async () => {
  const { ports, session } = await show();
  const width = page.getByRole('spinbutton', { name: 'Width of Resize' }).element();
  const { left, top } = width.getBoundingClientRect();
  const move = (type: string, x: number): void =>
    void width.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        button: type === 'pointermove' ? -1 : 0,
        buttons: type === 'pointerup' ? 0 : 1,
        clientX: left + x,
        clientY: top + 4,
      }),
    );
  vi.spyOn(width, 'setPointerCapture').mockImplementation(() => undefined);
  move('pointerdown', 10);
  move('pointermove', 20);
  await vi.waitFor(() => expect(widthOf(ports.graph())).toBe(552));
  await vi.waitFor(() => expect(session.sync.status.kind).toBe('saved'));
  ports.someoneElse([widen(640)]);
  void session.sync.poll();
  await vi.waitFor(() => expect(widthOf(session.store.getGraph())).toBe(640));
  move('pointermove', 24);
  move('pointerup', 24);
  await vi.waitFor(() => expect(widthOf(ports.graph())).toBe(656));
});

it('what others changed is looked for when the window gets the focus', async () => {
  const { ports } = await show();
  ports.someoneElse([call('blur', 'Theirs')]);
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByRole('article', { name: 'Theirs' })).toBeVisible();
});
