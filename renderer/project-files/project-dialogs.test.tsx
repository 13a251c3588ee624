// @module-tag rig
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Transfer } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ProjectExportDialog } from './project-export-dialog.tsx';
import { ProjectImportDialog } from './project-import-dialog.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const transfer = (change: Partial<Transfer>): Transfer => ({
  id: 'transfer_00000000',
  kind: 'export',
  state: 'working',
  step: 'fetching',
  doneBytes: 500,
  totalBytes: 2000,
  name: 'Poster',
  projectId: 'p1',
  connectionId: 'local',
  nodeCount: 3,
  mediaCount: 1,
  sizeBytes: null,
  problems: [],
  missingTypes: [],
  error: null,
  ...change,
});

describe('exporting', () => {
  const show = (saveFirst: (() => Promise<unknown>) | null = null) =>
    renderPage(
      <ProjectExportDialog
        connectionId="local"
        projectId="p1"
        version={null}
        saveFirst={saveFirst}
        onClose={() => undefined}
      />,
    );

  it('saves what is on screen first, and says when that cannot be', async () => {
    const saveFirst = vi.fn<() => Promise<unknown>>().mockRejectedValue(new Error('The service is away.'));
    await show(saveFirst);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect
      .element(page.getByRole('alert').getByText(/could not be saved first\. The service is away\./))
      .toBeVisible();
    expect(desk.calls('startExport')).toEqual([]);
  });

  it('asks for what was chosen, and cancels what goes on', async () => {
    desk.desk('startExport', ({ body }) => transfer({ id: (body as { transferId: string }).transferId }));
    desk.desk('cancelTransfer', () => transfer({ state: 'canceled' }));
    await show();
    await page.getByRole('radio', { name: /^Without/ }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    expect(desk.calls('startExport')[0]?.body).toMatchObject({ projectId: 'p1', media: false });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await vi.waitFor(() => expect(desk.calls('cancelTransfer')).toHaveLength(1));
    await expect.element(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  });

  it('says why it could not begin, and offers to try again', async () => {
    desk.desk('startExport', () => {
      throw new Problem(507, 'DISK_FULL', 'The disk of this computer is full.');
    });
    await show();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect
      .element(page.getByRole('alert').getByText(/The disk of this computer is full\./))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });
});

describe('importing', () => {
  const films = {
    endings: '.otio',
    isEditedFilm: (name: string) => name.endsWith('.otio'),
    onFile: vi.fn<(file: File) => void>(),
    onFolder: vi.fn<(files: readonly File[]) => void>(),
  };

  it('takes projects and films, and says so', async () => {
    await renderPage(
      <ProjectImportDialog
        connectionId="local"
        connectionName="Local workspace"
        initialFile={new File(['x'], 'cut.mov')}
        films={films}
        onOpen={() => undefined}
        onClose={() => undefined}
      />,
    );
    await expect.element(page.getByRole('alert').getByText(/cut\.mov can’t be imported\./)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  });

  it('names what the service lacks, and goes on without it when that is asked for', async () => {
    const sent: URLSearchParams[] = [];
    desk.projectFile(({ query }) => {
      sent.push(query);
      const id = query.get('transferId') ?? '';
      const isWhole = query.get('withoutMissing') === null;
      return transfer({
        id,
        kind: 'import',
        projectId: isWhole ? null : 'p2',
        ...(isWhole
          ? {
              state: 'failed',
              step: 'checking',
              error: 'This service does not have the node type ai/image.',
              missingTypes: [{ type: 'ai/image', nodes: 2 }],
            }
          : {
              state: 'done',
              nodeCount: 0,
              shotCount: 8,
              clipCount: 1,
              mediaCount: 10,
              problems: ['2 nodes of the type ai/image were left out.'],
            }),
      });
    });
    await renderPage(
      <ProjectImportDialog
        connectionId="local"
        connectionName="Local workspace"
        initialFile={new File(['x'], 'poster.patchbay')}
        films={films}
        onOpen={() => undefined}
        onClose={() => undefined}
      />,
    );
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect.element(page.getByRole('alert').getByText(/does not have the node type/)).toBeVisible();
    expect(sent.map((query) => query.get('withoutMissing'))).toEqual([null]);
    await page.getByRole('button', { name: 'Import without 2 nodes' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Project imported' })).toBeVisible();
    await expect.element(page.getByText('2 nodes of the type ai/image were left out.')).toBeVisible();
    await expect.element(page.getByText('“Poster” has 8 shots, 1 clip, and 10 files.')).toBeVisible();
    expect(sent.map((query) => query.get('withoutMissing'))).toEqual([null, 'true']);
  });
});
