// @module-tag long
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TimelineTrack } from '#shared/timeline/document.ts';
import { clipExt, trackExt } from '#shared/timeline/ext.ts';
import { commands } from '#renderer/commands/index.ts';
import { standInForDesk } from '#renderer/testing/desk-stand-in.ts';
import { clip, show, timeline } from '../testing/timeline-bench.tsx';

it('a caption of an imported cut has no file and misses none', async () => {
  const desk = standInForDesk();
  desk.desk('mediaUrls', () => ({ urls: [] }));
  await show(
    timeline([
      clip('caption', 'V2', 0, 10, {
        name: 'Text',
        type: 'text',
        ext: { patchbay: { version: 1, text: 'The sun goes down' } },
      }),
      clip('lost', 'V1', 0, 10, { name: 'lost', filename: 'lost.mov' }),
    ]),
  );
  const caption = page.getByRole('button', { name: /^The sun goes down, Text, from/ });
  await expect.element(caption).not.toHaveAttribute('data-missing');
  const lost = page.getByRole('button', { name: /^lost, .*, missing, from/ });
  await expect.element(lost).toHaveAttribute('data-missing');
  const find = page.getByText('Find its file…');
  await lost.click();
  await expect.element(find).toBeVisible();
  await caption.click();
  await expect.element(find).not.toBeInTheDocument();
  desk.restore();
});

it('Escape takes a new caption back with its track, and leaves the words of one that was there', async () => {
  const desk = standInForDesk();
  desk.desk('mediaUrls', () => ({ urls: [] }));
  const { session } = await show();
  const before = session.getState().document;
  const field = page.getByRole('textbox', { name: 'Words' }).first();
  commands.run('timeline.add-caption');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Boats{Escape}');
  await expect.poll(() => session.getState().document).toBe(before);
  await expect.element(page.getByRole('region', { name: 'Timeline' })).toHaveFocus();

  commands.run('timeline.add-caption');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Boats{Enter}');
  const caption = page.getByRole('button', { name: /^Boats, Text, from/ });
  await caption.dblClick();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Gulls{Escape}');
  await expect.element(caption).toHaveFocus();
  desk.restore();
});

it('a caption gets a look, which becomes that of its track, and Undo takes it back', async () => {
  const desk = standInForDesk();
  desk.desk('mediaUrls', () => ({ urls: [] }));
  const caption = (id: string, start: number) =>
    clip(id, 'C1', start, 2, { name: id, type: 'text', ext: { patchbay: { version: 1, text: id } } });
  const document = timeline([caption('Boats', 0), caption('Gulls', 4)]);
  document.timeline.tracks.push(
    TimelineTrack.parse({ id: 'C1', name: 'Captions', ext: { patchbay: { version: 1, kind: 'captions' } } }),
  );
  const { session } = await show(document);
  const looks = () => {
    const { tracks, clips } = session.getState().document.timeline;
    return [...clips.map(clipExt), ...tracks.filter(({ id }) => id === 'C1').map(trackExt)].map(
      ({ textStyle }) => textStyle,
    );
  };
  await page.getByRole('button', { name: /^Boats/ }).click();
  const look = page.getByRole('region', { name: 'Look' });
  await look.getByRole('combobox', { name: 'Position' }).click();
  await page.getByRole('option', { name: 'Top' }).click();
  await userEvent.fill(look.getByRole('textbox', { name: 'Text color' }), '#ffcc00');
  await userEvent.keyboard('{Enter}');
  expect(looks()).toEqual([{ position: 'top', color: '#ffcc00' }, undefined, undefined]);
  await look.getByRole('button', { name: 'Use for all captions of the track' }).click();
  expect(looks()).toEqual([
    undefined,
    undefined,
    expect.objectContaining({ position: 'top', color: '#ffcc00', typeface: 'sans' }),
  ]);
  await expect.element(look.getByRole('button', { name: 'Look as the track does' })).not.toBeInTheDocument();
  session.undo();
  expect(looks()).toEqual([{ position: 'top', color: '#ffcc00' }, undefined, undefined]);
  desk.restore();
});
