import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { PatchOperation } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { TooltipProvider } from '#renderer/ui/index.ts';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { SaveState } from '../panels/save-state.tsx';
import type { EditorSession } from '../session/editor-session.ts';
import { openSession } from '../session/open-session.ts';
import { noRuns, standIn } from '../testing/editor-stand-in.ts';
import { EditorCanvas } from './editor-canvas.tsx';

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
  ],
  connections: [],
};
const say = (value: string): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'text',
  input: 'value',
  value: { type: 'string', value },
});
const call = (nodeId: string, title: string): PatchOperation => ({ op: 'setNodeTitle', nodeId, title });

let open: EditorSession | null = null;
afterEach(() => {
  open?.dispose();
  open = null;
});

async function show() {
  const ports = standIn(graph);
  const session = await openSession(ports);
  open = session;
  await vi.waitFor(() => expect(session.catalogue.pinsOf('input/text')).toBeDefined());
  await render(
    <TooltipProvider>
      <SaveState session={session} />
      <div style={{ width: 1200, height: 700 }}>
        <EditorCanvas
          session={session}
          runTable={noRuns}
          onRunTo={() => undefined}
          onOpenOutput={() => undefined}
        />
      </div>
    </TooltipProvider>,
  );
  await vi.waitFor(() => expect(session.view.size.width).toBe(1200));
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
  session.sync.look();
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
  session.sync.look();
  await vi.waitFor(() => expect(session.store.getNode('blur')?.title).toBe('Theirs'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('article', { name: 'Theirs' })).toBeVisible();
  expect([session.store.getNode('blur')?.title, session.sync.state.pending]).toEqual(['Theirs', []]);
});

it('a title being typed is kept with each key stroke, is one step, and Escape takes it back', async () => {
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
  session.sync.look();
  await vi.waitFor(() => expect(session.store.getNode('blur')?.inputs?.['sigma']?.value).toBe(30));
  await userEvent.tab();
  await expect.element(strength).toHaveValue('30');
  expect(session.store.getNode('blur')?.inputs?.['sigma']?.value).toBe(30);
});

it('what others changed is looked for when the window gets the focus', async () => {
  const { ports } = await show();
  ports.someoneElse([call('blur', 'Theirs')]);
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByRole('article', { name: 'Theirs' })).toBeVisible();
});
