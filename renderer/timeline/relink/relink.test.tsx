// @module-tag long
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Upload } from '#shared/desk/index.ts';
import { commands } from '#renderer/commands/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { UNREADABLE_FILES } from '#renderer/testing/unreadable-files.ts';
import { button, clip, clipOf, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('mediaUrls', () => ({ urls: [] }));
  desk.desk('keepVersion', () => ({ version: null }));
  desk.desk('mediaFacts', () => ({
    kind: 'video',
    width: 64,
    height: 36,
    seconds: 9,
    framesPerSecond: 25,
    hasSound: true,
  }));
});
afterEach(() => desk.restore());

const SEA = new File(['the sea'], 'IMG_0001.png', { type: 'image/png' });
/** Of the bytes above. */
const SEA_SHA256 = '556713372501bc1d2a113beaf1fe4fe921267d5cd0c9655b2386ec536a6bffa0';

const lost = () =>
  timeline([
    clip('first', 'V1', 0, 5, { filename: 'take.mp4' }),
    clip('again', 'V1', 5, 5, { filename: 'take.mp4', name: 'take.mp4' }),
    clip('second', 'V1', 10, 5, { filename: 'Take-2_proxy.mov' }),
    clip('third', 'V1', 15, 5, {
      filename: 'sea.png',
      type: 'image',
      ext: { otio: { mediaMetadata: { patchbay: { sha256: SEA_SHA256 } } } },
    }),
    clip('fourth', 'V1', 20, 5, { filename: 'music.wav', type: 'audio' }),
  ]);
const dialog = page.getByRole('dialog', { name: 'Find missing files' });
const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
const box = (name: string) => dialog.getByRole('checkbox', { name: `Link ${name}` });

/** An upload that is there at once. */
function acceptUploads(): void {
  const upload = (filename: string): Upload => ({
    id: `up_${filename}`,
    connectionId: 'local',
    projectId: null,
    nodeId: null,
    input: null,
    settled: false,
    filename,
    contentType: 'image/png',
    sizeBytes: 3,
    receivedBytes: 3,
    sentBytes: 3,
    progress: 1,
    problem: null,
    state: 'done',
    fileId: `file_${filename}`,
    error: null,
    retryable: false,
    createdAt: '2026-01-01T00:00:00Z',
  });
  desk.upload(({ query }) => upload(query.get('filename') ?? ''));
  desk.desk('getUpload', ({ params }) => upload((params['uploadId'] ?? '').replace('up_', '')));
  desk.desk('settleUpload', () => upload('any'));
}

describe('missing files', () => {
  it('are found in Files by name and length, and taken as one step', async () => {
    const { session } = await show(lost());
    await page.getByRole('button', { name: '4 missing files' }).click();
    await expect.element(row('take.mp4').first().getByText('Name and length')).toBeVisible();
    await expect.element(row('take.mp4').first().getByText('9 s · 2 clips')).toBeVisible();
    await expect.element(box('take.mp4')).toBeChecked();
    // A similar name is proposed, and taken only by who says so.
    await expect.element(row('Take-2_proxy.mov').getByText('Similar')).toBeVisible();
    await expect.element(box('Take-2_proxy.mov')).not.toBeChecked();
    await expect.element(row('music.wav').getByText(/Nothing like it here/)).toBeVisible();
    await expect.element(box('music.wav')).toBeDisabled();
    await dialog.getByRole('button', { name: 'Link 1 file', exact: true }).click();
    expect(session.steps()).toEqual(['link 1 file']);
    expect(clipOf(session, 'first')).toMatchObject({
      name: 'first',
      filename: 'take.mp4',
      storageType: 'library',
      trimEnd: 2,
      ext: { patchbay: { fileId: 'file_take' } },
    });
    expect(clipOf(session, 'again')?.storageType).toBe('library');
    expect(clipOf(session, 'second')?.storageType).toBe('placeholder');
    session.undo();
    expect(clipOf(session, 'again')?.storageType).toBe('placeholder');
  });

  it('are found by their bytes under another name in a folder, uploaded and linked with the others at once', async () => {
    acceptUploads();
    const { session } = await show(lost());
    commands.run('timeline.relink');
    await expect.element(dialog).toBeVisible();
    const folder = dialog.getByLabelText('Look in a folder…', { exact: true }).last().element();
    if (!(folder instanceof HTMLInputElement)) throw new Error('no choice of files');
    const files = new DataTransfer();
    files.items.add(SEA);
    files.items.add(new File(['x'], 'notes.txt', { type: 'text/plain' }));
    folder.files = files.files;
    folder.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(row('sea.png').getByText('Same file')).toBeVisible();
    await dialog.getByRole('checkbox', { name: /^All/ }).click();
    await dialog.getByRole('button', { name: 'Link 3 files', exact: true }).click();
    await expect.poll(() => session.steps()).toEqual(['link 3 files']);
    expect(clipOf(session, 'third')).toMatchObject({
      filename: 'IMG_0001.png',
      storageType: 'library',
      ext: { patchbay: { fileId: 'file_IMG_0001.png' } },
    });
    expect(clipOf(session, 'second')).toMatchObject({ filename: 'take.mp4', name: 'second' });
  });

  it('of one clip are looked for from its inspector, and any file can be chosen for it', async () => {
    acceptUploads();
    const { session } = await show(lost());
    await button(/^fourth/).click();
    await page.getByRole('button', { name: 'Find its file…' }).click();
    expect(dialog.getByRole('listitem').elements()).toHaveLength(1);
    const choice = dialog.getByLabelText('Choose a file for music.wav', { exact: true }).last();
    await userEvent.upload(choice, new File(['riff'], 'score.wav', { type: 'audio/wav' }));
    await expect.element(dialog.getByText('Your choice')).toBeVisible();
    await expect.element(dialog.getByText('on this computer, is uploaded')).toBeVisible();
    await dialog.getByRole('button', { name: 'Link 1 file', exact: true }).click();
    await expect.poll(() => clipOf(session, 'fourth')?.filename).toBe('score.wav');
    expect(clipOf(session, 'fourth')?.type).toBe('audio');
  });

  it.each(UNREADABLE_FILES)(
    'are not replaced by $name: it is said what it is',
    async ({ file, sentence }) => {
      await show(lost());
      await button(/^fourth/).click();
      await page.getByRole('button', { name: 'Find its file…' }).click();
      const choice = dialog.getByLabelText('Choose a file for music.wav', { exact: true }).last();
      await userEvent.upload(choice, file());
      await expect.element(dialog.getByText(sentence)).toBeVisible();
      await expect.element(dialog.getByText('Your choice')).not.toBeInTheDocument();
    },
  );
});
