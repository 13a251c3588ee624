import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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
