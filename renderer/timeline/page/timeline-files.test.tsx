// @module-tag rig
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { Upload } from '#shared/desk/index.ts';
import { captionsOf } from '#shared/timeline/captions.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { UNREADABLE_FILES } from '#renderer/testing/unreadable-files.ts';
import { addAdjacent } from '../model/add-free.ts';
import { boxOf, button, clip, clipOf, show, take, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const uploaded: Upload = {
  id: 'up_1',
  connectionId: 'local',
  projectId: null,
  nodeId: null,
  input: null,
  settled: false,
  filename: 'sea.png',
  contentType: 'image/png',
  sizeBytes: 3,
  receivedBytes: 3,
  sentBytes: 3,
  progress: 1,
  problem: null,
  state: 'done',
  fileId: 'file_sea.png',
  error: null,
  retryable: false,
  createdAt: '2026-01-01T00:00:00Z',
};

/** A drag over the beginning of the second clip. */
function over(dataTransfer: DataTransfer, type: 'dragover' | 'drop', keys: object = {}): void {
  const { x, y } = boxOf(/^second/);
  const at = { bubbles: true, cancelable: true, dataTransfer, clientX: x, clientY: y + 10, ...keys };
  button(/^second/)
    .element()
    .dispatchEvent(new DragEvent(type, at));
}

describe('files', () => {
  beforeEach(() => {
    desk.desk('mediaFacts', () => ({
      kind: 'video',
      width: 64,
      height: 36,
      seconds: 3,
      framesPerSecond: 25,
      hasSound: true,
    }));
    desk.desk('mediaUrls', () => ({ urls: [] }));
  });

  it('are inserted at the playhead from the list', async () => {
    const { session, playhead } = await show();
    playhead.seek(5);
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByRole('button', { name: 'Insert take.mp4 at the playhead' }).click();
    await expect.poll(() => clipOf(session, 'second')?.startTime).toBe(13);
    expect(session.getState().document.timeline.clips.at(-1)).toMatchObject({
      filename: 'take.mp4',
      startTime: 5,
      duration: 3,
      ext: { patchbay: { version: 1, fileId: 'file_take' } },
    });
    await expect.element(page.getByRole('list', { name: 'Files for the timeline' })).not.toBeInTheDocument();
  });

  it('are put in by keys: overwritten and inserted from the list, and again from the tracks', async () => {
    const { session, playhead } = await show();
    playhead.seek(5);
    await page.getByRole('button', { name: 'Add files' }).click();
    const row = page.getByRole('button', { name: 'Overwrite with take.mp4 at the playhead' });
    row.element().focus();
    await userEvent.keyboard('{F9}');
    await expect.poll(() => clipOf(session, 'second')?.startTime).toBe(13);
    await userEvent.keyboard('{Escape}');
    await expect.element(row).not.toBeInTheDocument();
    playhead.seek(20);
    button(/^first/)
      .element()
      .focus();
    await userEvent.keyboard('{F10}');
    await expect.poll(() => session.steps()).toHaveLength(2);
    const takes = () =>
      session.getState().document.timeline.clips.filter(({ filename }) => filename === 'take.mp4');
    expect(takes().map(({ startTime }) => startTime)).toEqual([5, 20]);
    expect(clipOf(session, 'second')?.duration).toBe(7);
    playhead.seek(0);
    await userEvent.keyboard('{F9}');
    await expect.poll(() => clipOf(session, 'first')?.startTime).toBe(3);
  });

  it('are dragged onto a track, and go above what lies there unless Shift is held', async () => {
    const { session } = await show();
    const before = session.getState().document.timeline.clips;
    const transfer = new DataTransfer();
    transfer.setData('application/x-patchbay-file', JSON.stringify(take));
    over(transfer, 'dragover');
    await expect.element(page.getByText(/^Add here, over no clip/)).toBeVisible();
    over(transfer, 'drop');
    await expect.element(page.getByText(/^Add here/)).not.toBeInTheDocument();
    await expect.poll(() => session.steps()).toEqual(['add take.mp4']);
    const { clips, tracks } = session.getState().document.timeline;
    expect(clips.slice(0, -1)).toEqual(before);
    await expect.element(page.getByText(/nothing was overwritten/).first()).toBeVisible();
    expect(clips.at(-1)).toMatchObject({ filename: 'take.mp4', startTime: 10 });
    const trackOf = (id: string | undefined) => tracks.findIndex((track) => track.id === id);
    expect(trackOf(clips.at(-1)?.trackId)).toBeGreaterThan(trackOf(clipOf(session, 'second')?.trackId));

    over(transfer, 'dragover', { shiftKey: true });
    await expect.element(page.getByText('Overwrite here')).toBeVisible();
    over(transfer, 'drop', { shiftKey: true });
    await expect.poll(() => clipOf(session, 'second')?.startTime).toBe(13);
  });

  it.each(UNREADABLE_FILES.filter(({ isNamed }) => isNamed))(
    'of a format that nothing here reads are named and make no clip: $name',
    async ({ name, file, sentence }) => {
      const { session } = await show();
      const contentType = file().type === '' ? 'image/heic' : file().type;
      const transfer = new DataTransfer();
      transfer.setData(
        'application/x-patchbay-file',
        JSON.stringify({
          ...take,
          filename: name,
          contentType: name.endsWith('jxl') ? 'image/jxl' : contentType,
        }),
      );
      over(transfer, 'dragover');
      over(transfer, 'drop');
      await expect.element(page.getByText(sentence).first()).toBeVisible();
      expect(session.steps()).toEqual([]);
    },
  );

  it.each([
    ['beside', {}],
    ['insert', { ctrlKey: true }],
    ['overwrite', { shiftKey: true }],
  ])('what a drop does (%s) is said whole, beside the pointer, on the track below it', async (_how, keys) => {
    await show();
    const transfer = new DataTransfer();
    transfer.setData('application/x-patchbay-file', JSON.stringify(take));
    over(transfer, 'dragover', keys);
    const label = page.getByText(/^(Add|Insert|Overwrite) here/);
    await expect.element(label).toBeVisible();
    const element = label.element();
    const box = element.getBoundingClientRect();
    const clipBox = boxOf(/^second/);
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
    const beside = Math.min(Math.abs(box.left - clipBox.x), Math.abs(box.right - clipBox.x));
    expect(beside).toBeLessThanOrEqual(16);
    expect(box.top).toBeGreaterThanOrEqual(clipBox.y - 4);
    expect(box.bottom).toBeLessThanOrEqual(clipBox.y + clipBox.height + 4);
    expect(box.right).toBeLessThanOrEqual(window.innerWidth);
    over(transfer, 'drop', keys);
  });

  it.each([
    ['the empty space below the tracks', null],
    ['the track of the clips', 'V1'],
  ])('never cover a clip when they are let go over %s, however often', (_where, trackId) => {
    const medium = { fileId: 'f', filename: 'f.mp4', type: 'video', length: 4 } as const;
    let next = 0;
    const newId = () => `n${(next += 1)}`;
    let document = timeline([clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10)]);
    for (const at of [9, 9, 2, 12, 5.5]) {
      const media = [medium, { ...medium, type: 'audio' as const }];
      document = addAdjacent(media, { trackId, at }, newId)(document) ?? document;
    }
    const { clips } = document.timeline;
    expect(clips).toHaveLength(12);
    expect(clips.slice(0, 2)).toMatchObject([
      { startTime: 0, duration: 5 },
      { startTime: 10, duration: 10 },
    ]);
    const overlaps = clips.filter((a) =>
      clips.some(
        (b) =>
          a !== b &&
          a.trackId === b.trackId &&
          a.startTime < b.startTime + b.duration &&
          b.startTime < a.startTime + a.duration,
      ),
    );
    expect(overlaps).toEqual([]);
    const names = document.timeline.tracks.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('of a gallery are dragged several at once, and lie one behind the other', async () => {
    const { session } = await show();
    const transfer = new DataTransfer();
    transfer.setData('application/x-patchbay-file', JSON.stringify(take));
    const other = { ...take, fileId: 'file_other', filename: 'other.mp4' };
    transfer.setData('application/x-patchbay-files', JSON.stringify([take, other]));
    over(transfer, 'drop', { shiftKey: true });
    await expect.poll(() => session.steps()).toEqual(['add 2 files']);
    expect(session.getState().document.timeline.clips.slice(-2)).toMatchObject([
      { filename: 'take.mp4', startTime: 10, duration: 3 },
      { filename: 'other.mp4', startTime: 13, duration: 3 },
    ]);
  });

  it('come from the desktop: they are uploaded, and those that are no media are named', async () => {
    desk.upload(() => uploaded);
    desk.desk('getUpload', () => uploaded);
    desk.desk('settleUpload', () => uploaded);
    const { session } = await show();
    const transfer = new DataTransfer();
    transfer.items.add(new File(['abc'], 'sea.png', { type: 'image/png' }));
    transfer.items.add(new File(['abc'], 'notes.txt', { type: 'text/plain' }));
    over(transfer, 'drop', { ctrlKey: true });
    await expect.poll(() => session.steps()).toEqual(['add sea.png']);
    expect(session.getState().document.timeline.clips.at(-1)).toMatchObject({
      type: 'image',
      startTime: 10,
      ext: { patchbay: { fileId: 'file_sea.png' } },
    });
    expect(clipOf(session, 'second')?.startTime).toBe(15);
    await expect.element(page.getByText('notes.txt is not a picture, video or sound.').first()).toBeVisible();
  });

  it('of this computer that are chosen overwrite nothing', async () => {
    desk.upload(() => uploaded);
    desk.desk('getUpload', () => uploaded);
    desk.desk('settleUpload', () => uploaded);
    const { session, playhead } = await show();
    const before = session.getState().document.timeline.clips;
    playhead.seek(2);
    await page.getByRole('button', { name: 'Add files' }).click();
    const selectedClips = new DataTransfer();
    selectedClips.items.add(new File(['abc'], 'sea.png', { type: 'image/png' }));
    const input = document.querySelector<HTMLInputElement>('input[aria-label="Files of this computer"]')!;
    input.files = selectedClips.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.poll(() => session.steps()).toEqual(['add sea.png']);
    const { clips } = session.getState().document.timeline;
    expect(clips.slice(0, -1)).toEqual(before);
    expect(clips.at(-1)).toMatchObject({ filename: 'sea.png', startTime: 20 });
    // It lies elsewhere than the playhead: that is said, and it is selected.
    await expect.element(page.getByText('“sea.png” was added at 00:00:20:00').first()).toBeVisible();
    await expect.element(button(/^sea.png,/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('with captions become a track of them, which is written in, saved and taken back', async () => {
    const { session } = await show();
    const transfer = new DataTransfer();
    const srt =
      '1\n00:00:01,000 --> 00:00:03,000\nThe kettle sings\n\n2\n00:00:04,000 --> 00:00:05,000\nTwo\nlines\n';
    transfer.items.add(new File([srt], 'English.srt'));
    transfer.items.add(new File(['nothing'], 'empty.vtt'));
    over(transfer, 'drop');
    await expect.element(page.getByRole('list', { name: 'English' })).toBeVisible();
    await expect.element(page.getByText('empty.vtt was not imported').first()).toBeVisible();
    expect(session.steps()).toEqual(['import captions']);
    await button(/^The kettle sings/).dblClick();
    await userEvent.fill(page.getByRole('textbox', { name: 'Words' }).first(), 'It sings');
    await userEvent.keyboard('{Enter}');
    await expect.element(button(/^It sings/)).toHaveFocus();
    const words = page.getByRole('complementary', { name: 'Clip' }).getByLabelText('Words');
    await expect.element(words).toHaveValue('It sings');
    await button(/^Two/).click();
    await userEvent.keyboard('{F2}');
    await expect.element(words).toHaveFocus();
    await userEvent.fill(words, 'Three\nlines');
    expect(
      captionsOf(session.getState().document, session.getState().document.timeline.tracks[2]!.id),
    ).toEqual([
      { from: 1, to: 3, words: 'It sings' },
      { from: 4, to: 5, words: 'Three\nlines' },
    ]);
    session.undo();
    await expect.element(words).toHaveValue('Two\nlines');
    // Nothing of a medium is said of what has none.
    const inspector = page.getByRole('complementary', { name: 'Clip' });
    await expect.element(inspector.getByText('Caption', { exact: true })).toBeVisible();
    await expect.element(inspector.getByLabelText('Source from')).not.toBeInTheDocument();
    await expect.element(inspector.getByText('No medium')).not.toBeInTheDocument();
  });

  it('with captions say what was put right, and are read again in another encoding', async () => {
    const { session } = await show();
    const transfer = new DataTransfer();
    const lines = '1\n00:00:01,000 --> 00:00:03,000\n<i>D.j. vu</i>\n2\n00:00:02,000 --> 00:00:05,000\nTwo\n';
    const bytes = new TextEncoder().encode(lines).map((byte, at) => {
      if (lines.slice(at - 1, at + 1) === 'D.') return 0xe9;
      return lines.slice(at - 1, at + 1) === 'j.' ? 0xe0 : byte;
    });
    transfer.items.add(new File([bytes], 'French.srt'));
    over(transfer, 'drop');
    const words = () => {
      const { document } = session.getState();
      return captionsOf(document, document.timeline.tracks[2]!.id).map((caption) => caption.words);
    };
    const said = page.getByText('2 captions from French.srt').first();
    await expect.element(said).toBeVisible();
    expect(words()).toEqual(['Déjà vu', 'Two']);
    for (const sentence of [
      /read as Western \(Windows-1252\)/,
      /1 caption begins later/,
      /1 caption had no empty line before/,
      /Styles and places of 1 caption left out/,
    ])
      await expect.element(page.getByText(sentence).first()).toBeVisible();
    await page.getByRole('button', { name: 'Other encoding…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Encoding of French.srt' });
    await dialog.getByRole('combobox', { name: 'Encoding' }).click();
    // Beside the words that it is about, not over them.
    const list = page.getByRole('listbox').element().parentElement!.getBoundingClientRect();
    const firstWords = dialog.getByRole('list', { name: 'First captions' }).element().getBoundingClientRect();
    expect(list.right).toBeLessThanOrEqual(firstWords.left);
    await page.getByRole('option', { name: 'Cyrillic (Windows-1251)' }).click();
    await expect.element(dialog.getByText('Dйjа vu')).toBeVisible();
    await dialog.getByRole('button', { name: 'Read again' }).click();
    await expect.poll(words).toEqual(['Dйjа vu', 'Two']);
    expect(session.getState().document.timeline.tracks).toHaveLength(3);
  });

  it('that a run made of words become captions: of this output, or of nothing that can be read', async () => {
    let text = '1\n00:00:01,000 --> 00:00:03,000\nGood evening\n';
    desk.desk('mediaText', () => ({ text, isWhole: true, sizeBytes: text.length }));
    const { session } = await show();
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByRole('button', { name: 'Captions from talk.srt' }).click();
    await expect.element(page.getByRole('list', { name: 'talk' })).toBeInTheDocument();
    const { document } = session.getState();
    expect(captionsOf(document, document.timeline.tracks[2]!.id)).toEqual([
      { from: 1, to: 3, words: 'Good evening' },
    ]);
    text = 'nothing';
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByRole('button', { name: 'Captions from talk.srt' }).click();
    await expect.element(page.getByText('talk.srt was not imported').first()).toBeVisible();
    expect(session.steps()).toEqual(['import captions']);
  });

  it('are shots of the storyboard as well, as long as those are', async () => {
    desk.api(endpoints.storyboards.get, () => ({
      projectId: 'p1',
      version: 1,
      document: {
        serviceType: 'storyboard',
        version: 1,
        sequences: [
          {
            id: 's',
            shots: [
              { id: '1', name: 'The kettle', durationSeconds: 2, panels: [{ id: 'p', media: 'file_take' }] },
              { id: '2', name: 'No picture' },
            ],
          },
        ],
      },
      summary: { sceneCount: 1, shotCount: 2, mediaCount: 1 },
    }));
    const { session } = await show();
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('option', { name: 'Shots of the storyboard' }).click();
    await page.getByRole('button', { name: 'Insert The kettle at the playhead' }).click();
    await expect
      .poll(() => session.getState().document.timeline.clips.at(-1))
      .toMatchObject({ name: 'The kettle', filename: 'take.mp4', duration: 2, trimEnd: 1 });
  });
});
