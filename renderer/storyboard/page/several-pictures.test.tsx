// @module-tag long
import { useEffect, useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { validateStoryboard } from '#shared/storyboard/storyboard.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { showToast } from '#renderer/ui/index.ts';
import { FilePickerDialog } from '../parts/choose-file-dialog.tsx';
import { boardActions, type BoardSession } from '../model/board-actions.ts';
import { useMultiplePictures } from '../model/several-pictures.ts';

const board = (): StoryboardDocument => {
  const panels = [
    { id: 'p', media: 'a.png' },
    { id: 'q', media: 'b.png' },
  ];
  const checked = validateStoryboard({
    serviceType: 'storyboard',
    version: 1,
    sequences: [{ id: 'a', shots: [{ id: '1', panels }] }],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
};

/** A page whose board can be left. @returns what says that files have arrived in a shot */
async function show(): Promise<(ref: ShotRef) => void> {
  const document = board();
  const session: BoardSession = {
    getState: () => ({
      document,
      version: 1,
      status: 'saved',
      problem: null,
      diskProblem: null,
      isOnDisk: true,
      older: null,
      undoName: null,
      redoName: null,
    }),
    subscribe: () => () => undefined,
    change: () => undefined,
    hold: () => () => undefined,
    undo: () => undefined,
    redo: () => undefined,
    resolveOlder: () => undefined,
    retry: () => undefined,
    flush: () => Promise.resolve(),
  };
  const actions = boardActions(session);
  let say: ReturnType<typeof useMultiplePictures> = () => undefined;
  function Board(): null {
    const latest = useMultiplePictures(document, actions, () => undefined);
    useEffect(() => {
      say = latest;
    });
    return null;
  }
  function Page(): ReactElement {
    const [isOpen, setOpen] = useState(true);
    return isOpen ? (
      <>
        <Board />
        <button onClick={() => setOpen(false)}>Leave</button>
      </>
    ) : (
      <p>Elsewhere</p>
    );
  }
  await renderPage(<Page />);
  return (ref) => say(ref, ['p', 'q']);
}

const notice = page.getByText(/2 pictures became panels/);
/** Waits until a message that comes later is there. */
async function sayMore(): Promise<void> {
  showToast({ id: 'later', title: 'Something else' });
  await expect.element(page.getByText('Something else').first()).toBeVisible();
}

it('is said while the board is open, and not when pictures arrive after it was left', async () => {
  const arrive = await show();
  arrive({ scene: 'a', shot: '1' });
  await expect.element(notice.first()).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  arrive({ scene: 'a', shot: '1' });
  await sayMore();
  await expect.element(notice).not.toBeInTheDocument();
});

it('files of one name are told apart by size and age where a picture is chosen', async () => {
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const file = (fileId: string, sizeBytes: number, minutes: number) =>
    ({
      fileId,
      connectionId: 'local',
      projectId: null,
      filename: 'Poster.png',
      contentType: 'image/png',
      sizeBytes,
      origin: 'run',
      createdAt: ago(minutes),
    }) as const;
  const none = (): void => {};
  await renderPage(
    <FilePickerDialog
      connectionId="local"
      files={[file('file_1', 5000, 5), file('file_2', 5000, 180)]}
      onSelect={none}
      onUpload={none}
      onClose={none}
    />,
  );
  await expect.element(page.getByRole('button', { name: /5 kB · 5m ago/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /5 kB · 3h ago/ })).toBeVisible();
});
