// @module-tag rig
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints, type RunOutput } from '#shared/api/index.ts';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { closeViewer, viewerStore } from '#renderer/viewer/index.ts';
import { OutputsDrawer } from './outputs-drawer.tsx';
import type { RunStore } from './run-store.ts';
import { detail, done, event, frames, listed, story, useRunWorld } from './testing/run-story.ts';

let desk: DeskStandIn;
let runs: RunStore;
useRunWorld((world) => ({ desk, runs } = world));

it('shows the outputs of a finished run', async () => {
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  desk.stream(endpoints.runs.streamEvents, () => frames(story));
  const open = vi.fn<(key: string) => void>();
  await renderPage(
    <OutputsDrawer
      connectionId="con"
      projectName="Sunset"
      runs={runs}
      onOpen={open}
      onApply={vi.fn<() => void>()}
      onClose={vi.fn<() => void>()}
    />,
  );
  await expect.element(page.getByText('No outputs yet')).toBeVisible();
  await runs.start({});
  await expect.element(page.getByText('Good evening')).toBeVisible();
  await page.getByRole('button', { name: /Open Headline at full size/ }).click();
  expect(open).toHaveBeenCalledWith('Headline');
});

it('marks outputs and compares them; too many at once are said', async () => {
  const five = Object.fromEntries(
    ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => [name, { type: 'text', value: `Words ${name}` }]),
  );
  desk.api(endpoints.runs.get, () => detail({ status: 'succeeded', outputs: five }));
  desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
  await runs.show('run_1');
  await renderPage(
    <OutputsDrawer
      connectionId="con_1"
      projectName="Sunset"
      runs={runs}
      onOpen={() => undefined}
      onApply={() => undefined}
      onClose={() => undefined}
    />,
  );
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect
    .element(page.getByText(/^5 outputs are too many to compare at once/).first())
    .toBeInTheDocument();
  await page.getByRole('checkbox', { name: 'Mark Two to compare it' }).click();
  await page.getByRole('checkbox', { name: 'Mark Four to compare it' }).click();
  await page.getByRole('button', { name: 'Compare 2' }).click();
  const { state } = viewerStore.getState();
  expect(state.mode === 'compare' ? state.items.map(({ label }) => label) : state.mode).toEqual([
    'Two',
    'Four',
  ]);
  closeViewer();
});

it('an output has a menu with icons and keys, by the pointer and by the keyboard', async () => {
  const two = { One: { type: 'text', value: 'Words one' }, Two: { type: 'text', value: 'Words two' } };
  desk.api(endpoints.runs.get, () => detail({ status: 'succeeded', outputs: two }));
  desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
  await runs.show('run_1');
  const open = vi.fn<(key: string) => void>();
  await renderPage(
    <OutputsDrawer
      connectionId="con_1"
      projectName="Sunset"
      runs={runs}
      onOpen={open}
      onApply={() => undefined}
      onClose={() => undefined}
    />,
  );
  const first = page.getByRole('button', { name: /^Open One at full size/ });
  await first.click({ button: 'right' });
  const items = page.getByRole('menuitem');
  await expect.element(items.first()).toBeVisible();
  expect(items.elements().map((item) => item.getAttribute('aria-keyshortcuts'))).toEqual([
    'Enter',
    'C',
    expect.stringMatching(/C$/),
    expect.stringMatching(/S$/),
  ]);
  expect(items.elements().every((item) => item.querySelector('svg') !== null)).toBe(true);
  await page.getByRole('menuitemcheckbox', { name: 'Mark to compare' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Mark One to compare it' })).toBeChecked();
  first.element().focus();
  await userEvent.keyboard('m');
  await expect.element(page.getByRole('checkbox', { name: 'Mark One to compare it' })).not.toBeChecked();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: 'Open at full size' }).click();
  expect(open).toHaveBeenCalledExactlyOnceWith('One');
  // The other buttons of a card keep their keys.
  page.getByRole('button', { name: 'Copy Two' }).element().focus();
  await userEvent.keyboard('m');
  await expect.element(page.getByRole('checkbox', { name: 'Mark Two to compare it' })).not.toBeChecked();
});

it('an output gets the star of the gallery by its button, by S and from the menu', async () => {
  const two = { One: { type: 'text', value: 'Words one' }, Two: { type: 'text', value: 'Words two' } };
  desk.api(endpoints.runs.get, () => detail({ status: 'succeeded', outputs: two }));
  desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
  // The gallery hides the second: it cannot have a star.
  let entry = libraryOutput(7, { runId: 'run_1', key: 'One', title: 'One' });
  desk.desk('searchOutputs', ({ body }) => {
    expect(body).toMatchObject({ runId: 'run_1' });
    return { outputs: [entry], nextCursor: null, total: 1, unreadRuns: 0 };
  });
  const changes: unknown[] = [];
  desk.desk('changeOutputs', ({ body }) => {
    changes.push(body);
    entry = { ...entry, starred: (body as { starred: boolean }).starred };
    return { outputs: [entry] };
  });
  await runs.show('run_1');
  await renderPage(
    <OutputsDrawer
      connectionId="con_1"
      projectName="Sunset"
      runs={runs}
      onOpen={() => undefined}
      onApply={() => undefined}
      onClose={() => undefined}
    />,
  );
  await page.getByRole('button', { name: 'Star One' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove the star from One' })).toBeInTheDocument();
  page
    .getByRole('button', { name: /^Open One at full size/ })
    .element()
    .focus();
  await userEvent.keyboard('s');
  await expect.element(page.getByRole('button', { name: 'Star One' })).toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: 'Star', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Remove the star from One' })).toBeInTheDocument();
  expect(changes).toEqual([true, false, true].map((starred) => ({ outputIds: ['7'], starred })));
  expect(page.getByRole('button', { name: /star.* Two/i }).elements()).toEqual([]);
});

it('keeps only those of thousands of outputs in the page that are near the view', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 2_000 }, (_v, index) => [
      `Output ${index}`,
      { type: 'text', value: `Words ${index}` },
    ]),
  );
  desk.api(endpoints.runs.get, () => detail({ status: 'succeeded', outputs: many }));
  desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
  await runs.show('run_1');
  await renderPage(
    <div style={{ display: 'flex', width: 900, height: 400 }}>
      <OutputsDrawer
        connectionId="con_1"
        projectName="Sunset"
        runs={runs}
        onOpen={() => undefined}
        onApply={() => undefined}
        onClose={() => undefined}
      />
    </div>,
  );
  await expect.element(page.getByText('Output 0', { exact: true })).toBeVisible();
  const list = page.getByRole('list', { name: 'Outputs of the run' }).element();
  await vi.waitFor(() => expect(list.childElementCount).toBeLessThan(60));
  const height = list.scrollHeight;
  list.scrollTop = height / 2;
  await vi.waitFor(() => expect(list.querySelector('[aria-posinset="1001"]')).not.toBeNull());
  expect(list.childElementCount).toBeLessThan(60);
  expect(Math.abs(list.scrollHeight - height)).toBeLessThan(4);
  const middle = list.querySelector('[aria-posinset="1001"]')!.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  expect(middle.bottom > box.top - 400 && middle.top < box.bottom + 400).toBe(true);
  list.scrollTop = height;
  await expect.element(page.getByText('Output 1999', { exact: true })).toBeVisible();
});

it('dims what the graph has outgrown, says so, and then offers to apply it less loudly', async () => {
  desk.api(endpoints.runs.get, () =>
    detail({
      status: 'succeeded',
      outputs: { 'word.text': { type: 'text', value: 'One' }, Card: { type: 'text', value: 'Two' } },
    }),
  );
  desk.api(endpoints.runs.listEvents, () =>
    listed([
      event('e1', 'run.started', { data: { plan: ['word', 'card'] } }),
      event('e2', 'node.succeeded', {
        nodeId: 'word',
        data: { outputs: { text: { type: 'text', value: 'One' } }, key: 'w1' },
      }),
      event('e3', 'node.succeeded', {
        nodeId: 'card',
        data: { outputs: { text: { type: 'text', value: 'Two' } }, key: 'c1' },
      }),
      event('e4', 'run.succeeded'),
    ]),
  );
  await runs.show('run_1');
  const keys = new Map([
    ['word', 'w1'],
    ['card', 'c1'],
  ]);
  let changed: () => void = () => undefined;
  const graph = {
    subscribe: (listener: () => void) => {
      changed = listener;
      return () => undefined;
    },
    isStale: (nodeId: string, key: string | null) => keys.get(nodeId) !== key,
  };
  await renderPage(
    <OutputsDrawer
      connectionId="con_1"
      projectName="Sunset"
      runs={runs}
      graph={graph}
      onOpen={() => undefined}
      onApply={() => undefined}
      onClose={() => undefined}
    />,
  );
  await expect.element(page.getByText('Two', { exact: true })).toBeVisible();
  expect(page.getByText(/[Cc]hanged since/).query()).toBeNull();
  const apply = page.getByRole('button', { name: 'Apply outputs…' });
  const loud = apply.element().className;
  keys.set('card', 'c2');
  changed();
  await expect.element(page.getByText('1 of 2 changed since')).toBeVisible();
  // The key of an output that is not named by its node is found by what it is.
  const card = page.getByRole('button', { name: /^Open Card/ });
  await expect.element(card).toHaveAttribute('data-outgrown');
  await expect.element(page.getByRole('button', { name: /^Open word/ })).not.toHaveAttribute('data-outgrown');
  expect(apply.element().className).not.toBe(loud);
  keys.delete('word');
  changed();
  await expect.element(page.getByText('The graph has changed since')).toBeVisible();
});

it('says of a run without outputs why there are none', async () => {
  desk.api(endpoints.runs.get, () => detail({ status: 'failed', error: { message: 'No' } }));
  desk.api(endpoints.runs.listEvents, () => listed([]));
  await runs.show('run_1');
  await renderPage(
    <OutputsDrawer
      connectionId="con_1"
      projectName="Sunset"
      runs={runs}
      onOpen={() => undefined}
      onApply={() => undefined}
      onClose={() => undefined}
    />,
  );
  await expect.element(page.getByText('This run failed before it had an output')).toBeVisible();
});

it('every entry of the menu of an output acts where nothing has the focus: runs/output-with-menu.tsx', async () => {
  const two = { One: { type: 'text', value: 'Words one' }, Two: { type: 'text', value: 'Words two' } };
  desk.api(endpoints.runs.get, () => detail({ status: 'succeeded', outputs: two }));
  desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
  await runs.show('run_1');
  const onOpen = vi.fn<() => void>();
  let shown: Awaited<ReturnType<typeof renderPage>>;
  const pressed = await pressEveryEntry(
    {
      show: async () => {
        shown = await renderPage(
          <OutputsDrawer
            connectionId="con_1"
            projectName="Sunset"
            runs={runs}
            onOpen={onOpen}
            onApply={() => undefined}
            onClose={() => undefined}
          />,
        );
      },
      leave: () => shown.unmount(),
      observe: () => viewerStore.getState(),
      reset: closeViewer,
      target: () => page.getByRole('button', { name: /^Open One at full size/ }).query(),
    },
    () => onOpen.mock.calls.length,
  );
  expect(pressed.length).toBeGreaterThan(3);
  closeViewer();
});

it('shows equal results once, with how often they came out and under all their names', async () => {
  const word = { type: 'text', value: 'Same words' };
  const outputs = { One: word, Two: { type: 'text', value: 'Other words' }, Three: word, Four: word };
  desk.api(endpoints.runs.get, () => detail({ status: 'succeeded', outputs }));
  desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
  await runs.show('run_1');
  await renderPage(
    <OutputsDrawer
      connectionId="con_1"
      projectName="Sunset"
      runs={runs}
      onOpen={() => undefined}
      onApply={() => undefined}
      onClose={() => undefined}
    />,
  );
  const cards = page.getByRole('list', { name: 'Outputs of the run' }).getByRole('listitem');
  await expect.element(cards.nth(1)).toBeVisible();
  expect(cards.elements()).toHaveLength(2);
  await expect.element(cards.first().getByText('One, Three, Four', { exact: true })).toBeVisible();
  await expect.element(cards.first().getByText('3 times · Text')).toBeVisible();
  expect(cards.nth(1).element().textContent).not.toMatch(/times/);
  // All of them are counted, and those that are shown are compared.
  await expect.element(page.getByText(/^4 outputs · /)).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const { state } = viewerStore.getState();
  expect(state.mode === 'compare' ? state.items.map(({ key }) => key) : state.mode).toEqual(['One', 'Two']);
  closeViewer();
});

it.each([
  [true, 'Good evening'],
  [true, null],
  [false, 'Good evening'],
])(
  'opened by a key (%s) with %s it has the focus, and opened by a run it leaves it',
  async (isFocused, words) => {
    const made = { type: 'text', value: words };
    const outputs = Object.fromEntries(words === null ? [] : [['Headline', made]]);
    desk.api(endpoints.runs.get, () => detail({ status: 'succeeded', outputs }));
    desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
    await runs.show('run_1');
    await renderPage(
      <OutputsDrawer
        connectionId="con_1"
        projectName="Sunset"
        runs={runs}
        onOpen={() => undefined}
        onApply={() => undefined}
        onClose={() => undefined}
        isFocused={isFocused}
      />,
    );
    await expect.element(page.getByRole('button', { name: 'Close outputs' })).toBeVisible();
    const drawer = page.getByRole('region', { name: 'Outputs', exact: true }).element();
    expect(drawer.contains(document.activeElement)).toBe(isFocused);
    const list = drawer.querySelector('ul');
    expect(list?.contains(document.activeElement) ?? false).toBe(isFocused && words !== null);
  },
);

const words = (text: string): RunOutput => ({ type: 'text', value: text });
const picture = {
  type: 'file',
  fileId: 'f1',
  filename: 'a.png',
  contentType: 'image/png',
  sizeBytes: 4,
} as const satisfies RunOutput;

/** Shows outputs of a run in a drawer of a usual size. @returns the height of what opens one. */
async function showInDrawer(outputs: Record<string, RunOutput>): Promise<(name: string) => Promise<number>> {
  desk.api(endpoints.runs.get, () => detail({ status: 'succeeded', outputs }));
  desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
  await runs.show('run_1');
  await renderPage(
    <div style={{ display: 'flex', width: 900, height: 400 }}>
      <OutputsDrawer
        connectionId="con_1"
        projectName="Sunset"
        runs={runs}
        onOpen={() => undefined}
        onApply={() => undefined}
        onClose={() => undefined}
      />
    </div>,
  );
  return async (name) => {
    const button = page.getByRole('button', { name: new RegExp(`^Open ${name} at full size`) });
    await expect.element(button).toBeVisible();
    return button.element().getBoundingClientRect().height;
  };
}

it('words alone are in rows of one height', async () => {
  const heightOf = await showInDrawer({ One: words('Hey'), Two: words('Many lines\n'.repeat(40)) });
  expect([await heightOf('One'), await heightOf('Two')]).toEqual([64, 64]);
});

it('words beside a picture take the room that they need', async () => {
  const lines = words('Many lines\n'.repeat(40));
  const heightOf = await showInDrawer({ Poster: picture, Headline: words('Hey'), Poem: lines });
  expect(await heightOf('Poster')).toBeGreaterThan(110);
  expect(await heightOf('Headline')).toBeLessThan(60);
  expect(await heightOf('Poem')).toBe(176);
});
