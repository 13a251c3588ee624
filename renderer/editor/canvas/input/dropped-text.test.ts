import { expect, it } from 'vitest';
import { readDroppedText } from './dropped-text.ts';

const read = (parts: BlobPart[], name: string, type = '') => readDroppedText(new File(parts, name, { type }));

it('a text file gives its words', async () => {
  expect(await read(['Good\r\nevening'], 'words.txt', 'text/plain')).toEqual({ text: 'Good\nevening' });
  for (const name of ['a.md', 'a.CSV', 'a.json', 'a.srt', 'a.vtt']) {
    expect(await read(['x'], name)).toEqual({ text: 'x' });
  }
});

it('other files are none', async () => {
  expect(await read(['x'], 'photo.png', 'image/png')).toBeNull();
  expect(await read(['x'], 'paper.pdf', 'application/pdf')).toBeNull();
});

it('one that is too large or not UTF-8 says why it is a file', async () => {
  expect(await read(['x'.repeat(64 * 1024)], 'just.txt')).toMatchObject({ text: expect.any(String) });
  expect(await read(['x'.repeat(64 * 1024 + 1)], 'long.txt')).toMatchObject({
    text: null,
    problem: expect.stringMatching(/^“long.txt” has more than 64 KB of text\. It is added as a file;/),
  });
  for (const bytes of [Uint8Array.of(0xff, 0xfe, 0x41), Uint8Array.of(0x41, 0x00)]) {
    expect(await read([bytes], 'odd.txt')).toMatchObject({
      text: null,
      problem: expect.stringMatching(/^“odd.txt” is not plain text in UTF-8\./),
    });
  }
});
