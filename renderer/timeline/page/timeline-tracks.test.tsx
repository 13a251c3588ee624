// @module-tag rig
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { captionsOf } from '#shared/timeline/captions.ts';
import { readCaptions } from '#shared/timeline/read-captions.ts';
import { timelineExt, trackExt } from '#shared/timeline/ext.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { nextSaved } from '#renderer/testing/next-saved.ts';
import type { MemorySession } from '../testing/memory-session.ts';
import { button, clip, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const tracks = (session: MemorySession) => session.getState().document.timeline.tracks;
const rows = () =>
  page
    .getByRole('list')
    .elements()
    .filter((element) => element instanceof HTMLElement && element.dataset['track'] !== undefined)
    .map((element) => element.getAttribute('aria-label'));

/** Chooses from the menu of a track, opened on its name. */
async function select(track: string, entry: string): Promise<void> {
  await page.getByText(track, { exact: true }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}

const three = () =>
  timeline(
    [
      clip('first', 'V1', 0, 5),
      clip('second', 'V1', 10, 5),
      clip('title', 'V2', 0, 2),
      clip('song', 'A1', 0, 9, { type: 'audio' }),
    ],
    {
      tracks: [
        { id: 'V1', name: 'Picture' },
        { id: 'V2', name: 'Titles' },
        { id: 'A1', name: 'Music' },
      ],
    },
  );

describe('a track', () => {
  it('of each kind gets another of its kind by the plus at its head, which is chosen and taken back', async () => {
    const { session } = await show(three());
    const names = () => tracks(session).map(({ name }) => name);
    await page.getByRole('button', { name: 'Add a sound track' }).click();
    expect(names()).toEqual(['Picture', 'Titles', 'Music', 'Audio 2']);
    expect(trackExt(tracks(session).at(-1)!).kind).toBe('sound');
    await page.getByRole('button', { name: 'Add a picture track' }).first().click();
    expect(names()).toEqual(['Picture', 'Titles', 'Music', 'Audio 2', 'Video 3']);
    expect(trackExt(tracks(session).at(-1)!).kind).toBe('picture');
    session.undo();
    expect(names()).toEqual(['Picture', 'Titles', 'Music', 'Audio 2']);
  });

  it('on which nothing lies yet says what can be done, as long as no track has a clip', async () => {
    const { session } = await show(timeline([], { tracks: [{ id: 'V1', name: 'Picture' }] }));
    const hint = page.getByText(
      /^Nothing lies on these tracks yet\. Drop pictures, .*“Add files”.*“Import an edit…”/,
    );
    await expect.element(hint).toBeVisible();
    session.change('add', (document) => ({
      ...document,
      timeline: { ...document.timeline, clips: three().timeline.clips.slice(0, 1) },
    }));
    await expect.poll(() => hint.elements()).toEqual([]);
  });

  it('is muted, heard alone and hidden by its buttons, which say so', async () => {
    const { session } = await show(three());
    for (const name of ['Mute Music', 'Solo Picture', 'Hide Titles']) await press(name);
    for (const name of ['Mute Music', 'Solo Picture', 'Hide Titles'])
      await expect.element(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    const state = () =>
      tracks(session).map((track) => [track.mutedAudio, trackExt(track).solo ?? false, track.mutedVideo]);
    expect(state()).toEqual([
      [false, true, false],
      [false, false, true],
      [true, false, false],
    ]);
    // A track of sounds has no picture to hide.
    expect(page.getByRole('button', { name: 'Hide Music' }).elements()).toEqual([]);
    for (const name of ['Mute Music', 'Solo Picture', 'Hide Titles']) await press(name);
    expect(state().flat()).toEqual(Array.from({ length: 9 }, () => false));
    expect(session.steps().slice(0, 3)).toEqual(['mute track', 'solo track', 'hide track']);
  });

  it('is added above the pictures or below the sounds, and named in its place', async () => {
    const { session } = await show(three());
    expect(rows()).toEqual(['Titles', 'Picture', 'Music']);
    await select('Picture', 'Add a picture track');
    await select('Music', 'Add a sound track');
    expect(rows()).toEqual(['Video 3', 'Titles', 'Picture', 'Music', 'Audio 2']);
    await page.getByText('Video 3', { exact: true }).dblClick();
    await userEvent.fill(page.getByRole('textbox', { name: 'Name of the track' }), 'Overlays');
    await userEvent.keyboard('{Enter}');
    await select('Audio 2', 'Rename the track');
    await userEvent.fill(page.getByRole('textbox', { name: 'Name of the track' }), 'Voices');
    await userEvent.keyboard('{Enter}');
    expect(rows()).toEqual(['Overlays', 'Titles', 'Picture', 'Music', 'Voices']);
    session.undo();
    await expect.poll(rows).toEqual(['Overlays', 'Titles', 'Picture', 'Music', 'Audio 2']);
  });

  it('is moved among its kind, and deleted with its clips', async () => {
    const { session } = await show(three());
    await select('Picture', 'Move the track up');
    expect(rows()).toEqual(['Picture', 'Titles', 'Music']);
    // Sounds stay below pictures.
    await select('Titles', 'Move the track down');
    expect(rows()).toEqual(['Picture', 'Titles', 'Music']);
    await select('Picture', 'Move the track down');
    expect(rows()).toEqual(['Titles', 'Picture', 'Music']);
    await select('Picture', 'Delete the track with its clips');
    expect(rows()).toEqual(['Titles', 'Music']);
    expect(session.getState().document.timeline.clips.map(({ id }) => id)).toEqual(['title', 'song']);
    session.undo();
    await expect.poll(rows).toEqual(['Titles', 'Picture', 'Music']);
  });

  it('has its gaps closed', async () => {
    const { session } = await show(three());
    await select('Picture', 'Close the gaps of the track');
    expect(
      session.getState().document.timeline.clips.map(({ id, startTime }) => `${id} ${startTime}`),
    ).toEqual(['first 0', 'second 5', 'title 0', 'song 0']);
  });
});

describe('a marker', () => {
  it('is named, written on, colored, moved and deleted', async () => {
    const markers = [
      { id: 'm1', time: 4, duration: 0, name: '', color: 'blue', words: '' },
      { id: 'm2', time: 8, duration: 0, name: 'Beat', color: 'blue', words: '' },
    ];
    const { session } = await show(
      timeline([clip('first', 'V1', 0, 20)], { ext: { patchbay: { version: 1, markers } } }),
    );
    const now = () => timelineExt(session.getState().document).markers ?? [];
    await page.getByRole('button', { name: /^Marker at 4 seconds/ }).click();
    const details = page.getByRole('complementary', { name: 'Marker' });
    await userEvent.fill(details.getByLabelText('Name'), 'Gulls');
    await userEvent.fill(details.getByLabelText('Words'), 'Too loud');
    await details.getByRole('button', { name: 'red' }).click();
    await userEvent.fill(details.getByLabelText('Time'), '5');
    await userEvent.keyboard('{Enter}');
    await userEvent.fill(details.getByLabelText('Length'), '2');
    await userEvent.keyboard('{Enter}');
    expect(now()[0]).toEqual({
      id: 'm1',
      time: 5,
      duration: 2,
      name: 'Gulls',
      color: 'red',
      words: 'Too loud',
    });
    const moved = page.getByRole('button', { name: /Gulls: Too loud.*5 seconds/ });
    await expect.element(moved).toBeVisible();
    session.undo();
    expect(now()[0]).toMatchObject({ time: 5, duration: 0 });
    await details.getByRole('button', { name: 'Delete marker' }).click();
    expect(now().map(({ id }) => id)).toEqual(['m2']);
    await expect.element(details).not.toBeInTheDocument();
  });
});

describe('captions', () => {
  const captioned = () =>
    timeline(
      [
        { id: 'w1', trackId: 'C1', type: 'text', name: 'The kettle sings', startTime: 1, duration: 2 },
        { id: 'w2', trackId: 'C1', type: 'text', name: 'Two\nlines', startTime: 4, duration: 1.5 },
      ],
      {
        tracks: [
          { id: 'V1', name: 'Picture' },
          { id: 'C1', name: 'English', ext: { patchbay: { version: 1, kind: 'captions' } } },
        ],
      },
    );

  it.each([
    {
      entry: /as SRT$/,
      name: 'English.srt',
      begin: '1\n00:00:01,000 --> 00:00:03,000\nThe kettle sings',
    },
    { entry: /as WebVTT$/, name: 'English.vtt', begin: 'WEBVTT' },
  ])('are saved as $name, and read back the same', async ({ entry, name, begin }) => {
    const { session } = await show(captioned());
    await page.getByText('English', { exact: true }).click({ button: 'right' });
    const file = await nextSaved(() => page.getByRole('menuitem', { name: entry }).click());
    expect(file.name).toBe(name);
    const text = await file.text();
    expect(text.replaceAll('\r', '').startsWith(begin)).toBe(true);
    const read = readCaptions(text);
    expect(read.ok && read.captions).toEqual(captionsOf(session.getState().document, 'C1'));
  });

  it('are added at the playhead and written at once', async () => {
    const { session, playhead } = await show(captioned());
    playhead.seek(7);
    await select('English', 'Add a caption at the playhead');
    await userEvent.fill(page.getByRole('textbox', { name: 'Words' }).first(), 'Steam');
    await userEvent.keyboard('{Enter}');
    await expect.element(button(/^Steam/)).toBeVisible();
    expect(captionsOf(session.getState().document, 'C1').at(-1)).toMatchObject({ from: 7, words: 'Steam' });
  });
});
