import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { offeredSettings } from '#renderer/saved-settings/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { newSettings } from '#shared/saved-settings/settings.ts';
import { contains, intersects } from '../../geometry.ts';
import { toClip } from '../../model/clip.ts';
import { previewSourceOf } from '../../node/preview-source.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { addNodeBehind } from '../../session/place-node.ts';
import { noRuns, standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const empty: Graph = { nodes: [], connections: [] };

const expectNothingCovered = (session: EditorSession): void => {
  const boxes = [...session.scene.boxes()];
  for (const [index, box] of boxes.entries())
    for (const other of boxes.slice(index + 1)) expect(intersects(box, other)).toBe(false);
};
const hasFocus = (): boolean => document.activeElement?.hasAttribute('data-editor-stage') === true;

/** Adds the first match of a search by keys alone. */
async function addByKeys(search: string): Promise<void> {
  await vi.waitFor(() => expect(hasFocus()).toBe(true));
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('combobox', { name: 'Search nodes' })).toHaveFocus();
  await userEvent.keyboard(`${search}{Enter}`);
}

it('an empty canvas has the focus, and Tab makes a chain: each node beside the one before, wired and selected', async () => {
  const { session } = await showCanvas(standIn(empty));
  const { center } = session.view;
  await addByKeys('image');
  expect(
    intersects({ ...center, width: 1, height: 1 }, session.scene.bounds() ?? session.view.visible(9)),
  ).toBe(true);
  for (const search of ['blur', 'resize']) await addByKeys(search);
  const { nodes, connections } = session.store.getGraph();
  expect(nodes.map(({ type }) => type)).toEqual(['input/image', 'image/blur', 'image/resize']);
  const [photo, blur, resize] = nodes.map(({ id }) => id);
  expect(connections).toEqual([
    { from: [photo, 'image'], to: [blur, 'image'] },
    { from: [blur, 'image'], to: [resize, 'image'] },
  ]);
  expect([...session.store.selectedNodes]).toEqual([resize]);
  expectNothingCovered(session);
  const [first, second] = [session.scene.box(photo ?? ''), session.scene.box(blur ?? '')];
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
  await vi.waitFor(() =>
    expect(contains(session.view.visible(), session.scene.box(resize ?? '') ?? session.view.visible(1))).toBe(
      true,
    ),
  );
});

it('a second node behind the same one finds a place of its own; what fits no pin stays without a wire', async () => {
  const { session } = await showCanvas(standIn(empty));
  await addByKeys('image');
  const photo = session.store.getGraph().nodes[0]?.id ?? '';
  for (const search of ['blur', 'resize', 'text']) {
    session.store.select([photo]);
    await addByKeys(search);
  }
  expect(session.store.getGraph().connections.map(({ from }) => from)).toEqual([
    [photo, 'image'],
    [photo, 'image'],
  ]);
  expectNothingCovered(session);
});

it('offers what fits the selected node first', async () => {
  const { session } = await showCanvas(standIn(empty));
  await addByKeys('image');
  await userEvent.keyboard('{Tab}');
  await vi.waitFor(() =>
    expect(page.getByRole('option').elements()[0]?.textContent).toMatch(/^(Image|Blur|Resize)/),
  );
  expect(session.store.selectedNodes.size).toBe(1);
});

it('takes the focus back when it is emptied from elsewhere', async () => {
  const { session } = await showCanvas(
    standIn({
      nodes: [{ id: 'text', type: 'input/text', position: { x: 0, y: 0 }, inputs: {} }],
      connections: [],
    }),
  );
  expect(hasFocus()).toBe(false);
  session.store.selectAll();
  session.deleteSelection();
  expect(hasFocus()).toBe(true);
});

it('dropped files lie beside the nodes that are there, and in view', async () => {
  const { session } = await showCanvas(
    standIn({
      nodes: [
        { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
        { id: 'blur', type: 'image/blur', position: { x: 320, y: 0 }, inputs: {} },
      ],
      connections: [],
    }),
  );
  const transfer = new DataTransfer();
  transfer.items.add(new File(['one'], 'one.wav', { type: 'audio/wav' }));
  transfer.items.add(new File(['two'], 'two.wav', { type: 'audio/wav' }));
  const box = session.scene.box('blur');
  const { x, y } = session.view.toClient({ x: box?.x ?? 0, y: box?.y ?? 0 });
  document.querySelector('[data-editor-stage]')?.dispatchEvent(
    new DragEvent('drop', {
      dataTransfer: transfer,
      bubbles: true,
      cancelable: true,
      clientX: x + 20,
      clientY: y + 20,
    }),
  );
  await vi.waitFor(() => expect(session.store.getGraph().nodes.length).toBe(4));
  expectNothingCovered(session);
  await vi.waitFor(() => {
    for (const id of session.store.selectedNodes)
      expect(contains(session.view.visible(), session.scene.box(id) ?? session.view.visible(1))).toBe(true);
  });
});

it('a dropped file with the settings that made it is asked about; its graph is placed as one step to undo', async () => {
  onTestFinished(() => offeredSettings.setState({ suggested: null }));
  const { session } = await showCanvas(standIn(empty));
  const settings = newSettings({
    writtenBy: '0.1.0',
    project: { name: 'Sunset', version: 3 },
    output: { title: 'Poster', nodeId: null },
    inputOverrides: {},
    isExact: true,
    removed: 0,
    graph: {
      nodes: [
        { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
        { id: 'blur', type: 'image/blur', position: { x: 320, y: 0 }, inputs: {} },
        { id: 'odd', type: 'image/of-another-service', position: { x: 640, y: 0 }, inputs: {} },
      ],
      connections: [
        { from: ['photo', 'image'], to: ['blur', 'image'] },
        { from: ['blur', 'image'], to: ['odd', 'image'] },
      ],
    },
  });
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([JSON.stringify(settings)], 'Poster.png.patchbay.json'));
  document
    .querySelector('[data-editor-stage]')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(offeredSettings.getState().suggested?.settings).toEqual(settings));
  expect(session.store.getGraph().nodes).toEqual([]);
  offeredSettings.getState().suggested?.onCanvas?.insert();
  const { nodes, connections } = session.store.getGraph();
  expect(nodes.map(({ type }) => type)).toEqual(['input/image', 'image/blur']);
  expect(connections).toEqual([{ from: [nodes[0]?.id, 'image'], to: [nodes[1]?.id, 'image'] }]);
  await expect
    .element(page.getByText(/A node was left out: this service has no image\/of-another-service/))
    .toBeVisible();
  session.undo();
  expect(session.store.getGraph().nodes).toEqual([]);
  offeredSettings.getState().suggested?.onCanvas?.addAsFile();
  await vi.waitFor(() =>
    expect(session.store.getGraph().nodes.map(({ type }) => type)).toEqual(['input/file']),
  );
});

it('what is pasted covers no node, though it is larger than the view, and is shown', async () => {
  const row = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => ({
    id,
    type: 'image/blur',
    position: { x: index * 320, y: index * 40 },
    inputs: {},
  }));
  const { session } = await showCanvas(standIn({ nodes: row, connections: [] }));
  session.view.set({ x: 0, y: 0, zoom: 1 });
  session.clipboard.pasteText(toClip(session.store.getGraph(), new Set(row.map(({ id }) => id))));
  expect(session.store.getGraph().nodes).toHaveLength(12);
  expectNothingCovered(session);
  const first = session.scene.box([...session.store.selectedNodes][0] ?? '');
  await vi.waitFor(() => expect(first && contains(session.view.visible(), first)).toBe(true));
});

it('a sound is shown as a sound, though its pin takes any file', async () => {
  const { session } = await showCanvas(
    standIn({
      nodes: [
        {
          id: 'tone',
          type: 'input/audio',
          position: { x: 0, y: 0 },
          inputs: { file: { type: 'file', value: 'file_1.wav' } },
        },
      ],
      connections: [],
    }),
  );
  expect(previewSourceOf(session, noRuns, 'tone')).toMatchObject({ fileId: 'file_1.wav', base: 'audio' });
});

/** What the browser's own paste brings. */
function paste(fill: (data: DataTransfer) => void): void {
  const clipboardData = new DataTransfer();
  fill(clipboardData);
  const target = document.querySelector('[data-editor-stage]');
  target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

const photoAndBlur: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 320, y: 0 }, inputs: {} },
  ],
  connections: [],
};
const expectSelectedInView = (session: EditorSession): Promise<void> =>
  vi.waitFor(() => {
    for (const id of session.store.selectedNodes)
      expect(contains(session.view.visible(), session.scene.box(id) ?? session.view.visible(1))).toBe(true);
  });

it('pasted text becomes a text node that holds it, beside what is there and in view, as one step', async () => {
  const { session } = await showCanvas(standIn(photoAndBlur));
  const { x, y, width, height } = session.scene.box('blur') ?? session.view.visible();
  session.view.setPointer(session.view.toClient({ x: x + width / 2, y: y + height / 2 }));
  paste((data) => data.setData('text/plain', 'Harbor at dusk,\r\nin oil {"not": "ours"}'));
  const [id = ''] = session.store.selectedNodes;
  expect(session.store.getNode(id)).toMatchObject({
    type: 'input/text',
    inputs: { value: { type: 'string', value: 'Harbor at dusk,\nin oil {"not": "ours"}' } },
  });
  expectNothingCovered(session);
  await expectSelectedInView(session);
  session.undo();
  expect(session.store.getGraph()).toEqual(photoAndBlur);
});

it('text of other programs is text, also where it is JSON; blank and very long text is explained', async () => {
  const { session } = await showCanvas(standIn(empty));
  paste((data) => data.setData('text/plain', '{"width": 7}'));
  expect(session.store.getGraph().nodes.map(({ inputs }) => inputs?.['value']?.value)).toEqual([
    '{"width": 7}',
  ]);
  paste((data) => data.setData('text/plain', ' \n\t '));
  await expect.element(page.getByText(/only blank text/)).toBeVisible();
  paste((data) => data.setData('text/plain', 'x'.repeat(200_001)));
  await expect.element(page.getByText(/longer than 200,000 characters. Save it as a file/)).toBeVisible();
  expect(session.store.getGraph().nodes).toHaveLength(1);
});

it('keys that are held paste once, as a browser pastes with every repetition', async () => {
  const { session } = await showCanvas(standIn(empty));
  const press = (type: 'keydown' | 'keyup', repeat = false) =>
    document.body.dispatchEvent(
      new KeyboardEvent(type, { key: 'v', code: 'KeyV', ctrlKey: true, repeat, bubbles: true }),
    );
  const pasteText = () => paste((data) => data.setData('text/plain', 'Harbor'));
  for (const isRepeated of [false, true, true]) {
    press('keydown', isRepeated);
    pasteText();
  }
  expect(session.store.getGraph().nodes).toHaveLength(1);
  press('keyup');
  press('keydown');
  pasteText();
  expect(session.store.getGraph().nodes).toHaveLength(2);
});

it('pasted files lie beside the nodes that are there, and in view', async () => {
  const { session } = await showCanvas(standIn(photoAndBlur));
  const { x, y } = session.scene.box('blur') ?? session.view.visible();
  session.view.setPointer(session.view.toClient({ x: x + 40, y: y + 40 }));
  paste((data) => {
    data.items.add(new File(['one'], 'one.wav', { type: 'audio/wav' }));
    data.items.add(new File(['two'], 'two.wav', { type: 'audio/wav' }));
  });
  await vi.waitFor(() => expect(session.store.getGraph().nodes).toHaveLength(4));
  expectNothingCovered(session);
  await expectSelectedInView(session);
});

it('a node added before its pins are known is wired once they are', async () => {
  const ports = standIn({
    nodes: [
      { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
      { id: 'end', type: 'image/resize', position: { x: 900, y: 0 }, inputs: {} },
    ],
    connections: [],
  });
  const release = Promise.withResolvers<void>();
  const { api } = ports;
  const isDetailOfBlur = (args: object): boolean =>
    'params' in args && JSON.stringify(args.params) === '{"node_type":"image/blur"}';
  const late: typeof api = async (endpoint, args) => {
    if (isDetailOfBlur(args)) await release.promise;
    return api(endpoint, args);
  };
  const { session } = await showCanvas({ ...ports, api: late }, { typesAreLate: true });
  await vi.waitFor(() => expect(session.catalog.pinsOf('input/image')).toBeDefined());
  expect(session.catalog.pinsOf('image/blur')).toBeUndefined();
  const id = addNodeBehind(session, 'image/blur', 'photo');
  expect(session.store.getGraph().connections).toEqual([]);
  // It is wired on meanwhile, which is no reason to leave out the wire that leads to it.
  const onward = { from: [id!, 'image'], to: ['end', 'image'] } as const;
  expect(session.apply('connect', [{ op: 'connect', from: [...onward.from], to: [...onward.to] }])).toBe(
    true,
  );
  release.resolve();
  await vi.waitFor(() => {
    const { connections } = session.store.getGraph();
    expect(connections).toHaveLength(2);
    expect(connections).toEqual(
      expect.arrayContaining([onward, { from: ['photo', 'image'], to: [id, 'image'] }]),
    );
  });
});
