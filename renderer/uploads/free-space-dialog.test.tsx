// @module-tag long
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { FreeSpaceDialog } from './free-space-dialog.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const file = (name: string, sizeBytes: number): FileRecord => ({
  fileId: `file_${name}`,
  connectionId: 'local',
  projectId: null,
  filename: name,
  contentType: 'image/png',
  sizeBytes,
  origin: 'upload',
  createdAt: '2026-01-01T00:00:00Z',
});

/** An account with these files; `refuses` says why one is not deleted. */
function account(names: Record<string, number>, refuses: Record<string, Problem> = {}) {
  const there = new Map(Object.entries(names).map(([name, size]) => [`file_${name}`, file(name, size)]));
  desk.desk('listFiles', () => ({ files: [...there.values()] }));
  desk.api(endpoints.files.delete, ({ params }) => {
    const id = params['file_id'] ?? '';
    const problem = refuses[id.slice('file_'.length)];
    if (problem) throw problem;
    there.delete(id);
    return undefined;
  });
}

function show() {
  const onFreed = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  return renderPage(
    <FreeSpaceDialog connectionId="local" requiredBytes={5_000_000} onClose={onClose} onFreed={onFreed} />,
  ).then(() => ({ onFreed, onClose }));
}

const inUse = () => new Problem(409, 'FILE_IN_USE', 'The file is used by a project.');
const choose = (name: string) => page.getByRole('checkbox', { name }).click();

describe('freeing space', () => {
  it('shows the largest files first and deletes what was chosen, no more; then the upload goes on', async () => {
    account({ 'small.png': 1000, 'film.mp4': 4_000_000, 'middle.png': 50_000 });
    const { onFreed } = await show();
    await expect.element(page.getByText(/The upload needs 5(\.0)? MB/)).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'film.mp4' })).toBeVisible();
    const order = page
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent ?? '');
    expect(order.map((text) => /film|middle|small/.exec(text)?.[0])).toEqual(['film', 'middle', 'small']);
    await expect.element(page.getByRole('button', { name: 'Delete files' })).toBeDisabled();

    await choose('film.mp4');
    await choose('small.png');
    await choose('small.png');
    await expect.element(page.getByRole('status').getByText('4 MB chosen')).toBeVisible();
    await page.getByRole('button', { name: 'Delete 1 file' }).click();
    await vi.waitFor(() => expect(onFreed).toHaveBeenCalledOnce());
    expect(desk.calls('files.delete').map(({ params }) => params['file_id'])).toEqual(['file_film.mp4']);
  });

  it('keeps what projects use, says so, and offers the upload again when something was freed', async () => {
    account({ 'used.png': 3000, 'spare.png': 2000 }, { 'used.png': inUse() });
    const { onFreed } = await show();
    await choose('used.png');
    await page.getByRole('button', { name: 'Delete 1 file' }).click();
    await expect
      .element(page.getByRole('status').getByText('1 file is used by projects and was kept.'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try the upload again' })).not.toBeInTheDocument();

    await choose('used.png');
    await choose('spare.png');
    await page.getByRole('button', { name: 'Delete 2 files' }).click();
    await expect
      .element(page.getByRole('status').getByText(/^1 file was deleted\. 1 file is used/))
      .toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'spare.png' })).not.toBeInTheDocument();
    expect(onFreed).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Try the upload again' }).click();
    expect(onFreed).toHaveBeenCalledOnce();
  });

  it('counts a file that is gone already as freed', async () => {
    account(
      { 'gone.png': 3000 },
      { 'gone.png': new Problem(404, 'FILE_NOT_FOUND', 'There is no such file.') },
    );
    const { onFreed } = await show();
    await choose('gone.png');
    await page.getByRole('button', { name: 'Delete 1 file' }).click();
    await vi.waitFor(() => expect(onFreed).toHaveBeenCalledOnce());
  });

  it('says what kept a file from being deleted', async () => {
    account({ 'a.png': 3000 }, { 'a.png': new Problem(403, 'FORBIDDEN', 'The key lacks files:write.') });
    const { onFreed } = await show();
    await choose('a.png');
    await page.getByRole('button', { name: 'Delete 1 file' }).click();
    await expect.element(page.getByRole('status').getByText(/files:write/)).toBeVisible();
    expect(onFreed).not.toHaveBeenCalled();
  });

  it('has words for no files, and a way on when they cannot be read', async () => {
    let broken = true;
    desk.desk('listFiles', () => {
      if (broken) throw new Problem(500, 'DAMAGED', 'The list of files is damaged.');
      return { files: [] };
    });
    await show();
    await expect.element(page.getByText('The files could not be read')).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: /again/i }).click();
    await expect.element(page.getByText('This computer knows no files of this account')).toBeVisible();
  });
});
