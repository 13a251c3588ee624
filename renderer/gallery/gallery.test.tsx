import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { LibraryOutput, OutputSearch } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { closeViewer, viewerStore } from '#renderer/viewer/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { Gallery, type GalleryProps } from './gallery.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A library of so many outputs, newest first, that pages as the core does. */
function respondWithLibrary(count: number, more: Partial<LibraryOutput> = {}) {
  let outputs = Array.from({ length: count }, (_, index) => libraryOutput(count - index, more));
  desk.desk('searchOutputs', ({ body }) => {
    const { cursor = '0', limit = 120, starred } = body as OutputSearch;
    const found = starred === true ? outputs.filter((one) => one.starred) : outputs;
    const end = Number(cursor) + limit;
    return {
      outputs: found.slice(Number(cursor), end),
      nextCursor: end < found.length ? String(end) : null,
      total: cursor === '0' ? found.length : null,
      unreadRuns: 0,
    };
  });
  desk.desk('changeOutputs', ({ body }) => {
    const { outputIds, ...change } = body as { outputIds: string[]; starred?: boolean };
    outputs = outputs.map((one) => (outputIds.includes(one.id) ? { ...one, ...change } : one));
    return { outputs: outputs.filter(({ id }) => outputIds.includes(id)) };
  });
  desk.desk('outputFacets', () => ({ kinds: [], nodes: [], batches: [], inputs: [] }));
  desk.desk('listCollections', () => ({ collections: [] }));
  desk.desk('getOutput', ({ params }) => ({
    output: libraryOutput(Number(params['outputId'])),
    value: 'All of the poem',
    run: null,
    inputs: [
      {
        nodeId: 'poem',
        nodeType: 'ai/text',
        nodeTitle: 'Poem',
        name: 'seed',
        value: { type: 'number', value: 7 },
      },
    ],
    canOpen: false,
    openProblem: 'Version 3 of the project is not on this computer any more.',
    collectionIds: [],
  }));
}

const show = (more: Partial<GalleryProps> = {}, width = 1000) =>
  renderPage(
    <div style={{ width, height: 640 }}>
      <Gallery
        connectionId="local"
        projectId="prj_1"
        projectHref={(id) => `/projects/local/${id}`}
        onOpenAsItWas={vi.fn<() => void>()}
        onAgain={vi.fn<() => void>()}
        onCover={vi.fn<() => void>()}
        {...more}
      />
    </div>,
  );

const options = () => page.getByRole('listbox', { name: 'Outputs' }).getByRole('option');
const chosen = () => page.getByRole('option', { selected: true });

it('ten thousand outputs are a few dozen in the page, and the last is reached by the End key', async () => {
  respondWithLibrary(10_000);
  await show();
  await expect.element(page.getByText('10,000 outputs')).toBeVisible();
  expect(options().elements().length).toBeLessThan(80);
  await expect
    .element(page.getByRole('option', { name: /^Poem 10000,/ }))
    .toHaveAttribute('aria-setsize', '10000');
  await userEvent.click(page.getByRole('option', { name: /^Poem 10000,/ }));
  await userEvent.keyboard('{End}');
  await expect.poll(() => desk.calls('searchOutputs').length).toBeGreaterThan(1);
  expect(options().elements().length).toBeLessThan(80);
});

it('outputs are chosen by click, Ctrl, Shift and keys, and starred together', async () => {
  respondWithLibrary(12);
  await show();
  await userEvent.click(page.getByRole('option', { name: /^Poem 12,/ }));
  await userEvent.keyboard('{Control>}');
  await userEvent.click(page.getByRole('option', { name: /^Poem 10,/ }));
  await userEvent.keyboard('{/Control}');
  await expect.element(page.getByRole('toolbar').getByText('2 outputs chosen')).toBeVisible();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(
    chosen()
      .elements()
      .map((element) => element.textContent.slice(0, 7)),
  ).toEqual(['Poem 10', 'Poem 9,']);
  await userEvent.keyboard('s');
  await expect.element(page.getByRole('option', { name: /^Poem 9, .*starred/ })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Only starred' }));
  await expect.element(page.getByText('2 outputs', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

it('the details say what made an output, and why it cannot be opened', async () => {
  respondWithLibrary(3);
  await show();
  await userEvent.click(page.getByRole('option', { name: /^Poem 3,/ }));
  const details = page.getByRole('complementary', { name: 'Details of the output' });
  await expect.element(details.getByRole('list', { name: 'Inputs of Poem' }).getByText('Seed')).toBeVisible();
  await expect.element(details.getByText(/not on this computer any more/)).toBeVisible();
  await expect.element(details.getByRole('button', { name: 'Open as it was' })).toBeDisabled();
});

it('a project with one long word for a name is read whole in the details', async () => {
  respondWithLibrary(1, { projectName: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen' });
  await show({ projectId: null });
  await userEvent.click(options().first());
  const details = page.getByRole('complementary', { name: 'Details of the output' });
  const name = details.getByText(/^Donaudampf/);
  await expect.element(name).toBeVisible();
  const place = name.element().closest('dd')!.getBoundingClientRect();
  expect(name.element().getBoundingClientRect().right).toBeLessThanOrEqual(place.right);
});

it('a search that finds nothing offers all outputs again', async () => {
  respondWithLibrary(2);
  await show();
  await userEvent.click(page.getByRole('button', { name: 'Only starred' }));
  await expect.element(page.getByText('No outputs match')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show all outputs' }));
  await expect.element(page.getByText('2 outputs', { exact: true })).toBeVisible();
});

it('a word that finds nothing is the thing to change, not a filter', async () => {
  respondWithLibrary(0);
  await show();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search outputs' }), 'nowhere');
  await expect.element(page.getByText(/^Try another word/)).toBeVisible();
  await expect.element(page.getByText('Change or remove a filter to see more.')).not.toBeInTheDocument();
});

/** Moves a pressed mouse from one output to another, as a person does. */
function draw(from: Element, to: Element, keys: { ctrlKey?: boolean } = {}): { release: () => void } {
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { clientX: left + width / 2, clientY: top + height / 2 };
  };
  const init = { bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, ...keys };
  from.dispatchEvent(new PointerEvent('pointerdown', { ...init, ...middle(from) }));
  window.dispatchEvent(new PointerEvent('pointermove', { ...init, ...middle(to) }));
  return {
    release: () => {
      window.dispatchEvent(new PointerEvent('pointerup', { ...init, ...middle(to) }));
      to.dispatchEvent(new MouseEvent('click', { bubbles: true, ...middle(to) }));
    },
  };
}

const lastSearch = () => desk.calls('searchOutputs').at(-1)?.body;
const tile = (number: number) => page.getByRole('option', { name: new RegExp(`^Poem ${number},`) });
const names = () =>
  chosen()
    .elements()
    .map((element) => Number(/Poem (\d+)/.exec(element.textContent)?.[1]));

it('a box drawn over outputs chooses them, with Ctrl beside those chosen before; Escape takes it back', async () => {
  respondWithLibrary(12);
  await show();
  await expect.element(tile(12)).toBeVisible();
  draw(tile(12).element(), tile(11).element()).release();
  await expect.element(page.getByRole('toolbar').getByText('2 outputs chosen')).toBeVisible();
  draw(tile(9).element(), tile(9).element()).release();
  await expect.poll(names).toEqual([9]);
  const [first, below] = [tile(12).element(), options().elements()[6]!];
  draw(first, below, { ctrlKey: true }).release();
  await expect.poll(() => names().length).toBeGreaterThan(2);
  const before = names();
  draw(tile(12).element(), tile(11).element());
  await expect.poll(names).toEqual([12, 11]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(names).toEqual(before);
});

it('outputs that are chosen are dragged as files of the library, and from others a box is drawn', async () => {
  respondWithLibrary(4, {
    kind: 'image',
    contentType: 'image/png',
    filename: 'poem.png',
    fileId: 'file_1',
    sizeBytes: 9,
  });
  await show();
  await expect.element(tile(4)).toHaveAttribute('draggable', 'false');
  draw(tile(4).element(), tile(3).element()).release();
  await expect.poll(names).toEqual([4, 3]);
  await expect.element(tile(4)).toHaveAttribute('draggable', 'true');
  // A press on what is chosen draws no box.
  draw(tile(4).element(), tile(1).element()).release();
  expect(names()).toEqual([4, 3]);
  const dataTransfer = new DataTransfer();
  tile(4)
    .element()
    .dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }));
  const file = { fileId: 'file_1', filename: 'poem.png', contentType: 'image/png', origin: 'run' };
  expect(JSON.parse(dataTransfer.getData('application/x-patchbay-file'))).toMatchObject(file);
  expect(JSON.parse(dataTransfer.getData('application/x-patchbay-files'))).toMatchObject([file, file]);
});

it('results of grids and batches say their place, and are narrowed by what made them', async () => {
  const grid = { id: 'batch_1', kind: 'grid' as const, name: 'Blur radii' };
  respondWithLibrary(3, { batch: { ...grid, place: 'Radius 30', row: 2 }, projectVersion: null });
  desk.desk('outputFacets', () => ({
    kinds: [],
    nodes: [],
    batches: [{ ...grid, count: 3 }],
    inputs: [],
  }));
  await show();
  await expect
    .element(page.getByRole('option', { name: /^Poem 3, text, Radius 30, Grid “Blur radii”/ }))
    .toBeVisible();
  await expect.element(page.getByText('Radius 30 · Poem 3')).toBeVisible();
  // The value stands for itself, whatever the canvas has.
  await expect.element(tile(2).getByText('Blur radii')).toBeVisible();
  expect(page.getByText('as on the canvas').elements()).toHaveLength(0);
  const made = page.getByRole('combobox', { name: 'Made by' });
  await userEvent.click(made);
  await expect.element(page.getByRole('option', { name: 'Batches' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('option', { name: 'Single runs' }));
  await expect.poll(() => lastSearch()).toMatchObject({ madeBy: 'runs' });
  await userEvent.click(made);
  await userEvent.click(page.getByRole('option', { name: 'Made by all' }));
  await userEvent.click(tile(2));
  const details = page.getByRole('complementary', { name: 'Details of the output' });
  await expect.element(details.getByText('Grid “Blur radii”')).toBeVisible();
  await userEvent.click(details.getByRole('button', { name: 'All of this grid' }));
  await expect.poll(() => lastSearch()).toMatchObject({ batchId: 'batch_1' });
  await expect.element(made).toHaveTextContent('Grid “Blur radii”');
});

it('is narrowed by the input of one node, by a value or by numbers from one to another', async () => {
  respondWithLibrary(3);
  const angle = (nodeTitle: string, values: number[]) => ({
    nodeId: nodeTitle.toLowerCase(),
    nodeType: 'image/light',
    nodeTitle,
    name: 'angle',
    range: { from: Math.min(...values), to: Math.max(...values) },
    values: values.map((value) => ({ value: String(value), count: 2 })),
  });
  desk.desk('outputFacets', () => ({
    kinds: [],
    nodes: [],
    batches: [],
    inputs: [angle('Light', [9, 45, 180]), angle('Sky', [0, 180])],
  }));
  desk.api(endpoints.nodeTypes.get, () => ({
    type: 'image/light',
    title: 'Light',
    category: 'image',
    source: 'built-in',
    inputs: [{ name: 'angle', label: 'Beam direction', type: 'number' }],
    outputs: [],
  }));
  await show();
  const open = async (node: string) => {
    await userEvent.click(page.getByRole('button', { name: 'Inputs', exact: true }));
    await userEvent.click(page.getByRole('combobox', { name: 'Input', exact: true }));
    await userEvent.click(page.getByRole('option', { name: `${node} · Beam direction` }));
  };
  await open('Light');
  await userEvent.click(page.getByRole('combobox', { name: 'Value', exact: true }));
  await expect.poll(() => page.getByRole('option', { name: /2 outputs/ }).elements().length).toBe(3);
  await userEvent.click(page.getByRole('option', { name: /^180/ }));
  await expect
    .poll(() => lastSearch())
    .toMatchObject({ inputs: [{ nodeId: 'light', name: 'angle', value: '180' }] });
  await expect
    .element(page.getByRole('button', { name: 'Remove the filter Light · Beam direction: 180' }))
    .toBeVisible();
  await open('Light');
  const showRange = page.getByRole('button', { name: 'Show these numbers' });
  await userEvent.fill(page.getByRole('textbox', { name: 'From' }), '200');
  await expect.element(showRange).toBeDisabled();
  await userEvent.fill(page.getByRole('textbox', { name: 'From' }), '40');
  await userEvent.click(showRange);
  await expect
    .poll(() => lastSearch())
    .toMatchObject({ inputs: [{ nodeId: 'light', name: 'angle', from: 40, to: 180 }] });
  await expect
    .element(page.getByRole('button', { name: 'Remove the filter Light · Beam direction: 40 to 180' }))
    .toBeVisible();
});

it('says of an output of which every input was left that all have their default values', async () => {
  respondWithLibrary(1);
  desk.desk('getOutput', () => ({
    output: libraryOutput(1),
    value: 'All of the poem',
    run: null,
    inputs: [],
    canOpen: true,
    openProblem: null,
    collectionIds: [],
  }));
  await show();
  await userEvent.click(tile(1));
  const details = page.getByRole('complementary', { name: 'Details of the output' });
  await expect.element(details.getByText('All inputs have their default values.')).toBeVisible();
});

it('the menu of a tile is about it, or about all that are chosen, and has the keys of the table', async () => {
  respondWithLibrary(4);
  await show();
  await userEvent.click(tile(2), { button: 'right' });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await expect.element(item('Delete…')).toBeVisible();
  await expect.element(item('Open the output at full size')).toHaveAttribute('aria-keyshortcuts', 'Enter');
  await expect.element(item('Compare what is chosen')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(item('Star'));
  await expect
    .poll(() => desk.calls('changeOutputs').at(-1)?.body)
    .toEqual({ outputIds: ['2'], starred: true });
  await expect.element(item('Star')).not.toBeInTheDocument();
  await expect.poll(names).toEqual([2]);

  // By keyboard, at the output that the keyboard is at.
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.poll(names).toEqual([2, 1]);
  const at = tile(1).element().getBoundingClientRect();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(item('Compare what is chosen')).not.toHaveAttribute('aria-disabled', 'true');
  const menu = page.getByRole('menu').element().getBoundingClientRect();
  expect(menu.left).toBeGreaterThanOrEqual(at.left - menu.width);
  expect(menu.left).toBeLessThanOrEqual(at.right);
  await userEvent.click(item('Add to a collection…'));
  await expect.element(page.getByRole('dialog', { name: 'Add 2 outputs to a collection' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

it('N writes a note, O opens the graph as it was, R says why it cannot be made again', async () => {
  respondWithLibrary(2);
  const opened = vi.fn<() => void>();
  await show({ onOpenAsItWas: opened });
  await userEvent.click(tile(2));
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveFocus();
  await userEvent.click(tile(2));
  await userEvent.keyboard('o');
  expect(opened).toHaveBeenCalledOnce();
  await userEvent.keyboard('r');
  await expect.element(page.getByText('“Poem 2” cannot be made again').first()).toBeVisible();
});

it.each([
  [1000, 'beside the outputs'],
  [808, 'beside the outputs'],
  [640, 'over them'],
])('in %d pixels the details stand %s and leave the filters in reach', async (width, place) => {
  respondWithLibrary(12);
  await show({}, width);
  await userEvent.click(tile(12));
  const panel = page.getByRole('complementary', { name: 'Details of the output' });
  await expect.element(panel).toBeVisible();
  const details = panel.element().getBoundingClientRect();
  const filters = page.getByRole('search').element().getBoundingClientRect();
  const bar = page.getByRole('toolbar', { name: 'Chosen outputs' }).element().getBoundingClientRect();
  expect(details.top).toBeGreaterThanOrEqual(Math.max(filters.bottom, bar.bottom));
  expect(details.right).toBeLessThanOrEqual(width);
  const covered = options()
    .elements()
    .filter((element) => element.getBoundingClientRect().right > details.left);
  expect(covered.length > 0).toBe(place === 'over them');
});

it('in a narrow window the buttons for several outputs stay on one line', async () => {
  respondWithLibrary(3);
  await show({}, 690);
  await userEvent.click(page.getByRole('option', { name: /^Poem 3,/ }));
  const bar = page.getByRole('toolbar', { name: 'Chosen outputs' });
  await expect.element(bar).toBeVisible();
  const height = bar.element().getBoundingClientRect().height;
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(bar.getByText('2 outputs chosen')).toBeInTheDocument();
  expect(bar.element().getBoundingClientRect().height).toBe(height);
  expect(bar.element().scrollWidth).toBeLessThanOrEqual(bar.element().clientWidth);
});

it('an output of a batch without a project says which batch made it', async () => {
  const batch = { id: 'batch_1', kind: 'table' as const, name: 'Cards, rows.csv', place: 'Row 2', row: 2 };
  respondWithLibrary(1, { batch, projectId: null, projectName: null, projectVersion: null });
  await show({ projectId: null });
  await expect.element(options().first().getByText('Cards, rows.csv')).toBeVisible();
  await expect.element(options().first().getByText('unsaved')).not.toBeInTheDocument();
});

it('the age of an output is whole beside a long name, which says all of itself on hover', async () => {
  const projectName = 'Autumn campaign for the harbour festival, third round with the printer, final';
  const createdAt = new Date(Date.now() - 21 * 60_000).toISOString();
  respondWithLibrary(1, { projectName, createdAt });
  await show({ projectId: null });
  const name = page.getByText(projectName, { exact: true });
  await expect.element(name).toHaveAttribute('title', projectName);
  const age = document.querySelector(`time[datetime="${createdAt}"]`)!;
  const tile = options().element().getBoundingClientRect();
  expect(age.getBoundingClientRect().right).toBeLessThanOrEqual(tile.right);
  expect(name.element().getBoundingClientRect().right).toBeLessThanOrEqual(age.getBoundingClientRect().left);
});

it('a click beside the outputs chooses none', async () => {
  respondWithLibrary(3);
  await show();
  await userEvent.click(tile(3));
  await expect.poll(names).toEqual([3]);
  await userEvent.click(page.getByRole('listbox', { name: 'Outputs' }), { position: { x: 300, y: 500 } });
  await expect.poll(names).toEqual([]);
});

it('pictures that go by too fast to be seen are asked for when the list comes to rest', async () => {
  respondWithLibrary(10_000, {
    kind: 'image',
    fileId: 'file_1',
    filename: 'a.png',
    contentType: 'image/png',
  });
  desk.desk('mediaUrls', ({ body }) => {
    const { items } = body as { items: { source: { fileId: string } }[] };
    return { urls: items.map(() => ({ url: PIXEL, downloadUrl: PIXEL })) };
  });
  await show();
  await expect.element(tile(10_000)).toBeVisible();
  await expect.poll(() => tile(10_000).element().querySelector('img')).not.toBeNull();
  const scroller = page.getByRole('listbox', { name: 'Outputs' }).element().parentElement!;
  const pictures = new Set<string>();
  const passed = new Set<string>();
  const watch = new MutationObserver(() => {
    for (const output of scroller.querySelectorAll('[data-output]')) {
      const id = output.getAttribute('data-output') ?? '';
      passed.add(id);
      if (output.querySelector('img')) pictures.add(id);
    }
  });
  watch.observe(scroller, { childList: true, subtree: true });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let view = 1; view <= 8; view += 1) {
    scroller.scrollTop += 3 * scroller.clientHeight;
    await frame();
  }
  await expect
    .poll(() =>
      options()
        .elements()
        .every((element) => element.querySelector('img') !== null),
    )
    .toBe(true);
  watch.disconnect();
  // A machine that is busy may let the list rest once on the way.
  expect(pictures.size).toBeLessThan(passed.size / 2);
});

it('every entry of the menu of an output acts on a gallery that was just opened: gallery/output-grid.tsx', async () => {
  respondWithLibrary(3);
  const onOpenAsItWas = vi.fn<() => void>();
  let shown: Awaited<ReturnType<typeof show>>;
  const pressed = await pressEveryEntry({
    show: async () => (shown = await show({ onOpenAsItWas })),
    leave: async () => {
      await shown.unmount();
      closeViewer();
    },
    observe: () => [viewerStore.getState().state.mode, onOpenAsItWas.mock.calls.length],
    reset: closeViewer,
    target: () => document.querySelector('[role="option"]'),
  });
  expect(pressed.length).toBeGreaterThan(8);
});
