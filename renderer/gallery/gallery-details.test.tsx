import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
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
  const onAgain = vi.fn<GalleryProps['onAgain']>();
  await show({ onAgain });
  await userEvent.click(tile(1));
  const details = page.getByRole('complementary', { name: 'Details of the output' });
  await expect.element(details.getByText('All inputs have their default values.')).toBeVisible();
  // Without inputs it runs again as it was.
  await details.getByRole('button', { name: 'Run again…' }).click();
  expect(onAgain.mock.calls.at(-1)?.slice(1)).toEqual([[], null]);
});

it('an output of a batch without a project says which batch made it', async () => {
  const batch = { id: 'batch_1', kind: 'table' as const, name: 'Cards, rows.csv', place: 'Row 2', row: 2 };
  respondWithLibrary(1, { batch, projectId: null, projectName: null, projectVersion: null });
  await show({ projectId: null });
  await expect.element(options().first().getByText('Cards, rows.csv')).toBeVisible();
  await expect.element(options().first().getByText('unsaved')).not.toBeInTheDocument();
});
