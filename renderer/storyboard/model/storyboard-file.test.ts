import { expect, it } from 'vitest';
import { readStoryboardFile } from './storyboard-file.ts';

const fileOf = (content: unknown) =>
  new Blob([typeof content === 'string' ? content : JSON.stringify(content)]);
const board = (more: Record<string, unknown>) => ({
  serviceType: 'storyboard',
  version: 1,
  sequences: [],
  ...more,
});

it('keeps every field of another program where it stood', async () => {
  const read = await readStoryboardFile(
    fileOf(
      board({
        author: 'Mo',
        settings: { aspectRatio: '4:3', lens: 35, ext: { other: 1, imported: { grain: 2 } } },
        sequences: [
          {
            id: 'a',
            mood: 'calm',
            shots: [
              {
                id: '1',
                camera: { move: 'pan' },
                ext: { patchbay: { version: 1, notes: 'Low' } },
                panels: [{ id: 'p', strokes: [1, 2] }],
              },
            ],
          },
        ],
      }),
    ),
  );
  expect(read).toMatchObject({
    ok: true,
    preserved: 5,
    document: {
      settings: {
        aspectRatio: '4:3',
        ext: { other: 1, imported: { grain: 2, lens: 35 }, importedDocument: { author: 'Mo' } },
      },
      sequences: [
        {
          ext: { imported: { mood: 'calm' } },
          shots: [
            {
              ext: { patchbay: { version: 1, notes: 'Low' }, imported: { camera: { move: 'pan' } } },
              panels: [{ ext: { imported: { strokes: [1, 2] } } }],
            },
          ],
        },
      ],
    },
  });
  // What was read once is read again as it is.
  const again = await readStoryboardFile(fileOf(read.ok ? read.document : null));
  expect(again).toEqual({ ...read, preserved: 0 });
});

it('says what to do next with a file that is broken, or something else', async () => {
  for (const [content, words] of [
    ['{"serviceType": "storyboard", ', 'Choose a storyboard that was exported as JSON.'],
    ['', 'Choose a storyboard that was exported as JSON.'],
    [[], 'This file is not a storyboard. Choose one that was exported as JSON.'],
    [{ serviceType: 'timeline' }, 'This file is not a storyboard.'],
    [board({ version: 7 }), '“version”:'],
    [board({ sequences: [{ id: 'a' }, { id: 'a' }] }), 'Correct that in the file and import it again.'],
    [board({ sequences: [{ id: 'a', ext: 'no object' }] }), 'sequences.0.ext'],
    [
      board({
        sequences: [
          {
            id: 'a',
            shots: [
              { id: '1', durationSeconds: -2 },
              { id: '2', durationSeconds: -2 },
            ],
          },
        ],
      }),
      '1 more problem',
    ],
  ] as const) {
    const read = await readStoryboardFile(fileOf(content));
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  }
});

it('takes a board of 5,000 shots, and names the limit that a larger one is over', async () => {
  const shots = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `s${index}`, mine: index }));
  const read = await readStoryboardFile(fileOf(board({ sequences: [{ id: 'a', shots: shots(5000) }] })));
  expect(read).toMatchObject({ ok: true, preserved: 5000 });
  const tooMany = await readStoryboardFile(fileOf(board({ sequences: [{ id: 'a', shots: shots(10_001) }] })));
  expect(tooMany).toMatchObject({ ok: false, message: expect.stringContaining('sequences.0.shots') });
});

it('keeps long ids of another program digit by digit, as text, and counts them', async () => {
  const text =
    '{"serviceType":"storyboard","version":1,"sequences":[],"assetId":7615917337495251231,"take":12}';
  const read = await readStoryboardFile(fileOf(text));
  expect(read).toMatchObject({
    ok: true,
    preserved: 2,
    asText: 1,
    document: { settings: { ext: { importedDocument: { assetId: '7615917337495251231', take: 12 } } } },
  });
});
