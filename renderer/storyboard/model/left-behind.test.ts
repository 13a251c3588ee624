import { expect, it } from 'vitest';
import { storyboardToTimeline, validateStoryboard } from '#shared/storyboard/index.ts';
import { leftBehind } from './left-behind.ts';

const find = ({ filename = '' }: { filename?: string }) =>
  filename.endsWith('.png') ? { fileId: filename, filename, contentType: 'image/png' } : undefined;

it('says once for each shot, by its name, what does not come to the timeline', () => {
  const panels = (...media: unknown[]) => media.map((medium) => ({ media: medium }));
  const checked = validateStoryboard({
    serviceType: 'storyboard',
    version: 1,
    sequences: [
      { id: 'a', shots: [{ id: '1', name: 'Harbor', panels: panels('a.png', ['b.png', 'c.png']) }] },
      {
        id: 'b',
        shots: [
          { id: '1' },
          { id: '2', panels: panels('lost.mov', 'lost.mov', { url: 'https://x.test/y.png' }) },
        ],
      },
    ],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const made = storyboardToTimeline(checked.document, {}, find);
  if (!made.ok) throw new Error(made.message);
  expect(made.warnings).toHaveLength(5);
  expect(
    leftBehind(
      checked.document,
      [...made.warnings, { code: 'OTHER', message: 'Be careful.', path: '' }],
      find,
    ).map(({ name, text }) => `${name}: ${text}`),
  ).toEqual([
    '1.1 Harbor: shows its first picture; b.png and c.png stay on the board.',
    'Shot 2.2: is made without lost.mov: No file of this account has that id or name.',
    'Shot 2.2: is made without https://x.test/y.png: A URL is neither fetched nor imported. Upload the file and name it here.',
    ': Be careful.',
  ]);
});
