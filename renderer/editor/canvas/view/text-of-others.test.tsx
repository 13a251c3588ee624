// @module-tag rig
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PatchOperation } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { noteAdoption } from '#renderer/ui/index.ts';
import { InspectorPanel } from '../../panels/inspector-panel.tsx';
import { noRuns, standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

/** Somebody else writes in the very text that somebody has the cursor in, after it was saved. */

const graph: Graph = {
  nodes: [
    {
      id: 'text',
      type: 'input/text',
      title: 'Caption',
      position: { x: 0, y: 0 },
      inputs: { value: { type: 'string', value: 'one' } },
    },
  ],
  connections: [],
};
const say = (value: string): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'text',
  input: 'value',
  value: { type: 'string', value },
});
const call = (title: string): PatchOperation => ({ op: 'setNodeTitle', nodeId: 'text', title });
const textIn = ({ nodes }: Graph): unknown => nodes[0]?.inputs?.['value']?.value;

async function show() {
  const ports = standIn(graph);
  const { session } = await showCanvas(ports, {
    width: 900,
    height: 700,
    minimap: false,
    beside: (opened) => (
      <div style={{ width: 280 }}>
        <InspectorPanel session={opened} runTable={noRuns} />
      </div>
    ),
  });
  await vi.waitFor(() => expect(document.querySelector('[data-node="text"]')).not.toBeNull());
  return {
    ports,
    session,
    /** Somebody else saves something, which has come in here when this resolves. */
    others: async (...operations: PatchOperation[]): Promise<void> => {
      await vi.waitFor(() => expect(session.sync.status.kind).toBe('saved'));
      ports.someoneElse(operations);
      void session.sync.poll();
      await vi.waitFor(() => expect(session.store.getGraph()).toEqual(ports.graph()));
    },
  };
}

/** The field that is typed in, with where its cursor is. */
const typing = () => {
  const field = document.activeElement as HTMLInputElement;
  return [field.value, field.selectionStart];
};

it('a text of a node stays under the cursor, goes on with both, and shows both when it is left', async () => {
  const { ports, session, others } = await show();
  await userEvent.click(page.getByLabelText('Text of Caption', { exact: true }));
  await userEvent.keyboard('{End} two{Home}');
  await others(say('one two, theirs'));
  expect(typing()).toEqual(['one two', 0]);
  await userEvent.keyboard('Now: ');
  expect(typing()).toEqual(['Now: one two', 5]);
  expect(textIn(session.store.getGraph())).toBe('Now: one two, theirs');
  await vi.waitFor(() => expect(textIn(ports.graph())).toBe('Now: one two, theirs'));
  const field = document.activeElement as HTMLInputElement;
  field.blur();
  await expect.poll(() => field.value).toBe('Now: one two, theirs');
});

it('undo shows in the field that has the focus, also after others have written elsewhere', async () => {
  const { session, others } = await show();
  await userEvent.click(page.getByLabelText('Text of Caption', { exact: true }));
  await userEvent.keyboard('{End} two');
  await others(call('Theirs'));
  session.undo();
  await expect.poll(() => typing()[0]).toBe('one');
});

it('a title keeps what somebody else called the node while it was typed', async () => {
  const { ports, session, others } = await show();
  session.ui.set({ renaming: 'text' });
  await expect.element(page.getByLabelText('Title of the node')).toHaveFocus();
  await userEvent.keyboard('{End} A');
  await others(call('Caption A of theirs'));
  expect(typing()[0]).toBe('Caption A');
  await userEvent.keyboard('B');
  await userEvent.keyboard('{Enter}');
  const both = 'Caption AB of theirs';
  expect(session.store.getNode('text')?.title).toBe(both);
  await vi.waitFor(() => expect(ports.graph().nodes[0]?.title).toBe(both));
});

it('a title in the inspector stays under the cursor, and says that there is more', async () => {
  const { session, others } = await show();
  session.store.select(['text']);
  await userEvent.click(page.getByRole('textbox', { name: 'Title', exact: true }));
  await userEvent.keyboard('{End} A');
  await others(call('Caption A of theirs'));
  expect(typing()[0]).toBe('Caption A');
  await expect.element(page.getByText('Somebody else wrote here as well.', { exact: false })).toBeVisible();
  await userEvent.keyboard('B');
  expect(session.store.getNode('text')?.title).toBe('Caption AB of theirs');
  const field = document.activeElement as HTMLInputElement;
  field.blur();
  await expect.poll(() => field.value).toBe('Caption AB of theirs');
});

it.each(['notes', 'frames'] as const)(
  'the text of %s stays under the cursor and keeps both',
  async (kind) => {
    const { session } = await show();
    const { items, store } = session;
    if (kind === 'notes') items.addNote({ x: 40, y: 400 });
    else items.addFrame();
    const [placed] = items.selected();
    items.edit(placed!.key);
    const name = kind === 'notes' ? 'Text of the note' : 'Title of the frame';
    await expect.element(page.getByRole('textbox', { name })).toHaveFocus();
    const textNow = () => (kind === 'notes' ? items.note(placed!.id)?.text : items.frame(placed!.id)?.title);
    await userEvent.keyboard('The lamp');
    expect(textNow()).toBe('The lamp');
    const before = store.canvas.items;
    const text = 'The lamp is lit';
    const theirs = { ...before[kind][placed!.id], ...(kind === 'notes' ? { text } : { title: text }) };
    noteAdoption();
    store.adoptRemote(store.getGraph(), {
      items: { ...before, [kind]: { ...before[kind], [placed!.id]: theirs } },
      problem: null,
    });
    expect(textNow()).toBe(text);
    expect(typing()[0]).toBe('The lamp');
    await userEvent.keyboard('{Home}See: ');
    expect(typing()).toEqual(['See: The lamp', 5]);
    expect(textNow()).toBe('See: The lamp is lit');
    await userEvent.keyboard('{Escape}');
    await expect.poll(textNow).toBe('See: The lamp is lit');
  },
);
