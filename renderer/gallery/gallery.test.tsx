import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { closeViewer, viewerStore } from '#renderer/viewer/index.ts';
import { respondWithLibrary, show, options, tile, PIXEL, useGalleryDesk } from './testing/gallery-bench.tsx';

let desk: DeskStandIn;
useGalleryDesk((given) => (desk = given));

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

it('the age of an output is whole beside a long name, which says all of itself on hover', async () => {
  const projectName = 'Autumn campaign for the harbour festival, third round with the printer, final';
  const createdAt = new Date(Date.now() - 21.5 * 60_000).toISOString();
  respondWithLibrary(1, { projectName, createdAt });
  await show({ projectId: null });
  const name = page.getByText(projectName, { exact: true });
  await expect.element(name).toHaveAttribute('title', projectName);
  const age = document.querySelector(`time[datetime="${createdAt}"]`)!;
  const tile = options().element().getBoundingClientRect();
  expect(age.getBoundingClientRect().right).toBeLessThanOrEqual(tile.right);
  expect(name.element().getBoundingClientRect().right).toBeLessThanOrEqual(age.getBoundingClientRect().left);
});

it('the caption of a tile is whole: what differs first, then what it is of and its age; how often it was made is a badge', async () => {
  const createdAt = new Date(Date.now() - 21.5 * 60_000).toISOString();
  respondWithLibrary(1, { title: 'Poster', projectName: 'Welcome poster', copyCount: 3, createdAt });
  await show({ projectId: null }, 780);
  const name = page.getByText('Welcome poster', { exact: true });
  await expect.element(name).toBeVisible();
  await expect.element(page.getByText('21m ago')).toBeVisible();
  await expect.element(page.getByText('× 3')).toBeVisible();
  expect(name.element().scrollWidth).toBeLessThanOrEqual(name.element().clientWidth);
  const caption = name.element().parentElement!.parentElement!;
  expect(caption.textContent).toBe('PosterWelcome poster · 21m ago');
});

it('how often a text was made stands below its words, not on the first of them', async () => {
  respondWithLibrary(1, { kind: 'text', excerpt: 'Good evening', copyCount: 3 });
  await show({ projectId: null }, 780);
  const words = page.getByText('Good evening');
  await expect.element(words).toBeVisible();
  const range = document.createRange();
  range.selectNodeContents(words.element());
  const badge = page.getByText('× 3').element().getBoundingClientRect();
  expect(badge.top).toBeGreaterThan(range.getBoundingClientRect().bottom);
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
