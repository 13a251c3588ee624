import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput, libraryPicture } from '#renderer/testing/library-output.ts';
import type { GalleryProps } from './gallery.tsx';
import { respondWithLibrary, show, options, tile, useGalleryDesk } from './testing/gallery-bench.tsx';

let desk: DeskStandIn;
useGalleryDesk((given) => (desk = given));

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
  const onRerun = vi.fn<GalleryProps['onAgain']>();
  await show({ onAgain: onRerun });
  await userEvent.click(tile(1));
  const details = page.getByRole('complementary', { name: 'Details of the output' });
  await expect.element(details.getByText('All inputs have their default values.')).toBeVisible();
  // Without inputs it runs again as it was.
  await details.getByRole('button', { name: 'Run again…' }).click();
  expect(onRerun.mock.calls.at(-1)?.slice(1)).toEqual([[], null]);
});

it('an output of a batch without a project says which batch made it', async () => {
  const batch = { id: 'batch_1', kind: 'table' as const, name: 'Cards, rows.csv', place: 'Row 2', row: 2 };
  respondWithLibrary(1, { batch, projectId: null, projectName: null, projectVersion: null });
  await show({ projectId: null });
  await expect.element(options().first().getByText('Poem 1 · Cards, rows.csv')).toBeVisible();
  await expect.element(options().first().getByText('unsaved')).not.toBeInTheDocument();
});

it('a picture that several runs made says so on its tile, and its details lead to each run', async () => {
  const origins = [3, 2, 1].map((number) => libraryPicture(number, { contentKey: 'equal', copyCount: 3 }));
  desk.desk('mediaUrls', () => ({ urls: [] }));
  respondWithLibrary(1, { ...origins[0]! });
  desk.desk('getOutput', () => ({
    output: origins[0]!,
    origins,
    value: null,
    run: null,
    inputs: [],
    canOpen: true,
    openProblem: null,
    collectionIds: [],
  }));
  await show();
  await expect.element(page.getByRole('option', { name: /made 3 times/ })).toBeVisible();
  await userEvent.click(options().first());
  const list = page.getByRole('list', { name: 'Made 3 times' });
  await expect.element(list).toBeVisible();
  expect(list.getByRole('listitem').elements()).toHaveLength(3);
  await list.getByRole('button', { name: /^Poster 1, v3/ }).click();
  await expect
    .poll(() =>
      desk.calls('searchOutputs').some(({ body }) => JSON.stringify(body).includes('"runId":"run_1"')),
    )
    .toBe(true);
});
