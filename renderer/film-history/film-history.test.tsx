import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FilmVersion } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { FilmHistory } from './film-history.tsx';

const version = (id: string, fields: Partial<FilmVersion> = {}): FilmVersion => ({
  id,
  version: 3,
  reason: 'saved',
  name: null,
  at: '2026-01-01T10:00:00.000Z',
  picture: {
    kind: 'timeline',
    sketch: {
      seconds: 12,
      clips: 2,
      tracks: 1,
      rows: 1,
      bars: [
        { row: 0, from: 0, to: 0.5, type: 'video' },
        { row: 0, from: 0.5, to: 1, type: 'audio' },
      ],
    },
  },
  ...fields,
});

const film = { connectionId: 'con_1', projectId: 'prj_1', kind: 'timeline' } as const;

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

async function show(versions: FilmVersion[]) {
  const onRestore = vi.fn<(document: unknown) => void>();
  desk.desk('listFilmVersions', () => ({ versions, nextBefore: null }));
  await renderPage(<FilmHistory film={film} find={() => null} onRestore={onRestore} />);
  await page.getByRole('button', { name: 'History of the timeline' }).click();
  return onRestore;
}

it('shows what each version holds, and brings one back', async () => {
  const document = { serviceType: 'timeline' };
  const first = version('v1', { name: 'Rough cut' });
  desk.desk('getFilmVersion', () => ({ version: first, document }));
  const onRestore = await show([version('v2'), first]);
  await expect.element(page.getByText('Rough cut')).toBeVisible();
  await expect.element(page.getByText('Saved here')).toBeVisible();
  await page.getByRole('button', { name: /^Bring back Rough cut, 2 clips/ }).click();
  await vi.waitFor(() => expect(onRestore).toHaveBeenCalledWith(document));
  await expect.element(page.getByText('Rough cut')).not.toBeInTheDocument();
});

it('says what will be here when there is nothing yet', async () => {
  await show([]);
  await expect.element(page.getByText(/Each stretch of work on the timeline is saved here/)).toBeVisible();
});

it('names a version', async () => {
  desk.desk('nameFilmVersion', () => version('v1', { name: 'Client cut' }));
  await show([version('v1')]);
  await page.getByRole('button', { name: 'More for Saved here, version 3' }).click();
  await page.getByRole('menuitem', { name: 'Name…' }).click();
  await page.getByRole('textbox', { name: 'Name of the version' }).fill('Client cut');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(desk.calls('nameFilmVersion')).toHaveLength(1));
});
