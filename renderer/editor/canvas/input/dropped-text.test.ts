import { expect, it } from 'vitest';
import { readDroppedText } from './dropped-text.ts';

const read = (parts: BlobPart[], name: string, type = '') => readDroppedText(new File(parts, name, { type }));

it('a text file gives its words', async () => {
  expect(await read(['Good\r\nevening'], 'words.txt', 'text/plain')).toEqual({
    text: 'Good\nevening',
    note: null,
    isTable: false,
  });
  for (const name of ['a.md', 'a.CSV', 'a.json', 'a.srt', 'a.vtt']) {
    expect(await read(['x'], name)).toEqual({ text: 'x', note: null, isTable: false });
  }
});

it('other files are none', async () => {
  expect(await read(['x'], 'photo.png', 'image/png')).toBeNull();
  expect(await read(['x'], 'paper.pdf', 'application/pdf')).toBeNull();
});

it('a text in another encoding gives its words, and what was guessed', async () => {
  expect(await read([Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x0d, 0x21)], 'cafe.txt')).toEqual({
    text: 'café\n!',
    note: expect.stringMatching(/^cafe\.txt: The file does not say its encoding, so it was read as Western/),
    isTable: false,
  });
});

it('one that is too large or no text says why it is a file', async () => {
  expect(await read(['x'.repeat(64 * 1024)], 'just.txt')).toMatchObject({ text: expect.any(String) });
  expect(await read(['x'.repeat(64 * 1024 + 1)], 'long.txt')).toMatchObject({
    text: null,
    note: expect.stringMatching(/^“long.txt” has more than 64 KB of text\. It is added as a file;/),
  });
  const zip = Uint8Array.from({ length: 2000 }, (_, at) => (at * 7919) % 251);
  expect(await read([zip], 'odd.txt')).toMatchObject({
    text: null,
    note: expect.stringMatching(/^“odd.txt” is not plain text\./),
  });
});

it.each(['rows.csv', 'rows.TSV'])(
  'a table, %s, is taken as a text, with a word about Batches',
  async (name) => {
    const { text, note, isTable } = (await read(['title,size\r\nHarbor,12\r\n'], name)) ?? {};
    expect(text).toBe('title,size\nHarbor,12\n');
    expect(isTable).toBe(true);
    expect(note).toBe(
      `“${name}” is a table: it is in a Text node now. Batches runs once for each of its rows.`,
    );
  },
);

it('a table that is too large for a node is a file, with the same word', async () => {
  expect(await read(['a,b\n'.repeat(20_000)], 'rows.csv')).toEqual({
    text: null,
    note: expect.stringMatching(/more than 64 KB.*It is a table: Batches runs once for each of its rows\.$/),
    isTable: true,
  });
});
