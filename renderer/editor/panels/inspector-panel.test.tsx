import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { standInForDesk } from '#renderer/testing/desk-stand-in.ts';
import { renderedBy } from '#renderer/testing/rendered-components.ts';
import { fileIdOf } from '../model/editing.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { noRuns, standIn } from '../testing/editor-stand-in.ts';
import { showCanvas } from '../testing/show-canvas.tsx';
import { InspectorPanel } from './inspector-panel.tsx';

const graph: Graph = {
  nodes: [
    {
      id: 'photo',
      type: 'input/image',
      position: { x: 0, y: 0 },
      inputs: { file: { type: 'file', value: 'file_1.png' } },
    },
    { id: 'blur', type: 'image/blur', position: { x: 360, y: 0 }, inputs: {} },
    { id: 'text', type: 'input/text', position: { x: 0, y: 340 }, inputs: {} },
    { id: 'full', type: 'input/text', position: { x: 360, y: 340 }, inputs: {} },
    { id: 'cover', type: 'output/value', position: { x: 720, y: 0 }, inputs: {} },
  ],
  connections: [
    { from: ['photo', 'image'], to: ['blur', 'image'] },
    { from: ['text', 'text'], to: ['full', 'value'] },
  ],
};

async function show(runTable: NodeRunTable = noRuns) {
  const { session } = await showCanvas(standIn(graph), {
    width: 900,
    beside: (opened) => (
      <div style={{ width: 280 }}>
        <InspectorPanel session={opened} runTable={runTable} />
      </div>
    ),
  });
  await vi.waitFor(() => expect(document.querySelector('[data-node="blur"]')).not.toBeNull());
  return session;
}

/** Presses Enter on the canvas with one node selected. */
async function enterOn(session: EditorSession, nodeId: string): Promise<void> {
  session.store.select([nodeId]);
  document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
  await userEvent.keyboard('{Enter}');
}

const inspectorField = (name: string) => page.getByRole('textbox', { name, exact: true });
const inspector = () => page.elementLocator(document.querySelector('[data-inspector]')!);

it('Enter on a node goes to its first value, past the buttons of a wired input', async () => {
  const session = await show();
  await enterOn(session, 'blur');
  await expect.element(inspector().getByRole('spinbutton', { name: 'Strength of Blur' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(session.store.getGraph().connections).toHaveLength(2);
});

it('Enter on a node goes to the choice of its file, never to the button that clears it', async () => {
  const session = await show();
  await enterOn(session, 'photo');
  await expect.element(inspector().getByRole('button', { name: /Choose another file/ })).toHaveFocus();
});

it('Enter on a node whose inputs are all wired goes to its title', async () => {
  const session = await show();
  await enterOn(session, 'full');
  await expect.element(inspector().getByRole('textbox', { name: 'Title' })).toHaveFocus();
});

it('Enter before the type of a node is known goes to its first value when it is', async () => {
  const known = Promise.withResolvers<void>();
  const ports = standIn({ nodes: graph.nodes.slice(0, 1), connections: [] });
  const { api } = ports;
  const late: typeof api = async (endpoint, args) => {
    if ('params' in args && JSON.stringify(args.params) === '{"node_type":"image/blur"}') await known.promise;
    return api(endpoint, args);
  };
  const { session } = await showCanvas(
    { ...ports, api: late },
    {
      width: 900,
      typesAreLate: true,
      beside: (opened) => (
        <div style={{ width: 280 }}>
          <InspectorPanel session={opened} runTable={noRuns} />
        </div>
      ),
    },
  );
  await enterOn(session, session.addNode('image/blur', { x: 360, y: 0 })!);
  await vi.waitFor(() => expect(document.querySelector('[data-inspector]')).not.toBeNull());
  expect(session.catalog.pinsOf('image/blur')).toBeUndefined();
  expect(document.activeElement?.matches('[data-editor-stage]')).toBe(true);
  known.resolve();
  await expect
    .element(inspector().getByRole('button', { name: 'Choose a file for Image of Blur' }))
    .toHaveFocus();
});

it('a request that no node could take does not move the focus at the next selection', async () => {
  const session = await show();
  session.store.select(['blur', 'text']);
  session.ui.requestInspector();
  await expect.poll(() => session.ui.get().inspectorRequested).toBe(false);
  document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
  session.store.select(['blur']);
  await vi.waitFor(() => expect(document.querySelector('[data-inspector]')).not.toBeNull());
  await expect.element(inspector().getByRole('spinbutton', { name: 'Strength of Blur' })).toBeVisible();
  expect(document.activeElement?.matches('[data-editor-stage]')).toBe(true);
});

it('a double-click on a node goes to its first value', async () => {
  const session = await show();
  // On its icon: its name would be renamed, and its buttons are there where the pointer happens to rest.
  await userEvent.dblClick(document.querySelector('[data-node="blur"] header')!, {
    position: { x: 12, y: 12 },
  });
  await expect.element(inspector().getByRole('spinbutton', { name: 'Strength of Blur' })).toHaveFocus();
  expect(session.store.getGraph().connections).toHaveLength(2);
});

it('a picture that the graph has outgrown is pale, as on the canvas', async () => {
  const result = {
    runId: 'run_1',
    outputs: {
      image: {
        type: 'file',
        fileId: 'file_2.png',
        filename: 'blur.png',
        contentType: 'image/png',
        sizeBytes: 8,
      },
    },
    key: 'another',
  };
  const runTable: NodeRunTable = { ...noRuns, resultOf: () => result };
  const session = await show(runTable);
  session.store.select(['blur']);
  await expect.element(page.getByText('Results, changed since')).toBeVisible();
  expect(inspector().element().querySelector('[data-outgrown] > :last-child')).not.toBeNull();
});

it('of a list it shows the item in view and which of how many it is, never what machines read', async () => {
  const result = {
    runId: 'run_1',
    outputs: {
      text: {
        type: 'list',
        count: 2,
        failed: 0,
        value: ['Dawn', 'Dusk'].map((value, at) => ({ type: 'string', value, trace: [`row ${at + 1}`] })),
      },
    },
    key: null,
  };
  const runTable: NodeRunTable = { ...noRuns, resultOf: () => result };
  const session = await show(runTable);
  session.store.select(['text']);
  const results = page.getByRole('region', { name: 'Results' });
  await expect.element(results.getByText('1 of 2 · row 1')).toBeVisible();
  await expect.element(results.getByText('Dawn', { exact: true })).toBeVisible();
  session.itemsInView.set('text', 1);
  await expect.element(results.getByText('2 of 2 · row 2')).toBeVisible();
  await expect.element(results.getByText('Dusk', { exact: true })).toBeVisible();
  expect(results.element().textContent).not.toContain('"type"');
});

it('what an output node marks has the name of the input it comes through, not its key', async () => {
  const result = {
    runId: 'run_1',
    outputs: {
      value: {
        type: 'file',
        fileId: 'file_2.png',
        filename: 'cover.png',
        contentType: 'image/png',
        sizeBytes: 8,
      },
    },
    key: 'kept',
  };
  const session = await show({ ...noRuns, resultOf: () => result });
  session.store.select(['cover']);
  const results = page.getByRole('region', { name: 'Results' });
  await expect.element(results.getByText('Value', { exact: true })).toBeVisible();
  expect(results.getByText('value', { exact: true }).query()).toBeNull();
});

it('several nodes are edited at once: what differs is mixed, typing goes to all and is one undo step', async () => {
  const session = await show();
  session.setInput('text', 'value', { type: 'string', value: 'Sky' });
  session.apply('unplug', [{ op: 'disconnect', from: ['text', 'text'], to: ['full', 'value'] }]);
  session.store.history.seal();
  const before = session.store.getGraph();
  session.store.select(['text', 'full']);
  const field = inspectorField('Text of 2 nodes, mixed');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveAttribute('placeholder', 'Mixed');
  await userEvent.click(field);
  await userEvent.keyboard('Sea');
  const values = () => ['text', 'full'].map((id) => session.store.getNode(id)?.inputs?.['value']?.value);
  expect(values()).toEqual(['Sea', 'Sea']);
  await expect.element(inspectorField('Text of 2 nodes')).toHaveFocus();
  session.undo();
  expect(session.store.getGraph()).toEqual(before);
});

it('says in words what can be switched of nodes, and shows what is on of all that are selected', async () => {
  const session = await show();
  session.store.select(['photo', 'text']);
  const lock = page.getByRole('button', { name: 'Lock or unlock' });
  await expect.element(lock).toHaveTextContent('Lock');
  await expect.element(lock).toHaveAttribute('aria-pressed', 'false');
  session.toggles.lockThese(['photo']);
  await expect.element(lock).toHaveAttribute('aria-pressed', 'false');
  session.toggles.lockThese(['text']);
  await expect.element(lock).toHaveAttribute('aria-pressed', 'true');
  session.store.select(['photo']);
  await expect
    .element(page.getByRole('button', { name: 'Lock or unlock' }))
    .toHaveAttribute('aria-pressed', 'true');
  // Which of its inputs the canvas shows is no state of the node: it is asked for beside them.
  const states = page.getByRole('toolbar', { name: 'States' });
  await expect.element(states.getByRole('button', { name: /^Only what/ })).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('region', { name: 'Inputs' }).getByRole('button', { name: /^Only what/ }))
    .toBeVisible();
});

it('buttons of several nodes break into lines between their groups, and the words below know them', async () => {
  const session = await show();
  session.store.select(['photo', 'text', 'blur']);
  await expect.element(page.getByText('3 nodes selected')).toBeVisible();
  const top = (name: RegExp) =>
    inspector()
      .getByRole('toolbar', { name: 'States' })
      .getByRole('button', { name })
      .element()
      .getBoundingClientRect().top;
  expect(top(/^Align bottom/)).toBe(top(/^Align left/));
  expect(top(/^Align left/)).toBeGreaterThan(top(/^Mute/));
  expect(top(/^Distribute vert/)).toBe(top(/^Distribute horiz/));
  await expect
    .element(
      inspector().getByText('The buttons above and the menu of a right-click act on all of them.', {
        exact: false,
      }),
    )
    .toBeVisible();
});

it('why a value is wrong stands beside the panel and the node, on nothing of theirs', async () => {
  const session = await show();
  await enterOn(session, 'blur');
  const strength = inspector().getByRole('spinbutton', { name: 'Strength of Blur' });
  await expect.element(strength).toHaveFocus();
  await userEvent.keyboard('soft{Enter}');
  const told = page.getByRole('alert');
  await expect.element(told).toBeVisible();
  const box = () => told.element().getBoundingClientRect();
  await vi.waitFor(() =>
    expect(box().right).toBeLessThanOrEqual(inspector().element().getBoundingClientRect().left),
  );
  await userEvent.keyboard('{Escape}');
  await expect.element(told).not.toBeInTheDocument();

  const node = page.elementLocator(document.querySelector('[data-node="blur"]')!);
  await userEvent.click(node.getByRole('spinbutton', { name: 'Strength of Blur' }));
  await userEvent.keyboard('soft{Enter}');
  await expect.element(told).toBeVisible();
  await vi.waitFor(() => {
    const around = node.element().getBoundingClientRect();
    expect(box().left >= around.right || box().right <= around.left).toBe(true);
  });
});

it('follows what is typed on the canvas when typing pauses, and at once when the focus comes to it', async () => {
  const session = await show();
  session.store.select(['text']);
  await vi.waitFor(() => expect(document.querySelector('[data-inspector]')).not.toBeNull());
  const inPanel = inspector().getByRole('textbox', { name: 'Text of Text' });
  await expect.element(inPanel).toHaveValue('');
  const onCanvas = page
    .elementLocator(document.querySelector('[data-node="text"]')!)
    .getByRole('textbox', { name: 'Text of Text' });
  await userEvent.click(onCanvas);
  await userEvent.keyboard('Sky');
  await expect.element(inPanel).toHaveValue('Sky');
  // A key renders its field on the canvas and nothing of the panel.
  const rendered = renderedBy(
    () => void session.setInput('text', 'value', { type: 'string', value: 'Skyl' }),
  );
  expect(rendered).toEqual(['InputValue', 'ValueWidget', 'ValueControl', 'TextControl', 'IsolatedForm']);
  // The focus comes before typing is seen to have paused.
  session.setInput('text', 'value', { type: 'string', value: 'Skyline' });
  document.querySelector<HTMLElement>('[data-inspector] [data-value] input')!.focus();
  await userEvent.keyboard('{End}s');
  expect(session.store.getNode('text')?.inputs?.['value']?.value).toBe('Skylines');
});

it('a number of a node takes a sum; what is outside its limits is refused in words and Escape goes back', async () => {
  const session = await show();
  await enterOn(session, 'blur');
  const strength = inspector().getByRole('spinbutton', { name: 'Strength of Blur' });
  await expect.element(strength).toHaveFocus();
  await userEvent.keyboard('1/4*200{Enter}');
  await vi.waitFor(() => expect(session.store.getNode('blur')?.inputs?.['sigma']?.value).toBe(50));
  await expect.element(strength).toHaveValue('50');
  await userEvent.keyboard('100000');
  await expect.element(page.getByText(/^100000 is too large/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(strength).toHaveValue('50');
  await expect.element(page.getByText(/is too large/)).not.toBeInTheDocument();
});

it('how much lies in a selected frame follows what is moved out of it and undone', async () => {
  const session = await show();
  session.store.select(['text', 'full']);
  session.items.addFrame();
  session.items.edit(null);
  await expect.element(page.getByText(/^2 nodes\./)).toBeVisible();
  session.apply('move', [{ op: 'moveNode', nodeId: 'full', position: { x: 360, y: 1340 } }]);
  await expect.element(page.getByText(/^1 node\./)).toBeVisible();
  session.undo();
  await expect.element(page.getByText(/^2 nodes\./)).toBeVisible();
});

it('an input of files takes one that is there already', async () => {
  const desk = standInForDesk();
  onTestFinished(() => desk.restore());
  const sunset = {
    fileId: 'file_sunset',
    connectionId: 'local',
    projectId: null,
    filename: 'sunset.png',
    contentType: 'image/png',
    sizeBytes: 2048,
    origin: 'upload' as const,
    createdAt: '2026-01-01T00:00:00Z',
  };
  desk.desk('listFiles', () => ({ files: [sunset] }));
  const session = await show();
  session.store.select(['photo']);
  await page.getByRole('combobox', { name: /^Files for File of/ }).click();
  await page.getByRole('option', { name: /sunset/ }).click();
  await expect
    .element(inspector().getByRole('button', { name: /sunset\.png\. Choose another file$/ }))
    .toBeVisible();
  expect(fileIdOf(session.store.getNode('photo')?.inputs?.['file'])).toBe('file_sunset');
});
